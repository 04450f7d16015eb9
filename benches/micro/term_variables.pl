% term_variables/2, ground/1, copy_term/2 and term_hash/2.

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
    Term = f(_, g(_, N), [_|_]),
    term_variables(Term, Variables),
    length(Variables, Count),
    \+ ground(Term),
    ground(f(a, [b, N])),
    copy_term(Term, f(1, g(2, A), _)),
    X is Count + A mod 10.
