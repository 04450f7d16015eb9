scaled(N, N).
distinct(_) :- fail.
cpu(T) :- statistics(cpu_time, [T,_]).
label(Xs) :- fd_labeling(Xs).
label_ff(Xs) :- fd_labeling(Xs, [variable_method(first_fail),reorder(false)]).
label_min(Xs, E) :- fd_minimize(fd_labeling(Xs), E).
different(Xs) :- fd_all_different(Xs).
domain(Xs, L, U) :- fd_domain(Xs, L, U).
reified_equal(X, N, B) :- X #= N #<=> B.
sum(Xs, _, S) :- sum_of(Xs, E), S #= E.
sum_of([X], X).
sum_of([X,Y|Xs], X+E) :- sum_of([Y|Xs], E).
transpose([[]|_], []) :- !.
transpose(Rows, [C|Cs]) :- heads(Rows, C, Rests), transpose(Rests, Cs).
heads([], [], []).
heads([[X|Xs]|Rows], [X|C], [Xs|Rests]) :- heads(Rows, C, Rests).
either(S1, D1, S2, D2, B) :-
    fd_domain_bool(B),
    B #<=> S1 + D1 #=< S2,
    #\ B #<=> S2 + D2 #=< S1.
reified_same(X, Y, B) :- fd_domain_bool(B), B #<=> X #= Y.
exactly(N, Xs, V) :- fd_exactly(N, Xs, V).
:- initialization(fd_set_vector_max(300)).
