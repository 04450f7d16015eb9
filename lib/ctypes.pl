:- module(ctypes,
          [ is_alnum/1,
            is_alpha/1,
            is_ascii/1,
            is_cntrl/1,
            is_csym/1,
            is_csymf/1,
            is_digit/1,
            is_digit/3,
            is_endfile/1,
            is_endline/1,
            is_graph/1,
            is_lower/1,
            is_newline/1,
            is_newpage/1,
            is_paren/2,
            is_period/1,
            is_print/1,
            is_punct/1,
            is_quote/1,
            is_space/1,
            is_upper/1,
            is_white/1,
            to_lower/2,
            to_upper/2,
            upper_lower/2
          ]).

% Classes of characters, which are given as codes.

%!  is_alnum(?Code) is nondet.
%
%   Code is that of a letter or digit.
%
%   ?- is_alnum(0'a).
%      true.

is_alnum(Code) :-
    code_type(Code, alnum).

%!  is_alpha(?Code) is nondet.
%
%   Code is that of a letter.
%
%   ?- is_alpha(0'a).
%      true.

is_alpha(Code) :-
    code_type(Code, alpha).

%!  is_cntrl(?Code) is nondet.
%
%   Code is that of a control character.
%
%   ?- is_cntrl(0'\n).
%      true.

is_cntrl(Code) :-
    code_type(Code, cntrl).

%!  is_csym(?Code) is nondet.
%
%   Code is that of a letter, a digit or an underscore.
%
%   ?- is_csym(0'_).
%      true.

is_csym(Code) :-
    code_type(Code, csym).

%!  is_csymf(?Code) is nondet.
%
%   Code is that of a letter or an underscore.
%
%   ?- is_csymf(0'_).
%      true.

is_csymf(Code) :-
    code_type(Code, csymf).

%!  is_digit(?Code) is nondet.
%
%   Code is that of a digit.
%
%   ?- is_digit(0'7).
%      true.

is_digit(Code) :-
    code_type(Code, digit).

%!  is_graph(?Code) is nondet.
%
%   Code is that of a character that leaves a mark on paper.
%
%   ?- is_graph(0'+).
%      true.

is_graph(Code) :-
    code_type(Code, graph).

%!  is_lower(?Code) is nondet.
%
%   Code is that of a lower case letter.
%
%   ?- is_lower(0'a).
%      true.

is_lower(Code) :-
    code_type(Code, lower).

%!  is_print(?Code) is nondet.
%
%   Code is that of a character that can be printed.
%
%   ?- is_print(0'a).
%      true.

is_print(Code) :-
    code_type(Code, print).

%!  is_punct(?Code) is nondet.
%
%   Code is that of a mark that is neither letter nor digit.
%
%   ?- is_punct(0'+).
%      true.

is_punct(Code) :-
    code_type(Code, punct).

%!  is_space(?Code) is nondet.
%
%   Code is that of white space.
%
%   ?- is_space(0'\n).
%      true.

is_space(Code) :-
    code_type(Code, space).

%!  is_upper(?Code) is nondet.
%
%   Code is that of an upper case letter.
%
%   ?- is_upper(0'A).
%      true.

is_upper(Code) :-
    code_type(Code, upper).

%!  is_white(?Code) is nondet.
%
%   Code is that of a blank or a tab.
%
%   ?- is_white(0'\t).
%      true.

is_white(Code) :-
    code_type(Code, white).

%!  is_ascii(+Code) is semidet.
%
%   Code is less than 128.
%
%   ?- is_ascii(0'a).
%      true.

is_ascii(Code) :-
    integer(Code),
    Code >= 0,
    Code < 128.

%!  is_digit(?Code, +Base, ?Weight) is nondet.
%
%   Code is that of a digit, in a number to Base, with the value Weight.
%
%   ?- is_digit(0'f, 16, Weight).
%      Weight = 15.

is_digit(Code, Base, Weight) :-
    must_be(between(2,36), Base),
    (   integer(Code)
    ->  digit_weight(Code, Weight0),
        Weight0 < Base,
        Weight = Weight0
    ;   Highest is Base - 1,
        between(0, Highest, Weight),
        weight_digit(Weight, Code)
    ).

digit_weight(Code, Weight) :-
    (   Code >= 0'0,
        Code =< 0'9
    ->  Weight is Code - 0'0
    ;   Code >= 0'a,
        Code =< 0'z
    ->  Weight is Code - 0'a + 10
    ;   Code >= 0'A,
        Code =< 0'Z,
        Weight is Code - 0'A + 10
    ).

weight_digit(Weight, Code) :-
    (   Weight < 10
    ->  Code is 0'0 + Weight
    ;   Code is 0'a + Weight - 10
    ).

%!  is_endfile(?Code) is semidet.
%
%   Code is what reading at the end of a file gives.
%
%   ?- is_endfile(Code).
%      Code = -1.

is_endfile(-1).

%!  is_endline(?Code) is nondet.
%
%   Code ends a line.
%
%   ?- is_endline(0'\n).
%      true.

is_endline(10).
is_endline(11).
is_endline(12).
is_endline(13).

%!  is_newline(?Code) is semidet.
%
%   Code is that of a line feed.
%
%   ?- is_newline(Code).
%      Code = 10.

is_newline(10).

%!  is_newpage(?Code) is semidet.
%
%   Code is that of a form feed.
%
%   ?- is_newpage(Code).
%      Code = 12.

is_newpage(12).

%!  is_paren(?Open, ?Close) is nondet.
%
%   Open and Close are the codes of a pair of brackets.
%
%   ?- is_paren(0'(, Close).
%      Close = 0').

is_paren(0'(, 0')).
is_paren(0'[, 0']).
is_paren(0'{, 0'}).

%!  is_period(?Code) is nondet.
%
%   Code is that of a mark that ends a sentence.
%
%   ?- is_period(0'.).
%      true.

is_period(0'.).
is_period(0'?).
is_period(0'!).

%!  is_quote(?Code) is nondet.
%
%   Code is that of a quote.
%
%   ?- is_quote(0'").
%      true.

is_quote(0'").
is_quote(0''').
is_quote(0'`).

%!  to_lower(+Code, -Lower) is det.
%
%   Lower is the lower case of Code, or Code if it has none.
%
%   ?- to_lower(0'A, Code).
%      Code = 0'a.

to_lower(Code, Lower) :-
    char_code(Char, Code),
    downcase_atom(Char, LowerChar),
    char_code(LowerChar, Lower).

%!  to_upper(+Code, -Upper) is det.
%
%   Upper is the upper case of Code, or Code if it has none.
%
%   ?- to_upper(0'a, Code).
%      Code = 0'A.

to_upper(Code, Upper) :-
    char_code(Char, Code),
    upcase_atom(Char, UpperChar),
    char_code(UpperChar, Upper).

%!  upper_lower(?Upper, ?Lower) is semidet.
%
%   Upper is the code of an upper case letter and Lower that of the same letter
%   in lower case. One of them must be known.
%
%   ?- upper_lower(0'A, Code).
%      Code = 0'a.

upper_lower(Upper, Lower) :-
    (   nonvar(Upper)
    ->  to_lower(Upper, Lower0),
        Lower0 =\= Upper,
        Lower = Lower0
    ;   to_upper(Lower, Upper0),
        Upper0 =\= Lower,
        Upper = Upper0
    ).
