% The text of a clause: head, body, end, and the control constructs in it.

%   The context of what follows is context(Stream, Names, Numbered): whether the
%   terms '$VAR'(N) are written as variables.

print_clause(Clause, Stream, Names, Indent, Numbered) :-
    with_output_to(string(Text),
                   ( current_output(Out),
                     Context = context(Out,Names,Numbered),
                     print_clause_term(Clause, Indent, Context)
                   )),
    write(Stream, Text),
    print_end(Text, Stream).

%   A period would join a symbol character before it.

print_end(Text, Stream) :-
    (   sub_atom(Text, _, 1, 0, Char),
        char_type(Char, prolog_symbol)
    ->  write(Stream, ' .')
    ;   write(Stream, '.')
    ),
    nl(Stream).

print_clause_term(Clause, Indent, Context) :-
    (   var(Clause)
    ->  print_term(Clause, 1199, Context)
    ;   Clause = (Head:-Body),
        Body == true,
        \+ is_clause_term(Head)
    ->  print_fact(Head, Context)
    ;   \+ is_laid_out(Clause)
    ->  print_term(Clause, 1200, Context)
    ;   rule(Clause, Head, Neck, Body)
    ->  print_operand(Head, 1199, Context),
        print_text(Neck, Context),
        BodyIndent is Indent + 4,
        new_line(BodyIndent, Context),
        print_body(Body, BodyIndent, 1199, Context)
    ;   directive(Clause, Neck, Directive)
    ->  print_text(Neck, Context),
        BodyIndent is Indent + 3,
        print_body(Directive, BodyIndent, 1199, Context)
    ;   is_fact(Clause)
    ->  print_fact(Clause, Context)
    ;   print_body(Clause, Indent, 1199, Context)
    ).

print_fact(Head, Context) :-
    print_term(Head, 1199, Context).

%   Cyclic terms are not taken apart, and the layout relies on the operators.

is_laid_out(Clause) :-
    acyclic_term(Clause),
    forall(standard_operator(Priority, Type, Name),
           current_op(Priority, Type, Name)).

standard_operator(1200, xfx, :-).
standard_operator(1200, xfx, -->).
standard_operator(1200, xfx, =>).
standard_operator(1200, fx, :-).
standard_operator(1200, fx, ?-).
standard_operator(1100, xfy, ;).
standard_operator(1050, xfy, ->).
standard_operator(1050, xfy, *->).
standard_operator(900, fy, \+).
standard_operator(200, xfy, ^).

%   What is no fact though it can be the head of one.

is_clause_term(Term) :-
    nonvar(Term),
    (   rule(Term, _, _, _)
    ->  true
    ;   directive(Term, _, _)
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

%   Prints a goal that starts at column Indent, as an operand of Priority: 1201
%   between brackets, where an atom that is an operator stands by itself.

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
    ;   atom(Goal)
    ->  print_operand(Goal, Priority, Context)
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
    ;   print_body(A, Indent, 999, Context),
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
    print_body(Goal, BodyIndent, 1201, Context),
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
