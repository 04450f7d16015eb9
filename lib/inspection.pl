:- module(inspection,
          [ clause_property/2,
            message_to_codes/3,
            statistics/0,
            edit/0,
            edit/1,
            prolog/0,
            break/0,
            abort/0,
            term_singletons/2,
            is_most_general_term/1,
            numbervars/4,
            var_number/2,
            get_flag/2,
            set_flag/2,
            nb_linkval/2,
            current_arithmetic_function/1,
            atomic_concat/3,
            read_clause/3,
            compiling/0,
            trim_stacks/0,
            garbage_collect_clauses/0,
            default_module/2,
            collation_key/2,
            locale_sort/2,
            stream_pair/3,
            get_single_char/1,
            tty_size/2,
            compile_aux_clauses/1,
            float_class/2,
            float_parts/4,
            bounded_number/3,
            string_bytes/3,
            setlocale/3,
            put/2,
            load_files/1
          ]).

% What programs ask of the system, and what people type at its prompt.

:- meta_predicate edit(:), compile_aux_clauses(:), load_files(:).

%!  clause_property(+Reference, ?Property) is nondet.
%
%   The clause that Reference refers to has Property: `file(F)`, `source(F)`,
%   `line_count(N)`, `fact`, `module(M)`, `predicate(Indicator)`.
%
%   ?- \+ \+ ( assertz(likes(a), R), clause_property(R, predicate(user:likes/1)) ).
%      true.

clause_property(Reference, Property) :-
    must_be(nonvar, Reference),
    (   clause(Module:Head, Body, Reference)
    ->  functor(Head, Name, Arity),
        property(Property, Reference, Module, Name/Arity, Body)
    ;   Property = erased
    ).

property(file(File), Reference, _, _, _) :-
    '$clause_info'(Reference, _, File, _).
property(source(File), Reference, _, _, _) :-
    '$clause_info'(Reference, _, File, _).
property(line_count(Line), Reference, _, _, _) :-
    '$clause_info'(Reference, _, _, Line).
property(fact, _, _, _, Body) :-
    Body == true.
property(module(Module), _, Module, _, _).
property(predicate(Module:Indicator), _, Module, Indicator, _).

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

% Terms.

%!  term_singletons(+Term, -Variables) is det.
%
%   Variables are the variables that occur once in Term, in order.
%
%   ?- term_singletons(f(X,Y,X), Variables), Variables == [Y].
%      Variables = [Y].

term_singletons(Term, Variables) :-
    occurrences([Term], All),
    msort(All, Sorted),
    single(Sorted, Singles),
    term_variables(Term, Ordered),
    include(in_order(Singles), Ordered, Variables).

in_order(Singles, Variable) :-
    member(Single, Singles),
    Single == Variable,
    !.

occurrences([], []).
occurrences([Term|Terms], All) :-
    (   var(Term)
    ->  All = [Term|All1],
        occurrences(Terms, All1)
    ;   compound(Term)
    ->  Term =.. [_|Args],
        append(Args, Terms, Next),
        occurrences(Next, All)
    ;   occurrences(Terms, All)
    ).

single([], []).
single([X|Xs], Singles) :-
    (   Xs = [Y|Rest],
        Y == X
    ->  dropped(Rest, X, Others),
        single(Others, Singles)
    ;   Singles = [X|Singles1],
        single(Xs, Singles1)
    ).

dropped([Y|Ys], X, Rest) :-
    Y == X,
    !,
    dropped(Ys, X, Rest).
dropped(Rest, _, Rest).

%!  is_most_general_term(@Term) is semidet.
%
%   Term is an atom, or a compound or list whose arguments are different variables.
%
%   ?- is_most_general_term(f(_,_)), \+ is_most_general_term(f(a)).
%      true.

is_most_general_term(Term) :-
    (   atom(Term)
    ->  true
    ;   is_list(Term)
    ->  distinct_variables(Term)
    ;   compound(Term)
    ->  Term =.. [_|Args],
        distinct_variables(Args)
    ).

distinct_variables(Terms) :-
    maplist(plain_variable, Terms),
    term_variables(Terms, Variables),
    same_length(Variables, Terms).

plain_variable(Term) :-
    var(Term),
    \+ attvar(Term).

%!  numbervars(+Term, +Start, -End, +Options) is det.
%
%   As numbervars/3. Options are `singletons(true)`, which binds variables that occur once
%   to `'$VAR'('_')`, `functor_name(Name)`, and `attvar(bind or skip or error)`.
%
%   ?- T = f(X,_,X), numbervars(T, 0, End, [singletons(true)]).
%      T = f('$VAR'(0),'$VAR'('_'),'$VAR'(0)), X = '$VAR'(0), End = 1.

numbervars(Term, Start, End, Options) :-
    must_be(list, Options),
    option(functor_name(Name), Options, '$VAR'),
    (   option(singletons(true), Options)
    ->  term_singletons(Term, Singles),
        bound_to(Singles, Name)
    ;   true
    ),
    term_variables(Term, Variables0),
    (   option(attvar(skip), Options)
    ->  exclude(attvar, Variables0, Variables)
    ;   Variables = Variables0
    ),
    numbered(Variables, Name, Start, End).

bound_to([], _).
bound_to([Variable|Variables], Name) :-
    Variable =.. [Name,'_'],
    bound_to(Variables, Name).

numbered([], _, End, End).
numbered([Variable|Variables], Name, N0, End) :-
    Variable =.. [Name,N0],
    N is N0 + 1,
    numbered(Variables, Name, N, End).

%!  var_number(@Term, -Number) is semidet.
%
%   Term is `'$VAR'(Number)`.

var_number('$VAR'(Number), Number).

%!  get_flag(+Key, -Value) is det.
%!  set_flag(+Key, +Value) is det.
%
%   The value of Key that flag/3 keeps.

get_flag(Key, Value) :-
    flag(Key, Value, Value).

set_flag(Key, Value) :-
    flag(Key, _, Value).

%!  nb_linkval(+Name, +Value) is det.
%
%   As nb_setval/2.

nb_linkval(Name, Value) :-
    nb_setval(Name, Value).

%!  current_arithmetic_function(?Head) is nondet.
%
%   Arithmetic knows a function with the name and number of arguments of Head.
%
%   ?- current_arithmetic_function(sin(_)).
%      true.

current_arithmetic_function(Head) :-
    must_be(nonvar, Head),
    '$is_evaluable'(Head).

%!  atomic_concat(+First, +Second, -Atom) is det.
%
%   Atom is the text of First and Second.

atomic_concat(First, Second, Atom) :-
    atomic_list_concat([First,Second], Atom).

%!  read_clause(+Stream, -Clause, +Options) is det.
%
%   As read_term/3; what cannot be read is reported, and then the next clause is read.

read_clause(Stream, Clause, Options0) :-
    exclude(of_clauses_only, Options0, Options),
    repeat,
    catch(read_term(Stream, Clause0, Options), error(syntax_error(What), Where),
          ( print_message(error, error(syntax_error(What), Where)), fail )),
    !,
    Clause = Clause0.

of_clauses_only(process_comment(_)).
of_clauses_only(syntax_errors(_)).

% The system.

%!  compiling is semidet.
%
%   Fails: programs are not compiled to files.

compiling :-
    fail.

%!  trim_stacks is det.
%!  garbage_collect_clauses is det.
%
%   The system looks after its memory by itself; garbage is collected at the next call.

trim_stacks :-
    garbage_collect.

garbage_collect_clauses.

%!  default_module(+Module, -Default) is nondet.
%
%   Default is Module, or a module in which what it does not define is looked for.

default_module(Module, Module).
default_module(Module, Default) :-
    import_module(Module, Parent),
    default_module(Parent, Default).

%!  collation_key(+Text, -Key) is det.
%
%   Keys compare as people sort texts: regardless of case at first.

collation_key(Text, Key) :-
    downcase_atom(Text, Lower),
    atomic_list_concat([Lower,' ',Text], Key).

%!  locale_sort(+Texts, -Sorted) is det.
%
%   Sorted are Texts in the order of collation_key/2.

locale_sort(Texts, Sorted) :-
    map_list_to_pairs(collation_key, Texts, Keyed),
    keysort(Keyed, Pairs),
    pairs_values(Pairs, Sorted).

%!  stream_pair(+Pair, -Input, -Output) is det.
%
%   A stream is its own pair.

stream_pair(Pair, Input, Output) :-
    must_be(nonvar, Pair),
    (   stream_property(Pair, input)
    ->  Input = Pair
    ;   Output = Pair
    ).

%!  get_single_char(-Code) is det.
%
%   Code is that of the next character of user_input, -1 at its end.

get_single_char(Code) :-
    flush_output(user_output),
    get_code(user_input, Code).

%!  tty_size(-Rows, -Columns) is det.
%
%   The size of the terminal, as the environment says it, or the usual one.

tty_size(Rows, Columns) :-
    variable_number('LINES', 24, Rows),
    variable_number('COLUMNS', 80, Columns).

variable_number(Name, Default, Number) :-
    (   getenv(Name, Text),
        atom_number(Text, Number0),
        integer(Number0)
    ->  Number = Number0
    ;   Number = Default
    ).

%!  compile_aux_clauses(:Clauses) is det.
%
%   Adds Clauses to the program, as part of the file being loaded.

compile_aux_clauses(Clauses) :-
    strip_module(Clauses, Module, Plain),
    (   is_list(Plain)
    ->  List = Plain
    ;   List = [Plain]
    ),
    (   member(Clause, List),
        (   prolog_load_context(source, _)
        ->  '$load_clause'(Module:Clause)
        ;   assertz(Module:Clause)
        ),
        fail
    ;   true
    ).

%!  load_files(:Files) is det.
%
%   As consult/1.

load_files(Files) :-
    load_files(Files, []).

% Numbers.

%!  float_class(+Float, -Class) is det.
%
%   Class is `nan`, `infinite`, `zero`, `subnormal` or `normal`.
%
%   ?- float_class(1.0, Class).
%      Class = normal.

float_class(Float, Class) :-
    must_be(float, Float),
    (   Float =\= Float
    ->  Class = nan
    ;   Float =:= 0.0
    ->  Class = zero
    ;   abs(Float) =:= inf
    ->  Class = infinite
    ;   abs(Float) < 2.2250738585072014e-308
    ->  Class = subnormal
    ;   Class = normal
    ).

%!  float_parts(+Float, -Mantissa, -Base, -Exponent) is det.
%
%   Float is Mantissa times Base to the power of Exponent; Base is 2, and Mantissa at
%   least 1 and less than 2 unless Float is 0.
%
%   ?- float_parts(10.0, Mantissa, Base, Exponent).
%      Mantissa = 1.25, Base = 2, Exponent = 3.

float_parts(Float, Mantissa, 2, Exponent) :-
    must_be(float, Float),
    (   Float =:= 0.0
    ->  Mantissa = Float,
        Exponent = 0
    ;   Guess is floor(log2(abs(Float))),
        adjusted(Float, Guess, Mantissa, Exponent)
    ).

adjusted(Float, Exponent0, Mantissa, Exponent) :-
    Mantissa0 is Float / 2.0 ** Exponent0,
    (   abs(Mantissa0) < 1.0
    ->  Exponent1 is Exponent0 - 1,
        adjusted(Float, Exponent1, Mantissa, Exponent)
    ;   abs(Mantissa0) >= 2.0
    ->  Exponent1 is Exponent0 + 1,
        adjusted(Float, Exponent1, Mantissa, Exponent)
    ;   Mantissa = Mantissa0,
        Exponent = Exponent0
    ).

%!  bounded_number(?Low, ?High, +Number) is semidet.
%
%   Number is between Low and High. If they are unbound, they are the numbers next to it.
%
%   ?- bounded_number(1, 3, 2).
%      true.

bounded_number(Low, High, Number) :-
    must_be(number, Number),
    (   var(Low)
    ->  next_number(Number, -1, Low)
    ;   Number >= Low
    ),
    (   var(High)
    ->  next_number(Number, 1, High)
    ;   Number =< High
    ).

next_number(Number, Step, Next) :-
    (   integer(Number)
    ->  Next is Number + Step
    ;   Next is nexttoward(Number, Step * inf)
    ).

% Text.

%!  string_bytes(?String, ?Bytes, +Encoding) is det.
%
%   Bytes are those of String in Encoding, which is `utf8`, `ascii`, `iso_latin_1` or `octet`.
%
%   ?- string_bytes("é", Bytes, utf8).
%      Bytes = [195,169].

string_bytes(String, Bytes, Encoding) :-
    must_be(oneof([utf8,ascii,iso_latin_1,octet,text]), Encoding),
    (   var(String)
    ->  must_be(list, Bytes),
        (   memberchk(Encoding, [utf8,text])
        ->  phrase(utf8_codes(Codes), Bytes)
        ;   Codes = Bytes
        ),
        string_codes(String, Codes)
    ;   text_to_string(String, Text),
        string_codes(Text, Codes),
        (   memberchk(Encoding, [utf8,text])
        ->  phrase(utf8_codes(Codes), Bytes)
        ;   Bytes = Codes
        )
    ).

%!  setlocale(+Category, -Old, +New) is det.
%
%   The locale is always `C`.

setlocale(Category, 'C', _) :-
    must_be(atom, Category).

%!  put(+Stream, +Char) is det.
%
%   Writes the character Char, given as a character or a code, to Stream.

put(Stream, Char) :-
    (   integer(Char)
    ->  put_char_code(Stream, Char)
    ;   put_char(Stream, Char)
    ).

put_char_code(Stream, Code) :-
    char_code(Char, Code),
    put_char(Stream, Char).
