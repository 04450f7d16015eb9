:- module(gnu_fd,
          [ op(750, xfy, #<=>),
            op(750, xfy, #\<=>),
            op(740, xfy, #\==>),
            op(730, xfy, ##),
            op(730, yfx, #\\/),
            op(720, yfx, #\/\),
            op(700, xfx, #=#),
            op(700, xfx, #\=#),
            op(700, xfx, #<#),
            op(700, xfx, #=<#),
            op(700, xfx, #>#),
            op(700, xfx, #>=#),
            (#<=>)/2,
            (#\<=>)/2,
            (#\==>)/2,
            (##)/2,
            (#\\/)/2,
            (#\/\)/2,
            (#=#)/2,
            (#\=#)/2,
            (#<#)/2,
            (#=<#)/2,
            (#>#)/2,
            (#>=#)/2,
            fd_domain/2,
            fd_domain/3,
            fd_domain_bool/1,
            fd_min/2,
            fd_max/2,
            fd_values/2,
            fd_all_different/1,
            fd_element/3,
            fd_element_var/3,
            fd_relation/2,
            fd_atmost/3,
            fd_atleast/3,
            fd_exactly/3,
            fd_cardinality/2,
            fd_cardinality/3,
            fd_at_least_one/1,
            fd_at_most_one/1,
            fd_only_one/1,
            fd_reified_in/4,
            fd_labeling/1,
            fd_labeling/2,
            fd_labelingff/1,
            fd_minimize/2,
            fd_maximize/2
          ]).

:- use_module(library(clpfd)).

% The constraints of GNU Prolog by their names there, made of those of
% library(clpfd). Truth values are constraints as in that library.

:- meta_predicate fd_minimize(0, ?), fd_maximize(0, ?).

%!  #<=>(?P, ?Q) is semidet.
%
%   The constraints P and Q are both true or both false.
%
%   ?- P #<=> 1.
%      P = 1.

P #<=> Q :-
    P #<==> Q.

%!  #\<=>(?P, ?Q) is semidet.
%
%   One of the constraints P and Q is true, the other false.
%
%   ?- P #\<=> 1.
%      P = 0.

P #\<=> Q :-
    P #\ Q.

%!  ##(?P, ?Q) is semidet.
%
%   The same.
%
%   ?- P ## 1.
%      P = 0.

P ## Q :-
    P #\ Q.

%!  #\==>(?P, ?Q) is semidet.
%
%   P is true and Q is not.
%
%   ?- P #\==> Q.
%      P = 1, Q = 0.

P #\==> Q :-
    #\ (P #==> Q).

%!  #\\/(?P, ?Q) is semidet.
%
%   Neither P nor Q is true.
%
%   ?- P #\\/ Q.
%      P = 0, Q = 0.

P #\\/ Q :-
    #\ (P #\/ Q).

%!  #\/\(?P, ?Q) is semidet.
%
%   P and Q are not both true.
%
%   ?- P #\/\ 1.
%      P = 0.

P #\/\ Q :-
    #\ (P #/\ Q).

%!  #=#(?X, ?Y) is semidet.
%
%   As #=/2.
%
%   ?- X #=# 1 + 1.
%      X = 2.

X #=# Y :-
    X #= Y.

%!  #\=#(?X, ?Y) is semidet.
%
%   As #\=/2.
%
%   ?- 1 #\=# 2.
%      true.

X #\=# Y :-
    X #\= Y.

%!  #<#(?X, ?Y) is semidet.
%
%   As #</2.
%
%   ?- 1 #<# 2.
%      true.

X #<# Y :-
    X #< Y.

%!  #=<#(?X, ?Y) is semidet.
%
%   As #=</2.
%
%   ?- 1 #=<# 1.
%      true.

X #=<# Y :-
    X #=< Y.

%!  #>#(?X, ?Y) is semidet.
%
%   As #>/2.
%
%   ?- 2 #># 1.
%      true.

X #># Y :-
    X #> Y.

%!  #>=#(?X, ?Y) is semidet.
%
%   As #>=/2.
%
%   ?- 2 #>=# 2.
%      true.

X #>=# Y :-
    X #>= Y.

%!  fd_domain(?Xs, +Values) is semidet.
%
%   The variable, or all variables of the list, are among the list Values.
%
%   ?- fd_domain(X, [1,3]), X #> 1.
%      X = 3.

fd_domain(Xs, Values) :-
    list_to_fdset(Values, Set),
    variables(Xs, Vs),
    all_in_set(Vs, Set).

all_in_set([], _).
all_in_set([V|Vs], Set) :-
    V in_set Set,
    all_in_set(Vs, Set).

variables(Xs, Vs) :-
    (   is_list(Xs)
    ->  Vs = Xs
    ;   Vs = [Xs]
    ).

%!  fd_domain(?Xs, +Min, +Max) is semidet.
%
%   The variable, or all variables of the list, are between Min and Max.
%
%   ?- fd_domain([X,Y], 1, 2), X #< Y.
%      X = 1, Y = 2.

fd_domain(Xs, Min, Max) :-
    variables(Xs, Vs),
    Vs ins Min..Max.

%!  fd_domain_bool(?Xs) is semidet.
%
%   The variable, or all variables of the list, are 0 or 1.
%
%   ?- fd_domain_bool(X), X #> 0.
%      X = 1.

fd_domain_bool(Xs) :-
    fd_domain(Xs, 0, 1).

%!  fd_min(@X, -Min) is det.
%
%   Min is the least value of X.
%
%   ?- fd_min(3, M).
%      M = 3.

fd_min(X, Min) :-
    fd_inf(X, Min).

%!  fd_max(@X, -Max) is det.
%
%   Max is the greatest value of X.
%
%   ?- fd_max(3, M).
%      M = 3.

fd_max(X, Max) :-
    fd_sup(X, Max).

%!  fd_values(@X, -Values) is det.
%
%   Values is the list of the values of X; what fd_dom/2 is in GNU Prolog.
%
%   ?- fd_values(3, L).
%      L = [3].

fd_values(X, Values) :-
    fd_set(X, Set),
    fdset_to_list(Set, Values).

%!  fd_all_different(?Xs) is semidet.
%
%   As all_different/1.
%
%   ?- X in 1..2, fd_all_different([1,X]).
%      X = 2.

fd_all_different(Xs) :-
    all_different(Xs).

%!  fd_element(?Index, +Xs, ?X) is semidet.
%
%   As element/3.
%
%   ?- fd_element(I, [5,6], 6).
%      I = 2.

fd_element(Index, Xs, X) :-
    element(Index, Xs, X).

%!  fd_element_var(?Index, ?Xs, ?X) is semidet.
%
%   As element/3.
%
%   ?- fd_element_var(2, [_,Y], 6).
%      Y = 6.

fd_element_var(Index, Xs, X) :-
    element(Index, Xs, X).

%!  fd_relation(+Rows, ?Xs) is semidet.
%
%   The list Xs is one of Rows.
%
%   ?- fd_relation([[1,2],[2,3]], [X,3]).
%      X = 2.

fd_relation(Rows, Xs) :-
    tuples_in([Xs], Rows).

%!  fd_atmost(+N, ?Xs, +Value) is semidet.
%
%   At most N elements of Xs are Value.
%
%   ?- fd_atmost(1, [3,X], 3), X in 3..4.
%      X = 4.

fd_atmost(N, Xs, Value) :-
    count(Value, Xs, #=<, N).

%!  fd_atleast(+N, ?Xs, +Value) is semidet.
%
%   At least N elements of Xs are Value.
%
%   ?- fd_atleast(2, [3,X], 3).
%      X = 3.

fd_atleast(N, Xs, Value) :-
    count(Value, Xs, #>=, N).

%!  fd_exactly(+N, ?Xs, +Value) is semidet.
%
%   N elements of Xs are Value.
%
%   ?- fd_exactly(2, [3,X], 3).
%      X = 3.

fd_exactly(N, Xs, Value) :-
    count(Value, Xs, #=, N).

%!  fd_cardinality(?Constraints, ?N) is semidet.
%
%   N of Constraints are true.
%
%   ?- fd_cardinality([X #= 1, 2 #> 1], 1), X in 1..2.
%      X = 2.

fd_cardinality(Constraints, N) :-
    truth_values(Constraints, Values),
    sum(Values, #=, N).

truth_values([], []).
truth_values([Constraint|Constraints], [Value|Values]) :-
    Constraint #<==> Value,
    truth_values(Constraints, Values).

%!  fd_cardinality(+Min, ?Constraints, +Max) is semidet.
%
%   At least Min and at most Max of Constraints are true.
%
%   ?- fd_cardinality(1, [X,0], 1).
%      X = 1.

fd_cardinality(Min, Constraints, Max) :-
    N in Min..Max,
    fd_cardinality(Constraints, N).

%!  fd_at_least_one(?Constraints) is semidet.
%
%   One of Constraints is true, or more.
%
%   ?- fd_at_least_one([X,0]).
%      X = 1.

fd_at_least_one(Constraints) :-
    length(Constraints, Length),
    fd_cardinality(1, Constraints, Length).

%!  fd_at_most_one(?Constraints) is semidet.
%
%   One of Constraints is true, or none.
%
%   ?- fd_at_most_one([X,1]).
%      X = 0.

fd_at_most_one(Constraints) :-
    fd_cardinality(0, Constraints, 1).

%!  fd_only_one(?Constraints) is semidet.
%
%   One of Constraints is true.
%
%   ?- fd_only_one([X,1]).
%      X = 0.

fd_only_one(Constraints) :-
    fd_cardinality(1, Constraints, 1).

%!  fd_reified_in(?X, +Min, +Max, ?B) is semidet.
%
%   B tells whether X is between Min and Max.
%
%   ?- fd_reified_in(3, 2, 4, B).
%      B = 1.

fd_reified_in(X, Min, Max, B) :-
    X in Min..Max #<==> B.

%!  fd_labeling(?Xs) is nondet.
%
%   As label/1, for a variable or a list.
%
%   ?- fd_domain(X, 1, 2), fd_labeling(X).
%      X = 1
%   ;  X = 2.

fd_labeling(Xs) :-
    fd_labeling(Xs, []).

%!  fd_labelingff(?Xs) is nondet.
%
%   As fd_labeling/1, variables with the fewest values first.
%
%   ?- fd_domain(X, 1, 1), fd_labelingff(X).
%      X = 1.

fd_labelingff(Xs) :-
    fd_labeling(Xs, [variable_method(first_fail)]).

%!  fd_labeling(?Xs, +Options) is nondet.
%
%   As fd_labeling/1. Options are `variable_method(M)` with M one of `standard`,
%   `first_fail`, `most_constrained`, `smallest`, `largest`, `max_regret`, `random`;
%   `value_method(M)` with M one of `min`, `max`, `middle`, `bisect`, `random`; and
%   `reorder(_)`, which means nothing here.
%
%   ?- fd_domain(X, 1, 2), fd_labeling(X, [value_method(max)]).
%      X = 2
%   ;  X = 1.

fd_labeling(Xs, Options) :-
    variables(Xs, Vs),
    must_be(list, Options),
    labeling_options(Options, LabelingOptions),
    labeling(LabelingOptions, Vs).

labeling_options([], []).
labeling_options([Option|Options], Ls0) :-
    (   var(Option)
    ->  instantiation_error(Option)
    ;   Option = reorder(_)
    ->  Ls0 = Ls
    ;   Option = variable_method(Method),
        variable_method(Method, L)
    ->  Ls0 = [L|Ls]
    ;   Option = value_method(Method),
        value_method(Method, L)
    ->  Ls0 = [L|Ls]
    ;   domain_error(fd_labeling_option, Option)
    ),
    labeling_options(Options, Ls).

variable_method(standard, leftmost).
variable_method(first_fail, ff).
variable_method(ff, ff).
variable_method(most_constrained, ffc).
variable_method(smallest, min).
variable_method(largest, max).
variable_method(max_regret, max_regret).
variable_method(random, random_variable(1)).

value_method(min, up).
value_method(max, down).
value_method(middle, middle).
value_method(bisect, bisect).
value_method(random, random_value(1)).

%!  fd_minimize(:Goal, ?X) is semidet.
%
%   As minimize/2.
%
%   ?- fd_domain(X, 1, 2), fd_minimize(fd_labeling(X), X).
%      X = 1.

fd_minimize(Goal, X) :-
    minimize(Goal, X).

%!  fd_maximize(:Goal, ?X) is semidet.
%
%   As maximize/2.
%
%   ?- fd_domain(X, 1, 2), fd_maximize(fd_labeling(X), X).
%      X = 2.

fd_maximize(Goal, X) :-
    maximize(Goal, X).
