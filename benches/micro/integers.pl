% Integer functions: gcd, powers, bits, products beyond the machine word.

rounds(full, 100000).
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
    A is gcd(N, 48) + N ** 2 mod 7,
    B is msb(N) + (N >> 2) xor 5,
    C is 123456789012345678 * (N + 987654321987),
    D is C mod 1000,
    succ(A, E),
    plus(1, B, F),
    X is D + E + F.
