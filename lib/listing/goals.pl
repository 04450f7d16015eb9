% The text of a goal: in one line, or with an argument a line.

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
    Goal \= [_|_],
    functor(Goal, Name, _),
    Name \== {}.

print_arguments(Goal, Specifications, Indent, Context) :-
    functor(Goal, Name, Arity),
    Context = context(Stream,_,_),
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
    ->  with_output_to(string(Text), print_variables(Variables, Context)),
        print_text(Text, Context),
        print_text(^, Context),
        string_length(Text, Length),
        GoalColumn is Column + Length + 1,
        print_goal_argument(Goal, GoalColumn, Context)
    ;   print_body(Argument, Column, 999, Context)
    ).

print_variables(Variables, context(_,Names,Numbered)) :-
    current_output(Out),
    print_operand(Variables, 199, context(Out,Names,Numbered)).

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

term_text(Term, Priority, context(_,Names,Numbered), Text) :-
    with_output_to(string(Text),
                   ( current_output(Out),
                     print_term(Term, Priority, context(Out,Names,Numbered))
                   )).

print_text(Text, context(Stream,_,_)) :-
    write(Stream, Text).

new_line(Indent, context(Stream,_,_)) :-
    nl(Stream),
    tab(Stream, Indent).

print_term(Term, Priority, context(Stream,Names,Numbered)) :-
    AtMost is min(Priority, 1200),
    Options = [ quoted(true),
                priority(AtMost),
                portray(true),
                numbervars(Numbered),
                spacing(next_argument),
                variable_names(Names)
              ],
    write_term(Stream, Term, Options).

%   An operand of an operator: an atom that is one itself stands in parentheses.

print_operand(Term, Priority, Context) :-
    (   atom(Term),
        Priority < 1201,
        current_op(_, _, Term)
    ->  print_text('(', Context),
        print_term(Term, 1200, Context),
        print_text(')', Context)
    ;   print_term(Term, Priority, Context)
    ).

is_operator_term(Term) :-
    priority(Term, Priority),
    Priority > 0.

%   Priority is that of the operator that a compound term is written with, or 0.

priority(Term, Priority) :-
    (   compound(Term),
        functor(Term, Name, Arity),
        atom(Name),
        operator_kind(Arity, Kind),
        current_op(Priority0, Kind, Name)
    ->  Priority = Priority0
    ;   Priority = 0
    ).

%   A prefix operator is preferred to a postfix one.

operator_kind(1, fy).
operator_kind(1, fx).
operator_kind(1, yf).
operator_kind(1, xf).
operator_kind(2, xfx).
operator_kind(2, xfy).
operator_kind(2, yfx).
