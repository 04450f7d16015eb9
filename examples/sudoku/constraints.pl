% Sudoku by constraints: the digits of each row, column and box are different.
%
% all_distinct/1 finds what follows from all cells of a group together; most
% puzzles need no search at all.
%
% Run:  luminy examples/sudoku/constraints.pl -g main -t halt
%
%   ?- puzzle(easy, Text), text_rows(Text, Rows), sudoku(Rows), print_rows(Rows).

:- use_module(library(clpfd)).
:- use_module(grid).

main :-
    forall(puzzle(Name, Text), report(Name, Text)).

report(Name, Text) :-
    write(Name), write(':'), nl,
    text_rows(Text, Rows),
    fd_statistics(nodes, Before),
    sudoku(Rows),
    append(Rows, Cells),
    labeling([ff], Cells),
    !,
    fd_statistics(nodes, After),
    Nodes is After - Before,
    print_rows(Rows),
    format("~d nodes~n", [Nodes]).

puzzle(easy, "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79").
puzzle(hard, "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..").
puzzle(few, "....7..2.8.......6.1.2.5...9.54....8.........3....85.1...3.2.8.4.......9.7..6....").

%!  sudoku(+Rows) is semidet.
%
%   Rows is a sudoku grid.

sudoku(Rows) :-
    append(Rows, Cells),
    Cells ins 1..9,
    maplist(all_distinct, Rows),
    transpose(Rows, Columns),
    maplist(all_distinct, Columns),
    boxes(Rows).

boxes([]).
boxes([A,B,C|Rows]) :-
    box_row(A, B, C),
    boxes(Rows).

box_row([], [], []).
box_row([A,B,C|As], [D,E,F|Bs], [G,H,I|Cs]) :-
    all_distinct([A,B,C,D,E,F,G,H,I]),
    box_row(As, Bs, Cs).
