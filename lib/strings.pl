:- module(strings,
          [ string_lines/2,
            split_lines/2,
            dedent_lines/3,
            indent_lines/3,
            interpolate_string/4
          ]).

% Strings of several lines, and strings with places to fill in.

%!  string_lines(?String, ?Lines) is det.
%
%   Lines holds the lines of String as strings, without line ends. To make
%   String, each line gets a line end.
%
%   ?- string_lines("a\nb\n", Lines).
%      Lines = ["a","b"].
%
%   ?- string_lines(String, ["a","b"]).
%      String = "a\nb\n".

string_lines(String, Lines) :-
    (   var(String)
    ->  must_be(list, Lines),
        lines_with_ends(Lines, Parts),
        atomic_list_concat(Parts, Atom),
        atom_string(Atom, String)
    ;   split_string(String, "\n", "", Lines0),
        without_last_empty(Lines0, Lines)
    ).

lines_with_ends([], []).
lines_with_ends([Line|Lines], [Line,'\n'|Parts]) :-
    lines_with_ends(Lines, Parts).

%   A text that ends in a line end has no further line after it.

without_last_empty(Lines0, Lines) :-
    (   append(Lines1, [Last], Lines0),
        string_length(Last, 0)
    ->  Lines = Lines1
    ;   Lines = Lines0
    ).

%!  split_lines(+String, -Lines) is det.
%
%   Lines holds the lines of String as string_lines/2 gives them, but for blank
%   ones at the start and at the end.
%
%   ?- split_lines("\n a\n\nb\n ", Lines).
%      Lines = [" a","","b"].

split_lines(String, Lines) :-
    split_string(String, "\n", "", Lines0),
    without_leading_blank(Lines0, Lines1),
    reverse(Lines1, Lines2),
    without_leading_blank(Lines2, Lines3),
    reverse(Lines3, Lines).

without_leading_blank([], []).
without_leading_blank([Line|Lines0], Lines) :-
    (   is_blank(Line)
    ->  without_leading_blank(Lines0, Lines)
    ;   Lines = [Line|Lines0]
    ).

is_blank(Line) :-
    split_string(Line, "", " \t\r", [Text]),
    string_length(Text, 0).

%!  dedent_lines(+String, -Dedented, +Options) is det.
%
%   Dedented is String without the indentation that all its lines have in
%   common. Blank lines do not count. Option tab(N) says how many columns a tab
%   stands for, 8 by default.
%
%   ?- dedent_lines("  a\n    b\n", String, []).
%      String = "a\n  b\n".

dedent_lines(String, Dedented, Options) :-
    option(tab(TabWidth), Options, 8),
    split_string(String, "\n", "", Lines),
    least_indent(Lines, TabWidth, none, Indent),
    lines_dedented(Lines, TabWidth, Indent, DedentedLines),
    atomic_list_concat(DedentedLines, '\n', Atom),
    atom_string(Atom, Dedented).

least_indent([], _, Indent, Indent).
least_indent([Line|Lines], TabWidth, Indent0, Indent) :-
    (   is_blank(Line)
    ->  Indent1 = Indent0
    ;   string_codes(Line, Codes),
        indentation(Codes, TabWidth, 0, Indent2),
        least(Indent0, Indent2, Indent1)
    ),
    least_indent(Lines, TabWidth, Indent1, Indent).

least(Indent0, Indent1, Indent) :-
    (   Indent0 == none
    ->  Indent = Indent1
    ;   Indent is min(Indent0, Indent1)
    ).

indentation([C|Codes], TabWidth, Column0, Column) :-
    (   C =:= 0'\s
    ->  Column1 is Column0 + 1,
        indentation(Codes, TabWidth, Column1, Column)
    ;   C =:= 0'\t
    ->  next_tab_stop(Column0, TabWidth, Column1),
        indentation(Codes, TabWidth, Column1, Column)
    ;   Column = Column0
    ).

next_tab_stop(Column0, TabWidth, Column) :-
    Column is (Column0 // TabWidth + 1) * TabWidth.

lines_dedented([], _, _, []).
lines_dedented([Line0|Lines0], TabWidth, Indent, [Line|Lines]) :-
    (   Indent == none
    ->  Codes = []
    ;   string_codes(Line0, Codes0),
        dedented(Codes0, TabWidth, 0, Indent, Codes)
    ),
    string_codes(Line, Codes),
    lines_dedented(Lines0, TabWidth, Indent, Lines).

%   Drops white space up to column Indent. What a tab has too much is put back
%   as blanks.

dedented(Codes0, TabWidth, Column, Indent, Codes) :-
    (   Column >= Indent
    ->  Blanks is Column - Indent,
        blanks_before(Blanks, Codes0, Codes)
    ;   Codes0 = [C|Codes1],
        is_indent(C)
    ->  (   C =:= 0'\s
        ->  Column1 is Column + 1
        ;   next_tab_stop(Column, TabWidth, Column1)
        ),
        dedented(Codes1, TabWidth, Column1, Indent, Codes)
    ;   Codes = Codes0
    ).

is_indent(C) :-
    (   C =:= 0'\s
    ->  true
    ;   C =:= 0'\t
    ).

blanks_before(N, Codes0, Codes) :-
    (   N =:= 0
    ->  Codes = Codes0
    ;   N1 is N - 1,
        blanks_before(N1, [0'\s|Codes0], Codes)
    ).

%!  indent_lines(+Prefix, +String, -Indented) is det.
%
%   Indented is String with Prefix before each line that is not blank.
%
%   ?- indent_lines("> ", "a\n\nb", String).
%      String = "> a\n\n> b".

indent_lines(Prefix, String, Indented) :-
    split_string(String, "\n", "", Lines0),
    lines_indented(Lines0, Prefix, Lines),
    atomic_list_concat(Lines, '\n', Atom),
    atom_string(Atom, Indented).

lines_indented([], _, []).
lines_indented([Line0|Lines0], Prefix, [Line|Lines]) :-
    (   is_blank(Line0)
    ->  Line = Line0
    ;   string_concat(Prefix, Line0, Line)
    ),
    lines_indented(Lines0, Prefix, Lines).

%!  interpolate_string(+String, -Filled, +Values, +Options) is det.
%
%   Filled is String with the value of Name in Values, a list of Name=Value, in
%   the place of each {Name}. In {Name,Default} the text after the comma is used
%   if there is no value for Name; {Name} without a value is an error.
%
%   ?- interpolate_string("{x} and {y,none}", String, [x=1], []).
%      String = "1 and none".

interpolate_string(String, Filled, Values, _) :-
    string_codes(String, Codes),
    phrase(filled_parts(Parts, Values), Codes),
    atomic_list_concat(Parts, Atom),
    atom_string(Atom, Filled).

filled_parts(Parts, Values) -->
    (   place(Name, Default)
    ->  { place_text(Name, Default, Values, Text),
          Parts = [Text|Parts1]
        },
        filled_parts(Parts1, Values)
    ;   [C]
    ->  { char_code(Char, C),
          Parts = [Char|Parts1]
        },
        filled_parts(Parts1, Values)
    ;   { Parts = [] }
    ).

place(Name, Default) -->
    "{",
    name_codes(Codes),
    { Codes = [_|_],
      atom_codes(Name, Codes)
    },
    place_default(Default).

name_codes(Codes) -->
    (   [C],
        { code_type(C, csym) }
    ->  { Codes = [C|Codes1] },
        name_codes(Codes1)
    ;   { Codes = [] }
    ).

place_default(Default) -->
    (   "}"
    ->  { Default = none }
    ;   ",",
        default_codes(Codes),
        { atom_codes(Atom, Codes),
          Default = default(Atom)
        }
    ).

default_codes(Codes) -->
    [C],
    (   { C =:= 0'} }
    ->  { Codes = [] }
    ;   { Codes = [C|Codes1] },
        default_codes(Codes1)
    ).

place_text(Name, Default, Values, Text) :-
    (   memberchk(Name=Value, Values)
    ->  Text = Value
    ;   Default = default(Text0)
    ->  Text = Text0
    ;   existence_error(template_variable, Name)
    ).
