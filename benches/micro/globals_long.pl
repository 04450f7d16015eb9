% A global variable with a long value.

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
    (   N mod 1000 =:= 0
    ->  numlist(1, 100, List),
        nb_setval(table, List)
    ;   true
    ),
    (   nb_current(table, Table)
    ->  true
    ;   Table = [1]
    ),
    nth0(0, Table, First),
    X is First + N mod 3.
