% Terms, numbers and flags.

%!  term_singletons(+Term, -Variables) is det.
%
%   Variables are the variables that occur once in Term, in order.
%
%   ?- term_singletons(f(X,Y,X), Variables), Variables == [Y].
%      Variables = [Y].

term_singletons(Term, Variables) :-
    occurrences([Term], All),
    msort(All, Sorted),
    single(Sorted, Singles),
    term_variables(Term, Ordered),
    include(in_order(Singles), Ordered, Variables).

in_order(Singles, Variable) :-
    member(Single, Singles),
    Single == Variable,
    !.

occurrences([], []).
occurrences([Term|Terms], All) :-
    (   var(Term)
    ->  All = [Term|All1],
        occurrences(Terms, All1)
    ;   compound(Term)
    ->  Term =.. [_|Args],
        append(Args, Terms, Next),
        occurrences(Next, All)
    ;   occurrences(Terms, All)
    ).

single([], []).
single([X|Xs], Singles) :-
    (   Xs = [Y|Rest],
        Y == X
    ->  dropped(Rest, X, Others),
        single(Others, Singles)
    ;   Singles = [X|Singles1],
        single(Xs, Singles1)
    ).

dropped([Y|Ys], X, Rest) :-
    Y == X,
    !,
    dropped(Ys, X, Rest).
dropped(Rest, _, Rest).

%!  is_most_general_term(@Term) is semidet.
%
%   Term is an atom, or a compound or list whose arguments are different variables.
%
%   ?- is_most_general_term(f(_,_)), \+ is_most_general_term(f(a)).
%      true.

is_most_general_term(Term) :-
    (   atom(Term)
    ->  true
    ;   is_list(Term)
    ->  distinct_variables(Term)
    ;   compound(Term)
    ->  Term =.. [_|Args],
        distinct_variables(Args)
    ).

distinct_variables(Terms) :-
    maplist(plain_variable, Terms),
    term_variables(Terms, Variables),
    same_length(Variables, Terms).

plain_variable(Term) :-
    var(Term),
    \+ attvar(Term).

%!  numbervars(+Term, +Start, -End, +Options) is det.
%
%   As numbervars/3. Options are `singletons(true)`, which binds variables that occur once
%   to `'$VAR'('_')`, `functor_name(Name)`, and `attvar(bind or skip or error)`.
%
%   ?- T = f(X,_,X), numbervars(T, 0, End, [singletons(true)]).
%      T = f('$VAR'(0),'$VAR'('_'),'$VAR'(0)), X = '$VAR'(0), End = 1.

numbervars(Term, Start, End, Options) :-
    must_be(list, Options),
    option(functor_name(Name), Options, '$VAR'),
    (   option(singletons(true), Options)
    ->  term_singletons(Term, Singles),
        bound_to(Singles, Name)
    ;   true
    ),
    term_variables(Term, Variables0),
    (   option(attvar(skip), Options)
    ->  exclude(attvar, Variables0, Variables)
    ;   Variables = Variables0
    ),
    numbered(Variables, Name, Start, End).

bound_to([], _).
bound_to([Variable|Variables], Name) :-
    Variable =.. [Name,'_'],
    bound_to(Variables, Name).

numbered([], _, End, End).
numbered([Variable|Variables], Name, N0, End) :-
    Variable =.. [Name,N0],
    N is N0 + 1,
    numbered(Variables, Name, N, End).

%!  var_number(@Term, -Number) is semidet.
%
%   Term is `'$VAR'(Number)`.

var_number('$VAR'(Number), Number).

%!  get_flag(+Key, -Value) is det.
%!  set_flag(+Key, +Value) is det.
%
%   The value of Key that flag/3 keeps.

get_flag(Key, Value) :-
    flag(Key, Value, Value).

set_flag(Key, Value) :-
    flag(Key, _, Value).

%!  nb_linkval(+Name, +Value) is det.
%
%   As nb_setval/2.

nb_linkval(Name, Value) :-
    nb_setval(Name, Value).

%!  current_arithmetic_function(?Head) is nondet.
%
%   Arithmetic knows a function with the name and number of arguments of Head.
%
%   ?- current_arithmetic_function(sin(_)).
%      true.

current_arithmetic_function(Head) :-
    must_be(nonvar, Head),
    '$is_evaluable'(Head).

%!  atomic_concat(+First, +Second, -Atom) is det.
%
%   Atom is the text of First and Second.

atomic_concat(First, Second, Atom) :-
    atomic_list_concat([First,Second], Atom).

%!  float_class(+Float, -Class) is det.
%
%   Class is `nan`, `infinite`, `zero`, `subnormal` or `normal`.
%
%   ?- float_class(1.0, Class).
%      Class = normal.

float_class(Float, Class) :-
    must_be(float, Float),
    (   Float =\= Float
    ->  Class = nan
    ;   Float =:= 0.0
    ->  Class = zero
    ;   abs(Float) =:= inf
    ->  Class = infinite
    ;   abs(Float) < 2.2250738585072014e-308
    ->  Class = subnormal
    ;   Class = normal
    ).

%!  float_parts(+Float, -Mantissa, -Base, -Exponent) is det.
%
%   Float is Mantissa times Base to the power of Exponent; Base is 2, and Mantissa at
%   least 1 and less than 2 unless Float is 0.
%
%   ?- float_parts(10.0, Mantissa, Base, Exponent).
%      Mantissa = 1.25, Base = 2, Exponent = 3.

float_parts(Float, Mantissa, 2, Exponent) :-
    must_be(float, Float),
    (   Float =:= 0.0
    ->  Mantissa = Float,
        Exponent = 0
    ;   Guess is floor(log2(abs(Float))),
        adjusted(Float, Guess, Mantissa, Exponent)
    ).

adjusted(Float, Exponent0, Mantissa, Exponent) :-
    Mantissa0 is Float / 2.0 ** Exponent0,
    (   abs(Mantissa0) < 1.0
    ->  Exponent1 is Exponent0 - 1,
        adjusted(Float, Exponent1, Mantissa, Exponent)
    ;   abs(Mantissa0) >= 2.0
    ->  Exponent1 is Exponent0 + 1,
        adjusted(Float, Exponent1, Mantissa, Exponent)
    ;   Mantissa = Mantissa0,
        Exponent = Exponent0
    ).

%!  bounded_number(?Low, ?High, +Number) is semidet.
%
%   Number is between Low and High. If they are unbound, they are the numbers next to it.
%
%   ?- bounded_number(1, 3, 2).
%      true.

bounded_number(Low, High, Number) :-
    must_be(number, Number),
    (   var(Low)
    ->  next_number(Number, -1, Low)
    ;   Number >= Low
    ),
    (   var(High)
    ->  next_number(Number, 1, High)
    ;   Number =< High
    ).

next_number(Number, Step, Next) :-
    (   integer(Number)
    ->  Next is Number + Step
    ;   Next is nexttoward(Number, Step * inf)
    ).
