% How often values occur.

%!  global_cardinality(?Xs, +Pairs) is semidet.
%
%   The elements of Xs have values that are keys in Pairs, a list of terms
%   Key-Count, and Count elements have the value Key.
%
%   ?- global_cardinality([X,Y], [1-2,3-0]).
%      X = 1, Y = 1.

global_cardinality(Xs, Pairs) :-
    global_cardinality(Xs, Pairs, []).

%!  global_cardinality(?Xs, +Pairs, +Options) is semidet.
%
%   As global_cardinality/2. The option `cost(Cost, Matrix)` makes Cost the sum
%   of what the elements cost: row I of Matrix holds the cost of each key for
%   element I. With the option `consistency(value)` only the values that are known
%   are counted; else all values that are in no solution of this constraint go.
%
%   ?- global_cardinality([X], [1-1], [cost(C,[[7]])]).
%      X = 1, C = 7.

global_cardinality(Xs, Pairs, Options0) :-
    check_variables(Xs),
    must_be(list, Pairs),
    pair_keys(Pairs, Pairs, Keys, Counts),
    check_each(Counts),
    sort(Keys, Unique),
    length(Keys, N),
    (   length(Unique, N)
    ->  true
    ;   domain_error(gcc_unique_key_pairs, Pairs)
    ),
    must_be(list, Options0),
    checked_options(Options0, Options),
    (   Keys == []
    ->  Xs == []
    ;   keys_domain(Keys, Domain),
        Xs ins Domain,
        length(Xs, Length),
        Counts ins 0..Length,
        (   Options == []
        ->  Goal = global_cardinality(Xs,Pairs)
        ;   Goal = global_cardinality(Xs,Pairs,Options)
        ),
        (   N*Length > 65536,
            Unique = [Least|_],
            last(Unique, Greatest),
            max(abs(Least), abs(Greatest)) < 1<<60
        ->  flow([], Keys, Counts, Xs, Domain, Goal),
            costs(Options, Keys, Xs)
        ;   '$fd_list'(counts, Xs, Keys, Counts, Goal),
            (   memberchk(consistency(value), Options)
            ->  sum(Counts, #=, Length),
                costs(Options, Keys, Xs)
            ;   flow(Options, Keys, Counts, Xs, Domain, Goal)
            )
        )
    ).

%   Where there are many variables and keys, one propagator counts all values.

%   The counters are listed in the order of the values.

flow(Options, Keys, Counts, Xs, Domain, Goal) :-
    pairs_keys_values(Pairs, Keys, Counts),
    keysort(Pairs, Sorted),
    pairs_values(Sorted, Ordered),
    append(Xs, Ordered, All),
    (   priced(Options)
    ->  priced_flows(Options, Keys, All, Xs, Domain, Goal)
    ;   '$fd_list'(cardinality, All, Domain, 0, Goal)
    ).

priced([Option|Options]) :-
    (   Option = cost(_,_)
    ->  true
    ;   priced(Options)
    ).

priced_flows([], _, _, _, _, _).
priced_flows([Option|Options], Keys, All, Xs, Domain, Goal) :-
    (   Option = cost(Cost,Matrix)
    ->  sorted_costs(Xs, Matrix, Keys, Costs, []),
        CostsTerm =.. [costs|Costs],
        append(All, [Cost], Vars),
        '$fd_list'(priced, Vars, Domain, CostsTerm, Goal)
    ;   true
    ),
    priced_flows(Options, Keys, All, Xs, Domain, Goal).

%   Row by row, the costs of the values in their order.

sorted_costs([], [], _, Costs, Costs).
sorted_costs([_|Xs], [Row|Rows], Keys, Costs0, Costs) :-
    same_length(Row, Keys),
    pairs_keys_values(Pairs, Keys, Row),
    keysort(Pairs, Sorted),
    pairs_values(Sorted, Ordered),
    append(Ordered, Costs1, Costs0),
    sorted_costs(Xs, Rows, Keys, Costs1, Costs).

pair_keys([], _, [], []).
pair_keys([Pair|Pairs], All, [Key|Keys], [Count|Counts]) :-
    (   var(Pair)
    ->  instantiation_error(Pair)
    ;   Pair = Key-Count
    ->  must_be(integer, Key)
    ;   domain_error(gcc_pair, Pair)
    ),
    pair_keys(Pairs, All, Keys, Counts).

keys_domain([Key|Keys], Domain) :-
    keys_domain(Keys, Key, Domain).

keys_domain([], Domain, Domain).
keys_domain([Key|Keys], Domain0, Domain) :-
    keys_domain(Keys, Domain0\/Key, Domain).

%   The cost is a variable with a domain before the goal that stands for all of it is
%   noted.

checked_options([], []).
checked_options([Option|Options], [Checked|Rest]) :-
    (   var(Option)
    ->  instantiation_error(Option)
    ;   Option = cost(Cost,Matrix)
    ->  must_be(list(list(integer)), Matrix),
        Price #= Cost,
        Checked = cost(Price,Matrix)
    ;   Option = consistency(How)
    ->  (   var(How)
        ->  instantiation_error(How)
        ;   ( How == value ; How == domain )
        ->  Checked = Option
        ;   domain_error(gcc_consistency, How)
        )
    ;   domain_error(gcc_option, Option)
    ),
    checked_options(Options, Rest).

costs([], _, _).
costs([Option|Options], Keys, Xs) :-
    (   Option = cost(Cost,Matrix)
    ->  row_costs(Xs, Matrix, Keys, Costs),
        sum(Costs, #=, Cost)
    ;   true
    ),
    costs(Options, Keys, Xs).

row_costs([], [], _, []).
row_costs([X|Xs], [Row|Rows], Keys, [Cost|Costs]) :-
    key_costs(Keys, Row, Table),
    tuples_in([[X,Cost]], Table),
    row_costs(Xs, Rows, Keys, Costs).

key_costs([], [], []).
key_costs([Key|Keys], [Cost|Costs], [[Key,Cost]|Table]) :-
    key_costs(Keys, Costs, Table).

%!  count(+Value, ?Xs, +Relation, ?Count) is semidet.
%
%   The number of elements of the list Xs that are Value stands to Count in
%   Relation.
%
%   ?- count(1, [1,X,1], #=, 3).
%      X = 1.

count(Value, Xs, Relation, Count) :-
    must_be(integer, Value),
    check_variables(Xs),
    length(Xs, Length),
    N in 0..Length,
    '$fd_list'(count, Xs, Value, N, count(Value,Xs,#=,N)),
    (   var(Relation)
    ->  instantiation_error(Relation)
    ;   relation(Relation)
    ->  call(Relation, N, Count)
    ;   domain_error(count_relation, Relation)
    ).

%!  among(?N, ?Xs, +Values) is semidet.
%
%   N elements of the list Xs are among the integers Values.
%
%   ?- among(2, [1,X], [1,2]), X #> 1.
%      X = 2.

among(N, Xs, Values) :-
    check_variables(Xs),
    must_be(list(integer), Values),
    length(Xs, Length),
    N in 0..Length,
    (   Values == []
    ->  N = 0
    ;   keys_domain(Values, Domain),
        '$fd_list'(count, Xs, Domain, N, among(N,Xs,Values))
    ).

%!  nvalue(?N, ?Xs) is semidet.
%
%   The list Xs has N different elements.
%
%   ?- nvalue(1, [3,X]).
%      X = 3.

nvalue(N, Xs) :-
    check_variables(Xs),
    length(Xs, Length),
    N in 0..Length,
    '$fd_list'(values, Xs, 0, N, nvalue(N,Xs)).
