% Terms as text, and text as terms.

%!  write_to_atom(-Atom, +Term) is det.
%!  write_to_chars(-Chars, +Term) is det.
%!  write_to_codes(-Codes, +Term) is det.
%!  writeq_to_atom(-Atom, +Term) is det.
%!  writeq_to_chars(-Chars, +Term) is det.
%!  writeq_to_codes(-Codes, +Term) is det.
%!  print_to_atom(-Atom, +Term) is det.
%!  display_to_atom(-Atom, +Term) is det.
%
%   The text is what the predicate whose name comes first writes for Term.
%
%   ?- write_to_atom(Atom, f('X', "s")).
%      Atom = 'f(X,s)'.

write_to_atom(Atom, Term) :-
    format(atom(Atom), '~w', [Term]).

write_to_chars(Chars, Term) :-
    format(chars(Chars), '~w', [Term]).

write_to_codes(Codes, Term) :-
    format(codes(Codes), '~w', [Term]).

writeq_to_atom(Atom, Term) :-
    format(atom(Atom), '~q', [Term]).

writeq_to_chars(Chars, Term) :-
    format(chars(Chars), '~q', [Term]).

writeq_to_codes(Codes, Term) :-
    format(codes(Codes), '~q', [Term]).

print_to_atom(Atom, Term) :-
    format(atom(Atom), '~p', [Term]).

display_to_atom(Atom, Term) :-
    with_output_to(atom(Atom), write_term(Term, [ignore_ops(true)])).

%!  format_to_atom(-Atom, +Format, +Arguments) is det.
%!  format_to_chars(-Chars, +Format, +Arguments) is det.
%!  format_to_codes(-Codes, +Format, +Arguments) is det.
%
%   The text is what format/2 writes. For programs of other systems, Format may come first.

format_to_atom(Atom, Format, Arguments) :-
    format(atom(Atom), Format, Arguments).

format_to_chars(A, B, C) :-
    (   is_text(A)
    ->  format(codes(C), A, B)
    ;   format(chars(A), B, C)
    ).

format_to_codes(A, B, C) :-
    (   is_text(A)
    ->  format(codes(C), A, B)
    ;   format(codes(A), B, C)
    ).

is_text(Text) :-
    nonvar(Text),
    ( atom(Text) ; string(Text) ; ground(Text) ),
    !.

%!  write_term_to_atom(-Atom, +Term, +Options) is det.
%!  write_term_to_chars(-Chars, +Term, +Options) is det.
%!  write_term_to_codes(-Codes, +Term, +Options) is det.
%
%   The text is what write_term/2 writes.

write_term_to_atom(Atom, Term, Options) :-
    with_output_to(atom(Atom), write_term(Term, Options)).

write_term_to_chars(Chars, Term, Options) :-
    with_output_to(chars(Chars), write_term(Term, Options)).

write_term_to_codes(Codes, Term, Options) :-
    with_output_to(codes(Codes), write_term(Term, Options)).

%!  read_from_atom(+Atom, -Term) is det.
%!  read_from_chars(+Chars, -Term) is det.
%!  read_from_codes(+Codes, -Term) is det.
%!  read_term_from_chars(+Chars, -Term, +Options) is det.
%!  read_term_from_codes(+Codes, -Term, +Options) is det.
%
%   Term is the term that the text says; a period at its end may be left out.
%
%   ?- read_from_codes(`f(X, b)`, Term).
%      Term = f(_, b).

read_from_atom(Atom, Term) :-
    read_text(Atom, Term, []).

read_from_chars(Chars, Term) :-
    read_text(Chars, Term, []).

read_from_codes(Codes, Term) :-
    read_text(Codes, Term, []).

read_term_from_chars(Chars, Term, Options) :-
    read_text(Chars, Term, Options).

read_term_from_codes(Codes, Term, Options) :-
    read_text(Codes, Term, Options).

read_text(Text, Term, Options) :-
    text_to_string(Text, String),
    term_string(Term0, String, Options),
    Term = Term0.

%!  open_input_codes_stream(+Codes, -Stream) is det.
%
%   Stream gives the text of Codes.

open_input_codes_stream(Codes, Stream) :-
    text_to_string(Codes, String),
    open_string(String, Stream).

%!  close_input_codes_stream(+Stream) is det.
%
%   As close/1.

close_input_codes_stream(Stream) :-
    close(Stream).
