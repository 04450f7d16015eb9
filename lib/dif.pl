:- module(dif,
          [ dif/2
          ]).

% The constraint that two terms are different.
%
% Two terms are equal if and only if all the equations of their unifier hold.
% A constraint is a term node(Equations) whose first equation, Variable = Term,
% is watched: the node is in the attribute of Variable and, if Term is a
% variable, in that of Term. As long as this equation is undecided, so is the
% constraint, and nothing else need be looked at. When the equation holds, the
% next undecided one is watched. When one cannot hold any more, the constraint
% is satisfied and Equations becomes `[]`. The attribute of a variable is the
% list of its nodes, latest first. unifiable/3 gives the last equation first;
% reversed, they give residual goals that look like those of the program.

%!  dif(?X, ?Y) is semidet.
%
%   X and Y are different terms, and stay different: where they can still become
%   equal, the goal waits and a binding that makes them equal fails.
%
%   ?- dif(X, a), X = a.
%      false.
%
%   ?- dif(f(X,Y), f(a,b)), X = a.
%      X = a, dif(Y,b).

dif(X, Y) :-
    X \== Y,
    (   unifiable(X, Y, Equations0)
    ->  reverse(Equations0, Equations),
        watch(Equations, node([]))
    ;   true
    ).

watch(Equations, Node) :-
    setarg(1, Node, Equations),
    Equations = [X=Y|_],
    add_node(X, Node),
    (   var(Y)
    ->  add_node(Y, Node)
    ;   true
    ).

add_node(X, Node) :-
    (   get_attr(X, dif, Nodes)
    ->  put_attr(X, dif, [Node|Nodes])
    ;   put_attr(X, dif, [Node])
    ).

attr_unify_hook(Nodes, Other) :-
    (   nonvar(Other)
    ->  true
    ;   get_attr(Other, dif, OtherNodes)
    ->  append(Nodes, OtherNodes, AllNodes),
        put_attr(Other, dif, AllNodes)
    ;   put_attr(Other, dif, Nodes)
    ),
    check_nodes(Nodes).

check_nodes([]).
check_nodes([Node|Nodes]) :-
    arg(1, Node, Equations),
    check_equations(Equations, Node),
    check_nodes(Nodes).

%   One side of the watched equation may have been bound. A side that is still
%   a variable has the node in its attribute.

check_equations([], _).
check_equations([X=Y|Equations], Node) :-
    (   X == Y
    ->  next_equation(Equations, Node)
    ;   var(X)
    ->  true
    ;   var(Y)
    ->  setarg(1, Node, [Y=X|Equations])
    ;   decide_equation(X, Y, Equations, Node)
    ).

%   Fails if no equation is left: all of them hold.

next_equation([X=Y|Equations], Node) :-
    (   X == Y
    ->  next_equation(Equations, Node)
    ;   decide_equation(X, Y, Equations, Node)
    ).

decide_equation(X, Y, Equations, Node) :-
    (   unifiable(X, Y, Equations1)
    ->  (   Equations1 == []
        ->  next_equation(Equations, Node)
        ;   reverse(Equations1, Equations2),
            append(Equations2, Equations, Equations3),
            watch(Equations3, Node)
        )
    ;   setarg(1, Node, [])
    ).

%   A node gives its goal for the variable of the watched equation alone. An
%   older node may have been satisfied by an equation that is not watched.

attribute_goals(X, Goals0, Goals) :-
    get_attr(X, dif, Nodes0),
    reverse(Nodes0, Nodes1),
    list_to_set(Nodes1, Nodes),
    dif_goals(Nodes, X, Goals0, Goals).

dif_goals([], _, Goals, Goals).
dif_goals([node(Equations)|Nodes], X, Goals0, Goals) :-
    (   Equations = [Y=_|_],
        Y == X,
        undecided_sides(Equations, Lefts, Rights),
        unifiable(Lefts, Rights, _)
    ->  sides_goal(Lefts, Rights, Goal),
        Goals0 = [Goal|Goals1]
    ;   Goals1 = Goals0
    ),
    dif_goals(Nodes, X, Goals1, Goals).

undecided_sides([], [], []).
undecided_sides([X=Y|Equations], Lefts, Rights) :-
    (   X == Y
    ->  undecided_sides(Equations, Lefts, Rights)
    ;   Lefts = [X|Lefts1],
        Rights = [Y|Rights1],
        undecided_sides(Equations, Lefts1, Rights1)
    ).

sides_goal(Lefts, Rights, dif(Left,Right)) :-
    (   Lefts = [Left0]
    ->  Left = Left0,
        Rights = [Right]
    ;   Left =.. [f|Lefts],
        Right =.. [f|Rights]
    ).
