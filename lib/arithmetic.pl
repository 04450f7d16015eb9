:- module(arithmetic,
          [ arithmetic_function/1,
            arithmetic_expression_value/2
          ]).

% Functions of a program in arithmetic. Calls of them are taken out of expressions when
% the program is loaded.

:- meta_predicate arithmetic_function(:), arithmetic_expression_value(:, -).
:- dynamic function/4.

%!  arithmetic_function(:Indicator) is det.
%
%   As a directive: in expressions of the file behind it, a term with the name and number
%   of arguments of Indicator stands for the last argument of the predicate of that name
%   with one argument more.

arithmetic_function(Indicator) :-
    strip_module(Indicator, Module, Plain),
    must_be(nonvar, Plain),
    (   Plain = Name/Arity
    ->  must_be(atom, Name),
        must_be(nonneg, Arity)
    ;   type_error(predicate_indicator, Plain)
    ),
    functor(Term, Name, Arity),
    (   current_arithmetic_function(Term)
    ->  permission_error(modify, arithmetic_function, Name/Arity)
    ;   true
    ),
    (   function(Name, Arity, Module, _)
    ->  true
    ;   assertz(function(Name, Arity, Module, true))
    ),
    expansion_installed.

expansion_installed :-
    (   clause(user:goal_expansion(_, _), arithmetic:expanded(_, _))
    ->  true
    ;   assertz((user:goal_expansion(Goal, Expanded) :- arithmetic:expanded(Goal, Expanded)))
    ).

expanded(Goal, Expanded) :-
    nonvar(Goal),
    evaluation(Goal, Expressions0, Expressions, Evaluated),
    taken_out(Expressions0, Expressions, Calls, []),
    Calls \== [],
    conjunction(Calls, Evaluated, Expanded).

evaluation(X is E0, [E0], [E], X is E).
evaluation(A0 =:= B0, [A0,B0], [A,B], A =:= B).
evaluation(A0 =\= B0, [A0,B0], [A,B], A =\= B).
evaluation(A0 < B0, [A0,B0], [A,B], A < B).
evaluation(A0 > B0, [A0,B0], [A,B], A > B).
evaluation(A0 =< B0, [A0,B0], [A,B], A =< B).
evaluation(A0 >= B0, [A0,B0], [A,B], A >= B).

taken_out([], [], Calls, Calls).
taken_out([E0|Es0], [E|Es], Calls0, Calls) :-
    replaced(E0, E, Calls0, Calls1),
    taken_out(Es0, Es, Calls1, Calls).

replaced(E, E, Calls, Calls) :-
    \+ compound(E),
    \+ ( atom(E), function(E, 0, _, _) ),
    !.
replaced(E0, E, Calls0, Calls) :-
    E0 =.. [Name|Args0],
    taken_out(Args0, Args, Calls0, Calls1),
    length(Args, Arity),
    (   function(Name, Arity, Module, _)
    ->  values(Args, Values, Calls1, [Module:Call|Calls]),
        append(Values, [E], All),
        Call =.. [Name|All]
    ;   E =.. [Name|Args],
        Calls1 = Calls
    ).

% The predicate gets the values of the arguments.
values([], [], Calls, Calls).
values([A|As], [V|Vs], Calls0, Calls) :-
    (   compound(A)
    ->  Calls0 = [V is A|Calls1]
    ;   V = A,
        Calls0 = Calls1
    ),
    values(As, Vs, Calls1, Calls).

conjunction([], Goal, Goal).
conjunction([Call|Calls], Goal, (Call, Rest)) :-
    conjunction(Calls, Goal, Rest).

%!  arithmetic_expression_value(:Expression, -Value) is det.
%
%   Value is that of Expression, in which the program's functions may occur.
%
%   ?- arithmetic_expression_value(1 + 2, Value).
%      Value = 3.

arithmetic_expression_value(Expression, Value) :-
    strip_module(Expression, _, Plain),
    taken_out([Plain], [Rest], Calls, []),
    maplist(call, Calls),
    Value is Rest.
