% Tasks in time.

%!  cumulative(?Tasks) is semidet.
%
%   As cumulative/2 with the limit 1.
%
%   ?- X in 0..2, cumulative([task(0,2,_,1,_), task(X,1,_,1,_)]).
%      X = 2.

cumulative(Tasks) :-
    cumulative(Tasks, []).

%!  cumulative(?Tasks, +Options) is semidet.
%
%   Tasks is a list of terms task(Start, Duration, End, Need, _). At no time do
%   the tasks that have started and not ended need more than L together, where
%   Options is `[limit(L)]`, or `[]` for 1.
%
%   ?- X in 0..2, cumulative([task(0,2,_,2,_), task(X,1,_,2,_)], [limit(3)]).
%      X = 2.

cumulative(Tasks, Options) :-
    must_be(list, Tasks),
    must_be(list, Options),
    (   Options == []
    ->  Limit = 1
    ;   Options = [limit(L)]
    ->  must_be(integer, L),
        Limit = L
    ;   domain_error(cumulative_options_empty_or_limit, Options)
    ),
    task_variables(Tasks, Variables),
    task_bounds(Tasks),
    '$fd_list'(cumulative, Variables, 0, Limit, cumulative(Tasks,Options)).

task_variables([], []).
task_variables([Task|Tasks], [S,D,E,C|Variables]) :-
    (   var(Task)
    ->  instantiation_error(Task)
    ;   Task = task(S,D,E,C,_)
    ->  true
    ;   type_error(task, Task)
    ),
    check_each([S,D,E,C]),
    D #>= 0,
    C #>= 0,
    S + D #= E,
    task_variables(Tasks, Variables).

task_bounds([]).
task_bounds([task(S,D,E,_,_)|Tasks]) :-
    '$fd_finite'([S,D,E]),
    task_bounds(Tasks).

%!  serialized(?Starts, ?Durations) is semidet.
%
%   Tasks that begin at Starts and last Durations do not overlap. How long one lasts
%   may be open, but not without end.
%
%   ?- X in 0..3, serialized([X,1], [2,2]).
%      X = 3.

serialized(Starts, Durations) :-
    check_variables(Starts),
    check_variables(Durations),
    '$fd_finite'(Durations),
    interleaved(Starts, Durations, Variables),
    not_negative(Durations),
    '$fd_list'(disjoint, Variables, 0, 0, serialized(Starts,Durations)).

interleaved([], [], []).
interleaved([X|Xs], [Y|Ys], [X,Y|Zs]) :-
    interleaved(Xs, Ys, Zs).

not_negative([]).
not_negative([X|Xs]) :-
    X #>= 0,
    not_negative(Xs).
