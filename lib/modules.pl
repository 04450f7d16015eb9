:- module(modules,
          [ import/1,
            export/1,
            delete_import_module/2,
            set_module/1,
            in_temporary_module/3
          ]).

% What modules take from each other, changed while the program runs.

:- meta_predicate import(:), export(:), set_module(:), in_temporary_module(?, 0, 0).

%!  import(:Indicators) is det.
%
%   The predicates Indicators, written `Module:Name/Arity`, can be called here as well.
%
%   ?- import(lists:append/3).
%      true.

import(Indicators) :-
    strip_module(Indicators, Module, Plain),
    imports(Plain, Module, Module).

imports(Indicators, _, _) :-
    var(Indicators),
    !,
    throw(error(instantiation_error, _)).
imports([], _, _) :-
    !.
imports([I|Is], From, Into) :-
    !,
    imports(I, From, Into),
    imports(Is, From, Into).
imports((A, B), From, Into) :-
    !,
    imports(A, From, Into),
    imports(B, From, Into).
imports(From:Indicators, _, Into) :-
    !,
    imports(Indicators, From, Into).
imports(Indicator, From, Into) :-
    name_arity(Indicator, Name, Arity),
    loaded(From),
    '$import'(From, Into, Name, Arity, Name).

% A library is loaded when something of it is wanted.
loaded(Module) :-
    (   '$library_module'(Module, _)
    ->  '$load_library'(Module, _)
    ;   true
    ).

%!  export(:Indicators) is det.
%
%   Other modules that load this one may call the predicates Indicators.

export(Indicators) :-
    strip_module(Indicators, Module, Plain),
    exports(Plain, Module).

exports(Indicators, _) :-
    var(Indicators),
    !,
    throw(error(instantiation_error, _)).
exports([], _) :-
    !.
exports([I|Is], Module) :-
    !,
    exports(I, Module),
    exports(Is, Module).
exports((A, B), Module) :-
    !,
    exports(A, Module),
    exports(B, Module).
exports(Module:Indicators, _) :-
    !,
    exports(Indicators, Module).
exports(Indicator, Module) :-
    name_arity(Indicator, Name, Arity),
    '$export'(Module, Name, Arity).

name_arity(Name/Arity, Name, Arity) :-
    !.
name_arity(Name//Arity0, Name, Arity) :-
    !,
    Arity is Arity0 + 2.
name_arity(Indicator, _, _) :-
    throw(error(type_error(predicate_indicator, Indicator), _)).

%!  delete_import_module(+Module, +Parent) is semidet.
%
%   What Module does not define is looked for in Parent no longer.
%
%   ?- add_import_module(m1, m2, end), delete_import_module(m1, m2), import_module(m1, m2).
%      false.

delete_import_module(Module, Parent) :-
    must_be(atom, Module),
    must_be(atom, Parent),
    '$delete_parent'(Module, Parent).

%!  set_module(:Property) is det.
%
%   Changes a property of a module: `base(Parent)` is the module in which to look for
%   what it does not define; `class(Class)` is accepted.

set_module(Property) :-
    strip_module(Property, Module, Plain),
    must_be(nonvar, Plain),
    (   Plain = base(Parent)
    ->  must_be(atom, Parent),
        forall(import_module(Module, Old), '$delete_parent'(Module, Old)),
        '$add_parent'(Module, Parent)
    ;   Plain = class(Class)
    ->  must_be(oneof([user,system,library,test,development,temporary]), Class)
    ;   domain_error(module_property, Plain)
    ).

%!  in_temporary_module(?Module, :Setup, :Goal) is semidet.
%
%   Runs Setup and then Goal in a module of a fresh name, or in Module, as once/1.

in_temporary_module(Module, Setup, Goal) :-
    (   var(Module)
    ->  gensym(temporary, Module)
    ;   true
    ),
    strip_module(Setup, _, PlainSetup),
    strip_module(Goal, _, PlainGoal),
    once(@(Module:PlainSetup, Module)),
    once(@(Module:PlainGoal, Module)).
