% Prints a clause with names for its variables.

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
    print_clause(Clause, Stream, Names, Indent, true).

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
