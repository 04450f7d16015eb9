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
            (in_set)/2
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
    must_be(list, Xs),
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
    check_variables(Xs),
    '$fd_all_different'(Xs).

%!  all_distinct(?Xs) is semidet.
%
%   The elements of the list Xs have different values. All values that no
%   solution of this constraint contains are taken from the domains.
%
%   ?- [X,Y,Z] ins 1..2 \/ 1..2, Z in 1..3, all_distinct([X,Y,Z]).
%      false.

all_distinct(Xs) :-
    check_variables(Xs),
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
    labeling([], Xs).

%!  labeling(+Options, ?Xs) is nondet.
%
%   As label/1. Options say which variable is next (`leftmost`, `ff`, `ffc`,
%   `min`, `max`), which value (`up`, `down`), how it is decided (`step`, `enum`,
%   `bisect`), and in what order solutions come (`min(Expr)`, `max(Expr)`).
%
%   ?- X in 0..2, labeling([down], [X]).
%      X = 2
%   ;  X = 1
%   ;  X = 0.

labeling(Options, Xs) :-
    must_be(list, Options),
    must_be(list, Xs),
    check_finite(Xs),
    parse_options(Options, Options, options(_, _, _, _, 0, -1), Parsed, Goals),
    Parsed = options(Selection, Order, Branching, _, Seed, Failures),
    default(Selection, leftmost),
    default(Order, up),
    default(Branching, step),
    (   Order = random,
        Branching == bisect
    ->  domain_error(bisect_up_or_down, Order)
    ;   true
    ),
    objectives(Goals, Xs, Objectives),
    search(Objectives, spec(Selection,Order,Branching,Objectives,Seed,Failures), Xs).

default(Option, Default) :-
    (   var(Option)
    ->  Option = Default
    ;   true
    ).

check_finite([]).
check_finite([X|Xs]) :-
    (   integer(X)
    ->  true
    ;   var(X)
    ->  fd_size(X, Size),
        (   integer(Size)
        ->  true
        ;   instantiation_error(X)
        )
    ;   type_error(integer, X)
    ),
    check_finite(Xs).

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

set_option(Place, Value, _, All, Parsed0, Parsed) :-
    arg(Place, Parsed0, Old),
    (   Place =< 3,
        nonvar(Old)
    ->  domain_error(consistent_labeling_options, All)
    ;   Parsed0 = options(A,B,C,D,E,F),
        replaced(Place, Value, [A,B,C,D,E,F], List),
        Parsed =.. [options|List]
    ),
    set_seed(Value).

set_seed(_).

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

%   The variables of an objective must be bounded by those that are labeled.

objectives([], _, []).
objectives([goal(How,Expr)|Goals], Xs, [goal(How,V)|Objectives]) :-
    (   ground(Expr)
    ->  true
    ;   term_variables(Expr, Variables),
        check_finite(Variables)
    ),
    V #= Expr,
    objectives(Goals, Xs, Objectives).

search(Objectives, Spec, Xs) :-
    (   Objectives == [],
        '$fd_attributed'(Xs)
    ->  Spec = spec(Selection,Order,Branching,_,_,_),
        stepwise(Xs, Selection, Order, Branching)
    ;   '$fd_label'(Spec, Xs, Found),
        found(Found)
    ).

found(true).

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
