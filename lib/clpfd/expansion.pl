% Relations as plain arithmetic.

% Relations whose variables turn out to be integers are plain arithmetic. Where
% the relations of this library are compiled into a clause, they become a test
% of that, and the constraint is posted only if it fails.

expanded_goal(Goal, Expanded) :-
    relation_goal(Goal, Relation, X, Y, Constraint),
    \+ current_prolog_flag(clpfd_goal_expansion, false),
    \+ current_prolog_flag(clpfd_monotonic, true),
    prolog_load_context(module, Module),
    Module \== clpfd,
    functor(Goal, Name, Arity),
    functor(Head, Name, Arity),
    predicate_property(Module:Head, imported_from(clpfd)),
    plain_expression(X, Variables, Variables1),
    plain_expression(Y, Variables1, []),
    expansion(Relation, X, Y, Variables, Constraint, Expanded).

relation_goal(X #= Y, =:=, X, Y, '$fd_equal'(X,Y)).
relation_goal(X #\= Y, =\=, X, Y, '$fd_differ'(X,Y)).
relation_goal(X #< Y, <, X, Y, '$fd_less'(X,Y)).
relation_goal(X #> Y, >, X, Y, '$fd_less'(Y,X)).
relation_goal(X #=< Y, =<, X, Y, '$fd_at_most'(X,Y)).
relation_goal(X #>= Y, >=, X, Y, '$fd_at_most'(Y,X)).

%   Only what cannot fail to have a value.

plain_expression(X, Variables0, Variables) :-
    (   var(X)
    ->  Variables0 = [X|Variables]
    ;   integer(X)
    ->  Variables0 = Variables
    ;   plain_function(X, Args),
        plain_expressions(Args, Variables0, Variables)
    ).

plain_function(X+Y, [X,Y]).
plain_function(X-Y, [X,Y]).
plain_function(X*Y, [X,Y]).
plain_function(-(X), [X]).
plain_function(abs(X), [X]).
plain_function(min(X,Y), [X,Y]).
plain_function(max(X,Y), [X,Y]).

plain_expressions([], Variables, Variables).
plain_expressions([X|Xs], Variables0, Variables) :-
    plain_expression(X, Variables0, Variables1),
    plain_expressions(Xs, Variables1, Variables).

expansion(=:=, X, Y, Variables, Constraint, Expanded) :-
    (   var(X)
    ->  Result = X,
        Expression = Y
    ;   var(Y)
    ->  Result = Y,
        Expression = X
    ),
    !,
    without(Variables, Result, Others),
    (   is_among(Others, Result)
    ->  all_integers(Variables, Test),
        Expanded = ( Test -> X =:= Y ; Constraint )
    ;   all_integers(Others, Test),
        Expanded = ( Test
                   ->  (   var(Result)
                       ->  Result is Expression
                       ;   integer(Result)
                       ->  Result =:= Expression
                       ;   Constraint
                       )
                   ;   Constraint
                   )
    ).
expansion(Relation, X, Y, Variables, Constraint, Expanded) :-
    all_integers(Variables, Test),
    Goal =.. [Relation,X,Y],
    Expanded = ( Test -> Goal ; Constraint ).

%   The first occurrence of a variable is taken from a list.

without([V|Variables], X, Others) :-
    (   V == X
    ->  Others = Variables
    ;   Others = [V|Others1],
        without(Variables, X, Others1)
    ).

is_among([V|Variables], X) :-
    (   V == X
    ->  true
    ;   is_among(Variables, X)
    ).

all_integers(Variables0, Test) :-
    sort(Variables0, Variables),
    conjoined(Variables, Test).

conjoined([], true).
conjoined([V|Variables], Test) :-
    conjoined(Variables, V, Test).

conjoined([], V, integer(V)).
conjoined([W|Variables], V, (integer(V),Test)) :-
    conjoined(Variables, W, Test).

:- multifile(system:'$library_expansion'/2).

:- multifile(system:'$library_expands'/0).

system:'$library_expands'.

system:'$library_expansion'(Goal, Expanded) :-
    clpfd:expanded_goal(Goal, Expanded).
