% phrase/2,3 on short lists of codes.

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
    phrase(digits(Codes), [0'1, 0'2, 0'3]),
    length(Codes, Length),
    phrase(digits(_), [0'4, 0'x], Rest),
    !,
    length(Rest, Left),
    X is Length * 10 + Left + N mod 3.

digits([Code|Codes]) -->
    [Code],
    { Code >= 0'0, Code =< 0'9 },
    digits(Codes).
digits([]) -->
    [].
