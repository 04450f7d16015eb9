:- module(limits,
          [ call_with_depth_limit/3,
            call_with_inference_limit/3,
            call_with_time_limit/2,
            call_with_time_limit/3
          ]).

% Goals that may take only so much.

:- meta_predicate
    call_with_depth_limit(0, +, -),
    call_with_inference_limit(0, +, -),
    call_with_time_limit(+, 0),
    call_with_time_limit(+, 0, +).

%!  call_with_time_limit(+Seconds, :Goal) is semidet.
%
%   As once/1; but if Goal takes longer than Seconds, `time_limit_exceeded` is raised.
%
%   ?- call_with_time_limit(5, X = 1).
%      X = 1.
%   ?- catch(call_with_time_limit(0.01, (repeat, fail)), Ball, true).
%      Ball = time_limit_exceeded.

call_with_time_limit(Seconds, Goal) :-
    within_time(Seconds, Goal, time_limit_exceeded).

%!  call_with_time_limit(+Seconds, :Goal, +Context) is semidet.
%
%   The same, but what is raised is `time_limit_exceeded(Context)`.

call_with_time_limit(Seconds, Goal, Context) :-
    within_time(Seconds, Goal, time_limit_exceeded(Context)).

within_time(Seconds, Goal, Exceeded) :-
    must_be(number, Seconds),
    (   Seconds > 0
    ->  '$limit'(seconds, Seconds, Id),
        catch(( call(Goal) -> Holds = true ; Holds = false ), Ball, true),
        ignore('$unlimit'(Id, _)),
        outcome(Ball, time_limit_exceeded(Id), Exceeded, Holds)
    ;   throw(Exceeded)
    ).

outcome(Ball, Own, Exceeded, Holds) :-
    (   Holds == true
    ->  true
    ;   Holds == false
    ->  fail
    ;   Ball == Own
    ->  throw(Exceeded)
    ;   throw(Ball)
    ).

%!  call_with_inference_limit(:Goal, +Limit, -Result) is nondet.
%
%   Goal is true, with at most Limit calls for each of its solutions; that a predicate in
%   Rust looks for another solution counts as a call. Result is `!` for its
%   last solution, `true` for one that others may follow, and
%   `inference_limit_exceeded` if the limit has been reached.
%
%   ?- call_with_inference_limit(member(X, [a]), 1000, Result).
%      X = a, Result = (!).
%   ?- call_with_inference_limit((repeat, fail), 1000, Result).
%      Result = inference_limit_exceeded.
%   ?- call_with_inference_limit((between(1, inf, _), fail), 1000, Result).
%      Result = inference_limit_exceeded.

call_with_inference_limit(Goal, Limit, Result) :-
    not_negative(Limit),
    % Some calls are made before the goal is, when nobody would catch the ball yet.
    Calls is Limit + 5,
    '$limit'(calls, Calls, Id0),
    State = limit(Id0),
    catch(limited(Goal, State, Calls, Result), Ball, true),
    (   var(Ball)
    ->  true
    ;   arg(1, State, Id),
        ignore('$unlimit'(Id, _)),
        (   Ball == inference_limit_exceeded(Id)
        ->  Result = inference_limit_exceeded
        ;   throw(Ball)
        )
    ).

not_negative(Limit) :-
    must_be(integer, Limit),
    (   Limit >= 0
    ->  true
    ;   throw(error(domain_error(not_less_than_zero, Limit), _))
    ).

limited(Goal, State, Calls, Result) :-
    (   call_cleanup(Goal, IsLast = true),
        unlimit(State),
        (   IsLast == true
        ->  !,
            Result = (!)
        ;   (   Result = true
            ;   '$limit'(calls, Calls, Id),
                nb_setarg(1, State, Id),
                fail
            )
        )
        % Also after solutions, when there are no more.
    ;   unlimit(State),
        fail
    ).

unlimit(State) :-
    arg(1, State, Id),
    ignore('$unlimit'(Id, _)).

%!  call_with_depth_limit(:Goal, +Limit, -Result) is nondet.
%
%   Goal is true, with calls nested at most Limit deep. Result is the greatest depth that
%   was reached, or `depth_limit_exceeded` if there is no solution and calls
%   deeper than Limit failed for that reason. Clauses are interpreted, which takes
%   more time than running them does.
%
%   ?- call_with_depth_limit(true, 5, Depth).
%      Depth = 1.

call_with_depth_limit(Goal, Limit, Result) :-
    not_negative(Limit),
    State = depth(0, false),
    (   solve(Goal, 1, Limit, State),
        arg(1, State, Result)
    ;   arg(2, State, true),
        Result = depth_limit_exceeded
    ).

solve(Goal, Depth, Limit, State) :-
    strip_module(Goal, Module, Plain),
    body(Plain, Module, Depth, Limit, State, Cut),
    (   Cut == true
    ->  !,
        fail
    ;   true
    ).

% Solves a body. A cut succeeds with Cut unbound, and then, on backtracking, with Cut
% `true`, which makes the call of the clause fail.
body(Goal, _, _, _, _, _) :-
    var(Goal),
    !,
    throw(error(instantiation_error, _)).
body(Goal, Module, Depth, Limit, State, Cut) :-
    (   construct(Goal)
    ->  control(Goal, Module, Depth, Limit, State, Cut)
    ;   deepen(Depth, Limit, State),
        goal(Goal, Module, Depth, Limit, State)
    ).

construct(!).
construct((_ , _)).
construct((_ ; _)).
construct((_ -> _)).
construct((_ *-> _)).
construct(\+ _).
construct(_:_).
construct(call(_)).
construct(once(_)).
construct(findall(_, _, _)).
construct(forall(_, _)).
construct(catch(_, _, _)).

control(!, _, _, _, _, Cut) :-
    (   true
    ;   Cut = true
    ).
control((A, B), Module, Depth, Limit, State, Cut) :-
    body(A, Module, Depth, Limit, State, Cut),
    (   Cut == true
    ->  true
    ;   body(B, Module, Depth, Limit, State, Cut)
    ).
control((Goal ; Else), Module, Depth, Limit, State, Cut) :-
    alternative(Goal, Else, Module, Depth, Limit, State, Cut).
control((If -> Then), Module, Depth, Limit, State, Cut) :-
    (   solve(Module:If, Depth, Limit, State)
    ->  body(Then, Module, Depth, Limit, State, Cut)
    ).
control((If *-> Then), Module, Depth, Limit, State, Cut) :-
    solve(Module:If, Depth, Limit, State),
    body(Then, Module, Depth, Limit, State, Cut).
control(\+ Goal, Module, Depth, Limit, State, _) :-
    \+ solve(Module:Goal, Depth, Limit, State).
control(Module:Goal, _, Depth, Limit, State, Cut) :-
    body(Goal, Module, Depth, Limit, State, Cut).
control(call(Goal), Module, Depth, Limit, State, _) :-
    solve(Module:Goal, Depth, Limit, State).
control(once(Goal), Module, Depth, Limit, State, _) :-
    once(solve(Module:Goal, Depth, Limit, State)).
control(findall(Template, Goal, List), Module, Depth, Limit, State, _) :-
    findall(Template, solve(Module:Goal, Depth, Limit, State), List).
control(forall(Condition, Action), Module, Depth, Limit, State, _) :-
    \+ ( solve(Module:Condition, Depth, Limit, State),
         \+ solve(Module:Action, Depth, Limit, State) ).
control(catch(Goal, Ball, Recovery), Module, Depth, Limit, State, _) :-
    catch(solve(Module:Goal, Depth, Limit, State), Ball,
          solve(Module:Recovery, Depth, Limit, State)).

alternative((If -> Then), Else, Module, Depth, Limit, State, Cut) :-
    !,
    (   solve(Module:If, Depth, Limit, State)
    ->  body(Then, Module, Depth, Limit, State, Cut)
    ;   body(Else, Module, Depth, Limit, State, Cut)
    ).
alternative((If *-> Then), Else, Module, Depth, Limit, State, Cut) :-
    !,
    (   solve(Module:If, Depth, Limit, State)
    *-> body(Then, Module, Depth, Limit, State, Cut)
    ;   body(Else, Module, Depth, Limit, State, Cut)
    ).
alternative(Goal, _, Module, Depth, Limit, State, Cut) :-
    body(Goal, Module, Depth, Limit, State, Cut).
alternative(_, Else, Module, Depth, Limit, State, Cut) :-
    body(Else, Module, Depth, Limit, State, Cut).

deepen(Depth, Limit, State) :-
    (   Depth > Limit
    ->  nb_setarg(2, State, true),
        fail
    ;   arg(1, State, Deepest),
        Depth > Deepest
    ->  nb_setarg(1, State, Depth)
    ;   true
    ).

% A goal of the program is replaced by the bodies of its clauses; others are called.
goal(Goal, Module, Depth, Limit, State) :-
    (   is_interpreted(Module:Goal, Definer)
    ->  Below is Depth + 1,
        clause(Definer:Goal, Body),
        body(Body, Definer, Below, Limit, State, Cut),
        (   Cut == true
        ->  !,
            fail
        ;   true
        )
    ;   call(Module:Goal)
    ).

is_interpreted(Module:Goal, Definer) :-
    (   predicate_property(Module:Goal, imported_from(From))
    ->  Definer = From
    ;   Definer = Module
    ),
    predicate_property(Module:Goal, defined),
    \+ predicate_property(Module:Goal, built_in),
    \+ predicate_property(Module:Goal, foreign),
    \+ predicate_property(Definer:Goal, system).
