% Leaving.

:- dynamic('$at_halt'/2).
:- meta_predicate at_halt(0).

%!  at_halt(:Goal) is det.
%
%   Goal runs before Luminy is left, in the order of the calls of at_halt/1. It may
%   call cancel_halt/1.

at_halt(Goal) :-
    '$must_be_callable'(Goal),
    assertz(system:'$at_halt'(Goal, at_halt)).

%!  cancel_halt(+Reason) is erroneous.
%
%   In a goal of at_halt/1: Luminy is not left.

cancel_halt(Reason) :-
    throw(cancel_halt(Reason)).

%!  halt is erroneous.
%
%   Leaves Luminy with exit status 0; outside of the prompt with 2 if an error was
%   reported while files were loaded.

halt :-
    '$halt_status'(Status),
    halt(Status).

%!  halt(+Status) is erroneous.
%
%   Leaves Luminy with the exit status Status.

halt(Status) :-
    (   integer(Status),
        '$at_halt'(_, _)
    ->  catch('$run_at_halt', cancel_halt(Reason), true),
        (   var(Reason)
        ->  '$halt'(Status)
        ;   '$report_cancelled'(Reason)
        )
    ;   '$halt'(Status)
    ).

'$report_cancelled'(Reason) :-
    print_message(informational, format('halt cancelled: ~p', [Reason])).

% Each goal runs once, also if it or a later one leaves itself.
'$run_at_halt' :-
    (   retract(system:'$at_halt'(Goal, Kind))
    ->  '$run_halt_goal'(Goal, Kind),
        '$run_at_halt'
    ;   true
    ).

'$run_halt_goal'(Goal, Kind) :-
    catch(ignore(Goal), Ball, true),
    (   var(Ball)
    ->  true
    ;   Ball = cancel_halt(_)
    ->  asserta(system:'$at_halt'(Goal, Kind)),
        throw(Ball)
    ;   Ball = unwind(_)
    ->  true
    ;   print_message(warning, Ball)
    ).

:- '$lock'(halt, 0), '$lock'(halt, 1).
