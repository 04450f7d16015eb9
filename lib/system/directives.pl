% Directives about files.

:- meta_predicate use_module(:), use_module(:, +), ensure_loaded(:), include(:), make,
       initialization(0), initialization(0, +).

%!  module(+Name, +Exports) is det.
%
%   As a directive at the start of a file: what follows belongs to the module
%   Name, which exports the predicates and operators of Exports.

module(Name, Exports) :-
    '$must_be_acyclic'(Exports),
    '$must_be_list'(Exports),
    '$begin_module'(Name),
    '$export_list'(Exports, Name).

%!  use_module(:File) is det.
%
%   Loads File, if it is not loaded, and imports all that it exports.

use_module(File) :-
    load_files(File, [if(not_loaded)]).

%!  use_module(:File, +Imports) is det.
%
%   Loads File, if it is not loaded, and imports Imports from it: a list, or
%   `except(List)`.

use_module(File, Imports) :-
    '$check_imports'(Imports),
    load_files(File, [if(not_loaded), imports(Imports)]).

%!  ensure_loaded(:File) is det.
%
%   Loads File if it is not loaded.

ensure_loaded(File) :-
    load_files(File, [if(not_loaded)]).

%!  make is det.
%
%   Loads all files again that have changed.

make :-
    '$loaded_files'(Paths),
    '$make'(Paths).

'$make'([]).
'$make'([Path|Paths]) :-
    (   '$is_current'(Path)
    ->  true
    ;   exists_file(Path)
    ->  '$file_module'(Path, Module),
        load_files(Module:Path, [])
    ;   true
    ),
    '$make'(Paths).

%!  include(:File) is det.
%
%   As a directive: the text of File is read in its place.

include(File) :-
    strip_module(File, _, Plain),
    '$source_path'(Plain, Path),
    '$include'(Path).

%!  initialization(:Goal) is det.
%
%   Goal runs when the file with this directive has been loaded.

initialization(Goal) :-
    '$must_be_callable'(Goal),
    (   '$load_place'(_, _, _)
    ->  '$add_initialization'(Goal)
    ;   call(Goal)
    ).

%!  initialization(:Goal, +When) is det.
%
%   As initialization/1; with `main` as When, Goal is the program: it runs after
%   loading, and then Luminy exits.

initialization(Goal, When) :-
    '$must_be_bound'(When),
    (   When == main
    ->  '$set_main'(Goal)
    ;   When == now
    ->  call(Goal)
    ;   initialization(Goal)
    ).

%!  style_check(+Style) is det.
%
%   As a directive: the rest of the file, and what it loads from there on, is read
%   without (`-Name`) or with (`+Name`) the warnings about variables that occur once
%   (`singleton`) or clauses that do not stand together (`discontiguous`). Other
%   names have no effect.

style_check(Style) :-
    '$must_be_bound'(Style),
    (   Style = -Name
    ->  '$style'(Name, false)
    ;   Style = +Name
    ->  '$style'(Name, true)
    ;   true
    ).

'$style'(Name, IsWanted) :-
    '$must_be_bound'(Name),
    (   atom(Name)
    ->  '$want_warnings'(Name, IsWanted)
    ;   true
    ).

%!  encoding(+Encoding) is det.
%
%   As a directive at the start of a file: its text is in Encoding, such as `utf8`,
%   `ascii` or `iso_latin_1`.

encoding(Encoding) :-
    (   '$load_place'(_, _, Stream)
    ->  '$encoding_name'(Encoding, Name),
        set_stream(Stream, encoding(Name))
    ;   true
    ).

'$encoding_name'(Encoding, _) :-
    var(Encoding),
    !,
    throw(error(instantiation_error, _)).
'$encoding_name'('UTF-8', utf8) :-
    !.
'$encoding_name'('utf-8', utf8) :-
    !.
'$encoding_name'(us_ascii, ascii) :-
    !.
'$encoding_name'(Encoding, Encoding).

%!  set_stream_encoding(+Stream, +Encoding) is det.
%!  license(+License) is det.
%
%   Are true; they are there for programs written for other systems.

set_stream_encoding(_, _).

license(_).
