:- module(error,
          [ must_be/2,
            is_of_type/2,
            current_type/3,
            type_error/2,
            domain_error/2,
            existence_error/2,
            existence_error/3,
            permission_error/3,
            instantiation_error/1,
            uninstantiation_error/1,
            representation_error/1,
            syntax_error/1,
            resource_error/1,
            is_list_or_partial/1
          ]).

% Predicates that throw the error terms of the standard, and a test of
% arguments that throws the right one. The types are the clauses of has_type/2:
% it is multifile, so that a module may add types of its own, and dynamic, so
% that the types can be listed.

:- multifile has_type/2.
:- dynamic has_type/2.

%!  type_error(+Type, @Culprit) is erroneous.
%
%   Throws the error that says that Culprit is not of Type.
%
%   ?- type_error(integer, a).
%      error(type_error(integer,a), _).

type_error(Type, Culprit) :-
    throw(error(type_error(Type, Culprit), _)).

%!  domain_error(+Domain, @Culprit) is erroneous.
%
%   Throws the error that says that Culprit has the right type but is not in
%   Domain.
%
%   ?- domain_error(not_less_than_zero, -1).
%      error(domain_error(not_less_than_zero,-1), _).

domain_error(Domain, Culprit) :-
    throw(error(domain_error(Domain, Culprit), _)).

%!  existence_error(+Kind, @Culprit) is erroneous.
%
%   Throws the error that says that Culprit, a thing of the Kind given, does not
%   exist.
%
%   ?- existence_error(file, 'a.txt').
%      error(existence_error(file,'a.txt'), _).

existence_error(Kind, Culprit) :-
    throw(error(existence_error(Kind, Culprit), _)).

%!  existence_error(+Kind, @Culprit, @Where) is erroneous.
%
%   As existence_error/2, saying also Where it was looked for.
%
%   ?- existence_error(key, k, [j-1]).
%      error(existence_error(key,k,[j-1]), _).

existence_error(Kind, Culprit, Where) :-
    throw(error(existence_error(Kind, Culprit, Where), _)).

%!  permission_error(+Action, +Type, @Culprit) is erroneous.
%
%   Throws the error that says that Action is not allowed on Culprit, which is
%   of Type.
%
%   ?- permission_error(modify, static_procedure, a/0).
%      error(permission_error(modify,static_procedure,a/0), _).

permission_error(Action, Type, Culprit) :-
    throw(error(permission_error(Action, Type, Culprit), _)).

%!  instantiation_error(@Term) is erroneous.
%
%   Throws the error that says that an argument needs a value. Term, the
%   argument, is not part of the error.
%
%   ?- instantiation_error(_).
%      error(instantiation_error, _).

instantiation_error(_) :-
    throw(error(instantiation_error, _)).

%!  uninstantiation_error(@Culprit) is erroneous.
%
%   Throws the error that says that Culprit should be a variable.
%
%   ?- uninstantiation_error(a).
%      error(uninstantiation_error(a), _).

uninstantiation_error(Culprit) :-
    throw(error(uninstantiation_error(Culprit), _)).

%!  representation_error(+Limit) is erroneous.
%
%   Throws the error that says that something exceeds Limit, the name of a limit
%   of the system.
%
%   ?- representation_error(max_arity).
%      error(representation_error(max_arity), _).

representation_error(Limit) :-
    throw(error(representation_error(Limit), _)).

%!  syntax_error(+Message) is erroneous.
%
%   Throws the error that says that some text does not follow the syntax.
%
%   ?- syntax_error(illegal_number).
%      error(syntax_error(illegal_number), _).

syntax_error(Message) :-
    throw(error(syntax_error(Message), _)).

%!  resource_error(+Resource) is erroneous.
%
%   Throws the error that says that there is not enough of Resource.
%
%   ?- resource_error(memory).
%      error(resource_error(memory), _).

resource_error(Resource) :-
    throw(error(resource_error(Resource), _)).

%!  must_be(+Type, @Term) is det.
%
%   Succeeds if Term is of Type, else throws: an instantiation error if Term
%   lacks a value, else a type error. The types are `any`, `acyclic`, `atom`,
%   `atomic`, `between(Low, High)`, `bool`, `boolean`, `callable`, `char`,
%   `chars`, `code`, `codes`, `compound`, `constant`, `cyclic`, `encoding`,
%   `float`, `ground`, `integer`, `list`, `list(Type)`, `list_of(Type)`,
%   `list_or_partial`, `negative_integer`, `nonneg`, `nonvar`, `number`,
%   `oneof(List)`, `order`, `pair`, `positive_integer`, `proper_list`,
%   `rational`, `stream`, `string`, `symbol`, `text`, `type` and `var`.
%
%   ?- must_be(list(integer), [1,2]).
%      true.
%
%   ?- must_be(nonneg, -1).
%      error(type_error(nonneg,-1), _).
%
%   ?- must_be(boolean, _).
%      error(instantiation_error, _).

must_be(Type, Term) :-
    (   '$has_type'(Type, Term)
    ->  true
    ;   var(Type)
    ->  instantiation_error(Type)
    ;   has_type(Type, Term)
    ->  true
    ;   is_not(Type, Term)
    ).

%   Throws the error that fits a Term that is not of Type.

is_not(Type, Term) :-
    (   list_type(Type, ElementType)
    ->  is_not_list(Term, ElementType, Type)
    ;   \+ known_type(Type)
    ->  existence_error(type, Type)
    ;   Type == var
    ->  uninstantiation_error(Term)
    ;   Type == cyclic
    ->  domain_error(cyclic_term, Term)
    ;   Type == acyclic
    ->  domain_error(acyclic_term, Term)
    ;   lacks_value(Type, Term)
    ->  instantiation_error(Term)
    ;   type_error(Type, Term)
    ).

list_type(list, any).
list_type(proper_list, any).
list_type(list(Type), Type).
list_type(list_of(Type), Type).
list_type(chars, char).
list_type(codes, code).

%   A list type fails on its first wrong element or for want of a list.

is_not_list(Term, ElementType, Type) :-
    '$skip_list'(_, Term, Tail),
    (   Tail == []
    ->  elements_must_be(Term, ElementType)
    ;   var(Tail)
    ->  instantiation_error(Term)
    ;   named_list_type(Type, Name),
        type_error(Name, Term)
    ).

named_list_type(Type, Name) :-
    (   Type == chars
    ->  Name = list(char)
    ;   Type == codes
    ->  Name = list(code)
    ;   Name = Type
    ).

elements_must_be([], _).
elements_must_be([X|Xs], Type) :-
    must_be(Type, X),
    elements_must_be(Xs, Type).

lacks_value(Type, Term) :-
    (   var(Term)
    ->  true
    ;   needs_ground(Type),
        \+ ground(Term)
    ).

needs_ground(ground).
needs_ground(oneof(_)).
needs_ground(text).
needs_ground(type).

%!  is_of_type(+Type, @Term) is semidet.
%
%   Term is of Type, which is one of the types of must_be/2.
%
%   ?- is_of_type(positive_integer, 3).
%      true.
%
%   ?- is_of_type(list(atom), [a,1]).
%      false.

is_of_type(Type, Term) :-
    (   '$has_type'(Type, Term)
    ->  true
    ;   var(Type)
    ->  instantiation_error(Type)
    ;   has_type(Type, Term)
    ->  true
    ).

known_type(Type) :-
    clause(has_type(Type, _), _),
    !.

%!  current_type(?Type, @Term, -Test) is nondet.
%
%   Type is a type that must_be/2 knows and Test is the goal that is true if
%   Term is of that type.
%
%   ?- current_type(nonvar, X, Test).
%      Test = error:nonvar(X).

current_type(Type, Term, error:Test) :-
    clause(has_type(Type, Term), Test).

%   One row a type: what holds of a term of that type.

has_type(any, _).
has_type(atom, X) :- atom(X).
has_type(atomic, X) :- atomic(X).
has_type(between(L,U), X) :- is_between(L, U, X).
has_type(boolean, X) :- is_boolean(X).
has_type(bool, X) :- is_boolean(X).
has_type(callable, X) :- callable(X).
has_type(char, X) :- is_char(X).
has_type(chars, X) :- is_list_of(char, X).
has_type(code, X) :- is_code(X).
has_type(codes, X) :- is_list_of(code, X).
has_type(text, X) :- is_text(X).
has_type(compound, X) :- compound(X).
has_type(constant, X) :- atomic(X).
has_type(float, X) :- float(X).
has_type(ground, X) :- ground(X).
has_type(cyclic, X) :- cyclic_term(X).
has_type(acyclic, X) :- acyclic_term(X).
has_type(integer, X) :- integer(X).
has_type(nonneg, X) :- is_integer_from(0, X).
has_type(positive_integer, X) :- is_integer_from(1, X).
has_type(negative_integer, X) :- is_negative_integer(X).
has_type(nonvar, X) :- nonvar(X).
has_type(number, X) :- number(X).
has_type(oneof(L), X) :- is_one_of(L, X).
has_type(order, X) :- is_one_of([<,=,>], X).
has_type(pair, X) :- is_pair(X).
has_type(proper_list, X) :- is_list(X).
has_type(list, X) :- is_list(X).
has_type(list(Type), X) :- is_list_of(Type, X).
has_type(list_of(Type), X) :- is_list_of(Type, X).
has_type(list_or_partial, X) :- is_list_or_partial(X).
has_type(symbol, X) :- atom(X).
has_type(var, X) :- var(X).
has_type(rational, X) :- rational(X).
has_type(string, X) :- string(X).
has_type(stream, X) :- is_stream(X).
has_type(encoding, X) :- is_one_of([octet,ascii,iso_latin_1,utf8,text], X).
has_type(type, X) :- is_type(X).

is_between(Low, High, X) :-
    (   integer(Low),
        integer(High)
    ->  integer(X),
        X >= Low,
        X =< High
    ;   number(X),
        X >= Low,
        X =< High
    ).

is_boolean(X) :-
    (   X == true
    ->  true
    ;   X == false
    ).

is_char(X) :-
    atom(X),
    atom_length(X, 1).

is_code(X) :-
    integer(X),
    X >= 0,
    X =< 0x10ffff.

is_integer_from(Low, X) :-
    integer(X),
    X >= Low.

is_negative_integer(X) :-
    integer(X),
    X < 0.

is_one_of(List, X) :-
    ground(X),
    must_be(list, List),
    \+ \+ memberchk(X, List).

is_pair(X) :-
    nonvar(X),
    X = _-_.

is_list_of(Type, X) :-
    is_list(X),
    (   Type == any
    ->  true
    ;   all_of_type(X, Type)
    ).

all_of_type([], _).
all_of_type([X|Xs], Type) :-
    is_of_type(Type, X),
    all_of_type(Xs, Type).

is_text(X) :-
    (   atom(X)
    ->  true
    ;   string(X)
    ->  true
    ;   is_list_of(code, X)
    ->  true
    ;   is_list_of(char, X)
    ).

is_type(X) :-
    ground(X),
    known_type(X).

%!  is_list_or_partial(@Term) is semidet.
%
%   Term is a proper list or a list that ends in a variable.
%
%   ?- is_list_or_partial([a|_]).
%      true.
%
%   ?- is_list_or_partial([a|b]).
%      false.

is_list_or_partial(Term) :-
    '$skip_list'(_, Term, Tail),
    (   var(Tail)
    ->  true
    ;   Tail == []
    ).
