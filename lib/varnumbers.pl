:- module(varnumbers,
          [ numbervars/1,
            varnumbers/2,
            varnumbers/3,
            max_var_number/3,
            varnumbers_names/3
          ]).

% Undoes numbervars/3: terms '$VAR'(N) become variables again.

%!  numbervars(+Term) is det.
%
%   Binds the variables of Term to '$VAR'(0), '$VAR'(1) and so on.
%
%   ?- T = f(_,_), numbervars(T), T = f(A,B), A = '$VAR'(N), B = '$VAR'(M).
%      T = f('$VAR'(0),'$VAR'(1)), A = '$VAR'(0), B = '$VAR'(1), N = 0, M = 1.

numbervars(Term) :-
    numbervars(Term, 0, _).

%!  varnumbers(+Numbered, -Term) is det.
%
%   Term is Numbered with a variable for each '$VAR'(N) with an integer N, the
%   same for the same N.
%
%   ?- varnumbers(f('$VAR'(0),a,'$VAR'(0)), Term).
%      Term = f(X,a,X).

varnumbers(Numbered, Term) :-
    varnumbers(Numbered, 0, Term).

%!  varnumbers(+Numbered, +Start, -Term) is det.
%
%   As varnumbers/2, for the numbers from Start on.
%
%   ?- varnumbers(f('$VAR'(0),'$VAR'(1)), 1, Term).
%      Term = f('$VAR'(0),_).

varnumbers(Numbered, Start, Term) :-
    empty_assoc(Variables),
    unnumbered(Numbered, Start, Term, Variables, _).

unnumbered(Numbered, Start, Term, Variables0, Variables) :-
    (   compound(Numbered)
    ->  (   Numbered = '$VAR'(N),
            integer(N),
            N >= Start
        ->  variable_of(N, Term, Variables0, Variables)
        ;   functor(Numbered, Name, Arity),
            functor(Term, Name, Arity),
            unnumbered(1, Arity, Numbered, Start, Term, Variables0, Variables)
        )
    ;   Term = Numbered,
        Variables = Variables0
    ).

unnumbered(I, Arity, Numbered, Start, Term, Variables0, Variables) :-
    (   I > Arity
    ->  Variables = Variables0
    ;   arg(I, Numbered, NumberedArgument),
        arg(I, Term, Argument),
        unnumbered(NumberedArgument, Start, Argument, Variables0, Variables1),
        I1 is I + 1,
        unnumbered(I1, Arity, Numbered, Start, Term, Variables1, Variables)
    ).

variable_of(Key, Variable, Variables0, Variables) :-
    (   get_assoc(Key, Variables0, Variable0)
    ->  Variable = Variable0,
        Variables = Variables0
    ;   put_assoc(Key, Variables0, Variable, Variables)
    ).

%!  max_var_number(@Term, +Start, -Max) is det.
%
%   Max is the largest N of the '$VAR'(N) in Term, or Start if that is larger.
%
%   ?- max_var_number(f('$VAR'(3),'$VAR'(1)), 0, Max).
%      Max = 3.

max_var_number(Term, Start, Max) :-
    (   compound(Term)
    ->  (   Term = '$VAR'(N),
            integer(N)
        ->  Max is max(Start, N)
        ;   Term =.. [_|Arguments],
            max_var_numbers(Arguments, Start, Max)
        )
    ;   Max = Start
    ).

max_var_numbers([], Max, Max).
max_var_numbers([Term|Terms], Max0, Max) :-
    max_var_number(Term, Max0, Max1),
    max_var_numbers(Terms, Max1, Max).

%!  varnumbers_names(+Numbered, -Term, -Bindings) is det.
%
%   Term is Numbered with a variable for each '$VAR'(Name), where Name is an
%   integer or an atom, and Bindings holds Name = Variable for these.
%
%   ?- varnumbers_names(f('$VAR'('Foo'),'$VAR'(1)), Term, Bindings).
%      Term = f(X,Y), Bindings = [1=Y,'Foo'=X].

varnumbers_names(Numbered, Term, Bindings) :-
    empty_assoc(Variables0),
    named(Numbered, Term, Variables0, Variables),
    assoc_to_list(Variables, Pairs),
    pairs_bindings(Pairs, Bindings).

named(Numbered, Term, Variables0, Variables) :-
    (   compound(Numbered)
    ->  (   Numbered = '$VAR'(Name),
            atomic(Name)
        ->  variable_of(Name, Term, Variables0, Variables)
        ;   Numbered =.. [Functor|NumberedArguments],
            all_named(NumberedArguments, Arguments, Variables0, Variables),
            Term =.. [Functor|Arguments]
        )
    ;   Term = Numbered,
        Variables = Variables0
    ).

all_named([], [], Variables, Variables).
all_named([Numbered|Numbereds], [Term|Terms], Variables0, Variables) :-
    named(Numbered, Term, Variables0, Variables1),
    all_named(Numbereds, Terms, Variables1, Variables).

pairs_bindings([], []).
pairs_bindings([Name-Variable|Pairs], [Name=Variable|Bindings]) :-
    pairs_bindings(Pairs, Bindings).
