% What is being loaded.

%!  prolog_load_context(?Key, ?Value) is nondet.
%
%   Value tells what is being loaded: `source`, `directory`, `module`, `stream`
%   and so on.

prolog_load_context(source, File) :-
    '$load_place'(File, _, _).
prolog_load_context(file, File) :-
    '$load_place'(File, _, _).
prolog_load_context(directory, Directory) :-
    '$load_place'(File, _, _),
    file_directory_name(File, Directory).
prolog_load_context(module, Module) :-
    '$source_module'(Module).
prolog_load_context(stream, Stream) :-
    '$load_place'(_, _, Stream).
prolog_load_context(dialect, luminy).
prolog_load_context(term_position, Position) :-
    '$load_position'(Position).
prolog_load_context(variable_names, Names) :-
    '$load_names'(Names).

%!  source_location(-File, -Line) is semidet.
%
%   The term being loaded stands at Line of File.

source_location(File, Line) :-
    '$load_place'(File, Line, _).
