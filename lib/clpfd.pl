:- module(clpfd,
          [ op(760, yfx, #<==>),
            op(750, xfy, #==>),
            op(750, yfx, #<==),
            op(740, yfx, #\/),
            op(730, yfx, #\),
            op(720, yfx, #/\),
            op(710,  fy, #\),
            op(700, xfx, #>),
            op(700, xfx, #<),
            op(700, xfx, #>=),
            op(700, xfx, #=<),
            op(700, xfx, #=),
            op(700, xfx, #\=),
            op(700, xfx, in),
            op(700, xfx, ins),
            op(700, xfx, in_set),
            op(450, xfx, ..),
            (#>)/2,
            (#<)/2,
            (#>=)/2,
            (#=<)/2,
            (#=)/2,
            (#\=)/2,
            (#\)/1,
            (#<==>)/2,
            (#==>)/2,
            (#<==)/2,
            (#\/)/2,
            (#\)/2,
            (#/\)/2,
            (in)/2,
            (ins)/2,
            all_different/1,
            all_distinct/1,
            sum/3,
            scalar_product/4,
            label/1,
            labeling/2,
            indomain/1,
            transpose/2,
            chain/2,
            lex_chain/1,
            lex_chain/2,
            tuples_in/2,
            element/3,
            global_cardinality/2,
            global_cardinality/3,
            circuit/1,
            subcircuit/1,
            cumulative/1,
            cumulative/2,
            serialized/2,
            disjoint2/1,
            diffn/1,
            automaton/3,
            automaton/8,
            zcompare/3,
            count/4,
            nvalue/2,
            among/3,
            table/2,
            inverse/2,
            assignment/2,
            sorting/3,
            bin_packing/2,
            value_precede_chain/2,
            minimize/2,
            maximize/2,
            fd_statistics/0,
            fd_statistics/2,
            (in_set)/2,
            fdset_parts/4,
            empty_fdset/1,
            empty_interval/2,
            fdset_interval/3,
            fdset_singleton/2,
            fdset_min/2,
            fdset_max/2,
            fdset_size/2,
            list_to_fdset/2,
            fdset_to_list/2,
            range_to_fdset/2,
            fdset_to_range/2,
            fdset_add_element/3,
            fdset_del_element/3,
            fdset_disjoint/2,
            fdset_intersect/2,
            fdset_intersection/3,
            fdset_member/2,
            fdset_eq/2,
            fdset_subset/2,
            fdset_subtract/3,
            fdset_union/3,
            fdset_union/2,
            fdset_complement/2
          ]).

% Constraints over integers. The solver itself is part of the engine; what is
% here are checks of arguments, options, and constraints that are made of others.

%!  #=(?X, ?Y) is semidet.
%
%   The expressions X and Y have the same integer value.
%
%   ?- 3 #= X + 1.
%      X = 2.

X #= Y :-
    '$fd_equal'(X, Y).

%!  #\=(?X, ?Y) is semidet.
%
%   The expressions X and Y have different integer values.
%
%   ?- X in 0..1, X #\= 0.
%      X = 1.

X #\= Y :-
    '$fd_differ'(X, Y).

%!  #<(?X, ?Y) is semidet.
%
%   The value of X is less than that of Y.
%
%   ?- X in 0..5, 4 #< X.
%      X = 5.

X #< Y :-
    '$fd_less'(X, Y).

%!  #>(?X, ?Y) is semidet.
%
%   The value of X is greater than that of Y.
%
%   ?- X in 0..5, X #> 4.
%      X = 5.

X #> Y :-
    '$fd_less'(Y, X).

%!  #=<(?X, ?Y) is semidet.
%
%   The value of X is at most that of Y.
%
%   ?- X in 0..5, X #=< 0.
%      X = 0.

X #=< Y :-
    '$fd_at_most'(X, Y).

%!  #>=(?X, ?Y) is semidet.
%
%   The value of X is at least that of Y.
%
%   ?- X in 0..5, X #>= 5.
%      X = 5.

X #>= Y :-
    '$fd_at_most'(Y, X).

%!  in(?X, +Domain) is semidet.
%
%   X is an integer in Domain: an integer, a range `L..U` with integers, `inf` or
%   `sup`, or domains joined by `\/`.
%
%   ?- X in 1..5 \/ 8, X #> 5.
%      X = 8.

X in Domain :-
    '$fd_in'(X, Domain).

%!  ins(?Xs, +Domain) is semidet.
%
%   All elements of the list Xs are in Domain.
%
%   ?- [X,Y] ins 1..2, X #< Y.
%      X = 1, Y = 2.

Xs ins Domain :-
    '$fd_ins'(Xs, Domain).

%!  in_set(?X, +Set) is semidet.
%
%   X is an integer in Set, a set as made by fd_set/2.

X in_set Set :-
    '$fd_in_set'(X, Set).

%!  #\(?P) is semidet.
%
%   The constraint P does not hold.
%
%   ?- X in 0..1, #\ X #= 0.
%      X = 1.

#\ P :-
    '$fd_true'(#\ P).

%!  #<==>(?P, ?Q) is semidet.
%
%   The constraints P and Q are both true or both false.
%
%   ?- X in 0..5, X #> 3 #<==> B, X #= 4.
%      X = 4, B = 1.

P #<==> Q :-
    '$fd_true'(P #<==> Q).

%!  #==>(?P, ?Q) is semidet.
%
%   If P holds, so does Q.
%
%   ?- P #==> Q, Q = 0.
%      P = 0, Q = 0.

P #==> Q :-
    '$fd_true'(P #==> Q).

%!  #<==(?P, ?Q) is semidet.
%
%   If Q holds, so does P.
%
%   ?- P #<== Q, P = 0.
%      P = 0, Q = 0.

P #<== Q :-
    '$fd_true'(P #<== Q).

%!  #\/(?P, ?Q) is semidet.
%
%   P or Q holds, or both.
%
%   ?- P #\/ Q, P = 0.
%      P = 0, Q = 1.

P #\/ Q :-
    '$fd_true'(P #\/ Q).

%!  #\(?P, ?Q) is semidet.
%
%   One of P and Q holds, but not both.
%
%   ?- P #\ Q, P = 1.
%      P = 1, Q = 0.

P #\ Q :-
    '$fd_true'(P #\ Q).

%!  #/\(?P, ?Q) is semidet.
%
%   P and Q hold.
%
%   ?- P #/\ Q.
%      P = 1, Q = 1.

P #/\ Q :-
    '$fd_true'(P #/\ Q).

%!  all_different(?Xs) is semidet.
%
%   The elements of the list Xs have different values. Only known values are
%   taken from the domains of the others.
%
%   ?- X in 1..2, all_different([1,X]).
%      X = 2.

all_different(Xs) :-
    '$fd_all_different'(Xs).

%!  all_distinct(?Xs) is semidet.
%
%   The elements of the list Xs have different values. All values that no
%   solution of this constraint contains are taken from the domains.
%
%   ?- [X,Y,Z] ins 1..2 \/ 1..2, Z in 1..3, all_distinct([X,Y,Z]).
%      false.

all_distinct(Xs) :-
    '$fd_all_distinct'(Xs).

check_variables(Xs) :-
    must_be(list, Xs),
    check_each(Xs).

check_each([]).
check_each([X|Xs]) :-
    (   var(X)
    ->  true
    ;   integer(X)
    ->  true
    ;   type_error(integer, X)
    ),
    check_each(Xs).

%!  sum(?Xs, +Relation, ?Expr) is semidet.
%
%   The sum of the list Xs stands to Expr in Relation, which is one of `#=`,
%   `#\=`, `#<`, `#>`, `#=<`, `#>=`.
%
%   ?- [X,Y] ins 0..1, sum([X,Y], #=, 2).
%      X = 1, Y = 1.

sum(Xs, Relation, Expr) :-
    must_be(list, Xs),
    ones(Xs, Ones),
    scalar_product(Ones, Xs, Relation, Expr).

ones([], []).
ones([_|Xs], [1|Ones]) :-
    ones(Xs, Ones).

%!  scalar_product(+Coefficients, ?Xs, +Relation, ?Expr) is semidet.
%
%   As sum/3, with each element of Xs times its integer in Coefficients.
%
%   ?- X in 0..9, scalar_product([2,3], [X,1], #=, 11).
%      X = 4.

scalar_product(Coefficients, Xs, Relation, Expr) :-
    must_be(list(integer), Coefficients),
    check_variables(Xs),
    (   var(Relation)
    ->  instantiation_error(Relation)
    ;   relation(Relation)
    ->  '$fd_scalar_product'(Coefficients, Xs, Relation, Expr)
    ;   domain_error(scalar_product_relation, Relation)
    ).

relation(#=).
relation(#\=).
relation(#<).
relation(#>).
relation(#=<).
relation(#>=).

%!  chain(?Xs, +Relation) is semidet.
%
%   Each element of the list Xs stands to the next one in Relation, which is one
%   of `#=`, `#<`, `#=<`, `#>`, `#>=`.
%
%   ?- X in 0..2, chain([1,X], #<).
%      X = 2.

chain(Xs, Relation) :-
    check_variables(Xs),
    (   var(Relation)
    ->  instantiation_error(Relation)
    ;   Relation \== (#\=),
        relation(Relation)
    ->  chained(Xs, Relation)
    ;   domain_error(chain_relation, Relation)
    ).

chained([], _).
chained([X|Xs], Relation) :-
    chained(Xs, X, Relation).

chained([], _, _).
chained([Y|Ys], X, Relation) :-
    call(Relation, X, Y),
    chained(Ys, Y, Relation).

%!  indomain(?X) is nondet.
%
%   X is each value of its domain, in ascending order.
%
%   ?- X in 1..2, indomain(X).
%      X = 1
%   ;  X = 2.

indomain(X) :-
    label([X]).

%!  label(?Xs) is nondet.
%
%   The elements of the list Xs have values: each solution of the constraints on
%   them, in order. Each must have a finite domain.
%
%   ?- [X,Y] ins 0..1, X #< Y, label([X,Y]).
%      X = 0, Y = 1.

label(Xs) :-
    '$fd_finite'(Xs),
    search([], spec(leftmost,up,step,[],0,-1,none,-1), Xs, _).

%!  labeling(+Options, ?Xs) is nondet.
%
%   As label/1. Options say which variable is next (`leftmost`, `ff`, `ffc`,
%   `min`, `max`, `anti_first_fail`, `occurrence`, `max_regret`, `dom_w_deg`,
%   `random_variable(Seed)`), which value (`up`, `down`, `middle`,
%   `random_value(Seed)`), how it is decided (`step`, `enum`, `bisect`), and in what
%   order solutions come: `min(Expr)` and `max(Expr)` give all of them, the best
%   first, `minimize(Expr)` and `maximize(Expr)` only the best. `backtracks(N)` gives
%   up after N failures. `restart(luby(N))` and `restart(geometric(N, Percent))` begin
%   anew after growing numbers of failures. `time_out(Milliseconds, Flag)` ends with
%   the best solution so far and Flag `time_out`, else Flag is `success`.
%
%   ?- X in 0..2, labeling([down], [X]).
%      X = 2
%   ;  X = 1
%   ;  X = 0.

labeling(Options, Xs) :-
    (   Options = [Selection],
        Selection == ff
    ->  '$fd_finite'(Xs),
        search([], spec(ff,up,step,[],0,-1,none,-1), Xs, _)
    ;   labeling_by(Options, Xs)
    ).

labeling_by(Options, Xs) :-
    must_be(list, Options),
    '$fd_finite'(Xs),
    parse_options(Options, Options, options(_, _, _, none, 0, -1, -1, _), Parsed, Goals),
    Parsed = options(Selection, Order, Branching, Restarts, Seed, Failures, Time, Flag),
    default(Selection, leftmost),
    default(Order, up),
    default(Branching, step),
    (   Order == random,
        Branching == bisect
    ->  ( member(Option, Options), option_place(Option, 2, random) ),
        !,
        domain_error(bisect_up_or_down, Option)
    ;   true
    ),
    objectives(Goals, Xs, Objectives),
    search(Objectives, spec(Selection,Order,Branching,Objectives,Seed,Failures,Restarts,Time), Xs, Flag).

default(Option, Default) :-
    (   var(Option)
    ->  Option = Default
    ;   true
    ).

%   Options of one kind exclude each other. The last argument holds the
%   objectives in order.

parse_options([], _, Parsed, Parsed, []).
parse_options([Option|Options], All, Parsed0, Parsed, Goals) :-
    (   var(Option)
    ->  instantiation_error(Option)
    ;   objective(Option, Goal)
    ->  Goals = [Goal|Goals1],
        Parsed1 = Parsed0
    ;   option_place(Option, Place, Value)
    ->  set_option(Place, Value, Option, All, Parsed0, Parsed1),
        Goals1 = Goals
    ;   domain_error(labeling_option, Option)
    ),
    (   is_repeated(Options, Option)
    ->  domain_error(nonrepeating_labeling_options, All)
    ;   true
    ),
    parse_options(Options, All, Parsed1, Parsed, Goals1).

is_repeated([O|Os], Option) :-
    (   O == Option
    ->  true
    ;   is_repeated(Os, Option)
    ).

set_option(Place, Value, Option, All, Parsed0, Parsed) :-
    arg(Place, Parsed0, Old),
    (   Place =< 3,
        nonvar(Old)
    ->  domain_error(consistent_labeling_options, All)
    ;   Parsed0 =.. [options|List0],
        replaced(Place, Value, List0, List1),
        extra_values(Option, List1, List),
        Parsed =.. [options|List]
    ).

%   The seed of random choices, and the flag that tells of the time.

extra_values(Option, List0, List) :-
    (   Option = time_out(_,Flag)
    ->  replaced(8, Flag, List0, List)
    ;   ( Option = random_variable(Seed) ; Option = random_value(Seed) )
    ->  replaced(5, Seed, List0, List)
    ;   List = List0
    ).

replaced(1, Value, [_|Xs], [Value|Xs]) :-
    !.
replaced(N, Value, [X|Xs], [X|Ys]) :-
    N1 is N - 1,
    replaced(N1, Value, Xs, Ys).

objective(min(Expr), goal(min,Expr)).
objective(max(Expr), goal(max,Expr)).
objective(minimize(Expr), goal(minimize,Expr)).
objective(maximize(Expr), goal(maximize,Expr)).

option_place(leftmost, 1, leftmost).
option_place(ff, 1, ff).
option_place(ffc, 1, ffc).
option_place(min, 1, min).
option_place(max, 1, max).
option_place(first_fail, 1, ff).
option_place(anti_first_fail, 1, anti_first_fail).
option_place(most_constrained, 1, most_constrained).
option_place(occurrence, 1, occurrence).
option_place(max_regret, 1, max_regret).
option_place(dom_w_deg, 1, dom_w_deg).
option_place(random_variable(Seed), 1, random) :-
    must_be(integer, Seed).
option_place(up, 2, up).
option_place(down, 2, down).
option_place(middle, 2, middle).
option_place(median, 2, middle).
option_place(random, 2, random).
option_place(random_value(Seed), 2, random) :-
    must_be(integer, Seed).
option_place(step, 3, step).
option_place(enum, 3, enum).
option_place(bisect, 3, bisect).
option_place(backtracks(N), 6, N) :-
    must_be(nonneg, N).
option_place(restart(How), 4, How) :-
    restarts(How).
option_place(time_out(Time,_), 7, Time) :-
    must_be(nonneg, Time).
option_place(all, 4, none).
option_place(bab, 4, none).

restarts(luby(N)) :-
    must_be(positive_integer, N).
restarts(geometric(N,Percent)) :-
    must_be(positive_integer, N),
    must_be(positive_integer, Percent).

%   The variables of an objective must be bounded by those that are labeled.

objectives([], _, []).
objectives([goal(How,Expr)|Goals], Xs, [goal(How,V)|Objectives]) :-
    (   ground(Expr)
    ->  true
    ;   term_variables(Expr, Variables),
        '$fd_finite'(Variables)
    ),
    V #= Expr,
    objectives(Goals, Xs, Objectives).

search(Objectives, Spec, Xs, Flag) :-
    (   Objectives == [],
        '$fd_attributed'(Xs)
    ->  arg(1, Spec, Selection),
        arg(2, Spec, Order),
        arg(3, Spec, Branching),
        stepwise(Xs, Selection, Order, Branching),
        Flag = success
    ;   '$fd_label'(Spec, Xs, Found),
        found(Found, Flag)
    ).

found(true, success).
found(time_out, time_out).

%   Variables with goals of their own are labeled one by one, so that these run
%   as soon as their variables have values.

stepwise(Xs, Selection, Order, Branching) :-
    (   '$fd_select'(Selection, Xs, X)
    ->  decide(X, Order, Branching),
        stepwise(Xs, Selection, Order, Branching)
    ;   true
    ).

decide(X, Order, Branching) :-
    fd_inf(X, Inf),
    fd_sup(X, Sup),
    (   Branching == bisect
    ->  Middle is (Inf + Sup) // 2,
        halves(Order, X, Middle)
    ;   Order == down
    ->  (   X = Sup
        ;   X #\= Sup
        )
    ;   (   X = Inf
        ;   X #\= Inf
        )
    ).

halves(down, X, Middle) :-
    !,
    (   X #> Middle
    ;   X #=< Middle
    ).
halves(_, X, Middle) :-
    (   X #=< Middle
    ;   X #> Middle
    ).

%!  transpose(+Rows, -Columns) is det.
%
%   Columns is the list of the columns of Rows, a list of lists of one length.
%
%   ?- transpose([[1,2],[3,4]], Columns).
%      Columns = [[1,3],[2,4]].

transpose(Rows, Columns) :-
    must_be(list(list), Rows),
    (   Rows = [Row|_]
    ->  columns(Row, Rows, Columns)
    ;   Columns = []
    ).

columns([], _, []).
columns([_|Xs], Rows, [Column|Columns]) :-
    first_column(Rows, Column, Rests),
    columns(Xs, Rests, Columns).

first_column([], [], []).
first_column([[X|Xs]|Rows], [X|Column], [Xs|Rests]) :-
    first_column(Rows, Column, Rests).

%!  lex_chain(?Lists) is semidet.
%
%   Each of Lists is at most the next one in lexicographic order.
%
%   ?- X in 0..3, lex_chain([[2,X],[2,0]]).
%      X = 0.

lex_chain(Lists) :-
    lex_chain(Lists, []).

%!  lex_chain(?Lists, +Options) is semidet.
%
%   As lex_chain/1; with the option `op(#<)`, each list is less than the next.
%
%   ?- X in 0..3, lex_chain([[2,X],[2,1]], [op(#<)]).
%      X = 0.

lex_chain(Lists, Options) :-
    must_be(list(list), Lists),
    check_rows(Lists),
    (   memberchk(op(#<), Options)
    ->  Strict = 1
    ;   Strict = 0
    ),
    lex_pairs(Lists, Strict).

check_rows([]).
check_rows([Row|Rows]) :-
    check_variables(Row),
    check_rows(Rows).

lex_pairs([], _).
lex_pairs([Xs|Lists], Strict) :-
    lex_pairs(Lists, Xs, Strict).

lex_pairs([], _, _).
lex_pairs([Ys|Lists], Xs, Strict) :-
    length(Xs, N),
    length(Ys, N),
    append(Xs, Ys, Both),
    (   Strict =:= 1
    ->  Goal = lex_chain([Xs,Ys],[op(#<)])
    ;   Goal = lex_chain([Xs,Ys])
    ),
    '$fd_list'(lexicographic, Both, Strict, 0, Goal),
    lex_pairs(Lists, Ys, Strict).

%!  tuples_in(?Tuples, +Rows) is semidet.
%
%   Each of Tuples, lists of variables and integers, is one of Rows, lists of
%   integers.
%
%   ?- tuples_in([[X,2]], [[1,2],[2,3]]).
%      X = 1.

tuples_in(Tuples, Rows) :-
    must_be(list(list), Tuples),
    check_rows(Tuples),
    must_be(list(list(integer)), Rows),
    '$fd_tuples_in'(Tuples, Rows, tuples_in(Tuples,Rows)).

%!  table(?Tuples, +Rows) is semidet.
%
%   The same as tuples_in/2.
%
%   ?- table([[X,2]], [[1,2],[2,3]]).
%      X = 1.

table(Tuples, Rows) :-
    tuples_in(Tuples, Rows).

%!  element(?Index, ?Xs, ?Value) is semidet.
%
%   Value is the element of the list Xs at Index, counted from 1.
%
%   ?- element(I, [5,6,7], 6).
%      I = 2.

element(Index, Xs, Value) :-
    check_variables(Xs),
    check_each([Index,Value]),
    '$fd_list'(element, Xs, Index, Value, element(Index,Xs,Value)).

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
%   element I. The option `consistency(value)` is accepted.
%
%   ?- global_cardinality([X], [1-1], [cost(C,[[7]])]).
%      X = 1, C = 7.

global_cardinality(Xs, Pairs, Options) :-
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
    must_be(list, Options),
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
        counts(Keys, Counts, Xs, Goal),
        sum(Counts, #=, Length),
        costs(Options, Keys, Xs)
    ).

pair_keys([], _, [], []).
pair_keys([Pair|Pairs], All, [Key|Keys], [Count|Counts]) :-
    (   nonvar(Pair),
        Pair = Key-Count
    ->  must_be(integer, Key)
    ;   domain_error(gcc_pair, Pair)
    ),
    pair_keys(Pairs, All, Keys, Counts).

keys_domain([Key|Keys], Domain) :-
    keys_domain(Keys, Key, Domain).

keys_domain([], Domain, Domain).
keys_domain([Key|Keys], Domain0, Domain) :-
    keys_domain(Keys, Domain0\/Key, Domain).

counts([], [], _, _).
counts([Key|Keys], [Count|Counts], Xs, Goal) :-
    '$fd_list'(count, Xs, Key, Count, Goal),
    counts(Keys, Counts, Xs, Goal).

costs([], _, _).
costs([Option|Options], Keys, Xs) :-
    (   Option = cost(Cost,Matrix)
    ->  must_be(list(list(integer)), Matrix),
        row_costs(Xs, Matrix, Keys, Costs),
        sum(Costs, #=, Cost)
    ;   Option = consistency(_)
    ->  true
    ;   domain_error(gcc_option, Option)
    ),
    costs(Options, Keys, Xs).

row_costs([], [], _, []).
row_costs([X|Xs], [Row|Rows], Keys, [Cost|Costs]) :-
    key_costs(Keys, Row, Table),
    '$fd_tuples_in'([[X,Cost]], Table, none),
    row_costs(Xs, Rows, Keys, Costs).

key_costs([], [], []).
key_costs([Key|Keys], [Cost|Costs], [[Key,Cost]|Table]) :-
    key_costs(Keys, Costs, Table).

%!  circuit(?Xs) is semidet.
%
%   Xs holds for each position the position after it on one circuit through all
%   of them.
%
%   ?- circuit([2,X,Y]).
%      X = 3, Y = 1.

circuit(Xs) :-
    check_variables(Xs),
    (   Xs == []
    ->  true
    ;   length(Xs, N),
        Xs ins 1..N,
        (   N =:= 1
        ->  true
        ;   no_loops(Xs, 1)
        ),
        '$fd_list'(circuit, Xs, 0, 0, circuit(Xs))
    ).

no_loops([], _).
no_loops([X|Xs], N) :-
    X #\= N,
    N1 is N + 1,
    no_loops(Xs, N1).

%!  subcircuit(?Xs) is semidet.
%
%   As circuit/1, but positions that are their own successors are left out.
%
%   ?- subcircuit([X,1,Y]), X #= 2.
%      X = 2, Y = 3.

subcircuit(Xs) :-
    check_variables(Xs),
    length(Xs, N),
    (   N =:= 0
    ->  true
    ;   Xs ins 1..N,
        all_distinct(Xs),
        length(Orders, N),
        Orders ins 0..N,
        First in 1..N,
        suborders(Xs, 1, First, Orders, Orders)
    ).

%   The positions on the circuit are numbered from First on; the others have
%   the number 0. First is the least position on the circuit, or 1.

suborders([], _, _, [], _).
suborders([X|Xs], I, First, [O|Os], Orders) :-
    X #= I #<==> Out,
    O #= 0 #<==> Out,
    I #= First #/\ #\ Out #<==> Start,
    O #= 1 #<==> Start,
    #\ Out #==> First #=< I,
    element(X, Orders, Next),
    #\ Out #/\ X #\= First #==> Next #= O + 1,
    N is I + 1,
    (   Xs == []
    ->  everyone_out(Orders, All),
        All #==> First #= 1
    ;   true
    ),
    suborders(Xs, N, First, Os, Orders).

everyone_out([], 1).
everyone_out([O|Os], All) :-
    everyone_out(Os, All0),
    O #= 0 #/\ All0 #<==> All.

%!  cumulative(?Tasks) is semidet.
%
%   As cumulative/2 with the limit 1.
%
%   ?- X in 0..2, cumulative([task(0,2,_,1,_), task(X,1,_,1,_)]).
%      X = 2.

cumulative(Tasks) :-
    cumulative(Tasks, []).

%!  cumulative(?Tasks, +Options) is semidet.
%
%   Tasks is a list of terms task(Start, Duration, End, Need, _). At no time do
%   the tasks that have started and not ended need more than L together, where
%   Options is `[limit(L)]`, or `[]` for 1.
%
%   ?- X in 0..2, cumulative([task(0,2,_,2,_), task(X,1,_,2,_)], [limit(3)]).
%      X = 2.

cumulative(Tasks, Options) :-
    must_be(list, Tasks),
    must_be(list, Options),
    (   Options == []
    ->  Limit = 1
    ;   Options = [limit(L)]
    ->  must_be(integer, L),
        Limit = L
    ;   domain_error(cumulative_options_empty_or_limit, Options)
    ),
    task_variables(Tasks, Variables),
    task_bounds(Tasks),
    '$fd_list'(cumulative, Variables, 0, Limit, cumulative(Tasks,Options)).

task_variables([], []).
task_variables([Task|Tasks], [S,D,E,C|Variables]) :-
    (   nonvar(Task),
        Task = task(S,D,E,C,_)
    ->  true
    ;   type_error(task, Task)
    ),
    check_each([S,D,E,C]),
    D #>= 0,
    C #>= 0,
    S + D #= E,
    task_variables(Tasks, Variables).

task_bounds([]).
task_bounds([task(S,D,E,_,_)|Tasks]) :-
    '$fd_finite'([S,D,E]),
    task_bounds(Tasks).

%!  serialized(?Starts, ?Durations) is semidet.
%
%   Tasks that begin at Starts and last Durations do not overlap.
%
%   ?- X in 0..3, serialized([X,1], [2,2]).
%      X = 3.

serialized(Starts, Durations) :-
    check_variables(Starts),
    check_variables(Durations),
    interleaved(Starts, Durations, Variables),
    not_negative(Durations),
    '$fd_list'(disjoint, Variables, 0, 0, serialized(Starts,Durations)).

interleaved([], [], []).
interleaved([X|Xs], [Y|Ys], [X,Y|Zs]) :-
    interleaved(Xs, Ys, Zs).

not_negative([]).
not_negative([X|Xs]) :-
    X #>= 0,
    not_negative(Xs).

%!  disjoint2(?Rectangles) is semidet.
%
%   Rectangles, a list of compounds with the arguments X, Width, Y, Height, do
%   not overlap.
%
%   ?- X in 0..2, disjoint2([r(0,2,0,2), r(X,2,0,2)]).
%      X = 2.

disjoint2(Rectangles) :-
    must_be(list, Rectangles),
    rectangles(Rectangles, Boxes),
    apart(Boxes).

%!  diffn(?Rectangles) is semidet.
%
%   The same as disjoint2/1, with rectangles that are lists as well.
%
%   ?- X in 0..2, diffn([[0,2,0,2], [X,2,0,2]]).
%      X = 2.

diffn(Rectangles) :-
    disjoint2(Rectangles).

rectangles([], []).
rectangles([Rectangle|Rectangles], [box(X,W,Y,H)|Boxes]) :-
    (   Rectangle = [X,W,Y,H]
    ->  true
    ;   compound(Rectangle),
        Rectangle =.. [_,X,W,Y,H]
    ->  true
    ;   type_error(rectangle, Rectangle)
    ),
    check_each([X,W,Y,H]),
    rectangles(Rectangles, Boxes).

apart([]).
apart([Box|Boxes]) :-
    apart(Boxes, Box),
    apart(Boxes).

apart([], _).
apart([box(X2,W2,Y2,H2)|Boxes], Box) :-
    Box = box(X1,W1,Y1,H1),
    X1 + W1 #=< X2 #\/ X2 + W2 #=< X1 #\/ Y1 + H1 #=< Y2 #\/ Y2 + H2 #=< Y1,
    apart(Boxes, Box).

%!  automaton(?Xs, +Nodes, +Arcs) is semidet.
%
%   A finite automaton accepts the list Xs. Nodes holds terms source(Node) and
%   sink(Node), Arcs terms arc(Node, Integer, Node).
%
%   ?- automaton([X], [source(a),sink(b)], [arc(a,5,b)]).
%      X = 5.

automaton(Xs, Nodes, Arcs) :-
    automaton(Xs, _, Xs, Nodes, Arcs, [], [], _).

%!  automaton(?Xs, ?Template, ?Signature, +Nodes, +Arcs, ?Counters, ?Initials, ?Finals) is semidet.
%
%   As automaton/3 for the list Signature, with counters. An arc may be
%   arc(Node, Integer, Node, Expressions): then the new values of the counters
%   are Expressions over Counters and Template, which stands for the element of
%   Xs. The counters start as Initials and end as Finals.
%
%   ?- automaton([1,1], _, [1,1], [source(a),sink(a)], [arc(a,1,a,[C+1])], [C], [0], [N]).
%      N = 2.

automaton(Xs, Template, Signature, Nodes, Arcs, Counters, Initials, Finals) :-
    must_be(list, Xs),
    check_variables(Signature),
    must_be(list, Nodes),
    must_be(list, Arcs),
    must_be(list, Counters),
    must_be(list, Initials),
    nodes_of(Nodes, Arcs, Names),
    marked_nodes(Nodes, source, Names, Sources),
    marked_nodes(Nodes, sink, Names, Sinks),
    arc_rows(Arcs, Names, 1, Counters, Rows, Updates),
    keys_domain(Sources, From),
    State in From,
    run_automaton(Signature, Xs, State, Last, Rows, updates(Template,Counters,Updates), Initials, Finals),
    keys_domain(Sinks, To),
    Last in To.

nodes_of(Nodes, Arcs, Names) :-
    findall(Name, ( member(Node, Nodes), arg(1, Node, Name) ), Names1),
    findall(Name, ( member(Arc, Arcs), ( arg(1, Arc, Name) ; arg(3, Arc, Name) ) ), Names2),
    append(Names1, Names2, Names3),
    sort(Names3, Names).

marked_nodes(Nodes, Mark, Names, Numbers) :-
    findall(Number,
            ( member(Node, Nodes), functor(Node, Mark, 1), arg(1, Node, Name),
              nth1(Number, Names, Name) ),
            Numbers),
    Numbers = [_|_].

%   A row is the state before, the input, the state after, and the number of the arc.

arc_rows([], _, _, _, [], []).
arc_rows([Arc|Arcs], Names, N, Counters, [[A,Label,B,N]|Rows], [Update|Updates]) :-
    (   Arc = arc(From,Label,To)
    ->  Update = Counters
    ;   Arc = arc(From,Label,To,Update)
    ->  true
    ;   domain_error(arc, Arc)
    ),
    must_be(integer, Label),
    nth1(A, Names, From),
    nth1(B, Names, To),
    !,
    N1 is N + 1,
    arc_rows(Arcs, Names, N1, Counters, Rows, Updates).

run_automaton([], [], State, State, _, _, Values, Values).
run_automaton([Input|Inputs], [X|Xs], State, Last, Rows, Updates, Values, Finals) :-
    '$fd_tuples_in'([[State,Input,Next,Arc]], Rows, none),
    (   Values == []
    ->  Values1 = []
    ;   copy_term(Updates, updates(X,Values,Expressions)),
        transpose(Expressions, Columns),
        updated(Columns, Arc, Values1)
    ),
    run_automaton(Inputs, Xs, Next, Last, Rows, Updates, Values1, Finals).

updated([], _, []).
updated([Expressions|Columns], Arc, [Value|Values]) :-
    expression_values(Expressions, [], Candidates),
    (   Candidates = [Value|Rest],
        all_same(Rest, Value)
    ->  true
    ;   '$fd_list'(element, Candidates, Arc, Value, none)
    ),
    updated(Columns, Arc, Values).

expression_values([], _, []).
expression_values([Expression|Expressions], Known, [Value|Values]) :-
    (   member(E-V, Known),
        E == Expression
    ->  Value = V
    ;   Value #= Expression
    ),
    expression_values(Expressions, [Expression-Value|Known], Values).

all_same([], _).
all_same([X|Xs], Y) :-
    X == Y,
    all_same(Xs, Y).

%!  zcompare(?Order, ?X, ?Y) is semidet.
%
%   Order is `<`, `=` or `>` as the integers X and Y compare.
%
%   ?- X in 1..3, zcompare(<, X, 2).
%      X = 1.

zcompare(Order, X, Y) :-
    check_each([X,Y]),
    (   nonvar(Order)
    ->  order_relation(Order, X, Y)
    ;   integer(X),
        integer(Y)
    ->  compare(Order, X, Y)
    ;   Z in 1..3,
        '$fd_list'(order, [X,Y], 0, Z, none),
        link_order(Z, Order, X, Y)
    ).

order_relation(<, X, Y) :-
    X #< Y.
order_relation(=, X, Y) :-
    X #= Y.
order_relation(>, X, Y) :-
    X #> Y.

order_number(<, 1).
order_number(=, 2).
order_number(>, 3).

link_order(Z, Order, X, Y) :-
    (   integer(Z)
    ->  order_number(Order0, Z),
        !,
        Order = Order0
    ;   put_attr(Z, clpfd, order(Order)),
        put_attr(Order, clpfd, number(Z,X,Y))
    ).

attr_unify_hook(order(Order), Other) :-
    (   integer(Other)
    ->  order_number(Order, Other),
        !
    ;   true
    ).
attr_unify_hook(number(Z,X,Y), Other) :-
    (   nonvar(Other)
    ->  order_number(Other, Z)
    ;   get_attr(Other, clpfd, number(Z1,_,_))
    ->  Z = Z1
    ;   put_attr(Other, clpfd, number(Z,X,Y))
    ).

attribute_goals(Variable, Goals0, Goals) :-
    get_attr(Variable, clpfd, Value),
    (   Value = number(_,X,Y)
    ->  Goals0 = [clpfd:zcompare(Variable,X,Y)|Goals]
    ;   Goals0 = Goals
    ).

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
    '$fd_list'(count, Xs, Value, N, none),
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

%!  inverse(?Xs, ?Ys) is semidet.
%
%   The lists Xs and Ys are permutations inverse to each other.
%
%   ?- inverse([2,X,1], [Y,Z,W]).
%      X = 3, Y = 3, Z = 1, W = 2.

inverse(Xs, Ys) :-
    check_variables(Xs),
    check_variables(Ys),
    length(Xs, N),
    length(Ys, N),
    append(Xs, Ys, Both),
    '$fd_list'(inverse, Both, 0, 0, inverse(Xs,Ys)).

%!  assignment(?Xs, ?Ys) is semidet.
%
%   The same as inverse/2.
%
%      A = 2, B = 1.

assignment(Xs, Ys) :-
    inverse(Xs, Ys).

%!  sorting(?Xs, ?Places, ?Ys) is semidet.
%
%   The list Ys holds the elements of Xs in ascending order, and Places tells
%   where each element of Xs is in Ys.
%
%   ?- sorting([A,B], [2,1], [1,3]).
%      A = 3, B = 1.

sorting(Xs, Places, Ys) :-
    check_variables(Xs),
    check_variables(Ys),
    length(Xs, N),
    length(Places, N),
    length(Ys, N),
    (   N =:= 0
    ->  true
    ;   Places ins 1..N,
        all_distinct(Places),
        chain(Ys, #=<),
        placed(Xs, Places, Ys)
    ).

placed([], [], _).
placed([X|Xs], [Place|Places], Ys) :-
    element(Place, Ys, X),
    placed(Xs, Places, Ys).

%!  bin_packing(?Items, ?Bins) is semidet.
%
%   Items is a list of terms item(Bin, Size), and Bins of terms bin(Bin, Load):
%   Load is the sum of the sizes of the items in Bin.
%
%   ?- bin_packing([item(1,3),item(X,2)], [bin(1,A),bin(2,2)]).
%      X = 2, A = 3.

bin_packing(Items, Bins) :-
    must_be(list, Items),
    must_be(list, Bins),
    findall(Name, member(bin(Name,_), Bins), Names),
    keys_domain(Names, Domain),
    packed_items(Items, Domain, Sizes, Places),
    loads(Bins, Sizes, Places, Loads),
    sum_list(Sizes, Total),
    sum(Loads, #=, Total).

packed_items([], _, [], []).
packed_items([item(Bin,Size)|Items], Domain, [Size|Sizes], [Bin|Places]) :-
    must_be(nonneg, Size),
    Bin in Domain,
    packed_items(Items, Domain, Sizes, Places).

loads([], _, _, []).
loads([bin(Name,Load)|Bins], Sizes, Places, [Load|Loads]) :-
    memberships(Places, Name, Ins),
    scalar_product(Sizes, Ins, #=, Load),
    loads(Bins, Sizes, Places, Loads).

memberships([], _, []).
memberships([Place|Places], Name, [In|Ins]) :-
    Place #= Name #<==> In,
    memberships(Places, Name, Ins).

%!  value_precede_chain(+Values, ?Xs) is semidet.
%
%   Each of Values but the first occurs in the list Xs only after the one before it.
%
%   ?- value_precede_chain([1,2], [X,2]).
%      X = 1.

value_precede_chain(Values, Xs) :-
    must_be(list(integer), Values),
    check_variables(Xs),
    precede(Values, Xs).

precede([], _).
precede([A|Values], Xs) :-
    (   Values = [B|_]
    ->  precede(Xs, 0, A, B),
        precede(Values, Xs)
    ;   true
    ).

precede([], _, _, _).
precede([X|Xs], Seen, A, B) :-
    X #= B #==> Seen,
    Seen #\/ X #= A #<==> Seen1,
    precede(Xs, Seen1, A, B).

:- meta_predicate minimize(0, ?), maximize(0, ?).

%!  minimize(:Goal, ?X) is semidet.
%
%   Goal is true with the least value of X that it can give X.
%
%   ?- X in 3..5, minimize(label([X]), X).
%      X = 3.

minimize(Goal, X) :-
    findall(X, once(Goal), [Bound]),
    better(Goal, X, Bound, less).

%!  maximize(:Goal, ?X) is semidet.
%
%   Goal is true with the greatest value of X that it can give X.
%
%   ?- X in 3..5, maximize(label([X]), X).
%      X = 5.

maximize(Goal, X) :-
    findall(X, once(Goal), [Bound]),
    better(Goal, X, Bound, greater).

better(Goal, X, Bound, How) :-
    must_be(integer, Bound),
    (   findall(X, once(( beyond(How, X, Bound), Goal )), [Bound1])
    ->  better(Goal, X, Bound1, How)
    ;   X = Bound,
        once(Goal)
    ).

beyond(less, X, Bound) :-
    X #< Bound.
beyond(greater, X, Bound) :-
    X #> Bound.

%!  fd_statistics is det.
%
%   Writes what the solver has done since its start.

fd_statistics :-
    forall(fd_statistics(Key, Value), format("~w: ~w~n", [Key,Value])).

%!  fd_statistics(?Key, ?Value) is nondet.
%
%   Value is the number of `nodes`, `failures`, `propagations`, `prunings`,
%   `solutions`, the peak `depth` of searches, or the number of `constraints`. It is
%   also the number of runs for `propagations(Kind)`, and of domains narrowed for
%   `prunings(Kind)`, where Kind is a kind of propagator that has run.

fd_statistics(Key, Value) :-
    '$fd_counts'(counts(Nodes,Failures,Propagations,Prunings,Solutions,Depth,Constraints), Kinds),
    (   member(Key-Value,
               [nodes-Nodes, failures-Failures, propagations-Propagations, prunings-Prunings,
                solutions-Solutions, depth-Depth, constraints-Constraints])
    ;   member(kind(Kind,Value,_), Kinds),
        Key = propagations(Kind)
    ;   member(kind(Kind,_,Value), Kinds),
        Key = prunings(Kind)
    ).

% Sets.

%!  fdset_parts(?Set, ?Min, ?Max, ?Rest) is semidet.
%
%   Set holds the integers from Min to Max and, above them, those of Rest.
%
%   ?- list_to_fdset([1,2,5], S), fdset_parts(S, A, B, R), fdset_to_list(R, L).
%      S = split(3,from_to(n(1),n(2)),from_to(n(5),n(5))), A = 1, B = 2,
%      R = from_to(n(5),n(5)), L = [5].

fdset_parts(Set, Min, Max, Rest) :-
    (   var(Set)
    ->  '$fdset_ranges'(Rest, Ranges),
        '$ranges_fdset'([Min..Max|Ranges], Set)
    ;   '$fdset_ranges'(Set, [Min..Max|Ranges]),
        '$ranges_fdset'(Ranges, Rest)
    ).

%!  empty_fdset(?Set) is semidet.
%
%   Set is the empty set.
%
%   ?- empty_fdset(S).
%      S = empty.

empty_fdset(empty).

%!  empty_interval(+Min, +Max) is semidet.
%
%   There is no integer from Min to Max.
%
%   ?- empty_interval(2, 1).
%      true.

empty_interval(Min, Max) :-
    '$ranges_fdset'([Min..Max], empty).

%!  fdset_interval(?Set, ?Min, ?Max) is semidet.
%
%   Set is the set of the integers from Min to Max.
%
%   ?- fdset_interval(S, 1, 5).
%      S = from_to(n(1),n(5)).

fdset_interval(Set, Min, Max) :-
    (   var(Set)
    ->  '$ranges_fdset'([Min..Max], Set),
        Set \== empty
    ;   '$fdset_ranges'(Set, [Min..Max])
    ).

%!  fdset_singleton(?Set, ?Element) is semidet.
%
%   Element is the only element of Set.
%
%   ?- fdset_singleton(S, 4).
%      S = from_to(n(4),n(4)).

fdset_singleton(Set, Element) :-
    fdset_interval(Set, Element, Element).

%!  fdset_min(+Set, -Min) is semidet.
%
%   Min is the least element of Set, or `inf`.
%
%   ?- list_to_fdset([2,1], S), fdset_min(S, M).
%      S = from_to(n(1),n(2)), M = 1.

fdset_min(Set, Min) :-
    '$fdset_ranges'(Set, [Min.._|_]).

%!  fdset_max(+Set, -Max) is semidet.
%
%   Max is the greatest element of Set, or `sup`.
%
%   ?- list_to_fdset([2,1], S), fdset_max(S, M).
%      S = from_to(n(1),n(2)), M = 2.

fdset_max(Set, Max) :-
    '$fdset_ranges'(Set, Ranges),
    last(Ranges, _..Max).

%!  fdset_size(+Set, -Size) is det.
%
%   Size is the number of elements of Set, or `sup`.
%
%   ?- fdset_interval(S, 1, 5), fdset_size(S, Size).
%      S = from_to(n(1),n(5)), Size = 5.

fdset_size(Set, Size) :-
    '$fdset_ranges'(Set, Ranges),
    (   ranges_size(Ranges, 0, Size0)
    ->  Size = Size0
    ;   Size = sup
    ).

ranges_size([], Size, Size).
ranges_size([Min..Max|Ranges], Size0, Size) :-
    integer(Min),
    integer(Max),
    Size1 is Size0 + Max - Min + 1,
    ranges_size(Ranges, Size1, Size).

%!  list_to_fdset(+List, -Set) is det.
%
%   Set is the set of the integers in List.
%
%   ?- list_to_fdset([3,1,2], S).
%      S = from_to(n(1),n(3)).

list_to_fdset(List, Set) :-
    must_be(list(integer), List),
    findall(X..X, member(X, List), Ranges),
    '$ranges_fdset'(Ranges, Set).

%!  fdset_to_list(+Set, -List) is det.
%
%   List holds the elements of Set in ascending order.
%
%   ?- fdset_interval(S, 1, 3), fdset_to_list(S, L).
%      S = from_to(n(1),n(3)), L = [1,2,3].

fdset_to_list(Set, List) :-
    '$fdset_ranges'(Set, Ranges),
    (   member(Min..Max, Ranges),
        ( Min == inf ; Max == sup )
    ->  instantiation_error(Set)
    ;   findall(X, ( member(Min..Max, Ranges), between(Min, Max, X) ), List)
    ).

%!  range_to_fdset(+Domain, -Set) is det.
%
%   Set is the set of the integers in the domain term Domain.
%
%   ?- range_to_fdset(1..3, S).
%      S = from_to(n(1),n(3)).

range_to_fdset(Domain, Set) :-
    (   Domain == 1..0
    ->  Set = empty
    ;   X in Domain,
        fd_set(X, Set0)
    ->  Set = Set0
    ;   Set = empty
    ).

%!  fdset_to_range(+Set, -Domain) is det.
%
%   Domain is the domain term for Set; `1..0` if it is empty.
%
%   ?- fdset_to_range(empty, D).
%      D = 1..0.

fdset_to_range(Set, Domain) :-
    (   Set == empty
    ->  Domain = 1..0
    ;   X in_set Set,
        fd_dom(X, Domain)
    ).

%!  fdset_add_element(+Set, +Element, -Set2) is det.
%
%   Set2 is Set with the integer Element.
%
%   ?- fdset_add_element(empty, 1, S).
%      S = from_to(n(1),n(1)).

fdset_add_element(Set, Element, Set2) :-
    '$ranges_fdset'([Element..Element], Single),
    '$fdset_combined'(union, Set, Single, Set2).

%!  fdset_del_element(+Set, +Element, -Set2) is det.
%
%   Set2 is Set without the integer Element.
%
%   ?- fdset_interval(S, 1, 2), fdset_del_element(S, 1, S2).
%      S = from_to(n(1),n(2)), S2 = from_to(n(2),n(2)).

fdset_del_element(Set, Element, Set2) :-
    '$ranges_fdset'([Element..Element], Single),
    '$fdset_combined'(difference, Set, Single, Set2).

%!  fdset_disjoint(+Set1, +Set2) is semidet.
%
%   Set1 and Set2 have no common element.
%
%   ?- fdset_disjoint(empty, empty).
%      true.

fdset_disjoint(Set1, Set2) :-
    '$fdset_combined'(intersection, Set1, Set2, empty).

%!  fdset_intersect(+Set1, +Set2) is semidet.
%
%   Set1 and Set2 have a common element.
%
%   ?- fdset_intersect(empty, empty).
%      false.

fdset_intersect(Set1, Set2) :-
    \+ fdset_disjoint(Set1, Set2).

%!  fdset_intersection(+Set1, +Set2, -Set) is det.
%
%   Set holds the elements of both Set1 and Set2.
%
%   ?- fdset_intersection(empty, empty, S).
%      S = empty.

fdset_intersection(Set1, Set2, Set) :-
    '$fdset_combined'(intersection, Set1, Set2, Set).

%!  fdset_member(?Element, +Set) is nondet.
%
%   Element is an element of Set.
%
%   ?- fdset_interval(S, 1, 2), fdset_member(X, S).
%      S = from_to(n(1),n(2)), X = 1
%   ;  S = from_to(n(1),n(2)), X = 2.

fdset_member(Element, Set) :-
    (   integer(Element)
    ->  '$fdset_has'(Set, Element)
    ;   Element in_set Set,
        indomain(Element)
    ).

%!  fdset_eq(+Set1, +Set2) is semidet.
%
%   Set1 and Set2 have the same elements.
%
%   ?- fdset_eq(empty, empty).
%      true.

fdset_eq(Set1, Set2) :-
    '$fdset_ranges'(Set1, Ranges),
    '$fdset_ranges'(Set2, Ranges).

%!  fdset_subset(+Set1, +Set2) is semidet.
%
%   All elements of Set1 are in Set2.
%
%   ?- fdset_subset(empty, empty).
%      true.

fdset_subset(Set1, Set2) :-
    '$fdset_combined'(difference, Set1, Set2, empty).

%!  fdset_subtract(+Set1, +Set2, -Set) is det.
%
%   Set holds the elements of Set1 that are not in Set2.
%
%   ?- fdset_subtract(empty, empty, S).
%      S = empty.

fdset_subtract(Set1, Set2, Set) :-
    '$fdset_combined'(difference, Set1, Set2, Set).

%!  fdset_union(+Set1, +Set2, -Set) is det.
%
%   Set holds the elements of Set1 and of Set2.
%
%   ?- fdset_union(empty, empty, S).
%      S = empty.

fdset_union(Set1, Set2, Set) :-
    '$fdset_combined'(union, Set1, Set2, Set).

%!  fdset_union(+Sets, -Set) is det.
%
%   Set holds the elements of all of Sets.
%
%   ?- fdset_union([], S).
%      S = empty.

fdset_union(Sets, Set) :-
    foldl(fdset_union, Sets, empty, Set).

%!  fdset_complement(+Set, -Complement) is det.
%
%   Complement holds the integers that are not in Set.
%
%   ?- fdset_complement(empty, S).
%      S = from_to(inf,sup).

fdset_complement(Set, Complement) :-
    '$fdset_combined'(difference, from_to(inf,sup), Set, Complement).

% Relations whose variables turn out to be integers are plain arithmetic. Where
% the relations of this library are compiled into a clause, they become a test
% of that, and the constraint is posted only if it fails.

expanded_goal(Goal, Expanded) :-
    relation_goal(Goal, Relation, X, Y, Constraint),
    \+ current_prolog_flag(clpfd_goal_expansion, false),
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

:- multifile(user:goal_expansion/2).

user:goal_expansion(Goal, Expanded) :-
    clpfd:expanded_goal(Goal, Expanded).
