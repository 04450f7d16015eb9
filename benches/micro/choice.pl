% Choice points made and cut.

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
    one_of(A, [1,2,3,4,5,6]),
    A > 4,
    once(one_of(B, [A,N])),
    (   one_of(C, [3,2,1]),
        C < 2
    ->  true
    ;   C = 0
    ),
    !,
    X is A + B mod 10 + C.

one_of(X, [X|_]).
one_of(X, [_|Ys]) :- one_of(X, Ys).
