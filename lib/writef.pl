:- module(writef,
          [ writef/1,
            writef/2
          ]).

% The formatted output that format/2 replaces.

%!  writef(+Format) is det.
%
%   Writes the atom Format, in which `\n` and `\l` stand for a line end.
%
%   ?- writef('a\\nb').
%      prints("a\nb"), true.

writef(Format) :-
    writef(Format, []).

%!  writef(+Format, +Arguments) is det.
%
%   The same, where `%w` stands for the next of Arguments, `%p` for it as print/1
%   shows it, `%d` for it as write/1 does, `%s` for the text of a list of codes,
%   `%Nc`, `%Nl` and `%Nr` for it in a column N wide, centred, left or right.
%
%   ?- writef('%w and %w\\n', [a,'B']).
%      prints("a and B\n"), true.

writef(Format, Arguments) :-
    atom_chars(Format, Chars),
    write_format(Chars, Arguments).

write_format([], _).
write_format([C|Cs], Arguments) :-
    (   C == ('%'),
        directive(Cs, Rest, Arguments, Arguments1)
    ->  write_format(Rest, Arguments1)
    ;   C == (\),
        Cs = [D|Rest],
        (   D == n
        ;   D == l
        )
    ->  nl,
        write_format(Rest, Arguments)
    ;   put_char(C),
        write_format(Cs, Arguments)
    ).

directive([D|Rest], Rest, [Argument|Arguments], Arguments) :-
    plain_directive(D, Argument),
    !.
directive(Cs, Rest, [Argument|Arguments], Arguments) :-
    digits(Cs, Digits, [D|Rest]),
    Digits = [_|_],
    number_chars(Width, Digits),
    column_format(D, Format),
    format(Format, [Argument,Width]).

plain_directive(w, Argument) :-
    write(Argument).
plain_directive(p, Argument) :-
    print(Argument).
plain_directive(d, Argument) :-
    write(Argument).
plain_directive(s, Argument) :-
    format("~s", [Argument]).

digits([C|Cs], Digits, Rest) :-
    (   char_type(C, digit)
    ->  Digits = [C|Digits1],
        digits(Cs, Digits1, Rest)
    ;   Digits = [],
        Rest = [C|Cs]
    ).

column_format(c, "~t~w~t~*+").
column_format(l, "~w~t~*+").
column_format(r, "~t~w~*+").
