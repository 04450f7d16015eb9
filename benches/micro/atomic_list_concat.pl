% atomic_list_concat/2,3: joining and splitting.

rounds(full, 100000).
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
    atomic_list_concat([item, A, end], '-', Atom),
    atomic_list_concat(Parts, '-', Atom),
    length(Parts, Count),
    atomic_list_concat([a, A, "b"], Joined),
    atom_length(Joined, Length),
    X is Count * 10 + Length.
