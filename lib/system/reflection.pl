% Predicates, modules and files that are there.

:- meta_predicate predicate_property(:, ?), '@'(:, +).

%!  predicate_property(:Head, ?Property) is nondet.
%
%   The predicate of Head has Property: `dynamic`, `built_in`, `defined`,
%  `number_of_clauses(N)`, `file(F)`, `indexed(Places)` and so on.

predicate_property(Head, Property) :-
    strip_module(Head, Module, Plain),
    (   var(Plain)
    ->  '$property_module'(Module, From),
        '$module_predicates'(From, Predicates),
        '$member'(Name/Arity, Predicates),
        functor(Plain, Name, Arity)
    ;   true
    ),
    (   '$predicate_property'(Module, Plain, Properties0)
    ->  Properties = Properties0
    ;   '$autoload_library'(Plain, Library),
        '$load_library'(Library, Definer),
        '$predicate_property'(Definer, Plain, Properties0),
        Properties = [imported_from(Definer)|Properties0]
    ),
    '$property'(Property, Properties).

'$property_module'(Module, Module).
'$property_module'(Module, system) :-
    Module \== system.

'$property'(Property, Properties) :-
    nonvar(Property),
    ground(Property),
    !,
    '$member'(Property, Properties),
    !.
'$property'(Property, Properties) :-
    '$member'(Property, Properties).

%!  module_property(?Module, ?Property) is nondet.
%
%   Module has Property: `file(F)`, `exports(List)`, `exported_operators(List)` or
%   `class(Class)`.

module_property(Module, Property) :-
    current_module(Module),
    '$module_property'(Property, Module).

'$module_property'(file(File), Module) :-
    '$module_file'(Module, File).
'$module_property'(exports(Exports), Module) :-
    '$exports'(Module, Exports).
'$module_property'(exported_operators(Operators), Module) :-
    '$exported_operators'(Module, Operators),
    Operators \== [].
'$module_property'(class(Class), Module) :-
    (   Module == system
    ->  Class = system
    ;   Class = user
    ).

%!  import_module(?Module, ?Parent) is nondet.
%
%   What Module does not define is looked for in Parent.

import_module(Module, Parent) :-
    current_module(Module),
    '$module_parents'(Module, Parents),
    '$member'(Parent, Parents).

%!  add_import_module(+Module, +Parent, +Place) is det.
%
%   What Module does not define is looked for in Parent as well.

add_import_module(Module, Parent, _) :-
    '$add_parent'(Module, Parent).

%!  @(:Goal, +Module) is nondet.
%
%   Goal is true, with Module as the one that it is called from: goals and names of
%   predicates in its arguments belong to Module, while Goal itself does not.
%
%   ?- assertz(fact(1))@store, store:fact(X), \+ catch(fact(X)@store, _, fail).
%      X = 1.

'@'(Goal, Module) :-
    '$must_be_bound'(Module),
    strip_module(Goal, From, Plain),
    '$must_be_callable'(Plain),
    (   Plain = context_module(_)
    ->  call(Module:Plain)
    ;   '$predicate_property'(From, Plain, Properties),
        '$member'(meta_predicate(Modes), Properties)
    ->  Modes =.. [_|Specs],
        Plain =.. [Name|Args0],
        '$called_from'(Specs, Args0, Module, Args),
        Full =.. [Name|Args],
        call(From:Full)
    ;   call(From:Plain)
    ).

'$called_from'([], [], _, []).
'$called_from'([Spec|Specs], [Arg0|Args0], Module, [Arg|Args]) :-
    (   ( integer(Spec) ; Spec == (:) ; Spec == (^) ; Spec == (//) )
    ->  Arg = Module:Arg0
    ;   Arg = Arg0
    ),
    '$called_from'(Specs, Args0, Module, Args).

%!  source_file(?File) is nondet.
%
%   File has been loaded.

source_file(File) :-
    '$loaded_files'(Files),
    '$member'(File, Files).

%!  source_file(:Head, -File) is semidet.
%
%   The predicate of Head was defined by File.

source_file(Head, File) :-
    strip_module(Head, Module, Plain),
    nonvar(Plain),
    '$predicate_property'(Module, Plain, Properties),
    '$member'(file(File), Properties),
    !.

%!  unknown(-Old, +New) is det.
%
%   Old is what calls of unknown predicates did; from now on they do New:
%   `error`, `warning` or `fail`.

unknown(Old, New) :-
    current_prolog_flag(unknown, Old),
    set_prolog_flag(unknown, New).

%!  prompt1(+Prompt) is det.
%
%   Is true; it is there for programs written for other systems.

prompt1(_).

'$set_predicate_attribute'(_, _, _).
