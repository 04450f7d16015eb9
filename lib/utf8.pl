:- module(utf8,
          [ utf8_codes//1
          ]).

% Characters as bytes.

%!  utf8_codes(?Codes)// is det.
%
%   Describes the bytes of Codes in UTF-8.
%
%   ?- phrase(utf8_codes([233]), Bytes).
%      Bytes = [195,169].

utf8_codes(Codes) -->
    (   { is_list(Codes) }
    ->  encoded(Codes)
    ;   decoded(Codes)
    ).

encoded([]) -->
    [].
encoded([C|Cs]) -->
    bytes(C),
    encoded(Cs).

bytes(C) -->
    (   { C < 0x80 }
    ->  [C]
    ;   { C < 0x800 }
    ->  { B is 0xc0 \/ (C >> 6) },
        [B],
        rest(C, 0)
    ;   { C < 0x10000 }
    ->  { B is 0xe0 \/ (C >> 12) },
        [B],
        rest(C, 6),
        rest(C, 0)
    ;   { B is 0xf0 \/ (C >> 18) },
        [B],
        rest(C, 12),
        rest(C, 6),
        rest(C, 0)
    ).

rest(C, Shift) -->
    { B is 0x80 \/ ((C >> Shift) /\ 0x3f) },
    [B].

decoded([C|Cs]) -->
    [B],
    !,
    { first_byte(B, C0, Count) },
    following(Count, C0, C),
    decoded(Cs).
decoded([]) -->
    [].

first_byte(B, C, Count) :-
    (   B < 0x80
    ->  C = B,
        Count = 0
    ;   B /\ 0xe0 =:= 0xc0
    ->  C is B /\ 0x1f,
        Count = 1
    ;   B /\ 0xf0 =:= 0xe0
    ->  C is B /\ 0x0f,
        Count = 2
    ;   B /\ 0xf8 =:= 0xf0
    ->  C is B /\ 0x07,
        Count = 3
    ;   throw(error(syntax_error(illegal_utf8), _))
    ).

following(Count, C0, C) -->
    (   { Count =:= 0 }
    ->  { C = C0 }
    ;   [B],
        { B /\ 0xc0 =:= 0x80 }
    ->  { C1 is C0 << 6 \/ (B /\ 0x3f),
          Fewer is Count - 1
        },
        following(Fewer, C1, C)
    ;   { throw(error(syntax_error(illegal_utf8), _)) }
    ).
