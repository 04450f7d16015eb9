% Symbolic derivation with simplification: indexing on the functor, big terms.

rounds(full, 400).
rounds(small, 2).

bench(Size) :-
    rounds(Size, Rounds),
    (   between(1, Rounds, _),
        expression(_, E),
        nth_derivative(3, E, _),
        fail
    ;   findall(Count, derivative_size(Count), Counts)
    ),
    write(Size), write(' '), write(Counts), nl.

derivative_size(Count) :-
    expression(Order, E),
    nth_derivative(Order, E, D),
    nodes(D, 0, Count).

expression(3, x * x * x * x * x * x * x * x).
expression(3, (x + 1) * (x ^ 2 + 2) * (x ^ 3 + 3) * (x ^ 4 + 4)).
expression(2, ((((x / (x + 1)) / (x + 2)) / (x + 3)) / (x + 4)) / (x + 5)).
expression(3, log(log(log(log(log(x)))))).
expression(3, exp(sin(x) * cos(x)) - sin(exp(x)) / x).

nth_derivative(0, E, E) :- !.
nth_derivative(N, E, D) :-
    derivative(E, E1),
    simplified(E1, E2),
    N1 is N - 1,
    nth_derivative(N1, E2, D).

derivative(x, 1) :- !.
derivative(N, 0) :- number(N), !.
derivative(A + B, DA + DB) :- derivative(A, DA), derivative(B, DB).
derivative(A - B, DA - DB) :- derivative(A, DA), derivative(B, DB).
derivative(A * B, A * DB + DA * B) :- derivative(A, DA), derivative(B, DB).
derivative(A / B, (DA * B - A * DB) / (B ^ 2)) :- derivative(A, DA), derivative(B, DB).
derivative(A ^ N, N * A ^ N1 * DA) :- N1 is N - 1, derivative(A, DA).
derivative(exp(A), exp(A) * DA) :- derivative(A, DA).
derivative(log(A), DA / A) :- derivative(A, DA).
derivative(sin(A), cos(A) * DA) :- derivative(A, DA).
derivative(cos(A), 0 - sin(A) * DA) :- derivative(A, DA).

simplified(A + B, E) :- !, simplified(A, A1), simplified(B, B1), sum(A1, B1, E).
simplified(A - B, E) :- !, simplified(A, A1), simplified(B, B1), difference(A1, B1, E).
simplified(A * B, E) :- !, simplified(A, A1), simplified(B, B1), product(A1, B1, E).
simplified(A / B, E) :- !, simplified(A, A1), simplified(B, B1), quotient(A1, B1, E).
simplified(A ^ N, E) :- !, simplified(A, A1), power(A1, N, E).
simplified(E, E).

sum(A, B, E) :- integer(A), integer(B), !, E is A + B.
sum(0, B, B) :- !.
sum(A, 0, A) :- !.
sum(A, B, E) :- A == B, !, product(2, A, E).
sum(A, B, A + B).

difference(A, B, E) :- integer(A), integer(B), !, E is A - B.
difference(A, 0, A) :- !.
difference(A, B, 0) :- A == B, !.
difference(A, B, A - B).

product(A, B, E) :- integer(A), integer(B), !, E is A * B.
product(0, _, 0) :- !.
product(_, 0, 0) :- !.
product(1, B, B) :- !.
product(A, 1, A) :- !.
product(A, N, E) :- integer(N), !, product(N, A, E).
product(M, N * B, E) :- integer(M), integer(N), !, MN is M * N, product(MN, B, E).
product(A, B, A * B).

quotient(0, _, 0) :- !.
quotient(A, 1, A) :- !.
quotient(A, B, 1) :- A == B, !.
quotient(A, B, A / B).

power(_, 0, 1) :- !.
power(A, 1, A) :- !.
power(A, N, A ^ N).

nodes(E, N0, N) :-
    (   compound(E)
    ->  N1 is N0 + 1,
        functor(E, _, Arity),
        nodes_below(Arity, E, N1, N)
    ;   N is N0 + 1
    ).

nodes_below(0, _, N, N) :- !.
nodes_below(I, E, N0, N) :-
    arg(I, E, A),
    nodes(A, N0, N1),
    I1 is I - 1,
    nodes_below(I1, E, N1, N).
