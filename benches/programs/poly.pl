% Symbolic powers of polynomials in several variables.
%
% A polynomial is a number or poly(Variable, Terms), with the terms
% Exponent-Coefficient by ascending exponent; the coefficients are polynomials in
% variables that come later.

power(full, 25).
power(small, 4).

bench(Size) :-
    power(Size, N),
    sum_of_variables(P),
    raised(N, P, Q),
    coefficients(Q, 0, Count, 0, Sum),
    write(Size), write(' '), write(Count), write(' '), write(Sum), nl.

% 1 + v + x + y + z
sum_of_variables(P) :-
    sum(poly(x, [1-1]), poly(y, [1-1]), P1),
    sum(P1, poly(z, [1-1]), P2),
    sum(P2, poly(v, [1-1]), P3),
    sum(P3, 1, P).

raised(0, _, 1) :- !.
raised(N, P, Q) :-
    N1 is N - 1,
    raised(N1, P, R),
    product(P, R, Q).

sum(poly(V, Ts), poly(W, Us), Sum) :-
    !,
    compare(Order, V, W),
    sum_ordered(Order, V, Ts, W, Us, Sum).
sum(poly(V, Ts), C, poly(V, Us)) :-
    !,
    terms_sum(Ts, [0-C], Us).
sum(C, poly(V, Ts), poly(V, Us)) :-
    !,
    terms_sum([0-C], Ts, Us).
sum(C, D, E) :-
    E is C + D.

sum_ordered(=, V, Ts, _, Us, poly(V, Vs)) :-
    terms_sum(Ts, Us, Vs).
sum_ordered(<, V, Ts, W, Us, poly(V, Vs)) :-
    terms_sum(Ts, [0-poly(W, Us)], Vs).
sum_ordered(>, V, Ts, W, Us, poly(W, Vs)) :-
    terms_sum([0-poly(V, Ts)], Us, Vs).

terms_sum([], Us, Us) :- !.
terms_sum(Ts, [], Ts) :- !.
terms_sum([M-C|Ts], [N-D|Us], Vs) :-
    (   M =:= N
    ->  sum(C, D, E),
        Vs = [M-E|Rest],
        terms_sum(Ts, Us, Rest)
    ;   M < N
    ->  Vs = [M-C|Rest],
        terms_sum(Ts, [N-D|Us], Rest)
    ;   Vs = [N-D|Rest],
        terms_sum([M-C|Ts], Us, Rest)
    ).

product(poly(V, Ts), poly(W, Us), Product) :-
    !,
    compare(Order, V, W),
    product_ordered(Order, V, Ts, W, Us, Product).
product(poly(V, Ts), C, poly(V, Us)) :-
    !,
    terms_times(Ts, 0, C, Us).
product(C, poly(V, Ts), poly(V, Us)) :-
    !,
    terms_times(Ts, 0, C, Us).
product(C, D, E) :-
    E is C * D.

product_ordered(=, V, Ts, _, Us, poly(V, Vs)) :-
    terms_product(Ts, Us, Vs).
product_ordered(<, V, Ts, W, Us, poly(V, Vs)) :-
    terms_times(Ts, 0, poly(W, Us), Vs).
product_ordered(>, V, Ts, W, Us, poly(W, Vs)) :-
    terms_times(Us, 0, poly(V, Ts), Vs).

terms_product([], _, []).
terms_product([M-C|Ts], Us, Vs) :-
    terms_times(Us, M, C, Vs1),
    terms_product(Ts, Us, Vs2),
    terms_sum(Vs1, Vs2, Vs).

terms_times([], _, _, []).
terms_times([N-D|Us], M, C, [K-E|Vs]) :-
    K is M + N,
    product(C, D, E),
    terms_times(Us, M, C, Vs).

coefficients(poly(_, Ts), Count0, Count, Sum0, Sum) :-
    !,
    of_terms(Ts, Count0, Count, Sum0, Sum).
coefficients(C, Count0, Count, Sum0, Sum) :-
    Count is Count0 + 1,
    Sum is Sum0 + C.

of_terms([], Count, Count, Sum, Sum).
of_terms([_-C|Ts], Count0, Count, Sum0, Sum) :-
    coefficients(C, Count0, Count1, Sum0, Sum1),
    of_terms(Ts, Count1, Count, Sum1, Sum).
