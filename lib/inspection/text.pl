% Text, its order and encoding, and the terminal.

%!  collation_key(+Text, -Key) is det.
%
%   Keys compare as people sort texts: regardless of case at first.

collation_key(Text, Key) :-
    downcase_atom(Text, Lower),
    atomic_list_concat([Lower,' ',Text], Key).

%!  locale_sort(+Texts, -Sorted) is det.
%
%   Sorted are Texts in the order of collation_key/2.

locale_sort(Texts, Sorted) :-
    map_list_to_pairs(collation_key, Texts, Keyed),
    keysort(Keyed, Pairs),
    pairs_values(Pairs, Sorted).

%!  stream_pair(+Pair, -Input, -Output) is det.
%
%   A stream is its own pair.

stream_pair(Pair, Input, Output) :-
    must_be(nonvar, Pair),
    (   stream_property(Pair, input)
    ->  Input = Pair
    ;   Output = Pair
    ).

%!  get_single_char(-Code) is det.
%
%   Code is that of the next character of user_input, -1 at its end.

get_single_char(Code) :-
    flush_output(user_output),
    get_code(user_input, Code).

%!  tty_size(-Rows, -Columns) is det.
%
%   The size of the terminal, as the environment says it, or the usual one.

tty_size(Rows, Columns) :-
    variable_number('LINES', 24, Rows),
    variable_number('COLUMNS', 80, Columns).

variable_number(Name, Default, Number) :-
    (   getenv(Name, Text),
        atom_number(Text, Number0),
        integer(Number0)
    ->  Number = Number0
    ;   Number = Default
    ).

%!  string_bytes(?String, ?Bytes, +Encoding) is det.
%
%   Bytes are those of String in Encoding, which is `utf8`, `ascii`, `iso_latin_1` or `octet`.
%
%   ?- string_bytes("é", Bytes, utf8).
%      Bytes = [195,169].

string_bytes(String, Bytes, Encoding) :-
    must_be(oneof([utf8,ascii,iso_latin_1,octet,text]), Encoding),
    (   var(String)
    ->  must_be(list, Bytes),
        (   memberchk(Encoding, [utf8,text])
        ->  phrase(utf8_codes(Codes), Bytes)
        ;   Codes = Bytes
        ),
        string_codes(String, Codes)
    ;   text_to_string(String, Text),
        string_codes(Text, Codes),
        (   memberchk(Encoding, [utf8,text])
        ->  phrase(utf8_codes(Codes), Bytes)
        ;   Bytes = Codes
        )
    ).

%!  setlocale(+Category, -Old, +New) is det.
%
%   The locale is always `C`.

setlocale(Category, 'C', _) :-
    must_be(atom, Category).

%!  put(+Stream, +Char) is det.
%
%   Writes the character Char, given as a character or a code, to Stream.

put(Stream, Char) :-
    (   integer(Char)
    ->  put_char_code(Stream, Char)
    ;   put_char(Stream, Char)
    ).

put_char_code(Stream, Code) :-
    char_code(Char, Code),
    put_char(Stream, Char).
