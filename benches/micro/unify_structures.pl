% Unification of two deep terms with variables.

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
    tree(A, N, b),
    tree(B, _, _),
    A = B,
    B = t(t(t(X0, _, _), _, _), _, _),
    X is X0 mod 100.

tree(t(t(t(A, B, c), [A,B], C), [C|C], t(A, t(B, A, 1), 2)), A, B) :-
    C = f(A, B, A).
