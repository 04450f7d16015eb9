% Limits of searches whose variables have goals of their own.

%   What is left of a search: the failures allowed (-1 if any number), the moment at
%   which it ends (-1 if at none), why it has been stopped, `no` at first, and whether
%   the solution is one for which time was short. It is changed in place, for
%   backtracking must not bring back what is used up.

new_limits(Failures, Time, limits(Failures,Deadline,no,in_time)) :-
    (   Time < 0
    ->  Deadline = -1
    ;   get_time(Now),
        Deadline is Now + Time / 1000
    ).

may_go_on(Limits) :-
    Limits = limits(_,Deadline,no,_),
    (   Deadline =:= -1
    ->  true
    ;   get_time(Now),
        Now =< Deadline
    ->  true
    ;   nb_setarg(3, Limits, time),
        fail
    ).

may_retry(Limits) :-
    Limits = limits(Failures,_,Why,_),
    Why == no,
    (   Failures =:= 0
    ->  nb_setarg(3, Limits, failures),
        fail
    ;   true
    ).

note_failure(Limits) :-
    arg(1, Limits, Failures),
    (   Failures > 0
    ->  Failures1 is Failures - 1,
        nb_setarg(1, Limits, Failures1)
    ;   true
    ).

%   As stepwise/4, within limits. Discrepancies is how many more decisions may be others
%   than the first, -1 if any number, and Count how many there have been.

stepwise_within(Limits, Xs, How, Discrepancies, Count0, Count) :-
    How = how(Selection,Order,Branching),
    may_go_on(Limits),
    (   '$fd_select'(Selection, Xs, X)
    ->  alternatives(Order, Branching, X, First, Second),
        Count1 is Count0 + 1,
        (   tried(First, Limits),
            Discrepancies1 = Discrepancies
        ;   may_retry(Limits),
            Discrepancies =\= 0,
            Discrepancies1 is max(-1, Discrepancies - 1),
            tried(Second, Limits)
        ),
        stepwise_within(Limits, Xs, How, Discrepancies1, Count1, Count)
    ;   Count = Count0
    ).

tried(Goal, Limits) :-
    (   call(Goal)
    *-> true
    ;   note_failure(Limits),
        fail
    ).

%   The solutions of a search that has variables with goals of their own, in the order
%   of objectives, and what it says of the time. When that is over, the best so far
%   counts, or, if there is none, nothing more is known of Xs.

search_within(Objectives, Spec, Xs, Flag) :-
    Spec = spec(Selection,Order,Branching,_,_,Failures,Restarts,Time,Discrepancies,Asked),
    new_limits(Failures, Time, Limits),
    Label = stepwise_within(Limits,Xs,how(Selection,Order,Branching),Discrepancies,0,Count),
    (   (   Objectives == [],
            Restarts \== none
        ->  restarting(Restarts, Limits, Label)
        ;   ordered(Objectives, Label)
        ),
        (   Asked == []
        ->  true
        ;   Asked = Count
        ),
        (   arg(4, Limits, late)
        ->  Flag = time_out
        ;   Flag = success
        )
    ;   arg(3, Limits, time),
        Flag = time_out
    ).

%   A search for a best solution that has been stopped is over; what the best value
%   allows is searched to the end.

end_limits(Label) :-
    (   Label = stepwise_within(Limits,_,_,_,_,_),
        Limits = limits(_,_,Why,_),
        Why \== no
    ->  nb_setarg(1, Limits, -1),
        nb_setarg(2, Limits, -1),
        nb_setarg(3, Limits, no),
        (   Why == time
        ->  nb_setarg(4, Limits, late)
        ;   true
        )
    ;   true
    ).

%   Searches one after the other, each with more failures allowed. What is left of the
%   one that finds a solution holds all others.

restarting(Restarts, Limits, Label) :-
    allowed_failures(Restarts, Failures, Next),
    nb_setarg(1, Limits, Failures),
    nb_setarg(3, Limits, no),
    (   call(Label),
        nb_setarg(1, Limits, -1)
    ;   arg(3, Limits, failures),
        restarting(Next, Limits, Label)
    ).

%   Luby's sequence 1, 1, 2, 1, 1, 2, 4, ... goes on from a number and the next one by
%   Knuth's rule.

allowed_failures(luby(Unit), Failures, Next) :-
    allowed_failures(luby(Unit,1,1), Failures, Next).
allowed_failures(luby(Unit,U,V), Failures, luby(Unit,U1,V1)) :-
    Failures is Unit * V,
    (   U /\ -U =:= V
    ->  U1 is U + 1,
        V1 = 1
    ;   U1 = U,
        V1 is 2 * V
    ).
allowed_failures(geometric(Failures,Percent), Failures, geometric(Failures1,Percent)) :-
    Failures1 is (Failures * max(101, Percent) + 99) // 100.
