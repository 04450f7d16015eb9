% between/3 with arithmetic, driven by failure.

limit(full, 300).
limit(small, 30).

bench(Size) :-
    limit(Size, Limit),
    findall(C, triangle(Limit, _, _, C), Longest),
    length(Longest, Count),
    summed(Longest, 0, Sum),
    High is Limit * Limit * 4,
    findall(X, automorphic(High, X), Xs),
    write(Size), write(' '), write(Count), write(' '), write(Sum), write(' '), write(Xs), nl.

% The sides of a right-angled triangle with legs up to Limit.
triangle(Limit, A, B, C) :-
    between(1, Limit, A),
    between(A, Limit, B),
    Square is A * A + B * B,
    C is truncate(sqrt(Square)),
    C * C =:= Square.

% The square of X ends in X.
automorphic(High, X) :-
    between(1, High, X),
    power_above(X, 10, Power),
    X * X mod Power =:= X.

power_above(X, Power, Power) :-
    X < Power,
    !.
power_above(X, Power0, Power) :-
    Power1 is Power0 * 10,
    power_above(X, Power1, Power).

summed([], Sum, Sum).
summed([X|Xs], Sum0, Sum) :-
    Sum1 is Sum0 + X,
    summed(Xs, Sum1, Sum).
