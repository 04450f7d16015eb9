% Arithmetic on integers of more than 64 bits.

rounds(full, 150000).
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
    A is 2 ** 80 + N,
    B is A * A,
    C is B // (A + 1),
    D is C mod 1000003,
    E is (A - C) * 17,
    (   E < B
    ->  X is D
    ;   X = 0
    ).
