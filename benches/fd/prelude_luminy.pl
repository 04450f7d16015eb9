:- use_module(library(clpfd)).
scaled(N, N).
cpu(T) :- statistics(cputime, S), T is S * 1000.
label_ff(Xs) :- labeling([ff], Xs).
label_min(Xs, E) :- once(labeling([minimize(E)], Xs)).
different(Xs) :- all_different(Xs).
distinct(Xs) :- all_distinct(Xs).
domain(Xs, L, U) :- Xs ins L..U.
reified_equal(X, N, B) :- X #= N #<==> B.
either(S1, D1, S2, D2, B) :-
    B in 0..1,
    B #<==> S1 + D1 #=< S2,
    #\ B #<==> S2 + D2 #=< S1.
reified_same(X, Y, B) :- X #= Y #<==> B.
exactly(N, Xs, V) :- count(V, Xs, #=, N).
sum_of([X], X).
sum_of([X,Y|Xs], X+E) :- sum_of([Y|Xs], E).
