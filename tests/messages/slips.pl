count(N) :- N < 10, N is N + 1, count(N).
next(N) :- N = N + 1.
length_of([], 0).
length_of([_|T], N + 1) :- length_of(T, N).
down(0).
down(N) :- write(N), down(N - 1).
bachelor(X) :- \+ married(X), man(X).
single(M) :- \+ married(X), man(X), M = X.
man(adam).
married(eve).
seven(X) :- X == 3 + 4.
other(X) :- X \== 2 * 3, X \== 1.
term(X) :- X == a + 1.
has(X) :- \+ \+ married(X), man(X).
