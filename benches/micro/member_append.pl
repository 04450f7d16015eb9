% member/2, append/3 and select/3 that leave choice points, and not.

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
    A is N mod 6,
    member(B, [0, 1, 2, 3, 4, 5]),
    B >= A,
    !,
    append(_, [Last], [a, b, c, B]),
    !,
    select(c, [a, b, c], Rest),
    length(Rest, Length),
    X is Last + Length.
