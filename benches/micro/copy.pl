% copy_term/2 and term_variables/2.

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
    Term = f(A, [B,A,N], g(C, h(B))),
    copy_term(Term, Copy),
    term_variables(Copy, Variables),
    Variables = [1,2,3],
    Copy = f(X0, _, g(Y0, h(Z0))),
    A = a, B = b, C = c,
    ground(Copy),
    X is X0 + Y0 * 2 + Z0 * 3.
