% Recursion that is a million calls deep and not in tail position.

depth(full, 1000000, 2).
depth(small, 1000, 1).

bench(Size) :-
    depth(Size, Depth, Rounds),
    repeated(Rounds, Depth, 0, Sum),
    write(Size), write(' '), write(Sum), nl.

repeated(0, _, Sum, Sum) :- !.
repeated(Rounds, Depth, Sum0, Sum) :-
    counted(Depth, Count),
    ascending(Depth, List),
    summed(List, ListSum),
    nested(Depth, Term),
    depth_of(Term, TermDepth),
    Sum1 is (Sum0 + Count + ListSum + TermDepth) mod 1000003,
    Fewer is Rounds - 1,
    repeated(Fewer, Depth, Sum1, Sum).

counted(0, 0) :- !.
counted(N, Count) :-
    N1 is N - 1,
    counted(N1, Count1),
    Count is Count1 + 1.

ascending(0, []) :- !.
ascending(N, [N|List]) :-
    N1 is N - 1,
    ascending(N1, List).

summed([], 0).
summed([X|Xs], Sum) :-
    summed(Xs, Sum1),
    Sum is Sum1 + X.

nested(0, leaf) :- !.
nested(N, node(Term, N)) :-
    N1 is N - 1,
    nested(N1, Term).

depth_of(leaf, 0).
depth_of(node(Term, _), Depth) :-
    depth_of(Term, Depth1),
    Depth is Depth1 + 1.
