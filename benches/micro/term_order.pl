% compare/3, ==/2, @</2, subsumes_term/2, unify_with_occurs_check/2.

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
    A = f(N, [a, b]),
    B = f(N, [a, c]),
    compare(Order, A, B),
    (   Order == (<),
        A @< B,
        A \== B
    ->  C = 1
    ;   C = 2
    ),
    subsumes_term(f(_, _), A),
    unify_with_occurs_check(f(D, g(D)), f(N, _)),
    X is C + D mod 10.
