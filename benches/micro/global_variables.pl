% Global variables, with and without backtracking.

rounds(full, 400000).
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
    nb_setval(counter, N),
    b_setval(state, f(N)),
    nb_getval(counter, A),
    b_getval(state, f(B)),
    nb_setval(pair, A-B),
    nb_getval(pair, _-C),
    X is C mod 100.
