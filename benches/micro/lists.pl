% append/3, memberchk/2, length/2, reverse/2 and nth0/3.

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
    List = [1,2,3,4,5,6,7,8,9,10],
    append(List, [N], Longer),
    length(Longer, Length),
    reverse(Longer, [Last|_]),
    memberchk(7, Longer),
    nth0(4, Longer, Fifth),
    X is Length + Last mod 10 + Fifth.
