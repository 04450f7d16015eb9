main :- count(0, N), write(N).

count(X, N) :-
    Y = s(X),
    count(Y, M),
    N = s(M).
