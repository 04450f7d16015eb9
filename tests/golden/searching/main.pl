% Libraries of the program's own, found along file_search_path/2, and files made and
% looked for by pattern.

:- multifile user:file_search_path/2.
:- dynamic user:file_search_path/2.

user:file_search_path(library, own('.')).

:- prolog_load_context(directory, Directory),
   atom_concat(Directory, '/parts', Parts),
   asserta(user:file_search_path(own, Parts)).

:- use_module(library(shapes)).
:- use_module(own(units)).
:- use_module(library(filesex)).

main :-
    area(rectangle(2, 3), Area),
    metres(km(2), Metres),
    print(Area-Metres), nl,
    absolute_file_name(own(units), Path, [file_type(prolog), access(read)]),
    file_base_name(Path, Base),
    print(Base), nl,
    catch(use_module(library(nowhere)), error(Error, _), true),
    print(Error), nl,
    trees.

trees :-
    make_directory_path('tree/branch'),
    forall(member(File, ['tree/branch/leaf.txt','tree/root.txt','tree/.hidden']),
           written(File)),
    copy_file('tree/root.txt', 'tree/branch'),
    expand_file_name('tree/*.txt', Files),
    print(Files), nl,
    expand_file_name('tree/{branch,bark}/[k-z]*', Leaves),
    print(Leaves), nl,
    findall(Member, directory_member(tree, Member, [recursive(true), extensions([txt])]), Members0),
    msort(Members0, Members),
    print(Members), nl,
    delete_directory_and_contents(tree),
    (   exists_directory(tree)
    ->  true
    ;   writeln(gone)
    ).

written(File) :-
    setup_call_cleanup(open(File, write, Stream),
                       format(Stream, "~w~n", [File]),
                       close(Stream)).
