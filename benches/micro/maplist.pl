% maplist/2,3, foldl/4, include/3 and partition/4.

rounds(full, 40000).
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
    A is N mod 10,
    maplist(integer, [1, 2, A]),
    maplist(succ, [1, 2, A], Next),
    foldl(plus, Next, 0, Sum),
    include(integer, [1, a, 2, b], Integers),
    partition(atom, [a, 1, b], Atoms, _),
    length(Integers, L1),
    length(Atoms, L2),
    X is Sum + L1 + L2.
