% A parser and a printer for JSON as grammars over characters.

:- set_prolog_flag(double_quotes, chars).

main :-
    forall(sample(Text), show(Text)).

sample('[]').
sample('{}').
sample('[1, 2.5, -3, true, false, null]').
sample('{"name": "Ada", "born": 1815, "tags": ["maths", "poetry"]}').
sample('  [ { "a" : [ ] } , "x\\"y\\n" ]  ').
sample('"caf\\u00e9"').
sample('[1, 2').
sample('{"a" 1}').
sample('1e3').

show(Text) :-
    atom_chars(Text, Chars),
    (   phrase(document(Value), Chars)
    ->  phrase(output(Value), Out),
        atom_chars(Atom, Out),
        writeq(Value), nl,
        write(Atom), nl
    ;   write('no JSON: '), write(Text), nl
    ).

document(Value) --> blanks, value(Value), !.

value(Value) --> scalar(Value), blanks.

scalar(list(Values)) --> "[", blanks, elements(Values), "]".
scalar(object(Members)) --> "{", blanks, members(Members), "}".
scalar(text(Atom)) --> text(Atom).
scalar(true) --> "true".
scalar(false) --> "false".
scalar(null) --> "null".
scalar(Number) --> number(Number).

elements([Value|Values]) --> value(Value), more_elements(Values).
elements([]) --> [].

more_elements([Value|Values]) --> ",", blanks, value(Value), more_elements(Values).
more_elements([]) --> [].

members([Member|Members]) --> member(Member), more_members(Members).
members([]) --> [].

more_members([Member|Members]) --> ",", blanks, member(Member), more_members(Members).
more_members([]) --> [].

member(Key-Value) --> text(Key), blanks, ":", blanks, value(Value).

text(Atom) --> ['"'], characters(Chars), { atom_chars(Atom, Chars) }.

characters([]) --> ['"'], !.
characters([Char|Chars]) --> [\], !, escape(Char), characters(Chars).
characters([Char|Chars]) --> [Char], characters(Chars).

escape(Char) --> [u], !, [A,B,C,D], { number_chars(Code, ['0',x,A,B,C,D]), char_code(Char, Code) }.
escape('\n') --> [n], !.
escape('\t') --> [t], !.
escape(Char) --> [Char].

number(Number) -->
    sign(Chars, Chars1), digits(Chars1, Chars2), fraction(Chars2, Chars3), exponent(Chars3, []),
    { number_chars(Number, Chars) }.

sign([-|Chars], Chars) --> "-", !.
sign(Chars, Chars) --> [].

digits([Digit|Chars0], Chars) --> digit(Digit), more_digits(Chars0, Chars).

more_digits([Digit|Chars0], Chars) --> digit(Digit), !, more_digits(Chars0, Chars).
more_digits(Chars, Chars) --> [].

digit(Digit) --> [Digit], { Digit @>= '0', Digit @=< '9' }.

fraction(['.'|Chars0], Chars) --> ".", !, digits(Chars0, Chars).
fraction(Chars, Chars) --> [].

exponent(['.','0',e|Chars0], Chars) --> [e], !, digits(Chars0, Chars).
exponent(Chars, Chars) --> [].

blanks --> [Char], { memberchk(Char, [' ', '\n', '\t']) }, !, blanks.
blanks --> [].

output(list(Values)) --> "[", outputs(Values), "]".
output(object(Members)) --> "{", output_members(Members), "}".
output(text(Atom)) --> ['"'], { atom_chars(Atom, Chars) }, escaped(Chars), ['"'].
output(Atom) --> { atom(Atom), atom_chars(Atom, Chars) }, all(Chars).
output(Number) --> { number(Number), number_chars(Number, Chars) }, all(Chars).

outputs([]) --> [].
outputs([Value|Values]) --> output(Value), comma(Values), outputs(Values).

output_members([]) --> [].
output_members([Key-Value|Members]) -->
    output(text(Key)), ":", output(Value), comma(Members), output_members(Members).

comma([]) --> [].
comma([_|_]) --> ",".

escaped([]) --> [].
escaped(['\n'|Chars]) --> !, [\, n], escaped(Chars).
escaped(['"'|Chars]) --> !, [\, '"'], escaped(Chars).
escaped([Char|Chars]) --> [Char], escaped(Chars).

all([]) --> [].
all([Char|Chars]) --> [Char], all(Chars).
