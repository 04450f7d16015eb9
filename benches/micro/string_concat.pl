% string_concat/3, sub_string/5 and their like.

rounds(full, 150000).
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
    number_codes(A, Codes),
    string_codes(S, Codes),
    string_concat("key", S, Key),
    string_length(Key, Length),
    sub_string(Key, 0, 3, _, Start),
    string_concat(Start, Rest, Key),
    string_length(Rest, RestLength),
    X is Length * 10 + RestLength.
