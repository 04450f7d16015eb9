:- module(when,
          [ when/2
          ]).

% Goals that wait for a condition. The attribute of a variable is a list, latest
% first, of suspended goals: suspended(Condition, Goal, Done, Variables) waits
% for Condition and is in the attributes of Variables. Done is bound once it is
% no longer waiting, since it may be in several attributes.

:- meta_predicate when(+, 0).

%!  when(+Condition, :Goal) is nondet.
%
%   Calls Goal once Condition is true. A condition is nonvar(X), ground(X),
%   ?=(X, Y), which is true once X and Y are identical or cannot be unified,
%   or conditions joined by `,` or `;`.
%
%   ?- when(ground(X+Y), Z is X+Y), X = 1, Y = 2.
%      X = 1, Y = 2, Z = 3.
%
%   ?- when(?=(X,Y), Z = decided), X = a, Y = b.
%      X = a, Y = b, Z = decided.

when(Condition, Goal) :-
    check_condition(Condition),
    wait(Condition, Goal).

%   A condition may be about cyclic terms, but not hold itself.

check_condition(Condition) :-
    (   cyclic_term(Condition)
    ->  condition_ends(Condition, 0)
    ;   true
    ).

condition_ends(Condition, Depth) :-
    (   nonvar(Condition),
        condition_parts(Condition, A, B)
    ->  (   Depth < 1000
        ->  Depth1 is Depth + 1,
            condition_ends(A, Depth1),
            condition_ends(B, Depth1)
        ;   throw(error(representation_error(cyclic_term), _))
        )
    ;   true
    ).

condition_parts((A,B), A, B).
condition_parts((A;B), A, B).

wait(Condition, Goal) :-
    evaluated(Condition, Condition, Rest),
    (   Rest == true
    ->  call(Goal)
    ;   condition_variables(Rest, Variables),
        suspend(Variables, suspended(Rest,Goal,_,Variables))
    ).

%   Rest is what remains of Condition, a part of Whole: `true`, or a condition
%   that is not yet true.

evaluated(Condition, Whole, Rest) :-
    (   var(Condition)
    ->  instantiation_error(Condition)
    ;   evaluated_(Condition, Whole, Rest0)
    ->  Rest = Rest0
    ;   domain_error(when_condition, Whole)
    ).

evaluated_(nonvar(X), _, Rest) :-
    (   nonvar(X)
    ->  Rest = true
    ;   Rest = nonvar(X)
    ).
evaluated_(ground(X), _, Rest) :-
    (   ground(X)
    ->  Rest = true
    ;   Rest = ground(X)
    ).
evaluated_(?=(X,Y), _, Rest) :-
    (   ?=(X, Y)
    ->  Rest = true
    ;   Rest = ?=(X,Y)
    ).
evaluated_((A,B), Whole, Rest) :-
    evaluated(A, Whole, RestA),
    evaluated(B, Whole, RestB),
    (   RestA == true
    ->  Rest = RestB
    ;   RestB == true
    ->  Rest = RestA
    ;   Rest = (RestA,RestB)
    ).
evaluated_((A;B), Whole, Rest) :-
    evaluated(A, Whole, RestA),
    (   RestA == true
    ->  Rest = true
    ;   evaluated(B, Whole, RestB),
        (   RestB == true
        ->  Rest = true
        ;   Rest = (RestA;RestB)
        )
    ).

%   Condition cannot become true before one of Variables is bound.

condition_variables(nonvar(X), [X]).
condition_variables(ground(X), [Variable]) :-
    term_variables(X, [Variable|_]).
condition_variables(?=(X,Y), Variables) :-
    unifiable(X, Y, Equations),
    term_variables(Equations, Variables).
condition_variables((A,_), Variables) :-
    condition_variables(A, Variables).
condition_variables((A;B), Variables) :-
    condition_variables(A, VariablesA),
    condition_variables(B, VariablesB),
    term_variables(VariablesA+VariablesB, Variables).

suspend([], _).
suspend([X|Xs], Suspended) :-
    (   get_attr(X, when, Queue)
    ->  put_attr(X, when, [Suspended|Queue])
    ;   put_attr(X, when, [Suspended])
    ),
    suspend(Xs, Suspended).

%   An alias of two variables can decide a condition too, so it wakes all that
%   wait for the variable that is gone.

attr_unify_hook(Queue, _) :-
    reverse(Queue, Suspendeds),
    wake(Suspendeds).

wake([]).
wake([suspended(Condition,Goal,Done,_)|Suspendeds]) :-
    (   var(Done)
    ->  Done = true,
        wait(Condition, Goal)
    ;   true
    ),
    wake(Suspendeds).

%   A suspended goal appears once, for the first of its variables.

attribute_goals(X, Goals0, Goals) :-
    get_attr(X, when, Queue),
    reverse(Queue, Suspendeds),
    when_goals(Suspendeds, X, Goals0, Goals).

when_goals([], _, Goals, Goals).
when_goals([Suspended|Suspendeds], X, Goals0, Goals) :-
    Suspended = suspended(Condition,Goal,Done,[Y|_]),
    (   var(Done),
        X == Y
    ->  Goals0 = [when(Condition,Goal)|Goals1]
    ;   Goals1 = Goals0
    ),
    when_goals(Suspendeds, X, Goals1, Goals).
