% The first argument chooses among clauses by an integer.

rounds(full, 500000).
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
    A is N mod 12,
    next(A, B), next(B, C), next(C, D), next(D, E), next(E, X).

next(0, 1).
next(1, 6).
next(2, 11).
next(3, 4).
next(4, 9).
next(5, 2).
next(6, 7).
next(7, 0).
next(8, 5).
next(9, 10).
next(10, 3).
next(11, 8).
