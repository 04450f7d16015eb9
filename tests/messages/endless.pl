main :- path(a, X), write(X).

path(X, Z) :- path(X, Y), edge(Y, Z).
path(X, X).

edge(a, b).
edge(b, c).
