% Assert and retract of 300,000 facts with look-ups on the first argument.

:- dynamic(edge/2).

facts(full, 300000).
facts(small, 1000).

bench(Size) :-
    facts(Size, Count),
    asserted(0, Count),
    summed(Count, Count, 0, Sum),
    retracted(0, Count, 0, Gone),
    findall(Y, edge(_, Y), Ys),
    length(Ys, Left),
    retractall(edge(_, _)),
    \+ edge(_, _),
    write(Size), write(' '), write(Sum), write(' '), write(Gone), write(' '), write(Left), nl.

asserted(Count, Count) :- !.
asserted(X, Count) :-
    Y is (X * 7919) mod Count,
    assertz(edge(X, Y)),
    Next is X + 1,
    asserted(Next, Count).

% Follows the edges from 1 for as many steps.
summed(0, _, Sum, Sum) :- !.
summed(Steps, Count, Sum0, Sum) :-
    From is Steps mod Count,
    edge(From, Via),
    edge(Via, To),
    Sum1 is (Sum0 + To) mod 1000003,
    Fewer is Steps - 1,
    summed(Fewer, Count, Sum1, Sum).

% Takes away each third fact.
retracted(X, Count, Gone, Gone) :-
    X >= Count,
    !.
retracted(X, Count, Gone0, Gone) :-
    retract(edge(X, _)),
    !,
    Gone1 is Gone0 + 1,
    Next is X + 3,
    retracted(Next, Count, Gone1, Gone).
