% setarg/3 and nb_setarg/3.

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
    Term = f(a, b),
    setarg(1, Term, N),
    nb_setarg(2, Term, 7),
    arg(1, Term, A),
    arg(2, Term, B),
    X is A + B.
