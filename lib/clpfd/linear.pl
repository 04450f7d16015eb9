% Sums and chains.

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
