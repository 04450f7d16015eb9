% Relations between integers: a million steps of a loop, beside plain arithmetic.

problem(loop_constraints, 3, up(0, 1000000)).
problem(loop_arithmetic, 3, plain(0, 1000000)).

up(N, N) :- !.
up(I, N) :-
    I #>= 0,
    J #= I + 1,
    up(J, N).

plain(N, N) :- !.
plain(I, N) :-
    I >= 0,
    J is I + 1,
    plain(J, N).
