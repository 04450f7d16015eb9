% nth0/3, nth1/3, last/2, delete/3, sum_list/2, max_list/2, memberchk/2.

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
    nth0(A, [1, 2, 3, 4, 5, 6], B),
    nth1(Place, [a, b, c], c),
    last([1, 2, B], Last),
    delete([a, b, a, c], a, Kept),
    length(Kept, Length),
    sum_list([1, 2, B], Sum),
    max_list([1, 2, B], Max),
    memberchk(B, [1, 2, 3, 4, 5, 6]),
    X is Place + Last + Length + Sum + Max.
