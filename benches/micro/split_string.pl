% split_string/4: fields, and white space off.

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
    split_string("a, b,c ,d", ",", " ", Parts),
    split_string("  hello  ", "", " ", [Bare]),
    length(Parts, Count),
    string_length(Bare, Length),
    X is Count * 10 + Length + N mod 3.
