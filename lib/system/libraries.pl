% Libraries, which are loaded when one of their predicates is first called.

'$autoload'(Library, Goal) :-
    '$load_library'(Library, Module),
    Goal = Into:Plain,
    functor(Plain, Name, Arity),
    (   Into \== Module
    ->  '$import'(Module, Into, Name, Arity, Name)
    ;   current_predicate(Into:Name/Arity)
    ->  true
    ;   throw(error(existence_error(procedure, Into:Name/Arity), _))
    ),
    call(Goal).

% A library is loaded before the first call of Name/Arity in Into.
'$import_library'(Library, Into, Name, Arity) :-
    '$load_library'(Library, Module),
    '$import'(Module, Into, Name, Arity, Name).

'$load_library'(Name, Module) :-
    '$library_module'(Name, Module),
    (   '$loaded_library'(Module)
    ->  true
    ;   '$is_loading_library'(Name)
    ->  true
    ;   % Limits and interrupts wait, so that no library is loaded by half. What ends
        % the query leaves a library that is loaded again when it is called again.
        '$undisturbed'(100000000, Before),
        '$load_library_start'(Name),
        '$load_text',
        assertz(system:'$loaded_library'(Module)),
        '$disturbed'(Before)
    ).

:- dynamic('$loaded_library'/1).

'$library_name'(Name, _) :-
    var(Name),
    !,
    throw(error(instantiation_error, _)).
'$library_name'(Name, Name) :-
    atom(Name),
    !.
'$library_name'(Dir/Name, Library) :-
    '$library_name'(Dir, D),
    atom_concat(D, '/', Slashed),
    atom_concat(Slashed, Name, Library).
