% freeze/2, dif/2 and when/2.

:- use_module(library(when)).

rounds(full, 20000).
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
    freeze(A, B = 1),
    A = N,
    dif(C, a),
    C = b,
    when(ground(D+E), F is D + E),
    D = 1,
    E = 2,
    X is B + F.
