% atom_concat/3 in its modes.

rounds(full, 200000).
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
    A is N mod 1000,
    atom_concat(item_, A, Item),
    atom_concat(item_, Rest, Item),
    atom_concat(Front, Rest, Item),
    atom_length(Front, L1),
    atom_length(Rest, L2),
    X is L1 * 10 + L2.
