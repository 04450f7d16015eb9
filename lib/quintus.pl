:- module(quintus,
          [ (mode)/1,
            unix/1,
            abs/2,
            sin/2,
            cos/2,
            tan/2,
            log/2,
            log10/2,
            pow/3,
            ceiling/2,
            floor/2,
            round/2,
            acos/2,
            asin/2,
            atan/2,
            atan2/3,
            sign/2,
            sqrt/2,
            genarg/3,
            on_exception/3,
            raise_exception/1,
            otherwise/0,
            compile/1,
            atom_char/2,
            midstring/3,
            midstring/4,
            midstring/5,
            midstring/6,
            skip_line/0,
            skip_line/1,
            current_stream_position/2,
            no_style_check/1,
            date/1,
            simple/1
          ]).

% Predicates of Quintus Prolog.

:- meta_predicate on_exception(?, 0, 0), compile(:).

%!  mode(+Modes) is det.
%
%   As a directive: says how predicates are called. It has no effect.

mode(_).

%!  unix(+Action) is semidet.
%
%   Action is `system(Command)`, `shell(Command)`, `cd(Directory)` or `argv(Arguments)`.

unix(system(Command)) :-
    shell(Command).
unix(shell(Command)) :-
    shell(Command).
unix(cd(Directory)) :-
    working_directory(_, Directory).
unix(argv(Arguments)) :-
    current_prolog_flag(argv, Arguments).

%!  abs(+Number, -Value) is det.
%!  sin(+X, -Value) is det.
%!  cos(+X, -Value) is det.
%!  tan(+X, -Value) is det.
%!  asin(+X, -Value) is det.
%!  acos(+X, -Value) is det.
%!  atan(+X, -Value) is det.
%!  atan2(+Y, +X, -Value) is det.
%!  log(+X, -Value) is det.
%!  log10(+X, -Value) is det.
%!  pow(+X, +Y, -Value) is det.
%!  sqrt(+X, -Value) is det.
%!  ceiling(+X, -Value) is det.
%!  floor(+X, -Value) is det.
%!  round(+X, -Value) is det.
%!  sign(+X, -Value) is det.
%
%   Value is that of the function of this name.
%
%   ?- sqrt(4.0, Value), sign(-3, Sign).
%      Value = 2.0, Sign = -1.

abs(X, Value) :- Value is abs(X).
sin(X, Value) :- Value is sin(X).
cos(X, Value) :- Value is cos(X).
tan(X, Value) :- Value is tan(X).
asin(X, Value) :- Value is asin(X).
acos(X, Value) :- Value is acos(X).
atan(X, Value) :- Value is atan(X).
atan2(Y, X, Value) :- Value is atan2(Y, X).
log(X, Value) :- Value is log(X).
log10(X, Value) :- Value is log10(X).
pow(X, Y, Value) :- Value is X ** Y.
sqrt(X, Value) :- Value is sqrt(X).
ceiling(X, Value) :- Value is ceiling(X).
floor(X, Value) :- Value is floor(X).
round(X, Value) :- Value is round(X).
sign(X, Value) :- Value is sign(X).

%!  genarg(?N, +Term, ?Arg) is nondet.
%
%   As arg/3.

genarg(N, Term, Arg) :-
    arg(N, Term, Arg).

%!  on_exception(?Ball, :Goal, :Recovery) is nondet.
%
%   As catch/3.
%
%   ?- on_exception(Ball, throw(oops), true).
%      Ball = oops.

on_exception(Ball, Goal, Recovery) :-
    catch(Goal, Ball, Recovery).

%!  raise_exception(+Ball) is erroneous.
%
%   As throw/1.

raise_exception(Ball) :-
    throw(Ball).

%!  otherwise is det.
%
%   Is true.

otherwise.

%!  compile(:Files) is det.
%
%   As consult/1.

compile(Files) :-
    load_files(Files, []).

%!  atom_char(+Char, -Code) is det.
%
%   As char_code/2.

atom_char(Char, Code) :-
    char_code(Char, Code).

%!  midstring(?Text, ?Part, ?Rest) is nondet.
%!  midstring(?Text, ?Part, ?Rest, ?Before) is nondet.
%!  midstring(?Text, ?Part, ?Rest, ?Before, ?Length) is nondet.
%!  midstring(?Text, ?Part, ?Rest, ?Before, ?Length, ?After) is nondet.
%
%   Part is a part of the atom Text, as in sub_atom/5, and Rest is Text without it.
%
%   ?- midstring(abc, b, Rest).
%      Rest = ac.

midstring(Text, Part, Rest) :-
    midstring(Text, Part, Rest, _, _, _).

midstring(Text, Part, Rest, Before) :-
    midstring(Text, Part, Rest, Before, _, _).

midstring(Text, Part, Rest, Before, Length) :-
    midstring(Text, Part, Rest, Before, Length, _).

midstring(Text, Part, Rest, Before, Length, After) :-
    sub_atom(Text, Before, Length, After, Part),
    sub_atom(Text, 0, Before, _, Front),
    sub_atom(Text, _, After, 0, Back),
    atom_concat(Front, Back, Rest).

%!  skip_line is det.
%!  skip_line(+Stream) is det.
%
%   Reads up to the end of the line.

skip_line :-
    current_input(Stream),
    skip_line(Stream).

skip_line(Stream) :-
    skip(Stream, 0'\n).

%!  current_stream_position(+Stream, -Position) is det.
%
%   Position is where Stream is.

current_stream_position(Stream, Position) :-
    stream_property(Stream, position(Position)).

%!  no_style_check(+Style) is det.
%
%   Switches off the warnings called Style: see style_check/1.

no_style_check(Style) :-
    style_check(-Style).

%!  date(-Date) is det.
%
%   Date is `date(Year, Month, Day)` of today.

date(Date) :-
    get_time(Stamp),
    stamp_date_time(Stamp, date(Year, Month, Day, _, _, _, _, _, _), local),
    Date = date(Year, Month, Day).

%!  simple(@Term) is semidet.
%
%   Term is a variable or atomic.

simple(Term) :-
    (   var(Term)
    ->  true
    ;   atomic(Term)
    ).
