% Sorting of small lists.

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
    A is N * 7 mod 20,
    B is N * 3 mod 20,
    sort([A,B,11,3,7,B], Sorted),
    msort([B,A,5,1], [_,Y|_]),
    keysort([B-1,A-2,9-3], [_-Z|_]),
    length(Sorted, Length),
    X is Y + Z + Length.
