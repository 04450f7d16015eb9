:- module(base64,
          [ base64/2,
            base64//1,
            base64url/2,
            base64url//1,
            base64_encoded/2,
            base64_encoded/3
          ]).

% Bytes as text of 64 characters: three bytes are four characters.

%!  base64(+Plain, -Encoded) is det.
%!  base64(-Plain, +Encoded) is det.
%
%   Encoded is the atom that encodes the characters of the atom Plain, whose codes are those
%   of bytes.
%
%   ?- base64('Hello', X).
%      X = 'SGVsbG8='.
%
%   ?- base64(X, 'SGVsbG8=').
%      X = 'Hello'.

base64(Plain, Encoded) :-
    base64_encoded(Plain, Encoded, [as(atom), encoding(octet)]).

%!  base64url(+Plain, -Encoded) is det.
%!  base64url(-Plain, +Encoded) is det.
%
%   As base64/2 with the characters that may stand in addresses, without padding; text is
%   encoded as UTF-8.
%
%   ?- base64url('a?>', X).
%      X = 'YT8-'.

base64url(Plain, Encoded) :-
    base64_encoded(Plain, Encoded, [as(atom), charset(url), padding(false)]).

%!  base64_encoded(+Plain, -Encoded) is det.
%!  base64_encoded(-Plain, +Encoded) is det.
%!  base64_encoded(?Plain, ?Encoded, +Options) is det.
%
%   Encoded is the text that encodes Plain. Options are `as(string)` (or `atom`, `codes`,
%   `chars`), `charset(classic)` (or `url`), `padding(Boolean)`, and `encoding(utf8)` (or
%   `octet`, where each code is that of a byte).
%
%   ?- base64_encoded("é", X, []).
%      X = "w6k=".
%
%   ?- base64_encoded(X, "w6k=", [as(atom)]).
%      X = é.

base64_encoded(Plain, Encoded) :-
    base64_encoded(Plain, Encoded, []).

base64_encoded(Plain, Encoded, Options) :-
    option(as(As), Options, string),
    option(charset(Set), Options, classic),
    must_be(oneof([classic,url]), Set),
    option(encoding(Encoding), Options, utf8),
    (   Set == url
    ->  Padding0 = false
    ;   Padding0 = true
    ),
    option(padding(Padding), Options, Padding0),
    must_be(boolean, Padding),
    (   nonvar(Plain)
    ->  text_codes(Plain, Codes),
        bytes_of(Encoding, Codes, Bytes),
        phrase(encoding(Bytes, Set, Padding), EncodedCodes),
        as_text(As, EncodedCodes, Encoded)
    ;   nonvar(Encoded)
    ->  text_codes(Encoded, EncodedCodes),
        (   phrase(decoding(Bytes, Set), EncodedCodes)
        ->  true
        ;   throw(error(syntax_error(illegal_base64), _))
        ),
        codes_of(Encoding, Bytes, Codes),
        as_text(As, Codes, Plain)
    ;   throw(error(instantiation_error, _))
    ).

text_codes(Text, Codes) :-
    text_to_string(Text, String),
    string_codes(String, Codes).

as_text(string, Codes, Text) :-
    !,
    string_codes(Text, Codes).
as_text(atom, Codes, Text) :-
    !,
    atom_codes(Text, Codes).
as_text(codes, Codes, Codes) :-
    !.
as_text(chars, Codes, Text) :-
    !,
    string_codes(String, Codes),
    string_chars(String, Text).
as_text(As, _, _) :-
    domain_error(text_type, As).

bytes_of(utf8, Codes, Bytes) :-
    !,
    phrase(utf8_codes(Codes), Bytes).
bytes_of(Encoding, Codes, Codes) :-
    must_be(oneof([utf8,octet,iso_latin_1]), Encoding),
    forall(member(Code, Codes), must_be(between(0, 255), Code)).

codes_of(utf8, Bytes, Codes) :-
    !,
    (   phrase(utf8_codes(Codes), Bytes)
    ->  true
    ;   throw(error(syntax_error(illegal_utf8), _))
    ).
codes_of(Encoding, Bytes, Bytes) :-
    must_be(oneof([utf8,octet,iso_latin_1]), Encoding).

%!  base64(+Bytes)// is det.
%!  base64(-Bytes)// is semidet.
%
%   The codes that encode Bytes.
%
%   ?- phrase(base64(`ab`), Codes), atom_codes(Atom, Codes).
%      Codes = [89,87,73,61], Atom = 'YWI='.

base64(Bytes) -->
    coding(Bytes, classic, true).

%!  base64url(+Bytes)// is det.
%!  base64url(-Bytes)// is semidet.
%
%   The same with the characters that may stand in addresses, without padding.
%
%   ?- phrase(base64url(Bytes), `YWI`).
%      Bytes = [97,98].

base64url(Bytes) -->
    coding(Bytes, url, false).

coding(Bytes, Set, Padding) -->
    (   { is_list(Bytes) }
    ->  encoding(Bytes, Set, Padding)
    ;   decoding(Bytes, Set)
    ).

encoding([], _, _) -->
    [].
encoding([A], Set, Padding) -->
    !,
    { Bits is A << 4 },
    characters([6,0], Bits, Set),
    padding(Padding, `==`).
encoding([A,B], Set, Padding) -->
    !,
    { Bits is A << 10 \/ B << 2 },
    characters([12,6,0], Bits, Set),
    padding(Padding, `=`).
encoding([A,B,C|Bytes], Set, Padding) -->
    { Bits is A << 16 \/ B << 8 \/ C },
    characters([18,12,6,0], Bits, Set),
    encoding(Bytes, Set, Padding).

padding(true, Codes) -->
    Codes.
padding(false, _) -->
    [].

characters([], _, _) -->
    [].
characters([Shift|Shifts], Bits, Set) -->
    { Value is Bits >> Shift /\ 63,
      character(Value, Set, Code)
    },
    [Code],
    characters(Shifts, Bits, Set).

character(Value, Set, Code) :-
    (   Value < 26
    ->  Code is 0'A + Value
    ;   Value < 52
    ->  Code is 0'a + Value - 26
    ;   Value < 62
    ->  Code is 0'0 + Value - 52
    ;   special(Set, Value, Code)
    ).

special(classic, 62, 0'+).
special(classic, 63, 0'/).
special(url, 62, 0'-).
special(url, 63, 0'_).

decoding(Bytes, Set) -->
    value(Set, A),
    value(Set, B),
    !,
    decoding_rest(Bytes, Set, A, B).
decoding([], _) -->
    [].

decoding_rest([X,Y,Z|Bytes], Set, A, B) -->
    value(Set, C),
    value(Set, D),
    !,
    { X is A << 2 \/ B >> 4,
      Y is (B /\ 15) << 4 \/ C >> 2,
      Z is (C /\ 3) << 6 \/ D
    },
    decoding(Bytes, Set).
decoding_rest([X,Y], Set, A, B) -->
    value(Set, C),
    !,
    { X is A << 2 \/ B >> 4,
      Y is (B /\ 15) << 4 \/ C >> 2
    },
    optional_padding(`=`).
decoding_rest([X], _, A, B) -->
    { X is A << 2 \/ B >> 4 },
    optional_padding(`==`).

optional_padding(Codes) -->
    Codes,
    !.
optional_padding(_) -->
    [].

value(Set, Value) -->
    [Code],
    { code_value(Code, Set, Value) }.

code_value(Code, Set, Value) :-
    (   Code >= 0'A,
        Code =< 0'Z
    ->  Value is Code - 0'A
    ;   Code >= 0'a,
        Code =< 0'z
    ->  Value is Code - 0'a + 26
    ;   Code >= 0'0,
        Code =< 0'9
    ->  Value is Code - 0'0 + 52
    ;   special(Set, Value, Code)
    ).
