% clause/2, and retract/1 of the only clause.

rounds(full, 60000).
rounds(small, 50).

bench(Size) :-
    rounds(Size, Rounds),
    looped(Rounds, 0, Sum),
    write(Size), write(' '), write(Sum), nl.

looped(0, Sum, Sum) :- !.
looped(N, Sum0, Sum) :-
    step(N, X),
    Sum1 is (Sum0 * 3 + X) mod 1000003,
    N1 is N - 1,
    looped(N1, Sum1, Sum).

step(N, X) :-
    A is N mod 3,
    clause(rule(A, B), Body),
    call(Body),
    assertz(fact(A, B)),
    retract(fact(A, C)),
    X is B + C.

:- dynamic(( rule/2, fact/2 )).

rule(0, B) :- B = 5.
rule(1, B) :- B = 6.
rule(2, B) :- B = 7.
