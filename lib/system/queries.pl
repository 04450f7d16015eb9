% Queries at the prompt and of the host.

:- meta_predicate '$answer'(0, ?, -).

'$query'(Goal) :-
    catch(Goal, Ball, throw(Ball)).

% A query at the prompt or of the host: Goals is what its answer leaves to be
% met by values of Variables.
'$answer'(Goal, Variables, Goals) :-
    call(Goal),
    term_attvars(Variables, Attributed),
    (   Attributed == []
    ->  Goals = []
    ;   attvars_goals(Attributed, Qualified),
        '$plain_constraints'(Qualified, Goals)
    ).

'$plain_constraints'([], []).
'$plain_constraints'([Goal0|Goals0], [Goal|Goals]) :-
    (   Goal0 = clpfd:Constraint
    ->  Goal = Constraint
    ;   Goal = Goal0
    ),
    '$plain_constraints'(Goals0, Goals).
