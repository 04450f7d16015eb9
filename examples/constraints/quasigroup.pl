% A Latin square of which some cells are given: each number stands once in each
% row and column.
%
% Run:  luminy examples/constraints/quasigroup.pl -g main -t halt

:- use_module(library(clpfd)).
:- use_module(report).

main :-
    given(Rows),
    completed(Rows),
    append(Rows, Cells),
    with_nodes(labeling([ff], Cells)),
    forall(member(Row, Rows), print_row(Row)).

print_row(Row) :-
    forall(member(X, Row), format(" ~d", [X])),
    nl.

given([ [1,_,_,_,_,_,7,_],
        [_,4,_,_,8,_,_,_],
        [_,_,_,5,_,_,_,3],
        [2,_,_,_,_,6,_,_],
        [_,_,8,_,_,_,_,5],
        [_,7,_,_,3,_,_,_],
        [_,_,_,2,_,_,4,_],
        [6,_,5,_,_,1,_,_] ]).

%!  completed(+Rows) is semidet.
%
%   Rows is a Latin square.

completed(Rows) :-
    length(Rows, N),
    append(Rows, Cells),
    Cells ins 1..N,
    maplist(all_distinct, Rows),
    transpose(Rows, Columns),
    maplist(all_distinct, Columns).
