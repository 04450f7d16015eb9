% Clauses chosen by comparison and cut.

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
    A is N mod 40,
    graded(A, B),
    larger(A, B, C),
    graded(C, D),
    larger(D, B, X).

graded(X, Y) :- X < 10, !, Y is X + 1.
graded(X, Y) :- X < 20, !, Y is X + 2.
graded(X, Y) :- X >= 30, !, Y is X - 3.
graded(X, X).

larger(X, Y, X) :- X > Y, !.
larger(_, Y, Y).
