% A magic square: all rows, columns and diagonals have one sum.
%
% Run:  luminy examples/constraints/magic.pl -g main -t halt

:- use_module(library(clpfd)).
:- use_module(report).

main :-
    magic(4, Rows),
    append(Rows, Cells),
    with_nodes(labeling([ff], Cells)),
    maplist(print_row, Rows).

print_row(Row) :-
    forall(member(X, Row), print_cell(X)),
    nl.

print_cell(X) :-
    (   X < 10
    ->  write('  ')
    ;   write(' ')
    ),
    write(X).

%!  magic(+N, -Rows) is det.
%
%   Rows is a magic square of the numbers from 1 to N*N.

magic(N, Rows) :-
    length(Rows, N),
    maplist([Row]>>length(Row, N), Rows),
    append(Rows, Cells),
    Last is N * N,
    Cells ins 1..Last,
    all_different(Cells),
    Sum is N * (Last + 1) // 2,
    transpose(Rows, Columns),
    maplist(has_sum(Sum), Rows),
    maplist(has_sum(Sum), Columns),
    diagonal(Rows, Down),
    has_sum(Sum, Down),
    reverse(Rows, Mirrored),
    diagonal(Mirrored, Up),
    has_sum(Sum, Up),
    corners(Down, Up).

has_sum(Sum, Cells) :-
    sum(Cells, #=, Sum).

diagonal(Rows, Cells) :-
    length(Rows, N),
    numlist(1, N, Places),
    maplist(nth1, Places, Rows, Cells).

%   Of the squares that turning and mirroring makes, one has its least corner first.

corners([A|Down], [B|Up]) :-
    last(Down, C),
    last(Up, D),
    A #< B,
    A #< C,
    A #< D,
    B #< D.
