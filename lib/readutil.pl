:- module(readutil,
          [ read_file_to_codes/3,
            read_file_to_string/3,
            read_file_to_terms/3
          ]).

% Reading whole files. Lines and the rest of a stream are read by builtins.

%!  read_file_to_codes(+File, -Codes, +Options) is det.
%
%   Codes are the character codes of File, which is opened with Options; with
%   `tail(Tail)` among them Codes end in Tail.

read_file_to_codes(File, Codes, Options) :-
    tail_option(Options, Tail, Rest),
    setup_call_cleanup(open(File, read, Stream, Rest),
                       read_stream_to_codes(Stream, Codes, Tail),
                       close(Stream)).

%!  read_file_to_string(+File, -String, +Options) is det.
%
%   String is the text of File, which is opened with Options.

read_file_to_string(File, String, Options) :-
    setup_call_cleanup(open(File, read, Stream, Options),
                       read_string(Stream, _, String),
                       close(Stream)).

%!  read_file_to_terms(+File, -Terms, +Options) is det.
%
%   Terms are the terms of File, which is opened with Options; with
%   `tail(Tail)` among them Terms end in Tail.

read_file_to_terms(File, Terms, Options) :-
    tail_option(Options, Tail, Rest),
    setup_call_cleanup(open(File, read, Stream, Rest),
                       stream_terms(Stream, Terms, Tail),
                       close(Stream)).

stream_terms(Stream, Terms, Tail) :-
    read(Stream, Term),
    (   Term == end_of_file
    ->  Terms = Tail
    ;   Terms = [Term|Rest],
        stream_terms(Stream, Rest, Tail)
    ).

tail_option(Options, Tail, Rest) :-
    (   select_tail(Options, Tail0, Rest0)
    ->  Tail = Tail0,
        Rest = Rest0
    ;   Tail = [],
        Rest = Options
    ).

select_tail([Option|Options], Tail, Rest) :-
    (   Option = tail(Tail)
    ->  Rest = Options
    ;   Rest = [Option|Rest0],
        select_tail(Options, Tail, Rest0)
    ).
