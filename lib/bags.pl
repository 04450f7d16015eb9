:- module(bags,
          [ bagof/3,
            setof/3,
            (^)/2
          ]).

% bagof/3 and setof/3 of the standard (8.10.2, 8.10.3), on top of findall/3.
%
% The free variables of a goal are those that occur neither in the template nor
% before a `^`. Their values, the witness, go into the solutions as keys, and
% sorting brings solutions with equal witnesses together.

:- meta_predicate
    bagof(?, ^, -),
    setof(?, ^, -),
    ^(?, 0).

%!  bagof(@Template, :Goal, -Instances) is nondet.
%
%   Instances holds the instances of Template for the solutions of Goal, in the
%   order found. There is one answer for each binding of the variables of Goal
%   that are free: not in Template, nor in V of a goal V^Goal. It fails if Goal
%   has no solution.
%
%   ?- bagof(X, member(X-K, [2-a,1-b,3-a]), Xs).
%      K = a, Xs = [2,3]
%   ;  K = b, Xs = [1].
%
%   ?- bagof(X, K^member(X-K, [2-a,1-b,3-a]), Xs).
%      Xs = [2,1,3].

bagof(Template, Goal0, Instances) :-
    check_instances(Instances),
    goal_witness(Goal0, Template, Goal, Witness),
    (   Witness == v
    ->  findall(Template, Goal, Instances0),
        Instances0 = [_|_],
        Instances = Instances0
    ;   findall(Witness-Template, Goal, Solutions),
        witness_instances(Solutions, Witness, Instances)
    ).

%!  setof(@Template, :Goal, -Instances) is nondet.
%
%   As bagof/3, with Instances sorted and without duplicates.
%
%   ?- setof(X, K^member(X-K, [2-a,1-b,2-c]), Xs).
%      Xs = [1,2].

setof(Template, Goal0, Instances) :-
    check_instances(Instances),
    goal_witness(Goal0, Template, Goal, Witness),
    (   Witness == v
    ->  findall(Template, Goal, Instances0),
        Instances0 = [_|_],
        sort(Instances0, Instances)
    ;   findall(Witness-Template, Goal, Solutions),
        witness_instances(Solutions, Witness, Instances0),
        sort(Instances0, Instances)
    ).

%!  ^(?Variables, :Goal) is nondet.
%
%   Goal is true. In bagof/3 and setof/3, says that the variables of Variables
%   are not free in Goal.
%
%   ?- findall(X, Y^member(X-Y, [a-1,b-2]), Xs).
%      Xs = [a,b].

_ ^ Goal :-
    call(Goal).

check_instances(Instances) :-
    (   var(Instances)
    ->  true
    ;   '$skip_list'(_, Instances, Tail),
        (   var(Tail)
        ->  true
        ;   Tail == []
        )
    ->  true
    ;   type_error(list, Instances)
    ).

%   Witness is a term v(V1,...) of the variables that are free in Goal0 with
%   respect to Template, and Goal is Goal0 without its outer `^`.

goal_witness(Goal0, Template, Goal, Witness) :-
    bound_by(Goal0, Template, Goal, Bound),
    term_variables(Goal, GoalVariables),
    (   GoalVariables == []
    ->  Witness = v
    ;   term_variables(Bound, BoundVariables),
        term_variables(BoundVariables+GoalVariables, Variables),
        without_prefix(BoundVariables, Variables, Free),
        Witness =.. [v|Free]
    ).

%   Bound is Template with every V of an outer V^Goal, also where a module
%   stands before it.

bound_by(Goal0, Bound0, Goal, Bound) :-
    (   var(Goal0)
    ->  instantiation_error(Goal0)
    ;   Goal0 = V^Goal1
    ->  bound_by(Goal1, Bound0+V, Goal, Bound)
    ;   Goal0 = Module:Goal1,
        nonvar(Goal1),
        is_outer(Goal1)
    ->  bound_in_module(Goal1, Module, Bound0, Goal, Bound)
    ;   Goal = Goal0,
        Bound = Bound0
    ).

is_outer(_^_).
is_outer(_:_).

bound_in_module(V^Goal1, Module, Bound0, Goal, Bound) :-
    bound_by(Module:Goal1, Bound0+V, Goal, Bound).
bound_in_module(Module:Goal1, _, Bound0, Goal, Bound) :-
    bound_by(Module:Goal1, Bound0, Goal, Bound).

%   term_variables/2 gives the variables in order of appearance, so those of the
%   first part come first.

without_prefix([], Free, Free).
without_prefix([_|Bound], [_|Variables], Free) :-
    without_prefix(Bound, Variables, Free).

%   Enumerates the groups of Solutions whose witnesses are variants, in the
%   order of the witnesses, and unifies Witness with each of a group.

witness_instances(Solutions, Witness, Instances) :-
    keysort(Solutions, Sorted),
    (   has_ground_keys(Sorted)
    ->  ground_group(Sorted, Witness, Instances)
    ;   variant_group(Sorted, Solutions, Witness, Instances)
    ).

has_ground_keys([]).
has_ground_keys([Key-_|Pairs]) :-
    ground(Key),
    has_ground_keys(Pairs).

%   Equal ground witnesses are next to each other.

ground_group([Key-Instance|Sorted], Witness, Instances) :-
    same_key(Sorted, Key, Instances1, Rest),
    (   Rest == []
    ->  Witness = Key,
        Instances = [Instance|Instances1]
    ;   Group = [Instance|Instances1],
        next_ground_group(Rest, Key, Group, Witness, Instances)
    ).

next_ground_group(_, Witness, Instances, Witness, Instances).
next_ground_group(Rest, _, _, Witness, Instances) :-
    ground_group(Rest, Witness, Instances).

same_key([Key1-Instance|Sorted], Key, Instances, Rest) :-
    Key1 == Key,
    !,
    Instances = [Instance|Instances1],
    same_key(Sorted, Key, Instances1, Rest).
same_key(Rest, _, [], Rest).

%   Witnesses with variables sort by the age of these, so variants need not be
%   next to each other, nor in the order found: each group is picked out of the
%   unsorted Solutions.

variant_group([Key-_|Sorted], Solutions, Witness, Instances) :-
    variant_keys(Solutions, Key, Group, Solutions1),
    (   Solutions1 == []
    ->  Witness = Key,
        witnessed_instances(Group, Key, Instances)
    ;   variant_keys(Sorted, Key, _, Sorted1),
        next_variant_group(Sorted1, Solutions1, Key, Group, Witness, Instances)
    ).

next_variant_group(_, _, Witness, Group, Witness, Instances) :-
    witnessed_instances(Group, Witness, Instances).
next_variant_group(Sorted, Solutions, _, _, Witness, Instances) :-
    variant_group(Sorted, Solutions, Witness, Instances).

variant_keys([], _, [], []).
variant_keys([Pair|Solutions], Key, Group, Rest) :-
    Pair = Key1-_,
    (   Key1 =@= Key
    ->  Group = [Pair|Group1],
        variant_keys(Solutions, Key, Group1, Rest)
    ;   Rest = [Pair|Rest1],
        variant_keys(Solutions, Key, Group, Rest1)
    ).


%   Gives all Pairs the one witness Key.

witnessed_instances([], _, []).
witnessed_instances([Key-Instance|Pairs], Key, [Instance|Instances]) :-
    witnessed_instances(Pairs, Key, Instances).
