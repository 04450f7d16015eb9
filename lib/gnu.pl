:- module(gnu,
          [ g_assign/2,
            g_assignb/2,
            g_link/2,
            g_read/2,
            g_inc/1,
            g_inc/2,
            g_inco/2,
            g_dec/1,
            g_dec/2,
            for/3,
            nth/3,
            sublist/2,
            suffix/2,
            sort0/2,
            list/1,
            partial_list/1,
            list_or_partial_list/1,
            atom_property/2,
            lower_upper/2,
            new_atom/1,
            new_atom/2,
            number_atom/2,
            read_token/1,
            read_token/2,
            read_atom/1,
            read_integer/1,
            read_number/1,
            write_to_atom/2,
            write_to_chars/2,
            write_to_codes/2,
            writeq_to_atom/2,
            writeq_to_chars/2,
            writeq_to_codes/2,
            print_to_atom/2,
            display_to_atom/2,
            format_to_atom/3,
            format_to_chars/3,
            format_to_codes/3,
            write_term_to_atom/3,
            write_term_to_chars/3,
            write_term_to_codes/3,
            read_from_atom/2,
            read_from_chars/2,
            read_from_codes/2,
            read_term_from_chars/3,
            read_term_from_codes/3,
            open_input_codes_stream/2,
            close_input_codes_stream/1,
            user_time/1,
            system_time/1,
            cpu_time/1,
            real_time/1,
            randomize/0,
            get_seed/1,
            argument_counter/1,
            argument_value/2,
            argument_list/1,
            environ/2,
            file_exists/1,
            unlink/1,
            change_directory/1,
            working_directory/1,
            date_time/1,
            decompose_file_name/4,
            system/1,
            system/2,
            stop/0,
            name_singleton_vars/1,
            bind_variables/2
          ]).

% Predicates of GNU Prolog.

% Global variables.

%!  g_assign(+Name, +Value) is det.
%
%   The global variable Name has a copy of Value from now on.
%
%   ?- g_assign(count, 5), g_inc(count), g_read(count, Count).
%      Count = 6.

g_assign(Name, Value) :-
    nb_setval(Name, Value).

%!  g_assignb(+Name, +Value) is det.
%
%   As g_assign/2, until backtracking.

g_assignb(Name, Value) :-
    b_setval(Name, Value).

%!  g_link(+Name, +Value) is det.
%
%   The global variable Name has Value itself, until backtracking.

g_link(Name, Value) :-
    b_setval(Name, Value).

%!  g_read(+Name, ?Value) is semidet.
%
%   Value is that of the global variable Name, 0 at first.

g_read(Name, Value) :-
    must_be(atom, Name),
    (   nb_current(Name, Value0)
    ->  Value = Value0
    ;   Value = 0
    ).

%!  g_inc(+Name) is det.
%!  g_inc(+Name, ?Value) is semidet.
%
%   Adds one to the global variable Name; Value is what it is then.

g_inc(Name) :-
    g_inc(Name, _).

g_inc(Name, Value) :-
    g_read(Name, Old),
    New is Old + 1,
    nb_setval(Name, New),
    Value = New.

%!  g_inco(+Name, ?Value) is semidet.
%
%   Value is that of the global variable Name, to which one is added.

g_inco(Name, Value) :-
    g_read(Name, Old),
    New is Old + 1,
    nb_setval(Name, New),
    Value = Old.

%!  g_dec(+Name) is det.
%!  g_dec(+Name, ?Value) is semidet.
%
%   Takes one from the global variable Name; Value is what it is then.

g_dec(Name) :-
    g_dec(Name, _).

g_dec(Name, Value) :-
    g_read(Name, Old),
    New is Old - 1,
    nb_setval(Name, New),
    Value = New.

% Numbers and lists.

%!  for(?Counter, +Low, +High) is nondet.
%
%   Counter is an integer from Low to High.
%
%   ?- for(Counter, 1, 2).
%      Counter = 1 ; Counter = 2.

for(Counter, Low, High) :-
    between(Low, High, Counter).

%!  nth(?Index, ?List, ?Element) is nondet.
%
%   As nth1/3.

nth(Index, List, Element) :-
    nth1(Index, List, Element).

%!  sublist(?Part, +List) is nondet.
%
%   Part is List without some of its elements.
%
%   ?- sublist(Part, [a,b]).
%      Part = [a,b] ; Part = [b] ; Part = [] ; Part = [a].

sublist(List, List).
sublist(Part, [X|Xs]) :-
    proper_sublist(Xs, X, Part).

proper_sublist(Xs, _, Part) :-
    sublist(Part, Xs).
proper_sublist([Y|Ys], X, [X|Part]) :-
    proper_sublist(Ys, Y, Part).
proper_sublist([], _, _) :-
    fail.

%!  suffix(?Part, ?List) is nondet.
%
%   List ends with Part.
%
%   ?- suffix(Part, [a]).
%      Part = [a] ; Part = [].

suffix(List, List).
suffix(Part, [_|Xs]) :-
    suffix(Part, Xs).

%!  sort0(+List, -Sorted) is det.
%
%   As msort/2.

sort0(List, Sorted) :-
    msort(List, Sorted).

%!  list(@Term) is semidet.
%
%   As is_list/1.

list(Term) :-
    is_list(Term).

%!  partial_list(@Term) is semidet.
%
%   Term is a variable, or a list that ends with a variable.

partial_list(Term) :-
    '$skip_list'(_, Term, Tail),
    var(Tail).

%!  list_or_partial_list(@Term) is semidet.
%
%   Term is a list, perhaps one that ends with a variable.

list_or_partial_list(Term) :-
    '$skip_list'(_, Term, Tail),
    ( var(Tail) ; Tail == [] ),
    !.

% Atoms.

%!  atom_property(+Atom, ?Property) is nondet.
%
%   Atom has Property: `length(N)`, `prefix_op`, `infix_op`, `postfix_op` if it is an
%   operator, `needs_quotes`.
%
%   ?- atom_property(abc, length(N)).
%      N = 3.

atom_property(Atom, Property) :-
    must_be(atom, Atom),
    property(Property, Atom).

property(length(Length), Atom) :-
    atom_length(Atom, Length).
property(needs_quotes, Atom) :-
    format(atom(Quoted), '~q', [Atom]),
    Quoted \== Atom.
property(prefix_op, Atom) :-
    once(( current_op(_, Type, Atom), memberchk(Type, [fx,fy]) )).
property(infix_op, Atom) :-
    once(( current_op(_, Type, Atom), memberchk(Type, [xfx,xfy,yfx]) )).
property(postfix_op, Atom) :-
    once(( current_op(_, Type, Atom), memberchk(Type, [xf,yf]) )).

%!  lower_upper(?Lower, ?Upper) is det.
%
%   Upper is the atom Lower in upper case; if Lower is unbound, it is Upper in lower case.
%
%   ?- lower_upper(a, Upper), lower_upper(Lower, 'B').
%      Upper = 'A', Lower = b.

lower_upper(Lower, Upper) :-
    (   var(Lower)
    ->  downcase_atom(Upper, Lower)
    ;   upcase_atom(Lower, Upper)
    ).

%!  new_atom(-Atom) is det.
%!  new_atom(+Prefix, -Atom) is det.
%
%   Atom is a fresh atom that starts with Prefix, or `atom_`.

new_atom(Atom) :-
    new_atom(atom_, Atom).

new_atom(Prefix, Atom) :-
    must_be(atom, Prefix),
    gensym(Prefix, Atom).

%!  number_atom(?Number, ?Atom) is semidet.
%
%   Atom is a text for Number.
%
%   ?- number_atom(Number, '12').
%      Number = 12.

number_atom(Number, Atom) :-
    (   var(Atom)
    ->  must_be(number, Number),
        atom_number(Atom, Number)
    ;   must_be(atom, Atom),
        atom_codes(Atom, Codes),
        number_codes(Number, Codes)
    ).

% Reading pieces of text.

%!  read_token(-Token) is det.
%!  read_token(+Stream, -Token) is det.
%
%   Token is the next token of the input: `var(Name)`, an atom, a number,
%   `string(Codes)`, `punct(Char)`, `punct(end_of_file)`, `full_stop`.

read_token(Token) :-
    current_input(Stream),
    read_token(Stream, Token).

read_token(Stream, Token) :-
    peek_char(Stream, Char),
    (   Char == end_of_file
    ->  Token = punct(end_of_file)
    ;   char_type(Char, space)
    ->  get_char(Stream, _),
        read_token(Stream, Token)
    ;   token(Char, Stream, Token)
    ).

token(Char, Stream, Token) :-
    (   char_type(Char, digit(_))
    ->  taken(Stream, number_char, Chars),
        number_chars(Token, Chars)
    ;   is_variable_start(Char)
    ->  taken(Stream, word_char, Chars),
        atom_chars(Name, Chars),
        Token = var(Name)
    ;   char_type(Char, csym)
    ->  taken(Stream, word_char, Chars),
        atom_chars(Token, Chars)
    ;   memberchk(Char, ['(',')','[',']','{','}',',','|'])
    ->  get_char(Stream, _),
        Token = punct(Char)
    ;   Char == ('\'')
    ->  get_char(Stream, _),
        quoted(Stream, Char, Chars),
        atom_chars(Token, Chars)
    ;   Char == '"'
    ->  get_char(Stream, _),
        quoted(Stream, Char, Chars),
        atom_chars(Atom, Chars),
        atom_codes(Atom, Codes),
        Token = string(Codes)
    ;   is_symbol(Char)
    ->  taken(Stream, is_symbol, Chars),
        (   Chars == ['.']
        ->  Token = full_stop
        ;   atom_chars(Token, Chars)
        )
    ;   get_char(Stream, Token)
    ).

number_char(Char) :-
    char_type(Char, digit(_)).

word_char(Char) :-
    char_type(Char, csym).

is_variable_start('_').
is_variable_start(Char) :-
    char_type(Char, upper(_)).

is_symbol(Char) :-
    memberchk(Char, [+,-,*,/,\,^,<,>,=,~,:,'.',?,@,#,&,$]).

taken(Stream, Test, Chars) :-
    peek_char(Stream, Char),
    (   Char \== end_of_file,
        call(Test, Char)
    ->  get_char(Stream, _),
        Chars = [Char|Chars1],
        taken(Stream, Test, Chars1)
    ;   Chars = []
    ).

quoted(Stream, Quote, Chars) :-
    get_char(Stream, Char),
    (   Char == end_of_file
    ->  throw(error(syntax_error(quote_not_closed), _))
    ;   Char == Quote
    ->  (   peek_char(Stream, Quote)
        ->  get_char(Stream, _),
            Chars = [Char|Chars1],
            quoted(Stream, Quote, Chars1)
        ;   Chars = []
        )
    ;   Chars = [Char|Chars1],
        quoted(Stream, Quote, Chars1)
    ).

%!  read_atom(-Atom) is det.
%
%   Atom is the next token of the input, which must be an atom.

read_atom(Atom) :-
    read_token(Token),
    (   atom(Token)
    ->  Atom = Token
    ;   throw(error(syntax_error(atom_expected), _))
    ).

%!  read_integer(-Integer) is det.
%
%   Integer is the next token of the input, perhaps after a minus, which must be an integer.

read_integer(Integer) :-
    read_number(Number),
    (   integer(Number)
    ->  Integer = Number
    ;   throw(error(syntax_error(integer_expected), _))
    ).

%!  read_number(-Number) is det.
%
%   Number is the next token of the input, perhaps after a minus, which must be a number.

read_number(Number) :-
    read_token(Token),
    (   number(Token)
    ->  Number = Token
    ;   Token == (-),
        read_token(Positive),
        number(Positive)
    ->  Number is -Positive
    ;   throw(error(syntax_error(number_expected), _))
    ).

% Terms as text.

%!  write_to_atom(-Atom, +Term) is det.
%!  write_to_chars(-Chars, +Term) is det.
%!  write_to_codes(-Codes, +Term) is det.
%!  writeq_to_atom(-Atom, +Term) is det.
%!  writeq_to_chars(-Chars, +Term) is det.
%!  writeq_to_codes(-Codes, +Term) is det.
%!  print_to_atom(-Atom, +Term) is det.
%!  display_to_atom(-Atom, +Term) is det.
%
%   The text is what the predicate whose name comes first writes for Term.
%
%   ?- write_to_atom(Atom, f('X', "s")).
%      Atom = 'f(X,s)'.

write_to_atom(Atom, Term) :-
    format(atom(Atom), '~w', [Term]).

write_to_chars(Chars, Term) :-
    format(chars(Chars), '~w', [Term]).

write_to_codes(Codes, Term) :-
    format(codes(Codes), '~w', [Term]).

writeq_to_atom(Atom, Term) :-
    format(atom(Atom), '~q', [Term]).

writeq_to_chars(Chars, Term) :-
    format(chars(Chars), '~q', [Term]).

writeq_to_codes(Codes, Term) :-
    format(codes(Codes), '~q', [Term]).

print_to_atom(Atom, Term) :-
    format(atom(Atom), '~p', [Term]).

display_to_atom(Atom, Term) :-
    with_output_to(atom(Atom), write_term(Term, [ignore_ops(true)])).

%!  format_to_atom(-Atom, +Format, +Arguments) is det.
%!  format_to_chars(-Chars, +Format, +Arguments) is det.
%!  format_to_codes(-Codes, +Format, +Arguments) is det.
%
%   The text is what format/2 writes. For programs of other systems, Format may come first.

format_to_atom(Atom, Format, Arguments) :-
    format(atom(Atom), Format, Arguments).

format_to_chars(A, B, C) :-
    (   is_text(A)
    ->  format(codes(C), A, B)
    ;   format(chars(A), B, C)
    ).

format_to_codes(A, B, C) :-
    (   is_text(A)
    ->  format(codes(C), A, B)
    ;   format(codes(A), B, C)
    ).

is_text(Text) :-
    nonvar(Text),
    ( atom(Text) ; string(Text) ; ground(Text) ),
    !.

%!  write_term_to_atom(-Atom, +Term, +Options) is det.
%!  write_term_to_chars(-Chars, +Term, +Options) is det.
%!  write_term_to_codes(-Codes, +Term, +Options) is det.
%
%   The text is what write_term/2 writes.

write_term_to_atom(Atom, Term, Options) :-
    with_output_to(atom(Atom), write_term(Term, Options)).

write_term_to_chars(Chars, Term, Options) :-
    with_output_to(chars(Chars), write_term(Term, Options)).

write_term_to_codes(Codes, Term, Options) :-
    with_output_to(codes(Codes), write_term(Term, Options)).

%!  read_from_atom(+Atom, -Term) is det.
%!  read_from_chars(+Chars, -Term) is det.
%!  read_from_codes(+Codes, -Term) is det.
%!  read_term_from_chars(+Chars, -Term, +Options) is det.
%!  read_term_from_codes(+Codes, -Term, +Options) is det.
%
%   Term is the term that the text says; a period at its end may be left out.
%
%   ?- read_from_codes(`f(X, b)`, Term).
%      Term = f(_, b).

read_from_atom(Atom, Term) :-
    read_text(Atom, Term, []).

read_from_chars(Chars, Term) :-
    read_text(Chars, Term, []).

read_from_codes(Codes, Term) :-
    read_text(Codes, Term, []).

read_term_from_chars(Chars, Term, Options) :-
    read_text(Chars, Term, Options).

read_term_from_codes(Codes, Term, Options) :-
    read_text(Codes, Term, Options).

read_text(Text, Term, Options) :-
    text_to_string(Text, String),
    term_string(Term0, String, Options),
    Term = Term0.

%!  open_input_codes_stream(+Codes, -Stream) is det.
%
%   Stream gives the text of Codes.

open_input_codes_stream(Codes, Stream) :-
    text_to_string(Codes, String),
    open_string(String, Stream).

%!  close_input_codes_stream(+Stream) is det.
%
%   As close/1.

close_input_codes_stream(Stream) :-
    close(Stream).

% Clocks and the system.

%!  user_time(-Milliseconds) is det.
%!  cpu_time(-Milliseconds) is det.
%!  system_time(-Milliseconds) is det.
%!  real_time(-Milliseconds) is det.
%
%   The time that the process has used, or that has passed.

user_time(Milliseconds) :-
    statistics(runtime, [Milliseconds|_]).

cpu_time(Milliseconds) :-
    statistics(process_runtime, [Milliseconds|_]).

system_time(Milliseconds) :-
    statistics(system_time, [Milliseconds|_]).

real_time(Milliseconds) :-
    statistics(real_time, [Milliseconds|_]).

%!  randomize is det.
%
%   Random numbers differ from one run of the program to the next.

randomize :-
    set_random(seed(random)).

%!  get_seed(-Seed) is det.
%
%   Seed is a number for set_seed/1 that random numbers start anew from.

get_seed(Seed) :-
    Seed is random(1 << 30),
    set_random(seed(Seed)).

%!  argument_list(-Arguments) is det.
%
%   Arguments are those of the command line.

argument_list(Arguments) :-
    current_prolog_flag(argv, Arguments).

%!  argument_counter(-Count) is det.
%
%   Count is the number of arguments of the command line, the program included.

argument_counter(Count) :-
    argument_list(Arguments),
    length(Arguments, Given),
    Count is Given + 1.

%!  argument_value(+Index, -Argument) is semidet.
%
%   Argument is the one at Index, from 1, of the command line.

argument_value(Index, Argument) :-
    argument_list(Arguments),
    nth1(Index, Arguments, Argument).

%!  environ(+Name, -Value) is semidet.
%
%   Value is that of the environment variable Name.

environ(Name, Value) :-
    getenv(Name, Value).

%!  file_exists(+File) is semidet.
%
%   There is a file or directory File.

file_exists(File) :-
    (   exists_file(File)
    ->  true
    ;   exists_directory(File)
    ).

%!  unlink(+File) is det.
%
%   As delete_file/1.

unlink(File) :-
    delete_file(File).

%!  change_directory(+Directory) is det.
%
%   Makes Directory the working directory.

change_directory(Directory) :-
    working_directory(_, Directory).

%!  working_directory(-Directory) is det.
%
%   Directory is the working directory.

working_directory(Directory) :-
    working_directory(Directory, Directory).

%!  date_time(-DateTime) is det.
%
%   DateTime is `dt(Year, Month, Day, Hour, Minute, Second)` of now.

date_time(dt(Year, Month, Day, Hour, Minute, Second)) :-
    get_time(Stamp),
    stamp_date_time(Stamp, date(Year, Month, Day, Hour, Minute, Seconds, _, _, _), local),
    Second is truncate(Seconds).

%!  decompose_file_name(+File, -Directory, -Prefix, -Suffix) is det.
%
%   The parts of a name: up to its last slash, up to its last period, and the rest.
%
%   ?- decompose_file_name('/a/b.pl', Directory, Prefix, Suffix).
%      Directory = '/a/', Prefix = b, Suffix = '.pl'.

decompose_file_name(File, Directory, Prefix, Suffix) :-
    file_base_name(File, Base),
    atom_concat(Directory, Base, File),
    file_name_extension(Prefix, Extension, Base),
    !,
    (   Extension == ''
    ->  Suffix = ''
    ;   atom_concat('.', Extension, Suffix)
    ).

%!  system(+Command) is semidet.
%!  system(+Command, -Status) is det.
%
%   Runs Command in a shell; Status is its exit status.

system(Command) :-
    shell(Command).

system(Command, Status) :-
    shell(Command, Status).

%!  stop is erroneous.
%
%   As halt/0.

stop :-
    halt.

%!  name_singleton_vars(+Term) is det.
%
%   Binds each variable that occurs once in Term to `'$VAR'('_')`.

name_singleton_vars(Term) :-
    term_singletons(Term, Variables),
    maplist(=('$VAR'('_')), Variables).

%!  bind_variables(+Term, +Options) is det.
%
%   Binds the variables of Term to terms `'$VAR'(N)`. The option `from(N)` says where to
%   start.

bind_variables(Term, Options) :-
    option(from(Start), Options, 0),
    numbervars(Term, Start, End),
    option(next(End), Options, End).
