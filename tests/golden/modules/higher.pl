% A module whose predicates call goals of the module that uses it.

:- module(higher, [twice/2, apply_to_all/3, context/1, where/1]).

:- meta_predicate
    twice(1, ?),
    apply_to_all(2, ?, ?),
    where(0).

twice(Goal, X) :-
    call(Goal, X),
    call(Goal, X).

apply_to_all(_, [], []).
apply_to_all(Goal, [X|Xs], [Y|Ys]) :-
    call(Goal, X, Y),
    apply_to_all(Goal, Xs, Ys).

context(Module) :-
    context_module(Module).

where(Module:_) :-
    write(goal_from(Module)), nl.
