:- module(files,
          [ expand_file_name/2,
            wildcard_match/2,
            wildcard_match/3,
            tmp_file_stream/2,
            tmp_file_stream/3,
            file_search_path_file/2,
            expand_file_search_path/2,
            prolog_to_os_filename/2,
            can_open_file/2,
            copy_file/2,
            make_directory_path/1,
            directory_member/3,
            delete_directory_contents/1,
            delete_directory_and_contents/1,
            relative_file_name/3
          ]).

% Names of files by pattern, temporary files, and trees of directories.

%!  wildcard_match(+Pattern, +Text) is semidet.
%!  wildcard_match(+Pattern, +Text, +Options) is semidet.
%
%   Pattern describes all of Text: `?` is any character, `*` any characters, `[a-z]` one
%   of these, `{one,two}` one of these patterns, and `\` takes the meaning of what
%   follows away. An option is `case_sensitive(Bool)`.
%
%   ?- wildcard_match("*.{pl,pro}", 'queens.pl').
%      true.
%   ?- wildcard_match("[a-c]*", apple), wildcard_match("A?", ab, [case_sensitive(false)]).
%      true.

wildcard_match(Pattern, Text) :-
    wildcard_match(Pattern, Text, []).

wildcard_match(Pattern, Text, Options) :-
    must_be(list, Options),
    text_codes(Pattern, Options, PatternCodes),
    text_codes(Text, Options, Codes),
    pattern(PatternCodes, Parts),
    matched(Parts, Codes, []),
    !.

text_codes(Text, Options, Codes) :-
    text_to_string(Text, String0),
    (   memberchk(case_sensitive(false), Options)
    ->  string_lower(String0, String)
    ;   String = String0
    ),
    string_codes(String, Codes).

% A pattern is a list of: any, many, a code, set(Ranges), alternatives(Patterns).
pattern(Codes, Parts) :-
    parts(Codes, [], Parts, Rest),
    (   Rest == []
    ->  true
    ;   throw(error(syntax_error(illegal_pattern), _))
    ).

parts([], _, [], []).
parts([C|Cs], Ends, Parts, Rest) :-
    (   memberchk(C, Ends)
    ->  Parts = [],
        Rest = [C|Cs]
    ;   part(C, Cs, Part, Cs1),
        Parts = [Part|Parts1],
        parts(Cs1, Ends, Parts1, Rest)
    ).

part(0'?, Cs, any, Cs) :-
    !.
part(0'*, Cs, many, Cs) :-
    !.
part(0'[, Cs0, set(Ranges), Cs) :-
    !,
    ranges(Cs0, Ranges, Cs).
part(0'{, Cs0, alternatives(Patterns), Cs) :-
    !,
    alternatives(Cs0, Patterns, Cs).
part(0'\\, [C|Cs], C, Cs) :-
    !.
part(C, Cs, C, Cs).

ranges([], _, _) :-
    throw(error(syntax_error(illegal_pattern), _)).
ranges([C|Cs0], Ranges, Cs) :-
    (   C == 0']
    ->  Ranges = [],
        Cs = Cs0
    ;   Cs0 = [0'-,High|Cs1],
        High =\= 0']
    ->  Ranges = [C-High|Ranges1],
        ranges(Cs1, Ranges1, Cs)
    ;   Ranges = [C-C|Ranges1],
        ranges(Cs0, Ranges1, Cs)
    ).

alternatives(Cs0, [Parts|Patterns], Cs) :-
    parts(Cs0, [0',,0'}], Parts, Rest),
    (   Rest = [0',|Cs1]
    ->  alternatives(Cs1, Patterns, Cs)
    ;   Rest = [0'}|Cs]
    ->  Patterns = []
    ;   throw(error(syntax_error(illegal_pattern), _))
    ).

matched([], Cs, Cs).
matched([Part|Parts], Cs0, Cs) :-
    part_matched(Part, Parts, Cs0, Cs).

part_matched(any, Parts, [_|Cs0], Cs) :-
    matched(Parts, Cs0, Cs).
part_matched(many, Parts, Cs0, Cs) :-
    (   matched(Parts, Cs0, Cs)
    ;   Cs0 = [_|Cs1],
        part_matched(many, Parts, Cs1, Cs)
    ).
part_matched(set(Ranges), Parts, [C|Cs0], Cs) :-
    member(Low-High, Ranges),
    between(Low, High, C),
    !,
    matched(Parts, Cs0, Cs).
part_matched(alternatives(Patterns), Parts, Cs0, Cs) :-
    member(Pattern, Patterns),
    matched(Pattern, Cs0, Cs1),
    matched(Parts, Cs1, Cs).
part_matched(Code, Parts, [Code|Cs0], Cs) :-
    integer(Code),
    matched(Parts, Cs0, Cs).

%!  expand_file_name(+Pattern, -Files) is det.
%
%   Files are the names of files that Pattern describes, in order, as in wildcard_match/2;
%   `~` at the start is the home directory, and `$NAME` the value of an environment
%   variable. A pattern without wildcards is the one name.
%
%   ?- expand_file_name('no/such/file', Files).
%      Files = ['no/such/file'].

expand_file_name(Pattern, Files) :-
    text_to_string(Pattern, String),
    string_codes(String, Codes0),
    home_expanded(Codes0, Codes1),
    variables_expanded(Codes1, Codes),
    (   member(C, Codes),
        memberchk(C, `*?[{`)
    ->  atom_codes(Atom, Codes),
        atomic_list_concat(Segments, /, Atom),
        segments_files(Segments, '', Files0),
        msort(Files0, Files)
    ;   atom_codes(File, Codes),
        Files = [File]
    ).

home_expanded(Codes0, Codes) :-
    (   Codes0 = [0'~|Rest],
        ( Rest == [] ; Rest = [0'/|_] ),
        getenv('HOME', Home)
    ->  atom_codes(Home, HomeCodes),
        append(HomeCodes, Rest, Codes)
    ;   Codes = Codes0
    ).

variables_expanded([], []).
variables_expanded([C|Cs0], Codes) :-
    (   C == 0'$,
        name_prefix(Cs0, Name, Cs),
        Name \== []
    ->  atom_codes(Variable, Name),
        (   getenv(Variable, Value)
        ->  atom_codes(Value, ValueCodes)
        ;   existence_error(variable, Variable)
        ),
        append(ValueCodes, Codes1, Codes),
        variables_expanded(Cs, Codes1)
    ;   Codes = [C|Codes1],
        variables_expanded(Cs0, Codes1)
    ).

name_prefix([C|Cs0], [C|Name], Cs) :-
    code_type(C, csym),
    !,
    name_prefix(Cs0, Name, Cs).
name_prefix(Cs, [], Cs).

% The files that the segments of a path describe below Directory, whose name is a prefix.
segments_files([Segment], Directory, Files) :-
    !,
    segment_files(Segment, Directory, Files).
segments_files([Segment|Segments], Directory, Files) :-
    (   Segment == ''
    ->  atom_concat(Directory, /, Below),
        segments_files(Segments, Below, Files)
    ;   segment_files(Segment, Directory, Parents),
        findall(File,
                ( member(Parent, Parents),
                  exists_directory(Parent),
                  atom_concat(Parent, /, Below),
                  segments_files(Segments, Below, Found),
                  member(File, Found)
                ),
                Files)
    ).

segment_files(Segment, Directory, Files) :-
    (   has_wildcards(Segment)
    ->  (   Directory == ''
        ->  Searched = '.'
        ;   Searched = Directory
        ),
        (   exists_directory(Searched)
        ->  directory_files(Searched, Names)
        ;   Names = []
        ),
        findall(File,
                ( member(Name, Names),
                  \+ hidden(Name, Segment),
                  wildcard_match(Segment, Name),
                  atom_concat(Directory, Name, File)
                ),
                Files)
    ;   atom_concat(Directory, Segment, File),
        (   ( exists_file(File) ; exists_directory(File) )
        ->  Files = [File]
        ;   Files = []
        )
    ).

has_wildcards(Segment) :-
    atom_chars(Segment, Chars),
    member(Char, Chars),
    memberchk(Char, [*,?,'[','{']),
    !.

hidden(Name, Segment) :-
    sub_atom(Name, 0, 1, _, '.'),
    \+ sub_atom(Segment, 0, 1, _, '.').

%!  tmp_file_stream(-File, -Stream) is det.
%!  tmp_file_stream(+Encoding, -File, -Stream) is det.
%!  tmp_file_stream(-File, -Stream, +Options) is det.
%
%   File is the name of a new temporary file, and Stream writes to it. Options are
%   `encoding(Encoding)`, `extension(Extension)`; the encoding `binary` makes it a
%   stream of bytes.
%
%   ?- \+ \+ ( tmp_file_stream(utf8, File, S), close(S), exists_file(File), delete_file(File) ).
%      true.

tmp_file_stream(File, Stream) :-
    tmp_file_stream(File, Stream, []).

tmp_file_stream(A, B, C) :-
    (   atom(A)
    ->  Options = [encoding(A)],
        File = B,
        Stream = C
    ;   Options = C,
        File = A,
        Stream = B
    ),
    must_be(list, Options),
    must_be(var, File),
    must_be(var, Stream),
    tmp_file(swi, Base),
    (   memberchk(extension(Extension), Options),
        Extension \== ''
    ->  file_name_extension(Base, Extension, File)
    ;   File = Base
    ),
    (   memberchk(encoding(Encoding), Options)
    ->  true
    ;   Encoding = utf8
    ),
    (   Encoding == binary
    ->  open(File, write, Stream, [type(binary)])
    ;   open(File, write, Stream, [encoding(Encoding)])
    ).

%!  file_search_path_file(+Spec, -Path) is nondet.
%
%   Path is a name that the term Spec, `Alias(Name)`, may stand for according to
%   file_search_path/2.

file_search_path_file(Spec, Path) :-
    '$file_base'(Spec, Path).

%!  expand_file_search_path(+Spec, -Path) is nondet.
%
%   The same as file_search_path_file/2.

expand_file_search_path(Spec, Path) :-
    '$file_base'(Spec, Path).

%!  prolog_to_os_filename(?Name, ?SystemName) is det.
%
%   The two names of a file are the same on this system.

prolog_to_os_filename(Name, SystemName) :-
    (   var(Name)
    ->  atom_string(Name, SystemName)
    ;   atom_string(SystemName, Name)
    ).

%!  can_open_file(+File, +Mode) is semidet.
%
%   File can be opened to read, write or append, as Mode says.

can_open_file(File, Mode) :-
    (   Mode == read
    ->  exists_file(File),
        access_file(File, read)
    ;   access_file(File, Mode)
    ).

%!  copy_file(+From, +To) is det.
%
%   To becomes a file of the same bytes as From; if it is a directory, a file in it.

copy_file(From, To) :-
    (   exists_directory(To)
    ->  file_base_name(From, Base),
        directory_file_path(To, Base, Target)
    ;   Target = To
    ),
    setup_call_cleanup(
        open(From, read, In, [type(binary)]),
        setup_call_cleanup(
            open(Target, write, Out, [type(binary)]),
            copy_stream_data(In, Out),
            close(Out)),
        close(In)).

%!  make_directory_path(+Directory) is det.
%
%   Makes Directory, and the directories it is in, as far as they do not exist.

make_directory_path(Directory) :-
    (   exists_directory(Directory)
    ->  true
    ;   file_directory_name(Directory, Parent),
        (   Parent == Directory
        ->  true
        ;   make_directory_path(Parent)
        ),
        make_directory(Directory)
    ).

%!  directory_member(+Directory, -Member, +Options) is nondet.
%
%   Member is the path of something in Directory. Options: `recursive(Bool)`,
%   `extensions(List)`, `file_type(regular or directory)`, `matches(Pattern)`.

directory_member(Directory, Member, Options) :-
    must_be(list, Options),
    directory_files(Directory, Names0),
    msort(Names0, Names),
    member(Name, Names),
    \+ memberchk(Name, ['.','..']),
    directory_file_path(Directory, Name, Path),
    (   wanted_member(Path, Name, Options),
        Member = Path
    ;   memberchk(recursive(true), Options),
        exists_directory(Path),
        directory_member(Path, Member, Options)
    ).

wanted_member(Path, Name, Options) :-
    (   memberchk(extensions(Extensions), Options)
    ->  file_name_extension(_, Extension, Name),
        memberchk(Extension, Extensions)
    ;   true
    ),
    (   memberchk(matches(Pattern), Options)
    ->  wildcard_match(Pattern, Name)
    ;   true
    ),
    (   memberchk(file_type(Type), Options)
    ->  file_of_type(Type, Path)
    ;   true
    ).

file_of_type(directory, Path) :-
    exists_directory(Path).
file_of_type(regular, Path) :-
    exists_file(Path).

%!  delete_directory_contents(+Directory) is det.
%
%   Deletes all that is in Directory.

delete_directory_contents(Directory) :-
    forall(directory_member(Directory, Member, []), delete_member(Member)).

delete_member(Member) :-
    (   exists_directory(Member)
    ->  delete_directory_and_contents(Member)
    ;   delete_file(Member)
    ).

%!  delete_directory_and_contents(+Directory) is det.
%
%   Deletes Directory and all that is in it.

delete_directory_and_contents(Directory) :-
    delete_directory_contents(Directory),
    delete_directory(Directory).

%!  relative_file_name(?Path, +Base, ?Relative) is det.
%
%   Relative is the name of the file Path as seen from the directory of the file Base.
%
%   ?- relative_file_name('/a/b/c.pl', '/a/d/e.pl', R).
%      R = '../b/c.pl'.

relative_file_name(Path, Base, Relative) :-
    file_directory_name(Base, Directory),
    (   nonvar(Path)
    ->  absolute_file_name(Path, Absolute),
        absolute_file_name(Directory, From),
        atomic_list_concat(Segments, /, Absolute),
        atomic_list_concat(Origins, /, From),
        without_common(Segments, Origins, Down, Up),
        findall('..', member(_, Up), Ups),
        append(Ups, Down, All),
        atomic_list_concat(All, /, Relative)
    ;   absolute_file_name(Directory, From),
        directory_file_path(From, Relative, Joined),
        absolute_file_name(Joined, Path)
    ).

without_common([X|Xs], [X|Ys], Down, Up) :-
    !,
    without_common(Xs, Ys, Down, Up).
without_common(Down, Up, Down, Up).
