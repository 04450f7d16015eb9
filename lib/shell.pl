:- module(shell,
          [ pwd/0,
            cd/0,
            cd/1,
            ls/0,
            ls/1
          ]).

% What people type at a prompt to move between folders.

%!  pwd is det.
%
%   Writes the working directory.

pwd :-
    working_directory(Directory, Directory),
    write(Directory),
    nl.

%!  cd is det.
%!  cd(+Directory) is det.
%
%   Makes Directory, or the home directory, the working directory.

cd :-
    (   getenv('HOME', Home)
    ->  cd(Home)
    ;   true
    ).

cd(Directory) :-
    working_directory(_, Directory).

%!  ls is det.
%!  ls(+Directory) is det.
%
%   Writes the names of the files in Directory, or in the working directory, in
%   their order.

ls :-
    ls('.').

ls(Directory) :-
    directory_files(Directory, Files),
    msort(Files, Sorted),
    write_names(Sorted).

write_names([]).
write_names([Name|Names]) :-
    (   sub_atom(Name, 0, 1, _, '.')
    ->  true
    ;   write(Name),
        nl
    ),
    write_names(Names).
