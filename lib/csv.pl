:- module(csv,
          [ csv//1,
            csv//2,
            csv_read_file/2,
            csv_read_file/3,
            csv_read_stream/3,
            csv_read_row/3,
            csv_read_file_row/3,
            csv_options/2,
            csv_write_file/2,
            csv_write_file/3,
            csv_write_stream/3
          ]).

% Tables as text: a line for each row, and commas between the fields.
%
% Options: `separator(Code)`, a comma unless the file is called *.tsv; `functor(Name)`
% of the rows, `row`; `convert(false)` leaves numbers text; `string(true)` makes texts
% strings; `strip(true)` drops white space around fields; `ignore_quotes(true)`;
% `skip_header(Char)` passes over lines that start with Char; `arity(N)` is that of each
% row; `match_arity(false)` lets rows differ; `case(down)` or `case(up)` changes letters.

%!  csv(?Rows)// is det.
%!  csv(?Rows, +Options)// is det.
%
%   Rows are the rows of a table given as codes.
%
%   ?- phrase(csv(Rows), `a,"b c",3\n`).
%      Rows = [row(a,'b c',3)].
%   ?- phrase(csv([row(a,'b,c')]), Codes), atom_codes(Text, Codes).
%      Codes = [97,44,34,98,44,99,34,13,10], Text = 'a,"b,c"\r\n'.

csv(Rows) -->
    csv(Rows, []).

csv(Rows, Options) -->
    { csv_options(Compiled, Options) },
    (   { var(Rows) }
    ->  comments(Compiled),
        rows(Rows, Compiled, _)
    ;   written_rows(Rows, Compiled)
    ).

%!  csv_options(-Compiled, +Options) is det.
%
%   Compiled holds Options in the form that csv_read_row/3 takes.

csv_options(csv(Separator, Functor, Arity, MatchArity, Flags, Header), Options) :-
    must_be(list, Options),
    option(separator(Separator0), Options, 0',),
    (   integer(Separator0)
    ->  Separator = Separator0
    ;   char_code(Separator0, Separator)
    ),
    option(functor(Functor), Options, row),
    option(arity(Arity), Options, _),
    option(match_arity(MatchArity), Options, true),
    option(convert(Convert), Options, true),
    option(string(String), Options, false),
    option(strip(Strip), Options, false),
    option(ignore_quotes(Ignore), Options, false),
    option(case(Case), Options, preserve),
    Flags = flags(Convert, String, Strip, Ignore, Case),
    option(skip_header(Header0), Options, none),
    header_codes(Header0, Header).

header_codes(none, none) :-
    !.
header_codes(Text, Codes) :-
    text_to_string(Text, String),
    string_codes(String, Codes).

comments(Compiled) -->
    { arg(6, Compiled, Header), Header \== none },
    Header,
    !,
    rest_of_line,
    comments(Compiled).
comments(_) -->
    [].

rest_of_line -->
    line_end,
    !.
rest_of_line -->
    [_],
    rest_of_line.

line_end -->
    "\r\n",
    !.
line_end -->
    "\n",
    !.
line_end -->
    "\r",
    !.
line_end, [] -->
    at_end.

at_end([], []).

rows([], _, _) -->
    at_end,
    !.
rows([Row|Rows], Compiled, Arity) -->
    row(Row, Compiled, Arity),
    rows(Rows, Compiled, Arity).

row(Row, Compiled, Arity) -->
    fields(Fields, Compiled),
    { length(Fields, Count),
      check_arity(Count, Compiled, Arity),
      arg(2, Compiled, Functor),
      Row =.. [Functor|Fields]
    }.

check_arity(Count, csv(_, _, Arity, MatchArity, _, _), First) :-
    (   MatchArity == false
    ->  true
    ;   ( var(First) -> First = Arity ; true ),
        (   First = Count
        ->  true
        ;   throw(error(domain_error(row_arity(First), Count), _))
        )
    ).

fields([Value|Values], Compiled) -->
    { Compiled = csv(Separator, _, _, _, Flags, _) },
    field(Codes, Separator, Flags),
    { field_value(Codes, Flags, Value) },
    (   [Separator]
    ->  fields(Values, Compiled)
    ;   { Values = [] },
        line_end
    ).

field(Codes, Separator, Flags) -->
    { Flags = flags(_, _, Strip, Ignore, _) },
    (   { Strip == true }
    ->  blanks_before(Separator)
    ;   []
    ),
    (   { Ignore \== true },
        "\""
    ->  quoted(Codes),
        (   { Strip == true }
        ->  blanks_before(Separator)
        ;   []
        )
    ;   unquoted(Codes0, Separator),
        { Strip == true -> stripped(Codes0, Codes) ; Codes = Codes0 }
    ).

blanks_before(Separator) -->
    [C],
    { C =\= Separator, C =\= 0'\n, C =\= 0'\r, code_type(C, space) },
    !,
    blanks_before(Separator).
blanks_before(_) -->
    [].

stripped(Codes0, Codes) :-
    reverse(Codes0, Reversed0),
    without_blanks(Reversed0, Reversed),
    reverse(Reversed, Codes).

without_blanks([C|Cs], Rest) :-
    code_type(C, space),
    !,
    without_blanks(Cs, Rest).
without_blanks(Cs, Cs).

quoted(Codes) -->
    [C],
    !,
    (   { C == 0'" }
    ->  (   "\""
        ->  { Codes = [0'"|Codes1] },
            quoted(Codes1)
        ;   { Codes = [] }
        )
    ;   { Codes = [C|Codes1] },
        quoted(Codes1)
    ).
quoted(_) -->
    { throw(error(syntax_error(end_of_file_in_quoted(csv)), _)) }.

unquoted([C|Codes], Separator) -->
    [C],
    { C =\= Separator, C =\= 0'\n, C =\= 0'\r },
    !,
    unquoted(Codes, Separator).
unquoted([], _) -->
    [].

field_value(Codes, flags(Convert, String, _, _, Case), Value) :-
    (   Convert == true,
        number_like(Codes),
        catch(number_codes(Number, Codes), error(syntax_error(_), _), fail)
    ->  Value = Number
    ;   atom_codes(Atom, Codes),
        cased(Case, Atom, Cased),
        (   String == true,
            Convert == true
        ->  atom_string(Cased, Value)
        ;   Value = Cased
        )
    ).

% What cannot be a number is not tried as one.
number_like([C|_]) :-
    memberchk(C, `0123456789+-`).

cased(preserve, Atom, Atom).
cased(down, Atom, Cased) :-
    downcase_atom(Atom, Cased).
cased(up, Atom, Cased) :-
    upcase_atom(Atom, Cased).

written_rows([], _) -->
    [].
written_rows([Row|Rows], Compiled) -->
    { Row =.. [_|Fields] },
    written_fields(Fields, Compiled),
    "\r\n",
    written_rows(Rows, Compiled).

written_fields([], _) -->
    [].
written_fields([Field|Fields], Compiled) -->
    { arg(1, Compiled, Separator) },
    written_field(Field, Separator),
    (   { Fields == [] }
    ->  []
    ;   [Separator],
        written_fields(Fields, Compiled)
    ).

written_field(Field, Separator) -->
    { field_codes(Field, Codes) },
    (   { number(Field) }
    ->  Codes
    ;   { member(C, Codes), memberchk(C, [Separator,0'",0'\n,0'\r]) }
    ->  "\"",
        doubled(Codes),
        "\""
    ;   Codes
    ).

field_codes(Field, Codes) :-
    (   var(Field)
    ->  Codes = []
    ;   atomic(Field),
        Field \== []
    ->  format(codes(Codes), '~w', [Field])
    ;   format(codes(Codes), '~q', [Field])
    ).

doubled([]) -->
    [].
doubled([C|Cs]) -->
    (   { C == 0'" }
    ->  "\"\""
    ;   [C]
    ),
    doubled(Cs).

%!  csv_read_file(+File, -Rows) is det.
%!  csv_read_file(+File, -Rows, +Options) is det.
%
%   Rows are the rows of the table in File.

csv_read_file(File, Rows) :-
    csv_read_file(File, Rows, []).

csv_read_file(File, Rows, Options0) :-
    file_options(File, Options0, Options),
    setup_call_cleanup(open(File, read, Stream),
                       csv_read_stream(Stream, Rows, Options),
                       close(Stream)).

file_options(File, Options0, Options) :-
    (   \+ option(separator(_), Options0),
        file_name_extension(_, Extension, File),
        downcase_atom(Extension, tsv)
    ->  Options = [separator(0'\t)|Options0]
    ;   Options = Options0
    ).

%!  csv_read_stream(+Stream, -Rows, +Options) is det.
%
%   Rows are the rows of the table that Stream gives.

csv_read_stream(Stream, Rows, Options) :-
    read_stream_to_codes(Stream, Codes),
    phrase(csv(Rows0, Options), Codes),
    Rows = Rows0.

%!  csv_read_row(+Stream, -Row, +Compiled) is det.
%
%   Row is the next row that Stream gives, or `end_of_file`. Compiled is made by
%   csv_options/2.

csv_read_row(Stream, Row, Compiled) :-
    (   peek_code(Stream, -1)
    ->  Row = end_of_file
    ;   row_codes(Stream, Compiled, Codes),
        (   phrase(row(Row0, Compiled, _), Codes)
        ->  Row = Row0
        )
    ).

% The codes of a line, and of further ones as long as a quote is open.
row_codes(Stream, Compiled, Codes) :-
    read_line_to_codes(Stream, Line),
    arg(5, Compiled, Flags),
    (   arg(4, Flags, Ignore),
        Ignore \== true,
        odd_quotes(Line, 0),
        \+ peek_code(Stream, -1)
    ->  append(Line, [0'\n|Codes1], Codes),
        more_codes(Stream, Codes1)
    ;   Codes = Line
    ).

more_codes(Stream, Codes) :-
    read_line_to_codes(Stream, Line),
    (   Line == -1
    ->  Codes = []
    ;   odd_quotes(Line, 0)
    ->  Codes = Line
    ;   append(Line, [0'\n|Codes1], Codes),
        more_codes(Stream, Codes1)
    ).

odd_quotes([], 1).
odd_quotes([C|Cs], Parity0) :-
    (   C == 0'"
    ->  Parity is 1 - Parity0
    ;   Parity = Parity0
    ),
    odd_quotes(Cs, Parity).

%!  csv_read_file_row(+File, -Row, +Options) is nondet.
%
%   Row is a row of the table in File. With the option `line(Line)`, Line is its number.

csv_read_file_row(File, Row, Options0) :-
    file_options(File, Options0, Options),
    csv_read_file(File, Rows, Options),
    option(line(Line), Options, _),
    nth1(Line, Rows, Row).

%!  csv_write_file(+File, +Rows) is det.
%!  csv_write_file(+File, +Rows, +Options) is det.
%
%   Writes the table Rows to File.

csv_write_file(File, Rows) :-
    csv_write_file(File, Rows, []).

csv_write_file(File, Rows, Options0) :-
    file_options(File, Options0, Options),
    setup_call_cleanup(open(File, write, Stream),
                       csv_write_stream(Stream, Rows, Options),
                       close(Stream)).

%!  csv_write_stream(+Stream, +Rows, +Options) is det.
%
%   Writes the table Rows to Stream.

csv_write_stream(Stream, Rows, Options) :-
    csv_options(Compiled, Options),
    phrase(written_rows(Rows, Compiled), Codes),
    format(Stream, '~s', [Codes]).
