% Clauses, modules and files.

%!  clause_property(+Reference, ?Property) is nondet.
%
%   The clause that Reference refers to has Property: `file(F)`, `source(F)`,
%   `line_count(N)`, `fact`, `module(M)`, `predicate(Indicator)`.
%
%   ?- \+ \+ ( assertz(likes(a), R), clause_property(R, predicate(user:likes/1)) ).
%      true.

clause_property(Reference, Property) :-
    must_be(nonvar, Reference),
    (   clause(Module:Head, Body, Reference)
    ->  functor(Head, Name, Arity),
        property(Property, Reference, Module, Name/Arity, Body)
    ;   Property = erased
    ).

property(file(File), Reference, _, _, _) :-
    '$clause_info'(Reference, _, File, _).
property(source(File), Reference, _, _, _) :-
    '$clause_info'(Reference, _, File, _).
property(line_count(Line), Reference, _, _, _) :-
    '$clause_info'(Reference, _, _, Line).
property(fact, _, _, _, Body) :-
    Body == true.
property(module(Module), _, Module, _, _).
property(predicate(Module:Indicator), _, Module, Indicator, _).

%!  read_clause(+Stream, -Clause, +Options) is det.
%
%   As read_term/3; what cannot be read is reported, and then the next clause is read.

read_clause(Stream, Clause, Options0) :-
    exclude(of_clauses_only, Options0, Options),
    repeat,
    catch(read_term(Stream, Clause0, Options), error(syntax_error(What), Where),
          ( print_message(error, error(syntax_error(What), Where)), fail )),
    !,
    Clause = Clause0.

of_clauses_only(process_comment(_)).
of_clauses_only(syntax_errors(_)).

%!  compiling is semidet.
%
%   Fails: programs are not compiled to files.

compiling :-
    fail.

%!  trim_stacks is det.
%!  garbage_collect_clauses is det.
%
%   The system looks after its memory by itself; garbage is collected at the next call.

trim_stacks :-
    garbage_collect.

garbage_collect_clauses.

%!  default_module(+Module, -Default) is nondet.
%
%   Default is Module, or a module in which what it does not define is looked for.

default_module(Module, Module).
default_module(Module, Default) :-
    import_module(Module, Parent),
    default_module(Parent, Default).

%!  compile_aux_clauses(:Clauses) is det.
%
%   Adds Clauses to the program, as part of the file being loaded.

compile_aux_clauses(Clauses) :-
    strip_module(Clauses, Module, Plain),
    (   is_list(Plain)
    ->  List = Plain
    ;   List = [Plain]
    ),
    (   member(Clause, List),
        (   prolog_load_context(source, _)
        ->  '$load_clause'(Module:Clause)
        ;   assertz(Module:Clause)
        ),
        fail
    ;   true
    ).

%!  load_files(:Files) is det.
%
%   As consult/1.

load_files(Files) :-
    load_files(Files, []).
