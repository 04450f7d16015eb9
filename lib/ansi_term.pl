:- module(ansi_term,
          [ ansi_format/3
          ]).

% Coloured output on terminals.

%!  ansi_format(+Attributes, +Format, +Arguments) is det.
%
%   Prints Format with Arguments, as format/2 does, in the colour and face that
%   Attributes says, if the current output is a terminal that shows colours.
%   Attributes is one of these or a list of them: `bold`, `faint`, `italic`,
%   `underline`, `reverse`, fg(Colour), bg(Colour), hfg(Colour), hbg(Colour). A
%   Colour is `black`, `red`, `green`, `yellow`, `blue`, `magenta`, `cyan`,
%   `white` or `default`.
%
%   ?- with_output_to(string(S), ansi_format([bold,fg(red)], "~w!", [hi])).
%      S = "hi!".

ansi_format(Attributes, Format, Arguments) :-
    current_output(Stream),
    (   shows_colours(Stream),
        attributes_codes(Attributes, Codes),
        Codes \== []
    ->  atomic_list_concat(Codes, ';', Sequence),
        format("\x1B\[~wm", [Sequence]),
        format(Format, Arguments),
        format("\x1B\[0m", [])
    ;   format(Format, Arguments)
    ).

shows_colours(Stream) :-
    stream_property(Stream, tty(true)),
    \+ getenv('NO_COLOR', _),
    !.

attributes_codes(Attributes, Codes) :-
    (   is_list(Attributes)
    ->  convlist(attribute_code, Attributes, Codes)
    ;   attribute_code(Attributes, Code)
    ->  Codes = [Code]
    ;   Codes = []
    ).

attribute_code(bold, 1).
attribute_code(faint, 2).
attribute_code(italic, 3).
attribute_code(underline, 4).
attribute_code(reverse, 7).
attribute_code(fg(Colour), Code) :-
    colour_number(Colour, N),
    Code is 30 + N.
attribute_code(bg(Colour), Code) :-
    colour_number(Colour, N),
    Code is 40 + N.
attribute_code(hfg(Colour), Code) :-
    colour_number(Colour, N),
    Code is 90 + N.
attribute_code(hbg(Colour), Code) :-
    colour_number(Colour, N),
    Code is 100 + N.

colour_number(black, 0).
colour_number(red, 1).
colour_number(green, 2).
colour_number(yellow, 3).
colour_number(blue, 4).
colour_number(magenta, 5).
colour_number(cyan, 6).
colour_number(white, 7).
colour_number(default, 9).
