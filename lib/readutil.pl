:- module(readutil,
          [ read_file_to_codes/3,
            read_file_to_string/3,
            read_file_to_terms/3
          ]).

% Reading whole files. Lines and streams are read by builtin predicates.

%!  read_file_to_codes(+File, -Codes, +Options) is det.
%
%   Codes is the text of File. Options are those of open/4, and tail(Tail) for
%   the tail of Codes.
%
%   ?- read_file_to_codes('no such file', _, []).
%      error(existence_error(source_sink,'no such file'), _).

read_file_to_codes(File, Codes, Options0) :-
    (   select_option(tail(Tail0), Options0, Options)
    ->  Tail = Tail0
    ;   Tail = [],
        Options = Options0
    ),
    with_file(File, Options, Stream,
              read_stream_to_codes(Stream, Codes, Tail)).

%!  read_file_to_string(+File, -String, +Options) is det.
%
%   String is the text of File. Options are those of open/4.
%
%   ?- read_file_to_string('no such file', _, []).
%      error(existence_error(source_sink,'no such file'), _).

read_file_to_string(File, String, Options) :-
    with_file(File, Options, Stream, read_string(Stream, _, String)).

%!  read_file_to_terms(+File, -Terms, +Options) is det.
%
%   Terms holds the terms in the text of File. Options are those of open/4 and
%   of read_term/3, and tail(Tail) for the tail of Terms.
%
%   ?- read_file_to_terms('no such file', _, []).
%      error(existence_error(source_sink,'no such file'), _).

read_file_to_terms(File, Terms, Options0) :-
    (   select_option(tail(Tail0), Options0, Options1)
    ->  Tail = Tail0
    ;   Tail = [],
        Options1 = Options0
    ),
    partition(is_open_option, Options1, OpenOptions, ReadOptions),
    with_file(File, OpenOptions, Stream,
              read_terms(Stream, ReadOptions, Terms, Tail)).

is_open_option(Option) :-
    functor(Option, Name, 1),
    memberchk(Name, [alias,bom,encoding,eof_action,newline,reposition,type]).

read_terms(Stream, Options, Terms, Tail) :-
    read_term(Stream, Term, Options),
    (   Term == end_of_file
    ->  Terms = Tail
    ;   Terms = [Term|Terms1],
        read_terms(Stream, Options, Terms1, Tail)
    ).

with_file(File, Options, Stream, Goal) :-
    setup_call_cleanup(open(File, read, Stream, Options),
                       once(Goal),
                       close(Stream)).
