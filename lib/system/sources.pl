% Where files are.

'$source_path'(File, Path) :-
    '$check_source'(File),
    (   '$file_base'(File, Text),
        '$source_candidate'(Text, Candidate),
        '$is_source'(exists_file(Candidate), File)
    ->  absolute_file_name(Candidate, Path)
    ;   '$file_base'(File, Text),
        '$is_source'(exists_directory(Text), File)
    ->  throw(error(permission_error(open, source_sink, Text), _))
    ;   throw(error(existence_error(source_sink, File), _))
    ).

'$check_source'(File) :-
    (   '$is_alias'(File, _, _)
    ->  true
    ;   '$file_text'(File, _)
    ).

% Where the host lets nobody look, a source cannot be opened.
'$is_source'(Test, File) :-
    catch(Test, error(permission_error(access, _, _), _),
          throw(error(permission_error(open, source_sink, File), _))).

% Base is the name of File without extension: one of several if File is a term
% `Alias(Name)`, which file_search_path/2 explains.
'$file_base'(File, Base) :-
    (   '$is_alias'(File, Alias, Name)
    ->  '$file_text'(Name, Text),
        '$alias_directory'(Alias, Directory, 0),
        (   '$ends_with_slash'(Directory)
        ->  atom_concat(Directory, Text, Base)
        ;   atom_concat(Directory, '/', Slashed),
            atom_concat(Slashed, Text, Base)
        )
    ;   '$file_text'(File, Base)
    ).

'$ends_with_slash'(Directory) :-
    sub_atom(Directory, _, 1, 0, '/').

'$is_alias'(File, Alias, Name) :-
    compound(File),
    functor(File, Alias, 1),
    arg(1, File, Name).

% Paths that explain each other are followed only so far.
'$alias_directory'(Alias, Directory, Depth) :-
    Depth < 20,
    Below is Depth + 1,
    (   user:file_search_path(Alias, Spec),
        '$search_directory'(Spec, Directory, Below)
    ;   Alias == library,
        user:library_directory(Spec),
        '$search_directory'(Spec, Directory, Below)
    ;   Alias == library,
        '$program_directory'(Program),
        (   Directory = Program
        ;   atom_concat(Program, '/lib', Directory)
        ;   atom_concat(Program, '/library', Directory)
        )
    ).

'$program_directory'(Directory) :-
    (   '$load_place'(File, _, _)
    ->  file_directory_name(File, Directory)
    ;   Directory = '.'
    ).

'$search_directory'(Spec, Directory, Depth) :-
    nonvar(Spec),
    (   '$is_alias'(Spec, Alias, Name)
    ->  '$alias_directory'(Alias, Parent, Depth),
        '$file_text'(Name, Text),
        atom_concat(Parent, '/', Slashed),
        atom_concat(Slashed, Text, Directory)
    ;   '$file_text'(Spec, Text),
        (   Directory = Text
        ;   '$relative_to_load'(Text, Directory)
        )
    ).

'$source_candidate'(Text, Candidate) :-
    (   '$relative_to_load'(Text, Base)
    ;   Base = Text
    ),
    (   Candidate = Base
    ;   atom_concat(Base, '.pl', Candidate)
    ;   atom_concat(Base, '.pro', Candidate)
    ;   atom_concat(Base, '.prolog', Candidate)
    ).

'$relative_to_load'(Text, Base) :-
    '$load_place'(File, _, _),
    \+ sub_atom(Text, 0, _, _, '/'),
    file_directory_name(File, Directory),
    atom_concat(Directory, '/', Slashed),
    atom_concat(Slashed, Text, Base).

'$file_text'(File, _) :-
    var(File),
    !,
    throw(error(instantiation_error, _)).
'$file_text'(File, Text) :-
    atom(File),
    !,
    Text = File.
'$file_text'(File, Text) :-
    string(File),
    !,
    atom_string(Text, File).
'$file_text'(Directory/File, Text) :-
    !,
    '$file_text'(Directory, D),
    '$file_text'(File, F),
    atom_concat(D, '/', Slashed),
    atom_concat(Slashed, F, Text).
'$file_text'(File, _) :-
    throw(error(domain_error(source_sink, File), _)).

%!  absolute_file_name(+File, -Absolute, +Options) is nondet.
%
%   Absolute is the name from the root of the file that File stands for as Options say:
%   `extensions`, `file_type`, `access`, `relative_to`, `file_errors`. File may be
%   a term `Alias(Name)` of file_search_path/2; with the option `solutions(all)`,
%   Absolute is each such file in turn.

absolute_file_name(File, Absolute, Options) :-
    (   '$is_named_file'(File)
    ->  '$alias_file'(File, Absolute, Options)
    ;   '$absolute_file_name'(File, Absolute, Options)
    ).

'$is_named_file'(File) :-
    compound(File),
    File \= [_|_],
    (   functor(File, _, 1)
    ;   File = _/_
    ),
    !.

'$alias_file'(File, Absolute, Options) :-
    (   '$member'(solutions(all), Options)
    ->  '$named_file'(File, Absolute, Options)
    ;   '$named_file'(File, Absolute, Options)
    ->  true
    ;   '$member'(file_errors(fail), Options)
    ->  fail
    ;   throw(error(existence_error(source_sink, File), _))
    ).

'$named_file'(File, Absolute, Options) :-
    '$file_base'(File, Base),
    (   '$member'(access(_), Options)
    ->  Options1 = [file_errors(fail)|Options]
    ;   Options1 = [file_errors(fail), access(exist)|Options]
    ),
    '$absolute_file_name'(Base, Absolute, Options1).

%!  exists_source(+Source) is semidet.
%
%   Source is a file that can be loaded, or a library.
%
%   ?- exists_source(library(lists)), \+ exists_source(library(no_such_library)).
%      true.

exists_source(Source) :-
    exists_source(Source, _).

%!  exists_source(+Source, -Path) is semidet.
%
%   The same, and Path is the absolute path of the file, or Source if it is a library.

exists_source(Source, Path) :-
    (   nonvar(Source),
        Source = library(Name),
        '$library_name'(Name, Library),
        '$library_module'(Library, _)
    ->  Path = Source
    ;   catch('$source_path'(Source, Path), error(_, _), fail)
    ).
