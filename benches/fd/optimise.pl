% Optimal solutions: Golomb rulers, and the job shop FT06 with Boolean disjunctions.

problem(golomb7, 50, golomb(7, 25)).
problem(golomb8, 10, golomb(8, 34)).
problem(golomb9, 2, golomb(9, 44)).
problem(ft06_boolean, 50, ft06(55)).

golomb(N, Length) :-
    length(Marks, N),
    Max is N * N,
    domain(Marks, 0, Max),
    Marks = [0|_],
    increasing(Marks),
    distances(Marks, Ds),
    domain(Ds, 1, Max),
    different(Ds),
    ends(Ds, N, First, Last),
    First #< Last,
    append(_, [End], Marks), !,
    label_min(Marks, End),
    End = Length.

ends([First|Ds], _, First, Last) :-
    append(_, [Last], Ds),
    !.

increasing([_]).
increasing([X,Y|Xs]) :-
    X #< Y,
    increasing([Y|Xs]).

distances([], []).
distances([X|Xs], Ds) :-
    from(Xs, X, Ds, Ds0),
    distances(Xs, Ds0).

from([], _, Ds, Ds).
from([Y|Ys], X, [D|Ds0], Ds) :-
    D #= Y - X,
    from(Ys, X, Ds0, Ds).

ft06(Best) :-
    jobs(Jobs),
    starts(Jobs, End, Tasks),
    domain([End], 0, 200),
    pairs(Tasks, Bs, []),
    label_min(Bs, End),
    End = Best.

jobs([[2-1,0-3,1-6,3-7,5-3,4-6], [1-8,2-5,4-10,5-10,0-10,3-4], [2-5,3-4,5-8,0-9,1-1,4-7],
      [1-5,0-5,2-5,3-3,4-8,5-9], [2-9,1-3,4-5,5-4,0-3,3-1], [1-3,3-3,5-9,0-10,4-4,2-1]]).

starts([], _, []).
starts([Job|Jobs], End, Tasks) :-
    job(Job, 0, End, Tasks, Tasks0),
    starts(Jobs, End, Tasks0).

job([], Before, End, Tasks, Tasks) :-
    Before #=< End.
job([M-D|Job], Before, End, [task(M,S,D)|Tasks0], Tasks) :-
    domain([S], 0, 200),
    Before #=< S,
    After = S + D,
    job(Job, After, End, Tasks0, Tasks).

pairs([], Bs, Bs).
pairs([T|Ts], Bs0, Bs) :-
    pairs_of(Ts, T, Bs0, Bs1),
    pairs(Ts, Bs1, Bs).

pairs_of([], _, Bs, Bs).
pairs_of([task(M2,S2,D2)|Ts], task(M,S,D), Bs0, Bs) :-
    (   M =:= M2
    ->  Bs0 = [B|Bs1],
        either(S, D, S2, D2, B)
    ;   Bs1 = Bs0
    ),
    pairs_of(Ts, task(M,S,D), Bs1, Bs).
