:- module(debug,
          [ assertion/1,
            debug/1,
            nodebug/1,
            debug/3,
            debugging/0,
            debugging/1,
            debugging/2
          ]).

% Assertions, and messages that are printed only for the topics asked for.

:- meta_predicate
    assertion(0),
    debug(+, +, :).

:- dynamic debugged_topic/1.

%!  assertion(:Goal) is det.
%
%   Goal is true, once and without binding variables. If it fails or throws,
%   error(assertion_error(Reason,Goal),_) is thrown. Reason is `fail` or the error.
%
%   ?- assertion(atom(a)).
%      true.

assertion(Goal) :-
    (   \+ \+ catch(Goal, Error, assertion_failed(Error, Goal))
    ->  true
    ;   assertion_failed(fail, Goal)
    ).

assertion_failed(Reason, Goal) :-
    throw(error(assertion_error(Reason,Goal), _)).

%!  debug(+Topic) is det.
%
%   Messages on Topic are printed from now on. Topic is any term; messages whose
%   topic unifies with it are meant.
%
%   ?- debug(reading), debugging(reading), nodebug(reading).
%      true.

debug(Topic) :-
    (   clause(debugged_topic(Topic0), true),
        Topic0 =@= Topic
    ->  true
    ;   assertz(debugged_topic(Topic))
    ).

%!  nodebug(+Topic) is det.
%
%   Messages on Topic are no longer printed.
%
%   ?- debug(reading), nodebug(reading), debugging(reading).
%      false.

nodebug(Topic) :-
    retractall(debugged_topic(Topic)).

%!  debug(+Topic, +Format, :Arguments) is det.
%
%   Prints Format with Arguments, as format/2 does, as a message if Topic is
%   being debugged.
%
%   ?- debug(reading, "line ~d", [3]).
%      true.

debug(Topic, Format, Arguments) :-
    (   debugged_topic(Topic)
    ->  Arguments = _:PlainArguments,
        print_message(debug(Topic), format(Format,PlainArguments))
    ;   true
    ).

%!  debugging is det.
%
%   Prints the topics that are being debugged.
%
%   ?- debugging.
%      true.

debugging :-
    forall(debugged_topic(Topic),
           print_message(informational, format("debugging ~p", [Topic]))).

%!  debugging(?Topic) is nondet.
%
%   Topic is being debugged.
%
%   ?- debugging(reading).
%      false.

debugging(Topic) :-
    debugged_topic(Topic).

%!  debugging(?Topic, ?Debugged) is nondet.
%
%   Debugged is `true` for a Topic that is being debugged.
%
%   ?- debug(reading), debugging(reading, Debugged), nodebug(reading).
%      Debugged = true.

debugging(Topic, true) :-
    debugged_topic(Topic).
