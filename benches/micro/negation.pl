% Negation as failure, of tests and of calls.

rounds(full, 500000).
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
    A is N mod 30,
    \+ A = b,
    \+ A > 30,
    \+ member_of(A, [31,32,33]),
    (   \+ even(A)
    ->  X = 1
    ;   X = A
    ).

even(A) :- A mod 2 =:= 0.

member_of(X, [X|_]).
member_of(X, [_|Ys]) :- member_of(X, Ys).
