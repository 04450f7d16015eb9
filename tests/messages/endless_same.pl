main :- reach(a), write(yes).

reach(X) :- edge(X, _), reach(X), edge(_, X).
reach(c).

edge(a, b).
