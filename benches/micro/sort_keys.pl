% sort/4, keysort/2 and predsort/3 of short lists.

rounds(full, 30000).
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
    sort(1, @>=, [f(3), f(A), f(1)], [f(B)|_]),
    keysort([d-1, a-A, c-3, b-4], [_-C|_]),
    predsort(compare, [d, a, c, b, a], Sorted),
    length(Sorted, D),
    sort(0, @<, [c, a, b, a], Set),
    length(Set, E),
    X is B + C + D + E.
