run_problems :-
    problem(Name, Runs0, Goal),
    scaled(Runs0, Runs),
    cpu(T0),
    (   repeat_goal(Runs, Goal)
    ->  cpu(T1),
        T is (T1 - T0) / Runs,
        write(Name), write(' '), write(T), nl
    ;   write(Name), write(' failed'), nl
    ),
    fail.
run_problems.

repeat_goal(0, _) :- !.
repeat_goal(N, Goal) :-
    \+ \+ call(Goal),
    N1 is N - 1,
    repeat_goal(N1, Goal).

:- initialization(run_problems).
