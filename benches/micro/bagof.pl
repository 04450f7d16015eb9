% bagof/3 and setof/3, with and without free variables.

rounds(full, 15000).
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
    bagof(E, member(E, [c, a, A]), Bag),
    setof(E, F^member(E-F, [c-1, a-2, c-A]), Set),
    findall(K-Es, bagof(E, member(E-K, [c-1, a-2, b-1]), Es), Groups),
    length(Bag, L1),
    length(Set, L2),
    length(Groups, L3),
    X is L1 + L2 + L3.
