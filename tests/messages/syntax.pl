% Slips of the pen.
parent(ann, bob)
parent(bob, cid).

grandparent(X, Z) :-
    parent(X, Y)
    parent(Y, Z).

happy(X) :- rich(X), .

foo (a).

less(X, Y) :- X <= Y.

more(X, Y) :- X => Y.

other(X, Y) :- X != Y.

p(X) :- X(a).

q(X :- r(X).

s(X) :- t(X)).

// a remark
u(1).
# a remark
v(1).

w('unclosed).
w(2).

x(1) :- y(2);.

twice(X, Y) <- Y is 2 * X.

z(X) :- X = [1, 2.

k("text).

lacks(1)
follows(2).

choice(X) :- if X > 3 then true.

both :- write(x) and write(y).

loud :- print "hello".

either(X) :- X >= 3, ; X < 1.

quoted :- write('it's').
after_quoted(1).

open_quote :- write(x) write('y).
after_open(1).

main :- follows(2), after_quoted(1), after_open(1).
