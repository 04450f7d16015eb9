:- module(listing,
          [ listing/0,
            listing/1,
            listing/2,
            portray_clause/1,
            portray_clause/2,
            portray_clause/3
          ]).

% Prints clauses so that they read well and read back as the same clauses: a
% goal a line, the branches of a disjunction below each other, long argument
% lists broken, and variables with names.

:- meta_predicate
    listing(:),
    listing(:, +).

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
%   variables have in the source by A, B and so on.
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

list_predicate(Module, Head, Context, Options) :-
    functor(Head, Name, Arity),
    qualified(Module, Context, Name/Arity, Indicator),
    (   has_no_clauses(Module:Head)
    ->  format("%   Builtin: ~q~n~n", [Module:Name/Arity])
    ;   forall(declaration(Module:Head, Declaration),
               format(":- ~w ~q.~n", [Declaration,Indicator])),
        (   declaration(Module:Head, _)
        ->  nl
        ;   true
        ),
        forall(catch(clause(Module:Head, Body, Reference), _, fail),
               list_clause(Head, Body, Reference, Module, Context, Options)),
        nl
    ).

has_no_clauses(Predicate) :-
    \+ predicate_property(Predicate, dynamic),
    \+ predicate_property(Predicate, number_of_clauses(_)).

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
    print_clause((QualifiedHead:-Body), Out, Names, 0).

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

%!  portray_clause(@Clause) is det.
%
%   Prints Clause and a full stop to the current output, with names for its
%   variables: `_` if there is no other occurrence.
%
%   ?- portray_clause((a(X,_) :- b(X), (c ; d))).
%      prints("a(A, _) :-\n    b(A),\n    (   c\n    ;   d\n    ).\n").

portray_clause(Clause) :-
    current_output(Out),
    portray_clause(Out, Clause, []).

%!  portray_clause(+Stream, @Clause) is det.
%
%   As portray_clause/1, to Stream.
%
%   ?- current_output(_Out), portray_clause(_Out, f('A')).
%      prints("f('A').\n").

portray_clause(Stream, Clause) :-
    portray_clause(Stream, Clause, []).

%!  portray_clause(+Stream, @Clause, +Options) is det.
%
%   As portray_clause/2. Option variable_names(Bindings) gives names to
%   variables, as read_term/2 returns them, and indent(N) indents all lines but
%   the first by N columns.
%
%   ?- current_output(_Out),
%      portray_clause(_Out, f(X,_), [variable_names(['Y'=X])]).
%      prints("f(Y, _).\n").

portray_clause(Stream, Clause, Options) :-
    (   memberchk(variable_names(Given), Options)
    ->  true
    ;   Given = []
    ),
    clause_names(Clause, Given, Names),
    (   memberchk(indent(Indent), Options)
    ->  true
    ;   Indent = 0
    ),
    print_clause(Clause, Stream, Names, Indent).

%   Names are those Given, and for each variable without one a letter, or `_`
%   if it occurs only once.

clause_names(Clause, Given, Names) :-
    term_variables(Clause, Variables),
    (   acyclic_term(Clause)
    ->  occurrences(Clause, Occurrences, []),
        msort(Occurrences, Sorted),
        repeated(Sorted, Repeated)
    ;   Repeated = Variables
    ),
    name_variables(Variables, Repeated, 0, Given, Names).

%   Occurrences holds a variable as often as it occurs.

occurrences(Term, Occurrences0, Occurrences) :-
    (   var(Term)
    ->  Occurrences0 = [Term|Occurrences]
    ;   compound(Term)
    ->  functor(Term, _, Arity),
        occurrences(1, Arity, Term, Occurrences0, Occurrences)
    ;   Occurrences0 = Occurrences
    ).

occurrences(N, Arity, Term, Occurrences0, Occurrences) :-
    (   N < Arity
    ->  arg(N, Term, Argument),
        occurrences(Argument, Occurrences0, Occurrences1),
        N1 is N + 1,
        occurrences(N1, Arity, Term, Occurrences1, Occurrences)
    ;   N =:= Arity
    ->  arg(N, Term, Argument),
        occurrences(Argument, Occurrences0, Occurrences)
    ;   Occurrences0 = Occurrences
    ).

repeated([], []).
repeated([X|Xs], Repeated) :-
    (   Xs = [Y|Ys],
        X == Y
    ->  Repeated = [X|Repeated1],
        without_leading(Ys, X, Zs),
        repeated(Zs, Repeated1)
    ;   repeated(Xs, Repeated)
    ).

without_leading([Y|Ys], X, Zs) :-
    X == Y,
    !,
    without_leading(Ys, X, Zs).
without_leading(Zs, _, Zs).

name_variables([], _, _, Names, Names).
name_variables([Variable|Variables], Repeated, N0, Given, Names) :-
    (   is_named(Given, Variable)
    ->  Names = Names1,
        N = N0
    ;   is_one_of(Repeated, Variable)
    ->  Names = [Name=Variable|Names1],
        free_letter(N0, Given, Name, N)
    ;   Names = ['_'=Variable|Names1],
        N = N0
    ),
    name_variables(Variables, Repeated, N, Given, Names1).

free_letter(N0, Given, Name, N) :-
    letter_name(N0, Name0),
    N1 is N0 + 1,
    (   memberchk(Name0=_, Given)
    ->  free_letter(N1, Given, Name, N)
    ;   Name = Name0,
        N = N1
    ).

is_one_of([Y|Ys], X) :-
    (   X == Y
    ->  true
    ;   is_one_of(Ys, X)
    ).

letter_name(N, Name) :-
    Code is 0'A + N mod 26,
    char_code(Letter, Code),
    (   N < 26
    ->  Name = Letter
    ;   Suffix is N // 26,
        atomic_list_concat([Letter,Suffix], Name)
    ).

%   The context of what follows is context(Stream, Names).

print_clause(Clause, Stream, Names, Indent) :-
    Context = context(Stream,Names),
    print_clause_term(Clause, Indent, Context),
    print_end(Clause, Stream).

%   A period would join an atom of symbol characters.

print_end(Clause, Stream) :-
    (   last_atom(Clause, Atom),
        sub_atom(Atom, _, 1, 0, Char),
        char_type(Char, prolog_symbol)
    ->  write(Stream, ' .')
    ;   write(Stream, '.')
    ),
    nl(Stream).

%   Atom stands last in the text of Clause, without parentheses.

last_atom(Clause, Atom) :-
    (   atom(Clause)
    ->  Atom = Clause
    ;   last_part(Clause, Part)
    ->  last_atom(Part, Atom)
    ).

last_part(Clause, Part) :-
    nonvar(Clause),
    (   rule(Clause, Head, _, Body)
    ->  (   Body == true
        ->  Part = Head
        ;   Part = Body
        )
    ;   directive(Clause, _, Part)
    ->  true
    ;   Clause = (_,Part)
    ->  true
    ;   Clause = (\+Part)
    ).

print_clause_term(Clause, Indent, Context) :-
    (   var(Clause)
    ->  print_term(Clause, 1199, Context)
    ;   Clause = (Head:-Body),
        Body == true
    ->  print_term(Head, 1199, Context)
    ;   rule(Clause, Head, Neck, Body)
    ->  print_term(Head, 1199, Context),
        print_text(Neck, Context),
        BodyIndent is Indent + 4,
        new_line(BodyIndent, Context),
        print_body(Body, BodyIndent, 1199, Context)
    ;   directive(Clause, Neck, Directive)
    ->  print_text(Neck, Context),
        BodyIndent is Indent + 3,
        print_body(Directive, BodyIndent, 1199, Context)
    ;   is_fact(Clause)
    ->  print_term(Clause, 1199, Context)
    ;   print_body(Clause, Indent, 1199, Context)
    ).

rule((Head:-Body), Head, ' :-', Body).
rule((Head-->Body), Head, ' -->', Body).
rule((Head=>Body), Head, ' =>', Body).

directive((:-Directive), ':- ', Directive).
directive((?-Directive), '?- ', Directive).

%   Neither a control construct nor braces: printed on one line.

is_fact(Clause) :-
    Clause \= (_,_),
    Clause \= {_},
    Clause \= (\+_),
    \+ is_branching(Clause).

%   Prints a goal that starts at column Indent, as an operand of Priority.

print_body(Goal, Indent, Priority, Context) :-
    (   var(Goal)
    ->  print_term(Goal, Priority, Context)
    ;   Goal = (A,B)
    ->  print_conjunction(A, B, Indent, Priority, Context)
    ;   is_branching(Goal)
    ->  print_text('(   ', Context),
        print_branches(Goal, Indent, Context),
        new_line(Indent, Context),
        print_text(')', Context)
    ;   Goal = (\+Negated)
    ->  print_text('\\+ ', Context),
        NegatedIndent is Indent + 3,
        print_body(Negated, NegatedIndent, 900, Context)
    ;   Goal = {Braced}
    ->  print_braces(Braced, Indent, Context)
    ;   priority(Goal, GoalPriority),
        GoalPriority > Priority
    ->  print_block(Goal, Indent, Context)
    ;   print_goal(Goal, Indent, Priority, Context)
    ).

is_branching(Goal) :-
    (   Goal = (_;_)
    ->  true
    ;   is_conditional(Goal)
    ).

is_conditional(Goal) :-
    nonvar(Goal),
    (   Goal = (_->_)
    ->  true
    ;   Goal = (_*->_)
    ).

print_conjunction(A, B, Indent, Priority, Context) :-
    (   Priority < 1000
    ->  print_block((A,B), Indent, Context)
    ;   print_body(A, Indent, 1000, Context),
        print_text(',', Context),
        new_line(Indent, Context),
        print_body(B, Indent, 1000, Context)
    ).

%   A goal in parentheses that stand alone.

print_block(Goal, Indent, Context) :-
    print_text('( ', Context),
    BlockIndent is Indent + 2,
    (   Goal = (_,_)
    ->  print_body(Goal, BlockIndent, 1000, Context)
    ;   print_term(Goal, 1200, Context)
    ),
    new_line(Indent, Context),
    print_text(')', Context).

print_braces(Goal, Indent, Context) :-
    print_text('{ ', Context),
    BodyIndent is Indent + 2,
    print_body(Goal, BodyIndent, 1200, Context),
    new_line(Indent, Context),
    print_text('}', Context).

%   The parts of a disjunction or an if-then-else. A branch that is of the same
%   kind as what it is in keeps its own parentheses on the left side only.

print_branches(Goal, Indent, Context) :-
    (   nonvar(Goal),
        branches(Goal, Left, Separator, Right)
    ->  print_left_branch(Goal, Left, Indent, Context),
        new_line(Indent, Context),
        print_text(Separator, Context),
        print_right_branch(Goal, Right, Indent, Context)
    ;   print_branch(Goal, Indent, Context)
    ).

branches((A;B), A, ';   ', B).
branches((A->B), A, '->  ', B).
branches((A*->B), A, '*-> ', B).

print_left_branch(Goal, Left, Indent, Context) :-
    (   Goal = (_;_),
        is_conditional(Left)
    ->  print_branches(Left, Indent, Context)
    ;   print_branch(Left, Indent, Context)
    ).

print_right_branch(Goal, Right, Indent, Context) :-
    (   Goal = (_;_)
    ->  print_branches(Right, Indent, Context)
    ;   print_branch(Right, Indent, Context)
    ).

print_branch(Goal, Indent, Context) :-
    BranchIndent is Indent + 4,
    print_body(Goal, BranchIndent, 1000, Context).

%   A goal other than a control construct: on one line if it fits and no
%   argument is a control construct, else an argument a line.

print_goal(Goal, Indent, Priority, Context) :-
    (   callable(Goal),
        meta_arguments(Goal, Specifications),
        has_control_argument(Specifications, Goal)
    ->  print_arguments(Goal, Specifications, Indent, Context)
    ;   fits(Goal, Priority, Indent, Context)
    ->  print_term(Goal, Priority, Context)
    ;   is_breakable(Goal)
    ->  print_arguments(Goal, [], Indent, Context)
    ;   print_term(Goal, Priority, Context)
    ).

meta_arguments(Goal, Specifications) :-
    compound(Goal),
    \+ is_operator_term(Goal),
    catch(predicate_property(user:Goal, meta_predicate(Declaration)), _, fail),
    Declaration =.. [_|Specifications].

has_control_argument(Specifications, Goal) :-
    nth1(N, Specifications, Specification),
    arg(N, Goal, Argument),
    is_goal_argument(Specification, Argument),
    !.

is_goal_argument(Specification, Argument) :-
    nonvar(Argument),
    (   integer(Specification)
    ->  is_control(Argument)
    ;   Specification == (//)
    ->  is_control(Argument)
    ;   Specification == (^),
        (   Argument = _^Argument1
        ->  is_goal_argument(^, Argument1)
        ;   is_control(Argument)
        )
    ).

is_control(Goal) :-
    (   Goal = (_,_)
    ->  true
    ;   is_branching(Goal)
    ).

is_breakable(Goal) :-
    compound(Goal),
    \+ is_operator_term(Goal),
    \+ is_list(Goal),
    functor(Goal, Name, _),
    Name \== {}.

print_arguments(Goal, Specifications, Indent, Context) :-
    functor(Goal, Name, Arity),
    Context = context(Stream,_),
    format(string(Text), "~q(", [Name]),
    write(Stream, Text),
    string_length(Text, Length),
    Column is Indent + Length,
    print_arguments(1, Arity, Goal, Specifications, Column, Context),
    print_text(')', Context).

print_arguments(N, Arity, Goal, Specifications0, Column, Context) :-
    (   Specifications0 = [Specification|Specifications]
    ->  true
    ;   Specification = (?),
        Specifications = []
    ),
    arg(N, Goal, Argument),
    print_argument(Specification, Argument, Column, Context),
    (   N < Arity
    ->  print_text(',', Context),
        new_line(Column, Context),
        N1 is N + 1,
        print_arguments(N1, Arity, Goal, Specifications, Column, Context)
    ;   true
    ).

print_argument(Specification, Argument, Column, Context) :-
    (   is_goal_argument(Specification, Argument)
    ->  print_goal_argument(Argument, Column, Context)
    ;   fits(Argument, 999, Column, Context)
    ->  print_term(Argument, 999, Context)
    ;   Argument = [_|_],
        is_list(Argument)
    ->  print_text('[ ', Context),
        ElementColumn is Column + 2,
        print_elements(Argument, ElementColumn, Context),
        new_line(Column, Context),
        print_text(']', Context)
    ;   is_breakable(Argument)
    ->  print_arguments(Argument, [], Column, Context)
    ;   print_term(Argument, 999, Context)
    ).

print_goal_argument(Argument, Column, Context) :-
    (   Argument = Variables^Goal
    ->  term_text(Variables, 199, Context, Text),
        print_text(Text, Context),
        print_text(^, Context),
        string_length(Text, Length),
        GoalColumn is Column + Length + 1,
        print_goal_argument(Goal, GoalColumn, Context)
    ;   print_body(Argument, Column, 999, Context)
    ).

print_elements([X|Xs], Column, Context) :-
    print_argument(?, X, Column, Context),
    (   Xs == []
    ->  true
    ;   print_text(',', Context),
        new_line(Column, Context),
        print_elements(Xs, Column, Context)
    ).

%   Leaves room for a comma or closing parenthesis in 78 columns.

fits(Term, Priority, Column, Context) :-
    term_text(Term, Priority, Context, Text),
    string_length(Text, Length),
    Column + Length =< 77.

term_text(Term, Priority, context(_,Names), Text) :-
    with_output_to(string(Text),
                   ( current_output(Out),
                     print_term(Term, Priority, context(Out,Names))
                   )).

print_text(Text, context(Stream,_)) :-
    write(Stream, Text).

new_line(Indent, context(Stream,_)) :-
    nl(Stream),
    tab(Stream, Indent).

print_term(Term, Priority, context(Stream,Names)) :-
    Options = [ quoted(true),
                portray(true),
                numbervars(true),
                spacing(next_argument),
                variable_names(Names)
              ],
    (   priority(Term, TermPriority),
        TermPriority > Priority
    ->  write(Stream, '('),
        write_term(Stream, Term, Options),
        write(Stream, ')')
    ;   write_term(Stream, Term, Options)
    ).

is_operator_term(Term) :-
    priority(Term, Priority),
    Priority > 0.

%   Priority is that of the operator that a compound term is written with, or 0.

priority(Term, Priority) :-
    (   compound(Term),
        functor(Term, Name, Arity),
        atom(Name),
        operator_kinds(Arity, Kinds),
        current_op(Priority0, Kind, Name),
        memberchk(Kind, Kinds)
    ->  Priority = Priority0
    ;   Priority = 0
    ).

operator_kinds(1, [fy,fx,yf,xf]).
operator_kinds(2, [xfx,xfy,yfx]).
