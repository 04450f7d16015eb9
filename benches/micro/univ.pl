% functor/3, arg/3, =../2 and arg/3 that enumerates.

rounds(full, 60000).
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
    functor(Term, f, 3),
    arg(1, Term, N),
    Term =.. [_|Args],
    length(Args, Count),
    Other =.. [g, N, 2],
    (   arg(Place, Other, 2)
    ->  true
    ),
    functor(Other, _, Arity),
    X is Count + Place + Arity.
