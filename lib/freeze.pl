:- module(freeze,
          [ freeze/2,
            frozen/2
          ]).

% Goals that wait for a variable to be bound. The attribute of a variable is
% the goal that waits for it, or '$and'(Goals, Goals).

:- meta_predicate freeze(?, 0).

%!  freeze(?Term, :Goal) is nondet.
%
%   Calls Goal once Term is not a variable: now, or when it is bound. Goals that
%   wait for the same variable are called in the order of their calls to freeze.
%
%   ?- freeze(X, Y = woken), X = 1.
%      X = 1, Y = woken.
%
%   ?- freeze(X, fail), X = 1.
%      false.

freeze(Term, Goal) :-
    (   var(Term)
    ->  (   get_attr(Term, freeze, Goals)
        ->  put_attr(Term, freeze, '$and'(Goals,Goal))
        ;   put_attr(Term, freeze, Goal)
        )
    ;   call(Goal)
    ).

attr_unify_hook(Goals, Other) :-
    (   nonvar(Other)
    ->  call_goals(Goals)
    ;   get_attr(Other, freeze, OtherGoals)
    ->  put_attr(Other, freeze, '$and'(OtherGoals,Goals))
    ;   put_attr(Other, freeze, Goals)
    ).

call_goals(Goals) :-
    (   Goals = '$and'(Goals1,Goals2)
    ->  call_goals(Goals1),
        call_goals(Goals2)
    ;   call(Goals)
    ).

attribute_goals(Variable, Goals0, Goals) :-
    get_attr(Variable, freeze, Waiting),
    freeze_goals(Waiting, Variable, Goals0, Goals).

freeze_goals(Waiting, Variable, Goals0, Goals) :-
    (   Waiting = '$and'(Waiting1,Waiting2)
    ->  freeze_goals(Waiting1, Variable, Goals0, Goals1),
        freeze_goals(Waiting2, Variable, Goals1, Goals)
    ;   Goals0 = [freeze(Variable,Waiting)|Goals]
    ).

%!  frozen(@Term, -Goal) is det.
%
%   Goal is the conjunction of all goals that wait for variables in Term, not
%   only those of freeze/2. It is `true` if there are none.
%
%   ?- freeze(X, true), frozen(X, Goal), del_attrs(X).
%      Goal = freeze(X,user:true).

frozen(Term, Goal) :-
    term_attvars(Term, Variables),
    attvars_goals(Variables, Goals),
    goals_conjunction(Goals, Goal).

goals_conjunction([], true).
goals_conjunction([Goal|Goals], Conjunction) :-
    goals_conjunction(Goals, Goal, Conjunction).

goals_conjunction([], Goal, Goal).
goals_conjunction([Goal2|Goals], Goal1, (Goal1,Conjunction)) :-
    goals_conjunction(Goals, Goal2, Conjunction).
