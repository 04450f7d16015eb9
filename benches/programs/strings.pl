% Building and taking apart strings, for systems that have them.

strings(full, 250000).
strings(small, 200).

bench(Size) :-
    strings(Size, Count),
    built(Count, 0, Sum),
    piled(Count, Pile),
    string_length(Pile, Length),
    write(Size), write(' '), write(Sum), write(' '), write(Length), nl.

built(0, Sum, Sum) :- !.
built(N, Sum0, Sum) :-
    number_codes(N, Digits),
    string_codes(Number, Digits),
    string_concat("key ", Number, Key),
    string_concat(Key, " = value", Line),
    split_string(Line, "=", " ", [Left, Right]),
    sub_string(Left, 4, _, 0, Back),
    string_length(Right, Length),
    string_upper(Right, Upper),
    string_chars(Upper, [_|Chars]),
    string_chars(Tail, Chars),
    (   Back == Number,
        Tail == "ALUE"
    ->  Sum1 is (Sum0 * 5 + N * Length) mod 1000003
    ;   Sum1 = Sum0
    ),
    N1 is N - 1,
    built(N1, Sum1, Sum).

piled(Count, Pile) :-
    findall(Line, line(Count, Line), Lines),
    joined(Lines, "", Pile).

line(Count, Line) :-
    Last is Count // 200,
    between(1, Last, N),
    number_codes(N, Codes),
    string_codes(Number, Codes),
    string_concat(Number, "\n", Line).

joined([], Pile, Pile).
joined([Line|Lines], Pile0, Pile) :-
    string_concat(Pile0, Line, Pile1),
    joined(Lines, Pile1, Pile).
