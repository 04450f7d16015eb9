:- module(backcomp,
          [ checklist/2,
            concat/3,
            flush/0,
            sformat/2,
            sformat/3
          ]).

% Names that predicates had in older versions of SWI-Prolog.

:- meta_predicate checklist(1, +).

%!  checklist(:Goal, +List) is semidet.
%
%   As maplist/2.
%
%   ?- checklist(integer, [1,2]).
%      true.

checklist(Goal, List) :-
    maplist(Goal, List).

%!  concat(+First, +Second, -Atom) is det.
%
%   As atomic_list_concat/2 of a list of two.
%
%   ?- concat(a, 1, Atom).
%      Atom = a1.

concat(First, Second, Atom) :-
    atomic_list_concat([First,Second], Atom).

%!  flush is det.
%
%   As flush_output/0.

flush :-
    flush_output.

%!  sformat(-String, +Format) is det.
%!  sformat(-String, +Format, +Arguments) is det.
%
%   As format/3 to a string.
%
%   ?- sformat(String, "~w!", [a]).
%      String = "a!".

sformat(String, Format) :-
    format(string(String), Format, []).

sformat(String, Format, Arguments) :-
    format(string(String), Format, Arguments).
