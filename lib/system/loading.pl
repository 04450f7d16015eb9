% Loading: files are found, read and their terms handled one by one.

:- meta_predicate consult(:), load_files(:, +), '.'(:, :).

%!  consult(:Files) is det.
%
%   Loads a file or the files of a list; one loaded before is loaded anew.

consult(Files) :-
    load_files(Files, []).

%!  load_files(:Files, +Options) is det.
%
%   Loads files. Options are `if(not_loaded)`, `if(changed)`, `imports(List)`.

load_files(Files, Options) :-
    '$must_be_acyclic'(Files+Options),
    strip_module(Files, Module, Plain),
    '$load_each'(Plain, Module, Options).

'$load_each'(Files, _, _) :-
    var(Files),
    !,
    throw(error(instantiation_error, _)).
'$load_each'([], _, _) :-
    !.
'$load_each'([File|Files], Module, Options) :-
    !,
    '$load_each'(File, Module, Options),
    '$load_each'(Files, Module, Options).
'$load_each'(Module:Files, _, Options) :-
    !,
    '$load_each'(Files, Module, Options).
'$load_each'(-File, Module, Options) :-
    !,
    '$load_each'(File, Module, Options).
'$load_each'(user, Module, _) :-
    !,
    '$load_user'(Module).
'$load_each'(library(Name), Module, Options) :-
    '$library_name'(Name, Library),
    '$library_module'(Library, _),
    !,
    '$load_library'(Library, From),
    '$import_wanted'(From, Module, Options).
'$load_each'(File, Module, Options) :-
    '$source_path'(File, Path),
    (   '$member'(if(not_loaded), Options),
        '$file_module'(Path, Old)
    ->  '$import_file'(Path, Old, Module, Options)
    ;   '$member'(if(changed), Options),
        '$is_current'(Path)
    ->  '$file_module'(Path, Old),
        '$import_file'(Path, Old, Module, Options)
    ;   '$load_start'(Path, Module),
        retractall(system:'$tabled'(_, _, _, Path)),
        '$load_text',
        '$file_module'(Path, New),
        '$import_file'(Path, New, Module, Options)
    ).

'$load_user'(Module) :-
    stream_property(Stream, alias(user_input)),
    !,
    '$load_stream_start'(Stream, user, Module),
    '$load_text'.

% Text that the host has, as if it were a file.
'$consult_stream'(Stream, Path) :-
    '$load_stream_start'(Stream, Path, user),
    '$load_text',
    '$file_module'(Path, Module),
    '$import_file'(Path, Module, user, []).

% A list as a goal loads its files.

[File|Files] :-
    '$strip_list'([File|Files], Module, Plain),
    load_files(Module:Plain, []).

'$strip_list'([Head0|Tail0], Module, [Head|Tail]) :-
    strip_module(Head0, Module, Head),
    strip_module(Tail0, _, Tail).

% The text of the load that has been started.
'$load_text' :-
    '$call_cleanup'('$load_and_initialize', '$load_end').

'$load_and_initialize' :-
    '$load_terms',
    '$source_module'(Module),
    '$run_initialization'(Module).

'$load_terms' :-
    repeat,
    '$load_next'(Term),
    '$load_term'(Term),
    !.

% Fails unless Term is the end of the file, which takes back all that it has
% left on the heap.
'$load_term'(end_of_file) :-
    !.
'$load_term'((:- Directive)) :-
    '$is_condition'(Directive),
    !,
    '$condition'(Directive),
    fail.
'$load_term'(Term) :-
    catch('$load_expanded'(Term), Ball, '$load_error'(Ball)),
    fail.

'$load_error'(Ball) :-
    (   Ball = unwind(_)
    ->  throw(Ball)
    ;   '$report_ball'(load, Ball)
    ).

'$load_expanded'(Term) :-
    expand_term(Term, Expanded),
    '$load_all'(Expanded).

'$load_all'(Term) :-
    var(Term),
    !,
    throw(error(instantiation_error, _)).
'$load_all'([]) :-
    !.
'$load_all'([Term|Terms]) :-
    !,
    '$load_all'(Term),
    '$load_all'(Terms).
'$load_all'((:- Directive)) :-
    !,
    '$directive'(Directive).
'$load_all'((?- Directive)) :-
    !,
    '$directive'(Directive).
'$load_all'(end_of_file) :-
    !.
'$load_all'(Clause) :-
    (   '$tabled'(_, _, _, _)
    ->  '$tabled_clause'(Clause, Renamed),
        '$load_clause'(Renamed)
    ;   '$load_clause'(Clause)
    ).

% The clauses of tabled predicates belong to others, which the tables are made by.

'$tabled_clause'(Clause, Renamed) :-
    (   '$renamed_head'(Clause, Head, Impl, Renamed),
        nonvar(Head),
        '$source_module'(Module),
        '$tabled'(Module, Head, Impl, _)
    ->  true
    ;   Renamed = Clause
    ).

'$renamed_head'(Clause, _, _, _) :-
    var(Clause),
    !,
    fail.
'$renamed_head'((Head :- Body), Head, Impl, (Impl :- Body)) :-
    !.
'$renamed_head'(Head, Head, Impl, Impl).

'$directive'(Directive) :-
    '$source_module'(Module),
    '$expand_goal'(Directive, Module, Goal),
    catch('$run_directive'(Module:Goal, Directive), Ball, '$directive_error'(Ball)).

'$run_directive'(Goal, Directive) :-
    (   call(Goal)
    ->  true
    ;   '$report_directive'(Directive)
    ).

'$directive_error'(Ball) :-
    (   Ball = unwind(_)
    ->  throw(Ball)
    ;   '$report_ball'(directive, Ball)
    ).

'$run_initialization'(Module) :-
    '$next_initialization'(Goal),
    !,
    catch('$run_directive'(Module:Goal, initialization(Goal)), Ball, '$directive_error'(Ball)),
    '$run_initialization'(Module).
'$run_initialization'(_).

'$add_clause'(Term) :-
    expand_term(Term, Expanded),
    '$add_clauses'(Expanded).

'$add_clauses'([]) :-
    !.
'$add_clauses'([Clause|Clauses]) :-
    !,
    '$add_clauses'(Clause),
    '$add_clauses'(Clauses).
'$add_clauses'(Clause) :-
    '$extend'(Clause).
