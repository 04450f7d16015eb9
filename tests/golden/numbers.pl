% Big integers and exact arithmetic.

main :-
    factorial(50, F), show(F),
    X is 2 ** 256, show(X),
    Y is 7 ** 77 mod 1000007, show(Y),
    Z is -(2 ** 100) // 3, show(Z),
    fibonacci(300, Fib), show(Fib),
    digits_of_pi(40, Pi), atomic_list_concat(Pi, Digits), show(Digits),
    power_mod(3, 10 ** 18, 998244353, P), show(P),
    findall(N, ( between(1, 40, N), M is 2 ** N - 1, is_prime(M) ), Mersenne), show(Mersenne),
    factors(600851475143, Factors), show(Factors),
    S is 9223372036854775807 + 1, show(S),
    T is S - 1, show(T),
    U is -9223372036854775808 - 1, show(U),
    V is 4611686018427387904 * 4, show(V),
    W is (1 << 200) >> 190, show(W),
    A is (1 << 100) /\ ((1 << 70) - 1 + (1 << 100)), show(A),
    B is \ (1 << 65), show(B),
    C is gcd(2 ** 60 * 15, 6 ** 40), show(C),
    isqrt(10 ** 40 + 12345, Root), show(Root),
    e_digits(30, E), show(E),
    (   2 ** 100 > 10 ** 30
    ->  show(greater)
    ;   show(smaller)
    ),
    G is max(2 ** 70, 2.0 ** 69), show(G),
    H is truncate(2.0 ** 80), show(H),
    I is 10 ** 25 mod -7, show(I),
    J is -(10 ** 25) rem 7, show(J),
    number_codes(K, "123456789012345678901234567890"), show(K),
    atom_length(F, Length), show(Length).

show(X) :-
    write(X), nl.

factorial(0, 1) :- !.
factorial(N, F) :- M is N - 1, factorial(M, F0), F is N * F0.

fibonacci(N, F) :- fibonacci(N, 0, 1, F).

fibonacci(0, F, _, F) :- !.
fibonacci(N, A, B, F) :- C is A + B, M is N - 1, fibonacci(M, B, C, F).

% The spigot of Gibbons, one digit after the other.
digits_of_pi(Count, Digits) :- spigot(Count, 1, 0, 1, 1, 3, 3, Digits).

spigot(0, _, _, _, _, _, _, []) :- !.
spigot(Count, Q, R, T, K, N, L, Digits) :-
    (   4 * Q + R - T < N * T
    ->  Digits = [N|Rest],
        R1 is 10 * (R - N * T),
        N1 is 10 * (3 * Q + R) // T - 10 * N,
        Q1 is Q * 10,
        Less is Count - 1,
        spigot(Less, Q1, R1, T, K, N1, L, Rest)
    ;   R1 is (2 * Q + R) * L,
        N1 is (Q * (7 * K + 2) + R * L) // (T * L),
        Q1 is Q * K, T1 is T * L, L1 is L + 2, K1 is K + 1,
        spigot(Count, Q1, R1, T1, K1, N1, L1, Digits)
    ).

power_mod(B, E, M, P) :- E1 is E, power_mod(E1, B, M, 1, P).

power_mod(0, _, _, P, P) :- !.
power_mod(E, B, M, P0, P) :-
    (   E mod 2 =:= 1
    ->  P1 is P0 * B mod M
    ;   P1 = P0
    ),
    B1 is B * B mod M,
    E1 is E // 2,
    power_mod(E1, B1, M, P1, P).

is_prime(2) :- !.
is_prime(N) :-
    N > 2, N mod 2 =\= 0,
    \+ ( member(B, [2,3,5,7,11,13,17,19,23,29,31,37]), B < N, E is N - 1, \+ passes(B, E, N) ).

passes(B, E, N) :-
    split(E, 0, S, D),
    power_mod(B, D, N, X),
    (   X =:= 1
    ->  true
    ;   squares(S, X, N)
    ).

split(D, S, S, D) :- D mod 2 =:= 1, !.
split(D0, S0, S, D) :- D1 is D0 // 2, S1 is S0 + 1, split(D1, S1, S, D).

squares(S, X, N) :-
    S > 0,
    (   X =:= N - 1
    ->  true
    ;   X1 is X * X mod N, S1 is S - 1, squares(S1, X1, N)
    ).

factors(N, Factors) :- factors(N, 2, Factors).

factors(1, _, []) :- !.
factors(N, D, [D|Factors]) :- N mod D =:= 0, !, M is N // D, factors(M, D, Factors).
factors(N, D, Factors) :- D * D =< N, !, D1 is D + 1, factors(N, D1, Factors).
factors(N, _, [N]).

isqrt(N0, Root) :- N is N0, newton(N, N, Root).

newton(N, X, Root) :-
    Y is (X + N // X) // 2,
    (   Y >= X
    ->  Root = X
    ;   newton(N, Y, Root)
    ).

e_digits(Count, Digits) :-
    Scale is 10 ** (Count + 5),
    series(1, Scale, Scale, Sum),
    Digits is Sum // 10 ** 5.

series(N, Term, Sum0, Sum) :-
    Next is Term // N,
    (   Next =:= 0
    ->  Sum = Sum0
    ;   Sum1 is Sum0 + Next, M is N + 1, series(M, Next, Sum1, Sum)
    ).
