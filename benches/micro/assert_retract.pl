% A fact that is asserted, read and retracted.

:- dynamic(state/2).

rounds(full, 200000).
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
    assertz(state(N, a)),
    state(A, _),
    retract(state(A, a)),
    asserta(state(A, b)),
    state(_, b),
    retract(state(B, _)),
    X is B mod 100.
