% 300,000 facts that are looked up by their second argument, atoms and integers,
% while facts come and go.

:- dynamic(owner/3).

facts(full, 300000).
facts(small, 400).

bench(Size) :-
    facts(Size, Count),
    asserted(0, Count),
    Queries is Count // 2,
    queried(Queries, Count, 0, Sum),
    moved(Queries, Count, 0, Moved),
    findall(Place, owner(_, 1, Place), Places),
    write(Size), write(' '), write(Sum), write(' '), write(Moved), write(' '), write(Places), nl.

asserted(Count, Count) :- !.
asserted(Thing, Count) :-
    Person is (Thing * 7919) mod Count,
    Place is Thing mod 17,
    assertz(owner(Thing, Person, Place)),
    Next is Thing + 1,
    asserted(Next, Count).

queried(0, _, Sum, Sum) :- !.
queried(Queries, Count, Sum0, Sum) :-
    Person is (Queries * 31) mod Count,
    owner(Thing, Person, Place),
    Sum1 is (Sum0 + Thing * (Place + 1)) mod 1000003,
    Fewer is Queries - 1,
    queried(Fewer, Count, Sum1, Sum).

% A person moves all that he owns.
moved(0, _, Moved, Moved) :- !.
moved(Moves, Count, Moved0, Moved) :-
    Person is (Moves * 17) mod Count,
    retract(owner(Thing, Person, Place)),
    !,
    Elsewhere is (Place + Moved0) mod 19,
    assertz(owner(Thing, Person, Elsewhere)),
    Moved1 is (Moved0 + Elsewhere) mod 1000003,
    Fewer is Moves - 1,
    moved(Fewer, Count, Moved1, Moved).
