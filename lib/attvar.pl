:- module(attvar,
          [ '$wakeup'/1,
            attvars_goals/2,
            copy_term/3,
            call_residue_vars/2
          ]).

% What lies between attributed variables in the engine and the modules that own
% the attributes. A module M that stores attributes defines
%
%   - attr_unify_hook(Value, Other), called after a variable that has Value as
%     its attribute M was bound to Other, a term or another attributed variable;
%   - attribute_goals(Variable)//0, optional, the goals that express its
%     attribute on Variable.

:- meta_predicate call_residue_vars(0, -).

%!  '$wakeup'(+Wakeups) is nondet.
%
%   The engine calls this at the next call after attributed variables were
%   bound. Wakeups holds wakeup(Attributes, Value) for each of them, oldest
%   first, where Attributes is `[]` or att(Module, AttributeValue, Attributes).
%
%   ?- '$wakeup'([wakeup([], 1)]).
%      true.

'$wakeup'([]).
'$wakeup'([wakeup(Attributes, Value)|Wakeups]) :-
    call_hooks(Attributes, Value),
    '$wakeup'(Wakeups).

call_hooks([], _).
call_hooks(att(Module, AttributeValue, Attributes), Value) :-
    Module:attr_unify_hook(AttributeValue, Value),
    call_hooks(Attributes, Value).

%!  copy_term(@Term, -Copy, -Goals) is det.
%
%   Copy is a copy of Term with fresh variables that have no attributes, and
%   Goals is a list of goals that give them those of the variables of Term.
%
%   ?- freeze(X, true), copy_term(f(X,Y), Copy, Goals), del_attrs(X).
%      Copy = f(A,_), Goals = [freeze(A,user:true)].

copy_term(Term, Copy, Goals) :-
    term_attvars(Term, Variables),
    (   Variables == []
    ->  Goals = [],
        copy_term(Term, Copy)
    ;   findall(Detached, detached(Term, Variables, Detached), [Copy-Goals])
    ).

detached(Term, Variables, Detached) :-
    attvars_goals(Variables, Goals),
    copy_term_nat(Term-Goals, Detached).

%!  attvars_goals(+Variables, -Goals) is det.
%
%   Goals holds the goals that express the attributes of Variables, each a call
%   to put_attr/3 where the module of the attribute does not say how.
%
%   ?- put_attr(X, mine, a), attvars_goals([X], Goals), del_attrs(X).
%      Goals = [put_attr(X,mine,a)].

attvars_goals(Variables, Goals) :-
    '$fd_goals'(Variables, Constraints),
    qualified(Constraints, Goals, Goals1),
    goals_of_variables(Variables, Goals1, []).

qualified([], Goals, Goals).
qualified([Constraint|Constraints], [clpfd:Constraint|Goals0], Goals) :-
    qualified(Constraints, Goals0, Goals).

goals_of_variables([], Goals, Goals).
goals_of_variables([Variable|Variables], Goals0, Goals) :-
    (   get_attrs(Variable, Attributes)
    ->  goals_of_attributes(Attributes, Variable, Goals0, Goals1)
    ;   Goals1 = Goals0
    ),
    goals_of_variables(Variables, Goals1, Goals).

goals_of_attributes([], _, Goals, Goals).
goals_of_attributes(att(Module,Value,Attributes), Variable, Goals0, Goals) :-
    (   current_predicate(Module:attribute_goals/3),
        call(Module:attribute_goals(Variable), Goals0, Goals1)
    ->  true
    ;   Goals0 = [put_attr(Variable,Module,Value)|Goals1]
    ),
    goals_of_attributes(Attributes, Variable, Goals1, Goals).

%!  call_residue_vars(:Goal, -Variables) is nondet.
%
%   Goal is true and leaves Variables, the variables in it that got attributes
%   by it and still have them.
%
%   ?- call_residue_vars(freeze(X, true), Vs), del_attrs(X).
%      Vs = [X].

call_residue_vars(Goal, Variables) :-
    term_attvars(Goal, Before),
    call(Goal),
    term_attvars(Goal, After),
    not_among(After, Before, Variables).

not_among([], _, []).
not_among([X|Xs], Ys, Rest) :-
    (   is_among(Ys, X)
    ->  not_among(Xs, Ys, Rest)
    ;   Rest = [X|Rest1],
        not_among(Xs, Ys, Rest1)
    ).

is_among([Y|Ys], X) :-
    (   X == Y
    ->  true
    ;   is_among(Ys, X)
    ).
