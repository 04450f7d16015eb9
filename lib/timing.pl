:- module(timing,
          [ time/1
          ]).

% What a goal costs.

:- meta_predicate time(0).

%!  time(:Goal) is nondet.
%
%   Goal is true. The inferences and the time that it took are written to
%   user_error when it succeeds, fails or raises an exception; for a further
%   solution, those since the one before.
%
%   ?- time(X = 1).
%      X = 1.

time(Goal) :-
    counts(Start),
    State = since(Start),
    (   call_cleanup(catch(Goal, Ball, ( report(State), throw(Ball) )), Det = true)
    *-> (   Det == true
        ->  report(State)
        ;   (   report(State)
            ;   reset(State)
            )
        )
    ;   report(State),
        fail
    ).

counts(counts(Inferences, Cpu, Wall)) :-
    statistics(inferences, Inferences),
    statistics(cputime, Cpu),
    get_time(Wall).

% Backtracking into the goal starts the next count.
reset(State) :-
    counts(Start),
    nb_setarg(1, State, Start),
    fail.

report(since(counts(Inferences0, Cpu0, Wall0))) :-
    counts(counts(Inferences1, Cpu1, Wall1)),
    Inferences is Inferences1 - Inferences0,
    Cpu is Cpu1 - Cpu0,
    Wall is Wall1 - Wall0,
    rate(Inferences, Cpu, Rate),
    format(user_error, '% ~D inferences, ~3f CPU in ~3f seconds~w~n',
           [Inferences, Cpu, Wall, Rate]).

% The time of a short goal is not exact enough for a rate.
rate(Inferences, Cpu, Rate) :-
    (   Cpu >= 0.001
    ->  PerSecond is round(Inferences / Cpu),
        format(atom(Rate), ' (~D per second)', [PerSecond])
    ;   Rate = ''
    ).
