% Events between calls: goals that wait for variables, and cleanups.

'$events_then'(Events, Goal) :-
    '$events'(Events),
    call(Goal).

'$events'([]).
'$events'([Event|Events]) :-
    '$event'(Event),
    '$events'(Events).

'$event'(wakeup(Attributes, Value)) :-
    '$wake'(Attributes, Value).
'$event'(cleanup(Goal)) :-
    '$run_cleanup'(Goal).

'$wake'([], _).
'$wake'(att(Module, Value, Rest), Other) :-
    call(Module:attr_unify_hook(Value, Other)),
    '$wake'(Rest, Other).
