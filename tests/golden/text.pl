% Text processing with strings, atoms and association lists.

text("It was the best of times, it was the worst of times,
it was the age of wisdom, it was the age of foolishness").

main :-
    text(Text),
    split_string(Text, "\n", "", Lines),
    forall(nth1(N, Lines, Line), format("~d: ~s~n", [N, Line])),
    words(Text, Words),
    length(Words, Count),
    format("~d words~n", [Count]),
    frequencies(Words, Pairs),
    forall(( nth1(I, Pairs, F-W), I =< 5 ), format("~w~t~8|~d~n", [W, F])),
    caesar("Hello, World", 3, Secret),
    writeln(Secret),
    caesar(Secret, -3, Plain),
    writeln(Plain),
    title("the quick brown fox", Title),
    writeln(Title),
    justify(["one", "three", "fifteen"], 10),
    csv("name,age,city\nAda,36,London\nAlan,41,Wilmslow\n", Rows),
    forall(member(Row, Rows), ( print(Row), nl )),
    forall(member(S, ["racecar", "prolog"]), ( palindrome(S) -> writeln(yes) ; writeln(no) )),
    replace("a-b-c", "-", "+", Replaced),
    writeln(Replaced),
    atomic_list_concat(Parts, ', ', 'x, y, z'),
    print(Parts), nl,
    sub_atom_positions(banana, an, Positions),
    print(Positions), nl,
    number_words.

words(Text, Words) :-
    string_lower(Text, Lower),
    split_string(Lower, " \n", ",. \n", Parts),
    exclude(==(""), Parts, Strings),
    maplist([S, A]>>atom_string(A, S), Strings, Words).

frequencies(Words, Pairs) :-
    empty_assoc(Empty),
    foldl(count_word, Words, Empty, Assoc),
    assoc_to_list(Assoc, List),
    findall(N-W, member(W-N, List), Counted),
    sort(1, @>=, Counted, Pairs).

count_word(Word, Assoc0, Assoc) :-
    (   get_assoc(Word, Assoc0, N0)
    ->  N is N0 + 1
    ;   N = 1
    ),
    put_assoc(Word, Assoc0, N, Assoc).

caesar(Text, Shift, Secret) :-
    string_codes(Text, Codes0),
    maplist(shifted(Shift), Codes0, Codes),
    string_codes(Secret, Codes).

shifted(Shift, Code0, Code) :-
    (   between(0'a, 0'z, Code0)
    ->  Code is (Code0 - 0'a + Shift) mod 26 + 0'a
    ;   between(0'A, 0'Z, Code0)
    ->  Code is (Code0 - 0'A + Shift) mod 26 + 0'A
    ;   Code = Code0
    ).

title(Text, Title) :-
    split_string(Text, " ", "", Words),
    maplist(capital, Words, Capitals),
    atomic_list_concat(Capitals, ' ', Title).

capital(Word, Capital) :-
    sub_string(Word, 0, 1, After, First),
    sub_string(Word, 1, After, 0, Rest),
    string_upper(First, Upper),
    string_concat(Upper, Rest, Capital).

justify(Words, Width) :-
    forall(
        member(Word, Words),
        ( string_length(Word, Length),
          Pad is Width - Length,
          forall(between(1, Pad, _), write(' ')),
          writeln(Word)
        )
    ).

csv(Text, Rows) :-
    split_string(Text, "\n", "", Lines),
    findall(Row, ( member(Line, Lines), Line \== "", row(Line, Row) ), Rows).

row(Line, Row) :-
    split_string(Line, ",", "", Fields),
    maplist(field, Fields, Values),
    Row =.. [row|Values].

field(Text, Value) :-
    (   catch(number_string(Number, Text), _, fail)
    ->  Value = Number
    ;   atom_string(Value, Text)
    ).

palindrome(Text) :-
    string_chars(Text, Chars),
    reverse(Chars, Chars).

replace(Text, From, To, Replaced) :-
    split_string(Text, From, "", Parts),
    atomic_list_concat(Parts, To, Atom),
    atom_string(Atom, Replaced).

sub_atom_positions(Atom, Sub, Positions) :-
    findall(Before, sub_atom(Atom, Before, _, _, Sub), Positions).

number_words :-
    forall(
        member(N, [0, 7, 13, 21, 40, 99, 100, 342, 1000, 12345]),
        ( phrase(number(N), Words), atomic_list_concat(Words, ' ', Text), writeln(Text) )
    ).

number(0) --> !, [zero].
number(N) --> positive(N).

positive(0) --> !, [].
positive(N) --> { N >= 1000 }, !, { T is N // 1000, R is N mod 1000 }, positive(T), [thousand], positive(R).
positive(N) --> { N >= 100 }, !, { H is N // 100, R is N mod 100 }, positive(H), [hundred], positive(R).
positive(N) --> { N >= 20 }, !, { T is N // 10, R is N mod 10, tens(T, Word) }, [Word], positive(R).
positive(N) --> { ones(N, Word) }, [Word].

tens(2, twenty). tens(3, thirty). tens(4, forty). tens(5, fifty).
tens(6, sixty). tens(7, seventy). tens(8, eighty). tens(9, ninety).

ones(1, one). ones(2, two). ones(3, three). ones(4, four). ones(5, five).
ones(6, six). ones(7, seven). ones(8, eight). ones(9, nine). ones(10, ten).
ones(11, eleven). ones(12, twelve). ones(13, thirteen). ones(14, fourteen).
ones(15, fifteen). ones(16, sixteen). ones(17, seventeen). ones(18, eighteen).
ones(19, nineteen).
