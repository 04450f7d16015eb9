% Tests of the type of a term.

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
    kind(_, A), kind(N, B), kind(abc, C), kind(f(N), D), kind([N], E), kind(1.5, F),
    X is A + B + C + D + E + F.

kind(X, 1) :- var(X), !.
kind(X, 2) :- integer(X), !.
kind(X, 3) :- atom(X), !.
kind(X, 4) :- float(X), !.
kind(X, 5) :- nonvar(X), X = [_|_], !.
kind(X, 6) :- compound(X), \+ atomic(X), callable(X), !.
