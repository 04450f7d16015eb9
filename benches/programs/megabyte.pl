% A grammar reads a megabyte of text: words, numbers, strings and punctuation.

:- set_prolog_flag(double_quotes, codes).

lines(full, 22000).
lines(small, 20).

bench(Size) :-
    lines(Size, Lines),
    text(Lines, Codes),
    length(Codes, Length),
    phrase(tokens(Tokens), Codes),
    length(Tokens, Count),
    totals(Tokens, 0, Numbers, 0, Letters),
    write(Size), write(' '), write(Length), write(' '), write(Count), write(' '),
    write(Numbers), write(' '), write(Letters), nl.

text(Lines, Codes) :-
    phrase(lines(Lines), Codes).

lines(0) --> !.
lines(N) -->
    "total_", digits_of(N), " = ", "rate * (", digits_of(N), " + 17); print \"sum is\"\n",
    { N1 is N - 1 },
    lines(N1).

digits_of(N) -->
    { number_codes(N, Codes) },
    codes(Codes).

codes([]) --> [].
codes([Code|Codes]) --> [Code], codes(Codes).

tokens(Tokens) -->
    blanks,
    (   token(Token)
    ->  { Tokens = [Token|Rest] },
        tokens(Rest)
    ;   { Tokens = [] }
    ).

blanks --> [Code], { blank(Code) }, !, blanks.
blanks --> [].

blank(32).
blank(10).

token(word(Codes)) --> letter(Code), !, { Codes = [Code|Rest] }, word_rest(Rest).
token(number(Value)) --> digit(Digit), !, digits(Digit, Value).
token(string(Codes)) --> [34], !, until_quote(Codes).
token(sign(Code)) --> [Code].

word_rest([Code|Codes]) --> alphanumeric(Code), !, word_rest(Codes).
word_rest([]) --> [].

letter(Code) --> [Code], { letter(Code) }.

alphanumeric(Code) --> [Code], { alphanumeric(Code) }.

letter(Code) :- Code >= 0'a, Code =< 0'z, !.
letter(Code) :- Code >= 0'A, Code =< 0'Z.

alphanumeric(Code) :- letter(Code), !.
alphanumeric(0'_) :- !.
alphanumeric(Code) :- Code >= 0'0, Code =< 0'9.

digits(Value0, Value) -->
    digit(Digit),
    !,
    { Value1 is Value0 * 10 + Digit },
    digits(Value1, Value).
digits(Value, Value) --> [].

digit(Digit) --> [Code], { Code >= 0'0, Code =< 0'9, Digit is Code - 0'0 }.

until_quote([]) --> [34], !.
until_quote([Code|Codes]) --> [Code], until_quote(Codes).

totals([], Numbers, Numbers, Letters, Letters).
totals([Token|Tokens], Numbers0, Numbers, Letters0, Letters) :-
    counted(Token, Numbers0, Numbers1, Letters0, Letters1),
    totals(Tokens, Numbers1, Numbers, Letters1, Letters).

counted(word(Codes), Numbers, Numbers, Letters0, Letters) :-
    length(Codes, Length),
    Letters is Letters0 + Length.
counted(number(Value), Numbers0, Numbers, Letters, Letters) :-
    Numbers is (Numbers0 + Value) mod 1000003.
counted(string(_), Numbers, Numbers, Letters, Letters).
counted(sign(_), Numbers, Numbers, Letters, Letters).
