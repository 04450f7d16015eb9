% What modules import and export.

'$import_file'(_, Module, Module, _) :-
    !.
'$import_file'(_, From, Module, Options) :-
    '$import_wanted'(From, Module, Options).

'$import_wanted'(From, Module, Options) :-
    (   '$member'(imports(Imports), Options)
    ->  '$check_imported'(Imports, From, Module),
        '$import_list'(Imports, From, Module),
        '$import_by_name'(Imports, From, Module)
    ;   '$import_list'(all, From, Module)
    ).

'$import_list'(all, From, Module) :-
    !,
    '$exports'(From, All),
    '$import_list'(All, From, Module),
    '$import_operators'(_, _, _, From, Module).
'$import_list'(except(Excepted), From, Module) :-
    !,
    '$exports'(From, All),
    findall(I, ( '$member'(I, All), \+ '$excepted'(I, Excepted) ), Imports),
    '$import_list'(Imports, From, Module),
    '$import_renamed'(Excepted, From, Module),
    '$exported_operators'(From, Operators),
    findall(O, ( '$member'(O, Operators), \+ '$excepted'(O, Excepted) ), Wanted),
    '$import_list'(Wanted, From, Module).
'$import_list'([], _, _).
'$import_list'([Import|Imports], From, Module) :-
    '$import_one'(Import, From, Module),
    '$import_list'(Imports, From, Module).

% What is imported, or not imported, by name should be exported.
'$check_imported'(Imports, From, Module) :-
    (   Imports = except(Names)
    ->  true
    ;   Names = Imports
    ),
    (   is_list(Names),
        '$member'(Import, Names),
        '$check_import'(Import, From, Module),
        fail
    ;   true
    ).

'$check_import'(Import, From, Module) :-
    (   '$import_indicator'(Import, Name, Arity)
    ->  '$check_export'(From, Module, Name, Arity)
    ;   Import = op(_, _, _)
    ->  true
    ;   '$must_be_bound'(Import),
        throw(error(type_error(predicate_indicator, Import), _))
    ).

'$import_indicator'(Import, _, _) :-
    var(Import),
    !,
    fail.
'$import_indicator'(Import as _, Name, Arity) :-
    !,
    '$import_indicator'(Import, Name, Arity).
'$import_indicator'(Name/Arity, Name, Arity) :-
    atom(Name),
    integer(Arity).
'$import_indicator'(Name//Arity0, Name, Arity) :-
    atom(Name),
    integer(Arity0),
    Arity is Arity0 + 2.

% A program may not define what it imports by name.
'$import_by_name'(Imports, From, Module) :-
    (   '$member'(Import, Imports),
        '$local_import'(Import, Name, Arity),
        '$imported_by_name'(From, Module, Name, Arity),
        fail
    ;   true
    ).

'$local_import'(Name/Arity, Name, Arity).
'$local_import'(Name//Arity0, Name, Arity) :-
    Arity is Arity0 + 2.

'$excepted'(I, Excepted) :-
    '$member'(E, Excepted),
    ( E = I ; E = (I as _) ),
    !.

'$import_renamed'([], _, _).
'$import_renamed'([E|Es], From, Module) :-
    (   E = (_ as _)
    ->  '$import_one'(E, From, Module)
    ;   true
    ),
    '$import_renamed'(Es, From, Module).

'$import_one'(Name/Arity, From, Module) :-
    !,
    '$import'(From, Module, Name, Arity, Name).
'$import_one'(Name//Arity0, From, Module) :-
    !,
    Arity is Arity0 + 2,
    '$import'(From, Module, Name, Arity, Name).
'$import_one'((Name/Arity as New), From, Module) :-
    !,
    '$import'(From, Module, Name, Arity, New).
'$import_one'(op(Priority, Type, Name), From, Module) :-
    '$import_operators'(Priority, Type, Name, From, Module).

'$import_operators'(Priority, Type, Name, From, Module) :-
    '$exported_operators'(From, Operators),
    (   '$member'(op(Priority, Type, Name), Operators),
        op(Priority, Type, Module:Name),
        fail
    ;   true
    ).

'$export_list'([], _).
'$export_list'([Export|Exports], Module) :-
    '$export_one'(Export, Module),
    '$export_list'(Exports, Module).

'$export_one'(Name/Arity, Module) :-
    !,
    '$export'(Module, Name, Arity).
'$export_one'(Name//Arity0, Module) :-
    !,
    Arity is Arity0 + 2,
    '$export'(Module, Name, Arity).
'$export_one'(op(Priority, Type, Names), Module) :-
    op(Priority, Type, Module:Names),
    (   ( Names = [_|_] -> '$member'(Name, Names) ; Name = Names ),
        '$export_operator'(Module, Priority, Type, Name),
        fail
    ;   true
    ).

%!  reexport(+Files) is det.
%
%   As a directive: the module loads Files, and exports all that they export.

reexport(Files) :-
    '$must_be_acyclic'(Files),
    '$must_be_bound'(Files),
    '$source_module'(Module),
    '$reexport'(Files, Module, all).

%!  reexport(+File, +Imports) is det.
%
%   The same, for the predicates of the list Imports, or all but those of
%   `except(List)`.

reexport(File, Imports) :-
    '$must_be_acyclic'(File),
    '$must_be_bound'(File),
    '$check_imports'(Imports),
    '$source_module'(Module),
    '$reexport'(File, Module, Imports).

'$reexport'([], _, _) :-
    !.
'$reexport'([File|Files], Module, Imports) :-
    !,
    '$must_be_bound'(File),
    '$must_be_bound'(Files),
    '$reexport'(File, Module, Imports),
    '$reexport'(Files, Module, Imports).
'$reexport'(File, Module, Imports) :-
    load_files(Module:File, [if(not_loaded), imports(Imports)]),
    '$file_of'(File, From),
    '$reexport_list'(Imports, From, Module).

'$file_of'(library(Name), Module) :-
    '$library_name'(Name, Library),
    '$library_module'(Library, Module),
    !.
'$file_of'(File, Module) :-
    '$source_path'(File, Path),
    '$file_module'(Path, Module).

'$reexport_list'(all, From, Module) :-
    !,
    '$exports'(From, All),
    '$export_list'(All, Module),
    '$exported_operators'(From, Operators),
    '$export_list'(Operators, Module).
'$reexport_list'(except(Excepted), From, Module) :-
    !,
    '$exports'(From, All),
    findall(I, ( '$member'(I, All), \+ '$excepted'(I, Excepted) ), Exports),
    '$export_list'(Exports, Module),
    '$exported_operators'(From, Operators),
    findall(O, ( '$member'(O, Operators), \+ '$excepted'(O, Excepted) ), Wanted),
    '$export_list'(Wanted, Module).
'$reexport_list'(Imports, _, Module) :-
    '$export_imported'(Imports, Module).

'$export_imported'([], _).
'$export_imported'([Import|Imports], Module) :-
    (   Import = (_/Arity as Name)
    ->  '$export_one'(Name/Arity, Module)
    ;   '$export_one'(Import, Module)
    ),
    '$export_imported'(Imports, Module).

% What to import: everything, a list, or all but a list.
'$check_imports'(Imports) :-
    '$must_be_acyclic'(Imports),
    '$must_be_bound'(Imports),
    (   Imports == all
    ->  true
    ;   Imports = except(Excepted)
    ->  '$must_be_list'(Excepted)
    ;   '$must_be_list'(Imports)
    ).
