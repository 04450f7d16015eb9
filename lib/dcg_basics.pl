:- module(dcg_basics,
          [ white//0,
            whites//0,
            nonblank//1,
            nonblanks//1,
            blank//0,
            blanks//0,
            blanks_to_nl//0,
            string//1,
            string_without//2,
            alpha_to_lower//1,
            digits//1,
            digit//1,
            integer//1,
            float//1,
            number//1,
            xinteger//1,
            xdigit//1,
            xdigits//1,
            eos//0,
            eol//0,
            remainder//1,
            prolog_var_name//1,
            atom//1
          ]).

% Grammars for common parts of text, as lists of character codes.

%!  string_without(+EndCodes, -Codes)// is det.
%
%   Codes is the longest text up to a code in EndCodes, which is a list of codes
%   or a string. That code is not read.
%
%   ?- atom_codes('ab,c', Cs), phrase(string_without(`,`, Codes), Cs, Rest).
%      Cs = `ab,c`, Codes = `ab`, Rest = `,c`.

string_without(End, Codes) -->
    { text_codes(End, EndCodes) },
    codes_without(Codes, EndCodes).

text_codes(Text, Codes) :-
    (   string(Text)
    ->  string_codes(Text, Codes)
    ;   Codes = Text
    ).

codes_without(Codes, EndCodes) -->
    (   [C],
        { \+ memberchk(C, EndCodes) }
    ->  { Codes = [C|Codes1] },
        codes_without(Codes1, EndCodes)
    ;   { Codes = [] }
    ).

%!  string(-Codes)// is nondet.
%
%   Codes is a text, the shortest first. It is of use before something else that
%   ends it.
%
%   ?- phrase(string(Codes), `a`, Rest).
%      Codes = [], Rest = `a`
%   ;  Codes = `a`, Rest = [].

string([]) -->
    [].
string([C|Codes]) -->
    [C],
    string(Codes).

%!  blanks// is det.
%
%   The longest sequence of white space, with line ends.
%
%   ?- phrase((blanks,remainder(Rest)), ` \n a`).
%      Rest = `a`.

blanks -->
    (   blank
    ->  blanks
    ;   []
    ).

%!  blank// is semidet.
%
%   A code of white space.
%
%   ?- phrase(blank, `\n`).
%      true.

blank -->
    [C],
    { nonvar(C),
      is_space(C)
    }.

%   The classes are decided here for ASCII, where most text is.

is_space(C) :-
    (   C =< 32
    ->  true
    ;   C > 127,
        code_type(C, space)
    ).

is_graph(C) :-
    (   C =< 126
    ->  C > 32
    ;   code_type(C, graph)
    ).

is_alpha(C) :-
    (   C =< 127
    ->  ascii_lower(C, Lower),
        Lower >= 0'a,
        Lower =< 0'z
    ;   code_type(C, alpha)
    ).

is_word(C) :-
    (   C =:= 0'_
    ->  true
    ;   C >= 0'0,
        C =< 0'9
    ->  true
    ;   is_alpha(C)
    ).

ascii_lower(C, Lower) :-
    (   C >= 0'A,
        C =< 0'Z
    ->  Lower is C + 32
    ;   Lower = C
    ).

lower(C, Lower) :-
    (   C =< 127
    ->  ascii_lower(C, Lower)
    ;   char_code(Char, C),
        downcase_atom(Char, LowerChar),
        char_code(LowerChar, Lower)
    ).

%!  nonblanks(-Codes)// is det.
%
%   Codes is the longest text without white space.
%
%   ?- phrase((nonblanks(Codes),remainder(_)), `ab c`).
%      Codes = `ab`.

nonblanks(Codes) -->
    (   nonblank(C)
    ->  { Codes = [C|Codes1] },
        nonblanks(Codes1)
    ;   { Codes = [] }
    ).

%!  nonblank(-Code)// is semidet.
%
%   Code is not white space.
%
%   ?- phrase(nonblank(C), `a`).
%      C = 0'a.

nonblank(C) -->
    [C],
    { nonvar(C),
      is_graph(C)
    }.

%!  blanks_to_nl// is semidet.
%
%   White space up to and with the end of the line or of the text.
%
%   ?- phrase((blanks_to_nl,remainder(Rest)), ` \nb`).
%      Rest = `b`.

blanks_to_nl -->
    (   "\n"
    ->  []
    ;   blank
    ->  blanks_to_nl
    ;   eos
    ).

%!  whites// is det.
%
%   The longest sequence of blanks and tabs.
%
%   ?- phrase((whites,remainder(Rest)), ` a`).
%      Rest = `a`.

whites -->
    (   white
    ->  whites
    ;   []
    ).

%!  white// is semidet.
%
%   A blank or tab.
%
%   ?- phrase(white, ` `).
%      true.

white -->
    [C],
    { nonvar(C),
      (   C =:= 32
      ->  true
      ;   C =:= 9
      )
    }.

%!  alpha_to_lower(?Lower)// is semidet.
%
%   Lower is the lower case of the letter that is read. If no text is given, the
%   letter is Lower itself.
%
%   ?- phrase(alpha_to_lower(C), `A`).
%      C = 0'a.

alpha_to_lower(Lower) -->
    [C],
    { var(C)
    ->  C = Lower
    ;   is_alpha(C),
        (   C == Lower
        ->  true
        ;   lower(C, Lower)
        )
    }.

%!  digits(?Codes)// is det.
%
%   Codes is the longest sequence of digits.
%
%   ?- phrase((digits(Codes),remainder(_)), `12a`).
%      Codes = `12`.

digits(Codes) -->
    (   { Codes = [C|Codes1] },
        digit(C)
    ->  digits(Codes1)
    ;   { Codes = [] }
    ).

%!  digit(?Code)// is semidet.
%
%   Code is a digit.
%
%   ?- phrase(digit(C), `7`).
%      C = 0'7.

digit(C) -->
    [C],
    { nonvar(C),
      C >= 0'0,
      C =< 0'9
    }.

%!  integer(?Integer)// is semidet.
%
%   The text of Integer, with an optional sign.
%
%   ?- phrase((integer(I),remainder(_)), `-12a`).
%      I = -12.
%
%   ?- phrase(integer(12), Codes).
%      Codes = `12`.

integer(Integer) -->
    (   { nonvar(Integer) }
    ->  { must_be(integer, Integer),
          number_codes(Integer, Codes)
        },
        codes(Codes)
    ;   signed_digits(Codes, []),
        { number_codes(Integer, Codes) }
    ).

codes([]) -->
    [].
codes([C|Codes]) -->
    [C],
    codes(Codes).

%   Codes up to Tail is the text, without a plus sign.

signed_digits(Codes, Tail) -->
    (   "-"
    ->  { Codes = [0'-|Codes1] }
    ;   "+"
    ->  { Codes = Codes1 }
    ;   { Codes = Codes1 }
    ),
    digits_up_to(Codes1, Tail).

digits_up_to([C|Codes], Tail) -->
    digit(C),
    more_digits(Codes, Tail).

more_digits(Codes, Tail) -->
    (   digit(C)
    ->  { Codes = [C|Codes1] },
        more_digits(Codes1, Tail)
    ;   { Codes = Tail }
    ).

%!  float(?Float)// is semidet.
%
%   The text of Float: digits with a fraction, an exponent or both.
%
%   ?- phrase(float(F), `1.5e3`).
%      F = 1500.0.

float(Float) -->
    (   { nonvar(Float) }
    ->  { Float1 is float(Float),
          number_codes(Float1, Codes)
        },
        codes(Codes)
    ;   number(Float),
        { float(Float) }
    ).

%!  number(?Number)// is semidet.
%
%   The text of Number, an integer or a float.
%
%   ?- phrase((number(N),remainder(Rest)), `1.5.`).
%      N = 1.5, Rest = `.`.

number(Number) -->
    (   { nonvar(Number) }
    ->  { must_be(number, Number),
          number_codes(Number, Codes)
        },
        codes(Codes)
    ;   signed_digits(Codes, Tail),
        fraction(Tail, Tail1, HasFraction),
        exponent(HasFraction, Tail, Tail1),
        { number_codes(Number, Codes) }
    ).

fraction(Codes, Tail, HasFraction) -->
    (   ".",
        digits_up_to(Digits, Tail)
    ->  { Codes = [0'.|Digits],
          HasFraction = true
        }
    ;   { HasFraction = false }
    ).

%   A number with an exponent and no fraction gets the fraction that the syntax
%   of Prolog asks for.

exponent(HasFraction, Codes, Tail) -->
    (   exponent_mark,
        exponent_sign(Digits, Digits1),
        digits_up_to(Digits1, [])
    ->  { HasFraction == true
        ->  Tail = [0'e|Digits]
        ;   Codes = [0'.,0'0,0'e|Digits]
        }
    ;   { HasFraction == true
        ->  Tail = []
        ;   Codes = []
        }
    ).

exponent_mark -->
    (   "e"
    ->  []
    ;   "E"
    ).

exponent_sign(Codes, Tail) -->
    (   "-"
    ->  { Codes = [0'-|Tail] }
    ;   "+"
    ->  { Codes = Tail }
    ;   { Codes = Tail }
    ).

%!  xinteger(?Integer)// is semidet.
%
%   The text of Integer in hexadecimal digits, with an optional sign.
%
%   ?- phrase(xinteger(I), `ff`).
%      I = 255.

xinteger(Integer) -->
    (   { nonvar(Integer) }
    ->  { must_be(integer, Integer),
          format(codes(Codes), "~16r", [Integer])
        },
        codes(Codes)
    ;   "-"
    ->  unsigned_xinteger(Integer0),
        { Integer is -Integer0 }
    ;   "+"
    ->  unsigned_xinteger(Integer)
    ;   unsigned_xinteger(Integer)
    ).

unsigned_xinteger(Integer) -->
    xdigit(Weight),
    xdigits(Weights),
    { weights_integer(Weights, Weight, Integer) }.

weights_integer([], Integer, Integer).
weights_integer([Weight|Weights], Integer0, Integer) :-
    Integer1 is Integer0 * 16 + Weight,
    weights_integer(Weights, Integer1, Integer).

%!  xdigits(-Weights)// is det.
%
%   Weights holds the values of the longest sequence of hexadecimal digits.
%
%   ?- phrase(xdigits(Weights), `1f`).
%      Weights = [1,15].

xdigits(Weights) -->
    (   xdigit(Weight)
    ->  { Weights = [Weight|Weights1] },
        xdigits(Weights1)
    ;   { Weights = [] }
    ).

%!  xdigit(?Weight)// is semidet.
%
%   Weight is the value of a hexadecimal digit.
%
%   ?- phrase(xdigit(Weight), `f`).
%      Weight = 15.

xdigit(Weight) -->
    [C],
    { nonvar(C)
    ->  xdigit_weight(C, Weight)
    ;   must_be(between(0,15), Weight),
        (   Weight < 10
        ->  C is Weight + 0'0
        ;   C is Weight - 10 + 0'a
        )
    }.

xdigit_weight(C, Weight) :-
    (   C >= 0'0,
        C =< 0'9
    ->  Weight is C - 0'0
    ;   ascii_lower(C, Lower),
        Lower >= 0'a,
        Lower =< 0'f,
        Weight is Lower - 0'a + 10
    ).

%!  eos// is semidet.
%
%   The end of the text.
%
%   ?- phrase(eos, []).
%      true.

eos([], []).

%!  eol// is semidet.
%
%   The end of a line or of the text.
%
%   ?- phrase((eol,remainder(Rest)), `\r\na`).
%      Rest = `a`.

eol -->
    (   "\n"
    ->  []
    ;   "\r\n"
    ->  []
    ;   eos
    ).

%!  remainder(-Codes)// is det.
%
%   Codes is the rest of the text.
%
%   ?- phrase(remainder(Codes), `ab`).
%      Codes = `ab`.

remainder(Codes, Codes, []).

%!  prolog_var_name(-Name)// is semidet.
%
%   Name is an atom that reads as the name of a variable.
%
%   ?- phrase((prolog_var_name(Name),remainder(_)), `Ab1 c`).
%      Name = 'Ab1'.

prolog_var_name(Name) -->
    [C],
    { nonvar(C),
      is_variable_start(C)
    },
    word_codes(Codes),
    { atom_codes(Name, [C|Codes]) }.

is_variable_start(C) :-
    (   C =:= 0'_
    ->  true
    ;   is_alpha(C),
        \+ lower(C, C)
    ).

word_codes(Codes) -->
    (   word_code(C)
    ->  { Codes = [C|Codes1] },
        word_codes(Codes1)
    ;   { Codes = [] }
    ).

word_code(C) -->
    [C],
    { nonvar(C),
      is_word(C)
    }.

%!  atom(@Term)// is det.
%
%   The text of Term as write/1 prints it.
%
%   ?- phrase(atom(abc), Codes).
%      Codes = `abc`.

atom(Term) -->
    { format(codes(Codes), "~w", [Term]) },
    codes(Codes).
