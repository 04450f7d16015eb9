% library(assoc): look-up and insertion.

:- use_module(library(assoc)).

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
    Key is N mod 50,
    table(Table0),
    put_assoc(Key, Table0, N, Table),
    get_assoc(Key, Table, _),
    get_assoc(17, Table, X).

table(Table) :-
    Pairs = [1-a,5-b,11-c,17-4,20-e,23-f,30-g,41-h],
    list_to_assoc(Pairs, Table).
