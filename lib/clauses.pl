:- module(clauses,
          [ nth_clause/3,
            copy_predicate_clauses/2,
            compile_predicates/1,
            redefine_system_predicate/1,
            (public)/1,
            (volatile)/1,
            noprofile/1,
            (thread_local)/1
          ]).

% Predicates as sequences of clauses, and declarations about them.

:- meta_predicate
    nth_clause(:, ?, ?),
    copy_predicate_clauses(:, :),
    compile_predicates(:),
    redefine_system_predicate(:),
    public(:),
    volatile(:),
    noprofile(:),
    thread_local(:).

%!  nth_clause(:Head, ?N, ?Reference) is nondet.
%
%   Reference refers to the N-th clause, counted from 1, of Head's predicate.

nth_clause(Module:Head, N, Reference) :-
    (   var(Head),
        nonvar(Reference)
    ->  clause(Module:Head0, _, Reference),
        functor(Head0, Name, Arity),
        functor(Head, Name, Arity)
    ;   true
    ),
    '$clause_references'(Module, Head, References),
    nth1(N, References, Reference0),
    Reference = Reference0.

%!  copy_predicate_clauses(:From, :To) is det.
%
%   Gives the predicate To the clauses of From, behind its own.

copy_predicate_clauses(From:FromSpec, To:ToSpec) :-
    indicator(FromSpec, FromName, Arity),
    indicator(ToSpec, ToName, Arity),
    functor(Head, FromName, Arity),
    forall(clause(From:Head, Body),
           ( Head =.. [_|Arguments],
             Copy =.. [ToName|Arguments],
             assertz((To:Copy :- Body))
           )).

indicator(Specification, Name, Arity) :-
    (   Specification = Name0/Arity0
    ->  Name = Name0,
        Arity = Arity0
    ;   Name = Specification
    ).

%!  compile_predicates(:Indicators) is det.
%
%   Makes dynamic predicates static.

compile_predicates(Module:Indicators) :-
    forall(member(Indicator, Indicators),
           '$declare_all'(Module:Indicator, static)).

%!  redefine_system_predicate(:Head) is det.
%
%   The module may define Head's predicate, which the system has, too. A program
%   may do that with all predicates but those of the core in any case.

redefine_system_predicate(_).

%!  public(:Indicators) is det.
%!  volatile(:Indicators) is det.
%!  noprofile(:Indicators) is det.
%
%   Declarations for tools: they change nothing in how a predicate runs.

public(_).

volatile(_).

noprofile(_).

%!  thread_local(:Indicators) is det.
%
%   As dynamic/1: an engine has one thread.

thread_local(Indicators) :-
    dynamic(Indicators).
