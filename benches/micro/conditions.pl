% Chains of if-then-else with arithmetic and type tests.

rounds(full, 600000).
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
    graded(B, X).

graded(X, Y) :-
    (   X < 10
    ->  Y is X + 1
    ;   X < 20,
        X =\= 15
    ->  Y is X + 2
    ;   X =:= 15
    ->  Y = 7
    ;   integer(X),
        X >= 30
    ->  Y is X - 3
    ;   Y = X
    ).
