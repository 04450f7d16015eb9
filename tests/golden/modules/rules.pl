% A module with an operator that it exports and one of its own.

:- module(rules, [rule/1, stronger/2, op(700, xfx, ===>)]).

:- op(200, xfy, **>).

rule(a ===> b).
rule(b ===> c).

stronger(X, Y) :-
    Pair = X **> Y,
    order(Pair).

order(c **> b).
order(b **> a).
