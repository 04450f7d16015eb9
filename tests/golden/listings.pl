% What listing/1 and portray_clause/1 print.

:- dynamic([fact/2, derived/2, control/1, strings/1, grammar/2, empty/0, counter/1]).

fact(1, a).
fact('Two', [b,c|_]).
fact("three", 'it''s').

derived(X, Y) :-
    fact(X, Z),
    \+ Z = Y,
    Y is X + 1.

control(X) :-
    (   X > 0
    ->  write(positive)
    ;   X < 0
    ->  write(negative)
    ;   write(zero)
    ),
    nl.
control(X) :-
    (   X = a
    ;   X = b,
        !
    ;   X = c
    ).
control(_) :-
    \+ ( fail, true ),
    forall(member(X, [1]), X > 0).

strings("text").
strings('Quoted atom').
strings([]).
strings({a,b}).
strings(1 - 2).
strings(a:b).
strings((a:-b)).

grammar([a|T], T).

counter(0).

main :-
    listing(fact/2),
    listing(derived/2),
    listing(control/1),
    listing(strings/1),
    listing(empty/0),
    listing([counter/1]),
    portray_clause(f(X, Y, X, _, Y)),
    portray_clause((head(X) :- body(X, Y), Y)),
    portray_clause([1,2,3]),
    portray_clause("string"),
    portray_clause((a :- b ; c)).
