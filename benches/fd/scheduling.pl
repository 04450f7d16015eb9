% The job shop FT06 by one constraint for each machine, to the proven optimum.

problem(ft06_serialized, 50, ft06(55)).

ft06(Best) :-
    jobs(Jobs),
    starts(Jobs, End, Tasks, Starts),
    domain([End], 0, 200),
    machines(0, Tasks),
    flat_end(Starts, End, Vs),
    label_min(Vs, End),
    End = Best.

jobs([[2-1,0-3,1-6,3-7,5-3,4-6], [1-8,2-5,4-10,5-10,0-10,3-4], [2-5,3-4,5-8,0-9,1-1,4-7],
      [1-5,0-5,2-5,3-3,4-8,5-9], [2-9,1-3,4-5,5-4,0-3,3-1], [1-3,3-3,5-9,0-10,4-4,2-1]]).

starts([], _, [], []).
starts([Job|Jobs], End, Tasks, Starts) :-
    job(Job, 0, End, Tasks, Tasks0, Starts, Starts0),
    starts(Jobs, End, Tasks0, Starts0).

job([], Before, End, Tasks, Tasks, Starts, Starts) :-
    Before #=< End.
job([M-D|Job], Before, End, [task(M,S,D)|Tasks0], Tasks, [S|Starts0], Starts) :-
    domain([S], 0, 200),
    Before #=< S,
    After = S + D,
    job(Job, After, End, Tasks0, Tasks, Starts0, Starts).

machines(6, _) :- !.
machines(M, Tasks) :-
    of_machine(Tasks, M, Ss, Ds),
    serialized(Ss, Ds),
    M1 is M + 1,
    machines(M1, Tasks).

of_machine([], _, [], []).
of_machine([task(M,S,D)|Tasks], N, Ss, Ds) :-
    (   M =:= N
    ->  Ss = [S|Ss0], Ds = [D|Ds0]
    ;   Ss = Ss0, Ds = Ds0
    ),
    of_machine(Tasks, N, Ss0, Ds0).

flat_end(Starts, End, [End|Starts]).
