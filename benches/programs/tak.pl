% Takeuchi's function: calls, comparison and small integers.

arguments(full, 24, 16, 8).
arguments(small, 12, 8, 4).

bench(Size) :-
    arguments(Size, X, Y, Z),
    tak(X, Y, Z, Result),
    write(Size), write(' '), write(Result), nl.

tak(X, Y, Z, Z) :-
    X =< Y,
    !.
tak(X, Y, Z, Result) :-
    X1 is X - 1,
    Y1 is Y - 1,
    Z1 is Z - 1,
    tak(X1, Y, Z, A),
    tak(Y1, Z, X, B),
    tak(Z1, X, Y, C),
    tak(A, B, C, Result).
