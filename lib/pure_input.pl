:- module(pure_input,
          [ phrase_from_file/2,
            phrase_from_file/3,
            phrase_from_stream/2
          ]).

% Files as lists of character codes, for grammars.

:- meta_predicate
    phrase_from_file(//, +),
    phrase_from_file(//, +, +),
    phrase_from_stream(//, +).

%!  phrase_from_file(:Grammar, +File) is nondet.
%!  phrase_from_file(:Grammar, +File, +Options) is nondet.
%
%   Grammar describes the character codes of File, which is opened with Options.

phrase_from_file(Grammar, File) :-
    phrase_from_file(Grammar, File, []).

phrase_from_file(Grammar, File, Options) :-
    read_file_to_codes(File, Codes, Options),
    phrase(Grammar, Codes).

%!  phrase_from_stream(:Grammar, +Stream) is nondet.
%
%   Grammar describes the character codes that are left in Stream.
%
%   ?- open_string("ab", Stream), phrase_from_stream([X,_], Stream).
%      X = 0'a.

phrase_from_stream(Grammar, Stream) :-
    read_stream_to_codes(Stream, Codes),
    phrase(Grammar, Codes).
