% Declarations of predicates.

:- meta_predicate dynamic(:), discontiguous(:), multifile(:), module_transparent(:),
       meta_predicate(:).

%!  dynamic(:Indicators) is det.
%
%   The clauses of these predicates may be changed while the program runs.

dynamic(Indicators) :-
    '$declare_all'(Indicators, dynamic).

%!  discontiguous(:Indicators) is det.
%
%   The clauses of these predicates need not stand together in their file.

discontiguous(Indicators) :-
    '$declare_all'(Indicators, discontiguous).

%!  multifile(:Indicators) is det.
%
%   The clauses of these predicates may come from several files.

multifile(Indicators) :-
    '$declare_all'(Indicators, multifile).

%!  module_transparent(:Indicators) is det.
%
%   Is true; it is there for programs written for other systems.

module_transparent(_).

'$declare_all'(Spec, Property) :-
    '$must_be_acyclic'(Spec),
    strip_module(Spec, Module0, Plain),
    (   Spec \= _:_,
        '$load_place'(_, _, _)
    ->  '$source_module'(Module)
    ;   Module = Module0
    ),
    '$declare_each'(Plain, Module, Property).

'$declare_each'(Spec, _, _) :-
    var(Spec),
    !,
    throw(error(instantiation_error, _)).
'$declare_each'([], _, _) :-
    !.
'$declare_each'([Spec|Specs], Module, Property) :-
    !,
    '$declare_each'(Spec, Module, Property),
    '$declare_each'(Specs, Module, Property).
'$declare_each'((Spec, Specs), Module, Property) :-
    !,
    '$declare_each'(Spec, Module, Property),
    '$declare_each'(Specs, Module, Property).
'$declare_each'(Module:Spec, _, Property) :-
    !,
    '$declare_each'(Spec, Module, Property).
'$declare_each'(Spec as _, Module, Property) :-
    !,
    '$declare_each'(Spec, Module, Property).
'$declare_each'(Name/Arity, Module, Property) :-
    !,
    '$check_indicator'(Name, Arity),
    '$declare'(Property, Module, Name, Arity).
'$declare_each'(Name//Arity0, Module, Property) :-
    !,
    '$check_indicator'(Name, Arity0),
    Arity is Arity0 + 2,
    '$declare'(Property, Module, Name, Arity).
'$declare_each'(Spec, _, _) :-
    throw(error(type_error(predicate_indicator, Spec), _)).

'$check_indicator'(Name, Arity) :-
    (   ( var(Name) ; var(Arity) )
    ->  throw(error(instantiation_error, _))
    ;   true
    ).

%!  meta_predicate(:Heads) is det.
%
%   Each of Heads says which arguments of a predicate are goals (`0` to `9`, the
%   number of arguments to be added) or belong to the module of the caller (`:`).

meta_predicate(Heads) :-
    '$must_be_acyclic'(Heads),
    strip_module(Heads, Module0, Plain),
    (   Module0 == user,
        '$load_place'(_, _, _)
    ->  '$source_module'(Module)
    ;   Module = Module0
    ),
    '$meta_each'(Plain, Module).

'$meta_each'(Head, _) :-
    var(Head),
    !,
    throw(error(instantiation_error, _)).
'$meta_each'((Head, Heads), Module) :-
    !,
    '$meta_each'(Head, Module),
    '$meta_each'(Heads, Module).
'$meta_each'([], _) :-
    !.
'$meta_each'([Head|Heads], Module) :-
    !,
    '$meta_each'(Head, Module),
    '$meta_each'(Heads, Module).
'$meta_each'(Module:Head, _) :-
    !,
    '$meta_each'(Head, Module).
'$meta_each'(Head, Module) :-
    '$meta_predicate'(Module, Head).
