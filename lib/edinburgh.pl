:- module(edinburgh,
          [ get0/1,
            get0/2,
            get/1,
            get/2,
            display/1,
            display/2,
            displayq/1,
            displayq/2,
            abolish/2,
            prolog_flag/2,
            nodebug/0,
            notrace/0,
            nospy/1,
            nospyall/0,
            leash/1,
            visible/1,
            det/1,
            expects_dialect/1
          ]).

% Predicates of DEC-10 Prolog that old programs and textbooks use.

:- meta_predicate abolish(:, +).

%!  get0(?Code) is semidet.
%!  get0(+Stream, ?Code) is semidet.
%
%   Reads the next character code, -1 at the end.

get0(Code) :-
    get_code(Code).

get0(Stream, Code) :-
    get_code(Stream, Code).

%!  get(?Code) is semidet.
%!  get(+Stream, ?Code) is semidet.
%
%   Reads the next character code that is no white space.

get(Code) :-
    current_input(Stream),
    get(Stream, Code).

get(Stream, Code) :-
    get_code(Stream, Code0),
    (   code_type(Code0, space)
    ->  get(Stream, Code)
    ;   Code = Code0
    ).

%!  display(@Term) is det.
%!  display(+Stream, @Term) is det.
%
%   Writes Term with operators as functors.
%
%   ?- display(1 + 'A').
%      prints("+(1,A)"), true.

display(Term) :-
    write_term(Term, [ignore_ops(true)]).

display(Stream, Term) :-
    write_term(Stream, Term, [ignore_ops(true)]).

%!  displayq(@Term) is det.
%!  displayq(+Stream, @Term) is det.
%
%   As display/1, quoted.

displayq(Term) :-
    write_term(Term, [ignore_ops(true),quoted(true)]).

displayq(Stream, Term) :-
    write_term(Stream, Term, [ignore_ops(true),quoted(true)]).

%!  abolish(:Name, +Arity) is det.
%
%   As `abolish(Name/Arity)`.

abolish(Module:Name, Arity) :-
    abolish(Module:Name/Arity).

%!  prolog_flag(?Flag, ?Value) is nondet.
%
%   As current_prolog_flag/2.

prolog_flag(Flag, Value) :-
    current_prolog_flag(Flag, Value).

%!  nodebug is det.
%!  notrace is det.
%
%   Goals run without a tracer.

nodebug.

notrace.

%!  nospy(+Predicates) is det.
%!  nospyall is det.
%!  leash(+Ports) is det.
%!  visible(+Ports) is det.
%
%   Are true: without a tracer there are no spy points, and no port is shown.

nospy(_).

nospyall.

leash(_).

visible(_).

%!  det(+Indicators) is det.
%
%   As a directive: says that predicates succeed just once. It is not checked.

det(_).

%!  expects_dialect(+Dialect) is det.
%
%   As a directive: the file is written for another system. It is read as any other.

expects_dialect(_).
