% What people type at the prompt, and what is said there.

%!  message_to_codes(+Message, -Kind, -Codes) is det.
%
%   Codes are the words for Message, an error; Kind is `error`.
%
%   ?- message_to_codes(format("~w", [a]), Kind, Codes), atom_codes(Text, Codes).
%      Kind = error, Codes = [97], Text = a.

message_to_codes(Message, error, Codes) :-
    message_lines(Message, Lines),
    with_output_to(codes(Codes0), written_lines(Lines)),
    (   append(Codes, [0'\n], Codes0)
    ->  true
    ;   Codes = Codes0
    ).

written_lines(Lines) :-
    current_output(Stream),
    print_message_lines(Stream, '', Lines).

%!  statistics is det.
%
%   Writes what the system has used to user_error.

statistics :-
    statistics(cputime, Cpu),
    statistics(inferences, Inferences),
    statistics(process_runtime, [_|_]),
    statistics(globalused, Heap),
    statistics(trailused, Trail),
    statistics(atoms, Atoms),
    statistics(predicates, Predicates),
    format(user_error, '% ~3f seconds cpu time for ~D inferences~n', [Cpu, Inferences]),
    format(user_error, '% ~D atoms, ~D predicates~n', [Atoms, Predicates]),
    format(user_error, '% ~D bytes of terms, ~D bytes of trail~n', [Heap, Trail]).

%!  edit(:Spec) is det.
%!  edit is det.
%
%   Opens the file of Spec in the editor that the environment variable EDITOR names, and
%   then loads what has changed. Spec is a file, a predicate as Name or Name/Arity,
%   or a module. Without Spec, it is the file that was loaded first.

edit :-
    (   source_file(File),
        \+ File = library(_),
        exists_file(File)
    ->  edit_file(File)
    ;   existence_error(source_sink, edit)
    ).

edit(Spec) :-
    strip_module(Spec, Module, Plain),
    must_be(nonvar, Plain),
    (   spec_file(Plain, Module, File)
    ->  edit_file(File)
    ;   existence_error(source_sink, Plain)
    ).

spec_file(Name/Arity, Module, File) :-
    !,
    functor(Head, Name, Arity),
    source_file(Module:Head, File).
spec_file(Name, Module, File) :-
    atom(Name),
    current_predicate(Name, Module:Head),
    source_file(Module:Head, File),
    exists_file(File),
    !.
spec_file(Name, _, File) :-
    atom(Name),
    module_property(Name, file(File)),
    exists_file(File),
    !.
spec_file(Spec, _, File) :-
    exists_source(Spec, File),
    File \= library(_).

edit_file(File) :-
    (   stream_property(user_input, tty(true))
    ->  true
    ;   permission_error(edit, source_sink, File)
    ),
    editor(Editor),
    format(atom(Command), '~w "~w"', [Editor, File]),
    shell(Command, _),
    make.

editor(Editor) :-
    (   member(Variable, ['VISUAL','EDITOR']),
        getenv(Variable, Editor),
        Editor \== ''
    ->  true
    ;   Editor = vi
    ).

%!  prolog is semidet.
%!  break is semidet.
%
%   Answers queries from user_input until its end, each with what it binds. After an
%   answer, a line that starts with `;` asks for the next.

prolog :-
    answered_queries.

break :-
    answered_queries.

answered_queries :-
    repeat,
    query(Goal, Bindings),
    (   Goal == end_of_file
    ->  !
    ;   answered(Goal, Bindings),
        fail
    ).

query(Goal, Bindings) :-
    prompt(Old, '?- '),
    catch(read_term(user_input, Goal, [variable_names(Bindings)]), Error, true),
    prompt(_, Old),
    (   nonvar(Error)
    ->  print_message(error, Error),
        fail
    ;   true
    ).

answered(Goal, Bindings) :-
    catch(solutions(Goal, Bindings), Error, true),
    (   var(Error)
    ->  true
    ;   Error = unwind(halt(_))
    ->  throw(Error)
    ;   print_message(error, Error)
    ).

solutions(Goal, Bindings) :-
    (   call_cleanup(user:Goal, IsLast = true),
        written_answer(Bindings),
        (   ( IsLast == true ; \+ wants_more )
        ->  format(user_output, '.~n', [])
        ;   format(user_output, ' ;~n', []),
            fail
        )
    ->  true
    ;   format(user_output, 'false.~n', [])
    ),
    flush_output(user_output).

wants_more :-
    flush_output(user_output),
    peek_char(user_input, Char),
    (   Char == '\n'
    ->  get_char(user_input, _),
        peek_char(user_input, ';')
    ;   Char == (;)
    ),
    read_line_to_codes(user_input, _).

written_answer(Bindings) :-
    exclude(anonymous, Bindings, Shown),
    (   Shown == []
    ->  format(user_output, 'true', [])
    ;   written_bindings(Shown)
    ).

anonymous(Name = Value) :-
    ( var(Value) ; sub_atom(Name, 0, 1, _, '_') ),
    !.

written_bindings([Name = Value|Bindings]) :-
    format(user_output, '~w = ~p', [Name, Value]),
    (   Bindings == []
    ->  true
    ;   format(user_output, ', ', []),
        written_bindings(Bindings)
    ).

%!  abort is erroneous.
%
%   Ends the running query.

abort :-
    throw('$aborted').
