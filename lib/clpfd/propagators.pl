% Propagators that are programs.
%
% They are made as in
%
%     one_known(X, Y, Z) :-
%         clpfd:make_propagator(one_known(X,Y,Z), P),
%         clpfd:init_propagator(X, P),
%         clpfd:init_propagator(Y, P),
%         clpfd:trigger_once(P).
%
%     :- multifile(clpfd:run_propagator/2).
%
%     clpfd:run_propagator(one_known(X,Y,Z), State) :-
%         (   integer(X)
%         ->  clpfd:kill(State), Z = 1
%         ;   integer(Y)
%         ->  clpfd:kill(State), Z = 1
%         ;   true
%         ).

:- multifile(run_propagator/2).
:- dynamic(run_propagator/2).

%   A propagator is propagator(Constraint, State), its state the number that the
%   solver gives it and whether it is alive or dead.

make_propagator(Constraint, Propagator) :-
    Propagator = propagator(Constraint, state(Id,alive)),
    put_attr(Trigger, clpfd, trigger(Propagator)),
    '$fd_user'(Trigger, Id).

init_propagator(X, Propagator) :-
    (   var(X)
    ->  Propagator = propagator(_, state(Id,_)),
        '$fd_user_watch'(Id, X),
        (   get_attr(X, clpfd, watched)
        ->  true
        ;   put_attr(X, clpfd, watched)
        )
    ;   true
    ).

trigger_once(propagator(Constraint, State)) :-
    (   arg(2, State, alive)
    ->  run_propagator(Constraint, State)
    ;   true
    ).

kill(State) :-
    arg(1, State, Id),
    setarg(2, State, dead),
    '$fd_user_kill'(Id).

%   The solver has found a change.

triggered(Propagator) :-
    Propagator = propagator(_, State),
    (   arg(2, State, alive)
    ->  arg(1, State, Id),
        put_attr(Trigger, clpfd, trigger(Propagator)),
        '$fd_user_arm'(Id, Trigger),
        trigger_once(Propagator)
    ;   true
    ).
