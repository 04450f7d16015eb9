% Reading pieces of text.

%!  read_token(-Token) is det.
%!  read_token(+Stream, -Token) is det.
%
%   Token is the next token of the input: `var(Name)`, an atom, a number,
%   `string(Codes)`, `punct(Char)`, `punct(end_of_file)`, `full_stop`.

read_token(Token) :-
    current_input(Stream),
    read_token(Stream, Token).

read_token(Stream, Token) :-
    peek_char(Stream, Char),
    (   Char == end_of_file
    ->  Token = punct(end_of_file)
    ;   char_type(Char, space)
    ->  get_char(Stream, _),
        read_token(Stream, Token)
    ;   token(Char, Stream, Token)
    ).

token(Char, Stream, Token) :-
    (   char_type(Char, digit(_))
    ->  taken(Stream, number_char, Chars),
        number_chars(Token, Chars)
    ;   is_variable_start(Char)
    ->  taken(Stream, word_char, Chars),
        atom_chars(Name, Chars),
        Token = var(Name)
    ;   char_type(Char, csym)
    ->  taken(Stream, word_char, Chars),
        atom_chars(Token, Chars)
    ;   memberchk(Char, ['(',')','[',']','{','}',',','|'])
    ->  get_char(Stream, _),
        Token = punct(Char)
    ;   Char == ('\'')
    ->  get_char(Stream, _),
        quoted(Stream, Char, Chars),
        atom_chars(Token, Chars)
    ;   Char == '"'
    ->  get_char(Stream, _),
        quoted(Stream, Char, Chars),
        atom_chars(Atom, Chars),
        atom_codes(Atom, Codes),
        Token = string(Codes)
    ;   is_symbol(Char)
    ->  taken(Stream, is_symbol, Chars),
        (   Chars == ['.']
        ->  Token = full_stop
        ;   atom_chars(Token, Chars)
        )
    ;   get_char(Stream, Token)
    ).

number_char(Char) :-
    char_type(Char, digit(_)).

word_char(Char) :-
    char_type(Char, csym).

is_variable_start('_').
is_variable_start(Char) :-
    char_type(Char, upper(_)).

is_symbol(Char) :-
    memberchk(Char, [+,-,*,/,\,^,<,>,=,~,:,'.',?,@,#,&,$]).

taken(Stream, Test, Chars) :-
    peek_char(Stream, Char),
    (   Char \== end_of_file,
        call(Test, Char)
    ->  get_char(Stream, _),
        Chars = [Char|Chars1],
        taken(Stream, Test, Chars1)
    ;   Chars = []
    ).

quoted(Stream, Quote, Chars) :-
    get_char(Stream, Char),
    (   Char == end_of_file
    ->  throw(error(syntax_error(quote_not_closed), _))
    ;   Char == Quote
    ->  (   peek_char(Stream, Quote)
        ->  get_char(Stream, _),
            Chars = [Char|Chars1],
            quoted(Stream, Quote, Chars1)
        ;   Chars = []
        )
    ;   Chars = [Char|Chars1],
        quoted(Stream, Quote, Chars1)
    ).

%!  read_atom(-Atom) is det.
%
%   Atom is the next token of the input, which must be an atom.

read_atom(Atom) :-
    read_token(Token),
    (   atom(Token)
    ->  Atom = Token
    ;   throw(error(syntax_error(atom_expected), _))
    ).

%!  read_integer(-Integer) is det.
%
%   Integer is the next token of the input, perhaps after a minus, which must be an integer.

read_integer(Integer) :-
    read_number(Number),
    (   integer(Number)
    ->  Integer = Number
    ;   throw(error(syntax_error(integer_expected), _))
    ).

%!  read_number(-Number) is det.
%
%   Number is the next token of the input, perhaps after a minus, which must be a number.

read_number(Number) :-
    read_token(Token),
    (   number(Token)
    ->  Number = Token
    ;   Token == (-),
        read_token(Positive),
        number(Positive)
    ->  Number is -Positive
    ;   throw(error(syntax_error(number_expected), _))
    ).
