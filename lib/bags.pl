:- module(bags,
          [ bagof/3,
            setof/3
          ]).

% bagof/3 and setof/3 of the standard (8.10.2, 8.10.3), on top of findall/3.
%
% The free variables of a goal are those that occur neither in the template nor
% before a `^`. Their values, the witness, go into the solutions as keys, and
% sorting brings solutions with equal witnesses together.

:- meta_predicate
    bagof(?, ^, -),
    setof(?, ^, -).

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
    check_prefix(Goal0),
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
    check_prefix(Goal0),
    goal_witness(Goal0, Template, Goal, Witness),
    (   Witness == v
    ->  findall(Template, Goal, Instances0),
        Instances0 = [_|_],
        sort(Instances0, Instances)
    ;   findall(Witness-Template, Goal, Solutions),
        witness_instances(Solutions, Witness, Instances0),
        sort(Instances0, Instances)
    ).

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

%   Goal may be about cyclic terms, but what stands before it ends. Of a prefix
%   that does not, some part equals a later one.

check_prefix(Goal) :-
    (   cyclic_term(Goal),
        \+ prefix_ends(Goal, Goal)
    ->  throw(error(representation_error(cyclic_term), _))
    ;   true
    ).

prefix_ends(Slow, Fast) :-
    (   inner_goal(Fast, Fast1),
        inner_goal(Fast1, Fast2)
    ->  inner_goal(Slow, Slow1),
        Slow1 \== Fast2,
        prefix_ends(Slow1, Fast2)
    ;   true
    ).

inner_goal(Goal, Inner) :-
    nonvar(Goal),
    (   Goal = _^Inner
    ;   Goal = _:Inner
    ),
    !.

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
    (   has_ground_keys(Solutions)
    ->  keysort(Solutions, Sorted),
        key_group(Sorted, Witness, Instances)
    ;   canonical_keys(Solutions, Keyed),
        keysort(Keyed, Sorted),
        key_group(Sorted, _, Group),
        witnessed_instances(Group, Witness, Instances)
    ).

has_ground_keys([]).
has_ground_keys([Key-_|Pairs]) :-
    ground(Key),
    has_ground_keys(Pairs).

key_group([Key0-Value|Sorted], Key, Values) :-
    values_of_key(Sorted, Key0, Values0, Rest),
    (   Rest == []
    ->  Key = Key0,
        Values = [Value|Values0]
    ;   key_group_or_next(Rest, Key0, [Value|Values0], Key, Values)
    ).

key_group_or_next(_, Key, Values, Key, Values).
key_group_or_next(Rest, _, _, Key, Values) :-
    key_group(Rest, Key, Values).

values_of_key([Key1-Value|Sorted], Key, Values, Rest) :-
    Key1 == Key,
    !,
    Values = [Value|Values1],
    values_of_key(Sorted, Key, Values1, Rest).
values_of_key(Rest, _, [], Rest).

%   The canonical key of a witness is ground, and the same for its variants
%   only. In it a variable sorts before anything else, whatever its age.

canonical_keys([], []).
canonical_keys([Witness-Instance|Solutions], [Key-(Witness-Instance)|Keyed]) :-
    copy_term_nat(Witness, Copy),
    term_variables(Copy, Variables),
    Witness =.. [_|Values],
    number_variables(Variables, 0),
    Copy =.. [_|GroundValues],
    key_columns(Values, GroundValues, Key),
    canonical_keys(Solutions, Keyed).

number_variables([], _).
number_variables(['$free'(N)|Variables], N) :-
    N1 is N + 1,
    number_variables(Variables, N1).

key_columns([], [], []).
key_columns([Value|Values], [Ground|Grounds], [Column|Columns]) :-
    (   var(Value)
    ->  Column = 0-Ground
    ;   Column = 1-Ground
    ),
    key_columns(Values, Grounds, Columns).

%   Gives all members of a group the one witness.

witnessed_instances([], _, []).
witnessed_instances([Witness-Instance|Group], Witness, [Instance|Instances]) :-
    witnessed_instances(Group, Witness, Instances).
