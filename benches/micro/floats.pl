% Floating-point arithmetic.

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
    A is N / 7.0,
    B is sqrt(A * A + 2.5) - A,
    C is B * 3.25 + 1.0e3 / (A + 1.0),
    (   C > B
    ->  X is truncate(C) mod 100
    ;   X is 1
    ).
