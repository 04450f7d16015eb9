% Heads with ground lists and structures.

rounds(full, 300000).
rounds(small, 50).

bench(Size) :-
    rounds(Size, Rounds),
    looped(Rounds, 0, Sum),
    write(Size), write(' '), write(Sum), nl.

looped(0, Sum, Sum) :- !.
looped(N, Sum0, Sum) :-
    step(N, X),
    Sum1 is (Sum0 * 3 + X) mod 1000003,
    N1 is N - 1,
    looped(N1, Sum1, Sum).

step(N, X) :-
    A is N mod 4,
    route(A, Route),
    cost(Route, X).

route(0, [stop(a, 1), stop(b, 2), stop(c, 3)]).
route(1, [stop(a, 1), stop(b, 2), stop(d, 4)]).
route(2, [stop(a, 1), stop(c, 2), stop(c, 3)]).
route(3, [stop(b, 1)|_]).

cost([stop(a, 1), stop(b, 2), stop(d, 4)], 1).
cost([stop(a, 1), stop(c, 2), stop(c, 3)], 2).
cost([stop(a, 1), stop(b, 2), stop(c, 3)], 3).
cost([stop(b, 1), stop(b, 2), stop(c, 3)], 4).
