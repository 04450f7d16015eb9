% Lists predicates: declarations, then clauses with the names of their variables.

%!  listing is det.
%
%   Lists the predicates of the user's program.
%
%   ?- with_output_to(string(_), listing).
%      true.

listing :-
    forall(own_predicate(Head),
           list_predicate(user, Head, user, [])).

%   Head is that of a predicate of the user's program. The hooks of the system
%   belong to it when they have clauses.

own_predicate(Head) :-
    listed_predicate(user, _, _, user, Head),
    functor(Head, Name, _),
    \+ sub_atom(Name, 0, 1, _, $),
    \+ empty_hook(user:Head).

empty_hook(Predicate) :-
    predicate_property(Predicate, multifile),
    predicate_property(Predicate, number_of_clauses(0)).

%!  listing(:Specification) is det.
%
%   Lists the predicates that Specification names: Name, Name/Arity,
%   Name//Arity, any of them with a module before it, or a list of them.
%
%   ?- with_output_to(string(_), listing(lists:prefix/2)).
%      true.
%
%   ?- listing(lists:no_such_predicate).
%      error(existence_error(procedure,no_such_predicate), _).

listing(Specification) :-
    listing(Specification, []).

%!  listing(:Specification, +Options) is det.
%
%   As listing/1. Option variable_names(generated) replaces the names that the
%   variables have in the source by A, B and so on. Option indexes(true) shows in
%   a comment which arguments have led calls to clauses, as the property
%   indexed(Places) of predicate_property/2 has them.
%
%   ?- ord_empty(_Set),
%      listing(ordsets:ord_empty/1, [variable_names(generated)]).
%      prints("ord_empty([]).\n\n").

listing(Module:Specification, Options) :-
    list_specification(Specification, Module, Module, Options).

%   Context is the module whose predicates are printed without their module.

list_specification(Specification, Module, Context, Options) :-
    (   var(Specification)
    ->  list_matching(Module, _, _, Context, Options)
    ;   Specification = Module1:Specification1
    ->  list_specification(Specification1, Module1, Module1, Options)
    ;   is_list(Specification)
    ->  forall(member(Part, Specification),
               list_specification(Part, Module, Context, Options))
    ;   Specification = Name/Arity
    ->  list_matching(Module, Name, Arity, Context, Options)
    ;   Specification = Name//Arity0
    ->  (   integer(Arity0)
        ->  Arity is Arity0 + 2
        ;   true
        ),
        list_matching(Module, Name, Arity, Context, Options)
    ;   atom(Specification)
    ->  list_matching(Module, Specification, _, Context, Options)
    ;   type_error(predicate_indicator, Specification)
    ).

list_matching(Module, Name, Arity, Context, Options) :-
    findall(Definer:Head,
            listed_predicate(Module, Name, Arity, Definer, Head),
            Predicates0),
    sort(Predicates0, Predicates),
    (   Predicates == [],
        atom(Name)
    ->  unknown_predicate(Name, Arity)
    ;   forall(member(Definer:Head, Predicates),
               list_predicate(Definer, Head, Context, Options))
    ).

unknown_predicate(Name, Arity) :-
    (   var(Arity)
    ->  existence_error(procedure, Name)
    ;   existence_error(procedure, Name/Arity)
    ).

%   Head is the most general head of a predicate visible in Module and defined
%   in Definer.

listed_predicate(Module, Name, Arity, Definer, Head) :-
    (   atom(Name),
        integer(Arity)
    ->  functor(Head, Name, Arity),
        (   predicate_property(Module:Head, defined)
        ->  true
        )
    ;   current_predicate(Module:Name/Arity),
        functor(Head, Name, Arity)
    ),
    (   predicate_property(Module:Head, imported_from(Definer0))
    ->  Definer = Definer0
    ;   Definer = Module
    ).

%   The clauses of a tabled predicate are those of another one, which is not listed itself.

list_predicate(Module, Head, _, _) :-
    system:'$tabled'(Module, _, Head, _),
    !.
list_predicate(Module, Head, Context, Options) :-
    functor(Head, Name, Arity),
    qualified(Module, Context, Name/Arity, Indicator),
    (   has_no_clauses(Module:Head)
    ->  format("%   Builtin: ~q~n~n", [Module:Name/Arity])
    ;   forall(declaration(Module:Head, Declaration),
               (   Directive =.. [Declaration,Indicator],
                   format(":- ~q.~n", [Directive])
               )),
        (   declaration(Module:Head, _)
        ->  nl
        ;   true
        ),
        list_indexes(Module:Head, Options),
        (   system:'$tabled'(Module, Head, Source, _)
        ->  true
        ;   Source = Head
        ),
        forall(catch(clause(Module:Source, Body, Reference), _, fail),
               list_clause(Head, Body, Reference, Module, Context, Options)),
        nl
    ).

list_indexes(Predicate, Options) :-
    (   memberchk(indexes(true), Options),
        predicate_property(Predicate, indexed(Places))
    ->  format("%   Indexed: ~q~n~n", [Places])
    ;   true
    ).

has_no_clauses(Predicate) :-
    \+ predicate_property(Predicate, dynamic),
    \+ predicate_property(Predicate, number_of_clauses(_)).

declaration(Module:Head, table) :-
    system:'$tabled'(Module, Head, _, _).
declaration(Predicate, Declaration) :-
    member(Declaration, [dynamic,multifile]),
    predicate_property(Predicate, Declaration).

qualified(Module, Context, Term, Qualified) :-
    (   Module == Context
    ->  Qualified = Term
    ;   Qualified = Module:Term
    ).

list_clause(Head, Body0, Reference, Module, Context, Options) :-
    (   source_names(Reference, (Head:-Body0), Names0)
    ->  read_unifications(Body0, Head, Names0, Body)
    ;   Names0 = [],
        Body = Body0
    ),
    (   memberchk(variable_names(generated), Options)
    ->  clause_names((Head:-Body), [], Names)
    ;   clause_names((Head:-Body), Names0, Names)
    ),
    qualified(Module, Context, Head, QualifiedHead),
    current_output(Out),
    print_clause((QualifiedHead:-Body), Out, Names, 0, false).

%   The names that variables of a clause have in its source.

source_names(Reference, Clause, Names) :-
    catch('$clause_info'(Reference, SourceNames, _, _), _, fail),
    term_variables(Clause, Variables),
    same_length(SourceNames, Variables),
    names_bindings(SourceNames, Variables, Names).

names_bindings([], [], []).
names_bindings([Name|Names], [Variable|Variables], Bindings) :-
    (   atom(Name)
    ->  Bindings = [Name=Variable|Bindings1]
    ;   Bindings = Bindings1
    ),
    names_bindings(Names, Variables, Bindings1).

%   Terminals at the start of a grammar rule are shown in the head: a body that
%   starts with unifications of head arguments which the source does not name
%   is shown without them.

read_unifications(Body0, Head, Names, Body) :-
    (   first_goal(Body0, Variable=Term, Body1),
        var(Variable),
        compound(Term),
        is_argument(Variable, Head),
        \+ is_named(Names, Variable)
    ->  Variable = Term,
        read_unifications(Body1, Head, Names, Body)
    ;   Body = Body0
    ).

first_goal(Body, Goal, Rest) :-
    nonvar(Body),
    (   Body = (Goal0,Rest0)
    ->  Goal = Goal0,
        Rest = Rest0
    ;   Goal = Body,
        Rest = true
    ),
    nonvar(Goal).

is_argument(Variable, Head) :-
    arg(_, Head, Argument),
    Argument == Variable,
    !.

is_named([_=Named|Names], Variable) :-
    (   Named == Variable
    ->  true
    ;   is_named(Names, Variable)
    ).
