% Labeling.

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
    search([], spec(leftmost,up,step,[],0,-1,none,-1,-1,[]), Xs, _).

%!  labeling(+Options, ?Xs) is nondet.
%
%   As label/1. Options say which variable is next (`leftmost`, `ff`, `ffc`,
%   `min`, `max`, `anti_first_fail`, `occurrence`, `max_regret`, `dom_w_deg`, `impact`,
%   `activity`, `random_variable(Seed)`), which value (`up`, `down`, `middle`,
%   `phase_saving`, `random_value(Seed)`), how it is decided (`step`, `enum`, `bisect`), and in what
%   order solutions come: `min(Expr)` and `max(Expr)` give all of them, the best
%   first, `minimize(Expr)` and `maximize(Expr)` only the best. `backtracks(N)` gives
%   up after N failures, and `discrepancy(N)` looks only where at most N decisions
%   are others than the first. With `upto_in(Count)`, variables keep domains of which
%   each value is in a solution, Count of them. `restart(luby(N))` and `restart(geometric(N, Percent))` begin
%   anew after growing numbers of failures. `time_out(Milliseconds, Flag)` ends with
%   the best solution so far and Flag `time_out`, else Flag is `success`.
%   `assumptions(Count)` tells how many decisions led to the solution. With
%   `variable(Goal)`, `call(Goal, Vars, X, Rest)` says which variable is next, and with
%   `value(Goal)`, `call(Goal, X, Rest, Bound0, Bound)` gives X values: its first clause
%   calls first_bound/2, the others later_bound/2 with the last two arguments. These two
%   do not go with limits of a search and its restarts, nor with `assumptions(Count)`.
%   With objectives, `backtracks(N)` ends the search for something better, and
%   `restart(How)` makes it begin anew.
%
%   ?- X in 0..2, labeling([down], [X]).
%      X = 2
%   ;  X = 1
%   ;  X = 0.

labeling(Options, Xs) :-
    (   Options == [ff]
    ->  '$fd_finite'(Xs),
        search([], spec(ff,up,step,[],0,-1,none,-1,-1,[]), Xs, _)
    ;   labeling_by(Options, Xs)
    ).

labeling_by(Options, Xs) :-
    must_be(list, Options),
    '$fd_finite'(Xs),
    parse_options(Options, Options, options(_, _, _, none, 0, -1, -1, _, -1, ground, []), Parsed, Goals),
    Parsed = options(Selection, Order, Branching, Restarts, Seed, Failures, Time, Flag,
                     Discrepancies, Upto, Decisions),
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
    (   ( Selection = variable(_) ; Order = value(_) )
    ->  (   Restarts == none,
            [Failures,Time,Discrepancies] == [-1,-1,-1],
            Decisions == []
        ->  ordered(Objectives, stepwise(Xs,Selection,Order,Branching))
        ;   domain_error(consistent_labeling_options, Options)
        )
    ;   Upto = in(Count),
        Objectives == []
    ->  stepwise_up_to(Xs, Selection, Order, Branching, Count),
        Flag = success
    ;   search(Objectives,
               spec(Selection,Order,Branching,Objectives,Seed,Failures,Restarts,Time,Discrepancies,
                    Decisions),
               Xs, Flag)
    ).

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
option_place(impact, 1, impact).
option_place(activity, 1, activity).
option_place(variable(Goal), 1, variable(Goal)) :-
    must_be(callable, Goal).
option_place(random_variable(Seed), 1, random) :-
    must_be(integer, Seed).
option_place(up, 2, up).
option_place(down, 2, down).
option_place(middle, 2, middle).
option_place(median, 2, middle).
option_place(phase_saving, 2, saved).
option_place(random, 2, random).
option_place(value(Goal), 2, value(Goal)) :-
    must_be(callable, Goal).
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
option_place(discrepancy(N), 9, N) :-
    must_be(nonneg, N).
option_place(assumptions(Count), 11, Count).
option_place(upto_ground, 10, ground).
option_place(upto_in, 10, in(_)).
option_place(upto_in(Count), 10, in(Count)).
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
    (   '$fd_attributed'(Xs)
    ->  search_within(Objectives, Spec, Xs, Flag)
    ;   '$fd_label'(Spec, Xs, Found),
        found(Found, Flag)
    ).

found(true, success).
found(time_out, time_out).

%   Variables on which nothing more depends keep their domains. Count is the number
%   of solutions that these have.

stepwise_up_to(Xs, Selection, Order, Branching, Count) :-
    '$fd_bound'(Xs, Bound),
    (   '$fd_select'(Selection, Bound, X)
    ->  decide(X, Order, Branching),
        stepwise_up_to(Xs, Selection, Order, Branching, Count)
    ;   sizes(Xs, 1, Count)
    ).

sizes([], Count, Count).
sizes([X|Xs], Count0, Count) :-
    fd_size(X, Size),
    Count1 is Count0 * Size,
    sizes(Xs, Count1, Count).

%   Variables with goals of their own are labeled one by one, so that these run
%   as soon as their variables have values.

stepwise(Xs, Selection, Order, Branching) :-
    (   Selection = variable(Goal)
    ->  only_variables(Xs, Vars),
        (   Vars == []
        ->  true
        ;   once(call(user:Goal, Vars, X, Rest)),
            give_value(Order, X, Rest, Branching),
            stepwise(Rest, Selection, Order, Branching)
        )
    ;   Order = value(_)
    ->  (   '$fd_select'(Selection, Xs, X)
        ->  only_variables(Xs, Vars),
            others(Vars, X, Rest),
            give_value(Order, X, Rest, Branching),
            stepwise(Rest, Selection, Order, Branching)
        ;   true
        )
    ;   '$fd_select'(Selection, Xs, X)
    ->  decide(X, Order, Branching),
        stepwise(Xs, Selection, Order, Branching)
    ;   true
    ).

%   The solutions of Label, the best first: the best value of each objective is found by
%   ever better ones.

ordered([], Label) :-
    call(Label).
ordered([goal(How,V)|Goals], Label) :-
    how_better(How, Better, Worse),
    first_value(Better, V, Label, Value),
    best_value(Better, V, Label, Value, Best),
    end_limits(Label),
    (   V = Best,
        ordered(Goals, Label)
    ;   How \== minimize,
        How \== maximize,
        beyond(Worse, V, Best),
        ordered([goal(How,V)|Goals], Label)
    ).

how_better(min, less, greater).
how_better(minimize, less, greater).
how_better(max, greater, less).
how_better(maximize, greater, less).

best_value(Better, V, Label, Value, Best) :-
    (   first_value(Better, V, ( beyond(Better, V, Value), Label ), Value1)
    ->  best_value(Better, V, Label, Value1, Best)
    ;   Best = Value
    ).

first_value(Better, V, Label, Value) :-
    findall(V, once(( Label, end_value(Better, V) )), [Value]).

%   An objective need not be known when all else is.

end_value(less, V) :-
    label([V]).
end_value(greater, V) :-
    labeling([down], [V]).

only_variables([], []).
only_variables([X|Xs], Vars) :-
    (   var(X)
    ->  Vars = [X|Vars1]
    ;   Vars = Vars1
    ),
    only_variables(Xs, Vars1).

others([], _, []).
others([V|Vars], X, Others) :-
    (   V == X
    ->  Others = Vars
    ;   Others = [V|Others1],
        others(Vars, X, Others1)
    ).

%   The variable that a goal has chosen gets a value.

give_value(value(Goal), X, Rest, _) :-
    !,
    call(user:Goal, X, Rest, 0, _).
give_value(Order, X, _, Branching) :-
    stepwise([X], leftmost, Order, Branching).

%!  first_bound(+Bound0, -Bound) is det.
%
%   Bound is that of a search in which X has got the value tried first. For goals of
%   the option `value(Goal)` of labeling/2.
%
%   ?- first_bound(0, B).
%      B = 0.

first_bound(Bound, Bound).

%!  later_bound(+Bound0, -Bound) is det.
%
%   Bound is that of a search in which X has got another value than the one tried
%   first. For goals of the option `value(Goal)` of labeling/2.
%
%   ?- later_bound(0, B).
%      B = 1.

later_bound(Bound0, Bound) :-
    Bound is Bound0 + 1.

decide(X, Order, Branching) :-
    alternatives(Order, Branching, X, First, Second),
    (   call(First)
    ;   call(Second)
    ).

alternatives(Order, Branching, X, First, Second) :-
    fd_inf(X, Inf),
    fd_sup(X, Sup),
    (   Branching == bisect
    ->  Middle is (Inf + Sup) >> 1,
        halves(Order, X, Middle, First, Second)
    ;   Order == down
    ->  First = (X = Sup),
        Second = (X #\= Sup)
    ;   First = (X = Inf),
        Second = (X #\= Inf)
    ).

halves(down, X, Middle, X #> Middle, X #=< Middle) :-
    !.
halves(_, X, Middle, X #=< Middle, X #> Middle).
