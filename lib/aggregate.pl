:- module(aggregate,
          [ aggregate_all/3,
            aggregate_all/4,
            aggregate/3,
            aggregate/4,
            foreach/2,
            countall/2,
            free_variables/4
          ]).

% Counts, sums, extremes and collections over the solutions of a goal. A
% specification is one of
%
%   - count: the number of solutions;
%   - sum(Expr): the sum of the values of Expr;
%   - max(Expr), min(Expr): the largest or smallest value of Expr;
%   - max(Expr, Witness), min(Expr, Witness): a term max(Value, Witness) or
%     min(Value, Witness) with the instance of Witness for the first solution
%     that gives that value;
%   - bag(X), set(X): the instances of X in the order found, or sorted without
%     duplicates;
%   - a term with any of these as arguments, for several results at once.

:- meta_predicate
    aggregate_all(?, 0, -),
    aggregate_all(?, ?, 0, -),
    aggregate(?, ^, -),
    aggregate(?, ?, ^, -),
    foreach(0, 0),
    countall(0, ?),
    free_variables(^, ?, +, -).

%!  aggregate_all(+Specification, :Goal, -Result) is semidet.
%
%   Result is what Specification makes of all solutions of Goal. It fails for
%   `max` and `min` if there are no solutions.
%
%   ?- aggregate_all(count, member(_, [a,b]), Count).
%      Count = 2.
%
%   ?- aggregate_all(max(X, N), member(N-X, [a-1,b-3,c-2]), Max).
%      Max = max(3,b).
%
%   ?- aggregate_all(r(sum(X), bag(X)), member(X, [1,2]), R).
%      R = r(3,[1,2]).

aggregate_all(Specification, Goal, Result) :-
    (   var(Specification)
    ->  instantiation_error(Specification)
    ;   aggregated(Specification, Goal, Result0)
    ->  Result = Result0
    ;   specification_template(Specification, Template),
        findall(Template, Goal, Instances),
        instances_result(Specification, Instances, Result)
    ).

%   Single results are computed without keeping the solutions. The accumulator
%   survives backtracking because nb_setarg/3 changes it in place.

aggregated(count, Goal, Count) :-
    State = count(0),
    (   call(Goal),
        arg(1, State, Count0),
        Count1 is Count0 + 1,
        nb_setarg(1, State, Count1),
        fail
    ;   arg(1, State, Count)
    ).
aggregated(sum(Expr), Goal, Sum) :-
    State = sum(0),
    (   call(Goal),
        arg(1, State, Sum0),
        Sum1 is Sum0 + Expr,
        nb_setarg(1, State, Sum1),
        fail
    ;   arg(1, State, Sum)
    ).

%!  aggregate_all(+Specification, @Discriminator, :Goal, -Result) is semidet.
%
%   As aggregate_all/3, counting solutions that agree on Discriminator and on
%   what Specification uses only once.
%
%   ?- aggregate_all(count, X, member(X, [a,b,a]), Count).
%      Count = 2.

aggregate_all(Specification, Discriminator, Goal, Result) :-
    specification_template(Specification, Template),
    findall(Discriminator-Template, Goal, Pairs),
    sort(Pairs, Distinct),
    pairs_values(Distinct, Instances),
    instances_result(Specification, Instances, Result).

%!  aggregate(+Specification, :Goal, -Result) is nondet.
%
%   As aggregate_all/3, on the groups of solutions that bagof/3 gives: one for
%   each binding of the free variables of Goal. It fails if Goal does.
%
%   ?- aggregate(sum(N), member(K-N, [a-1,b-2,a-3]), Sum).
%      K = a, Sum = 4
%   ;  K = b, Sum = 2.

aggregate(Specification, Goal, Result) :-
    specification_template(Specification, Template),
    bagof(Template, Goal, Instances),
    instances_result(Specification, Instances, Result).

%!  aggregate(+Specification, @Discriminator, :Goal, -Result) is nondet.
%
%   As aggregate/3, counting solutions that agree on Discriminator and on what
%   Specification uses only once.
%
%   ?- aggregate(count, X, member(K-X, [a-1,a-1,b-2]), Count).
%      K = a, Count = 1
%   ;  K = b, Count = 1.

aggregate(Specification, Discriminator, Goal, Result) :-
    specification_template(Specification, Template),
    setof(Discriminator-Template, Goal, Pairs),
    pairs_values(Pairs, Instances),
    instances_result(Specification, Instances, Result).

%   Template holds what a solution must be kept for.

specification_template(Specification, Template) :-
    (   var(Specification)
    ->  instantiation_error(Specification)
    ;   single_template(Specification, Template0)
    ->  Template = Template0
    ;   compound(Specification)
    ->  '$must_be_acyclic'(Specification),
        Specification =.. [_|Specifications],
        specification_templates(Specifications, Templates),
        Template =.. [v|Templates]
    ;   domain_error(aggregate_template, Specification)
    ).

single_template(count, v).
single_template(sum(Expr), Expr).
single_template(max(Expr), Expr).
single_template(min(Expr), Expr).
single_template(max(Expr,Witness), Expr-Witness).
single_template(min(Expr,Witness), Expr-Witness).
single_template(bag(X), X).
single_template(set(X), X).

specification_templates([], []).
specification_templates([Specification|Specifications], [Template|Templates]) :-
    specification_template(Specification, Template),
    specification_templates(Specifications, Templates).

instances_result(count, Instances, Count) :-
    !,
    length(Instances, Count).
instances_result(sum(_), Instances, Sum) :-
    !,
    sum_list(Instances, Sum).
instances_result(max(_), Instances, Max) :-
    !,
    Instances = [Expr|Exprs],
    Max0 is Expr,
    max_value(Exprs, Max0, Max).
instances_result(min(_), Instances, Min) :-
    !,
    Instances = [Expr|Exprs],
    Min0 is Expr,
    min_value(Exprs, Min0, Min).
instances_result(max(_,_), Instances, Max) :-
    !,
    Instances = [Expr-Witness0|Pairs],
    Value0 is Expr,
    max_witness(Pairs, Value0, Witness0, Value, Witness),
    Max = max(Value,Witness).
instances_result(min(_,_), Instances, Min) :-
    !,
    Instances = [Expr-Witness0|Pairs],
    Value0 is Expr,
    min_witness(Pairs, Value0, Witness0, Value, Witness),
    Min = min(Value,Witness).
instances_result(bag(_), Instances, Bag) :-
    !,
    Bag = Instances.
instances_result(set(_), Instances, Set) :-
    !,
    sort(Instances, Set).
instances_result(Specification, Instances, Result) :-
    functor(Specification, Name, Arity),
    functor(Result0, Name, Arity),
    column_results(Arity, Specification, Instances, Result0),
    Result = Result0.

column_results(Column, Specification, Instances, Results) :-
    (   Column =:= 0
    ->  true
    ;   arg(Column, Specification, ColumnSpecification),
        arg(Column, Results, Result),
        column(Instances, Column, ColumnInstances),
        instances_result(ColumnSpecification, ColumnInstances, Result),
        Column1 is Column - 1,
        column_results(Column1, Specification, Instances, Results)
    ).

column([], _, []).
column([Instance|Instances], Column, [X|Xs]) :-
    arg(Column, Instance, X),
    column(Instances, Column, Xs).

max_value([], Max, Max).
max_value([Expr|Exprs], Max0, Max) :-
    Max1 is max(Max0, Expr),
    max_value(Exprs, Max1, Max).

min_value([], Min, Min).
min_value([Expr|Exprs], Min0, Min) :-
    Min1 is min(Min0, Expr),
    min_value(Exprs, Min1, Min).

max_witness([], Value, Witness, Value, Witness).
max_witness([Expr-Witness1|Pairs], Value0, Witness0, Value, Witness) :-
    Value1 is Expr,
    (   Value1 > Value0
    ->  max_witness(Pairs, Value1, Witness1, Value, Witness)
    ;   max_witness(Pairs, Value0, Witness0, Value, Witness)
    ).

min_witness([], Value, Witness, Value, Witness).
min_witness([Expr-Witness1|Pairs], Value0, Witness0, Value, Witness) :-
    Value1 is Expr,
    (   Value1 < Value0
    ->  min_witness(Pairs, Value1, Witness1, Value, Witness)
    ;   min_witness(Pairs, Value0, Witness0, Value, Witness)
    ).

%!  foreach(:Generator, :Goal) is nondet.
%
%   The conjunction of the instances of Goal for the solutions of Generator is
%   true. Variables of Goal that are not in Generator are the same in all
%   instances, so Goal can bind them.
%
%   ?- foreach(member(X, [a,b]), member(X, [Y,Z])).
%      Y = a, Z = b
%   ;  Y = b, Z = a.

foreach(Generator, Goal) :-
    term_variables(Generator, GeneratorVariables),
    term_variables(GeneratorVariables+Goal, Variables),
    append(GeneratorVariables, Shared, Variables),
    findall(GeneratorVariables, Generator, Instances),
    call_instances(Instances, GeneratorVariables, Shared, Goal).

call_instances([], _, _, _).
call_instances([Instance|Instances], Variables, Shared, Goal) :-
    copy_term_nat(v(Variables,Shared,Goal), v(Instance,Shared,Goal1)),
    call(Goal1),
    call_instances(Instances, Variables, Shared, Goal).

%!  countall(:Goal, ?Count) is semidet.
%
%   Count is the number of solutions of Goal.
%
%   ?- countall(member(_, [a,b]), N).
%      N = 2.

countall(Goal, Count) :-
    (   var(Count)
    ->  true
    ;   \+ integer(Count)
    ->  type_error(integer, Count)
    ;   Count < 0
    ->  domain_error(not_less_than_zero, Count)
    ;   true
    ),
    aggregated(count, Goal, Count0),
    Count = Count0.

%!  free_variables(:Goal, @Template, +Variables0, -Variables) is det.
%
%   Variables is the free variables of Goal, as bagof/3 sees them, before
%   Variables0: those neither in Template nor in V of an outer V^Goal.
%
%   ?- free_variables(X^p(X,Y,Z), Z, [], Vs).
%      Vs = [Y].

free_variables(Goal, Template, Variables0, Variables) :-
    bound_and_goal(Goal, Template+Variables0, Bound, Goal1),
    term_variables(Bound, BoundVariables),
    term_variables(BoundVariables+Goal1, AllVariables),
    append(BoundVariables, Free, AllVariables),
    append(Free, Variables0, Variables).

bound_and_goal(Goal0, Bound0, Bound, Goal) :-
    (   nonvar(Goal0),
        Goal0 = _:Goal1
    ->  bound_and_goal(Goal1, Bound0, Bound, Goal)
    ;   nonvar(Goal0),
        Goal0 = V^Goal1
    ->  bound_and_goal(Goal1, Bound0+V, Bound, Goal)
    ;   Bound = Bound0,
        Goal = Goal0
    ).
