:- module(backcomp,
          [ checklist/2,
            concat/3,
            flush/0,
            sformat/2,
            sformat/3,
            'C'/3,
            sublist/3,
            merge/3,
            merge_set/3,
            proper_list/1,
            free_variables/2,
            hash_term/2,
            string_to_list/2,
            substring/4,
            write_ln/1,
            subsumes_chk/2,
            convert_time/2,
            setup_and_call_cleanup/3,
            read_variables/2,
            current_module/2,
            at_initialization/1
          ]).

% Names that predicates had in older versions of SWI-Prolog.

:- meta_predicate
    checklist(1, +),
    sublist(1, +, -),
    setup_and_call_cleanup(0, 0, 0),
    at_initialization(0).

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

%!  'C'(?State0, ?Token, ?State) is semidet.
%
%   State0 is Token followed by State: a terminal of old grammars.
%
%   ?- 'C'([a,b], Token, State).
%      Token = a, State = [b].

'C'([Token|State], Token, State).

%!  sublist(:Test, +List, -Part) is det.
%
%   As include/3.
%
%   ?- sublist(integer, [1,a], Part).
%      Part = [1].

sublist(Test, List, Part) :-
    include(Test, List, Part).

%!  merge(+Xs, +Ys, -Zs) is det.
%
%   Zs are the elements of two ordered lists in order, duplicates kept.
%
%   ?- merge([1,3], [2,3], Zs).
%      Zs = [1,2,3,3].

merge([], Ys, Ys) :-
    !.
merge(Xs, [], Xs) :-
    !.
merge([X|Xs], [Y|Ys], Zs) :-
    (   X @=< Y
    ->  Zs = [X|Zs1],
        merge(Xs, [Y|Ys], Zs1)
    ;   Zs = [Y|Zs1],
        merge([X|Xs], Ys, Zs1)
    ).

%!  merge_set(+Xs, +Ys, -Zs) is det.
%
%   As ord_union/3.

merge_set(Xs, Ys, Zs) :-
    ord_union(Xs, Ys, Zs).

%!  proper_list(@Term) is semidet.
%
%   As is_list/1.

proper_list(Term) :-
    is_list(Term).

%!  free_variables(@Term, -Variables) is det.
%
%   As term_variables/2.

free_variables(Term, Variables) :-
    term_variables(Term, Variables).

%!  hash_term(@Term, -Hash) is det.
%
%   As term_hash/2.

hash_term(Term, Hash) :-
    term_hash(Term, Hash).

%!  string_to_list(?String, ?Codes) is det.
%
%   As string_codes/2.

string_to_list(String, Codes) :-
    string_codes(String, Codes).

%!  substring(+String, +Start, +Length, -Part) is det.
%
%   Part are Length characters of String from the place Start, counted from 1.

substring(String, Start, Length, Part) :-
    Before is Start - 1,
    sub_string(String, Before, Length, _, Part).

%!  write_ln(+Term) is det.
%
%   As writeln/1.

write_ln(Term) :-
    writeln(Term).

%!  subsumes_chk(+General, +Specific) is semidet.
%
%   As subsumes_term/2.

subsumes_chk(General, Specific) :-
    subsumes_term(General, Specific).

%!  convert_time(+Stamp, -String) is det.
%
%   String is the time Stamp in words.

convert_time(Stamp, String) :-
    format_time(string(String), '%+', Stamp).

%!  setup_and_call_cleanup(:Setup, :Goal, :Cleanup) is nondet.
%
%   As setup_call_cleanup/3.

setup_and_call_cleanup(Setup, Goal, Cleanup) :-
    setup_call_cleanup(Setup, Goal, Cleanup).

%!  read_variables(-Term, -Bindings) is det.
%
%   As read_term/2 with the option `variable_names(Bindings)`.

read_variables(Term, Bindings) :-
    read_term(Term, [variable_names(Bindings)]).

%!  current_module(?Module, ?File) is nondet.
%
%   Module was loaded from File.

current_module(Module, File) :-
    module_property(Module, file(File)).

%!  at_initialization(:Goal) is det.
%
%   As initialization/1.

at_initialization(Goal) :-
    initialization(Goal).
