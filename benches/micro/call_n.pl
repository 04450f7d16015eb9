% call/N of closures and of conjunctions.

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
    A is N mod 50,
    call(added(1), A, B),
    call(added, 2, B, C),
    Goal = added(3, C),
    call(Goal, D),
    call((D > 1, E = D)),
    G = (E < 200 ; E > 300),
    once(G),
    X = E.

added(A, B, C) :- C is A + B.
