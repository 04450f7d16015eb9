% functor/3, arg/3 and =../2.

rounds(full, 300000).
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
    functor(Term, point, 4),
    arg(1, Term, N),
    arg(2, Term, b),
    arg(3, Term, N),
    Term =.. [Name|Arguments],
    Copy =.. [Name|Arguments],
    functor(Copy, _, Arity),
    arg(Arity, Copy, 1),
    arg(3, Copy, A),
    X is (A + Arity) mod 100.
