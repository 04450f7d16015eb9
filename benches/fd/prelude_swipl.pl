:- use_module(library(clpfd)).
scaled(N0, N) :- N is max(1, N0 // 100).
cpu(T) :- statistics(cputime, S), T is S * 1000.
label_ff(Xs) :- labeling([ff], Xs).
label_min(Xs, E) :- once(labeling([min(E)], Xs)).
different(Xs) :- all_different(Xs).
distinct(Xs) :- all_distinct(Xs).
domain(Xs, L, U) :- Xs ins L..U.
reified_equal(X, N, B) :- X #= N #<==> B.
either(S1, D1, S2, D2, B) :-
    B in 0..1,
    B #<==> S1 + D1 #=< S2,
    #\ B #<==> S2 + D2 #=< S1.
reified_same(X, Y, B) :- X #= Y #<==> B.
exactly(N, Xs, V) :- bits(Xs, V, Bs), sum(Bs, #=, N).
bits([], _, []).
bits([X|Xs], V, [B|Bs]) :- X #= V #<==> B, bits(Xs, V, Bs).
sum_of([X], X).
sum_of([X,Y|Xs], X+E) :- sum_of([Y|Xs], E).
