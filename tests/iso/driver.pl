% Runs cases of the ISO suite and writes down what happens.
%
% The facts in front of this text are
%
%   results(File)                    where the outcomes go
%   tcase(Id, Input, Output, Mode)   a case, its text and where its output goes
%
% The text of a case is a sequence of terms: directives that prepare it, and then
% the query. What follows the query is its current input. With Mode `once` the
% first answer is wanted, with `all` every answer.
%
% Each case adds two lines to the results: "start Id" and "result Id Outcome",
% where Outcome is a term in prefix notation:
%
%   v N            variable number N      i N            integer
%   f TEXT         float                  a C.C.C.       atom by its character codes
%   s C.C.C.       string                 c N C.C.C. T.. compound with N arguments
%   x              cut off, or something else

main :-
    cases,
    halt.

cases :-
    tcase(Id, Input, Output, Mode),
    run(Id, Input, Output, Mode),
    fail.
cases.

run(Id, Input, Output, Mode) :-
    note(start, Id, none),
    current_output(Out0),
    current_input(In0),
    open(Output, write, Out),
    set_output(Out),
    catch(outcome(Input, Mode, Outcome), Ball, Outcome = driver(Ball)),
    catch(set_output(Out0), _, true),
    catch(set_input(In0), _, true),
    catch(close(Out), _, true),
    note(result, Id, some(Outcome)).

note(Kind, Id, What) :-
    results(File),
    open(File, append, Stream),
    write(Stream, Kind), write(Stream, ' '), write(Stream, Id),
    note_outcome(What, Stream),
    nl(Stream),
    close(Stream).

note_outcome(none, _).
note_outcome(some(Outcome), Stream) :-
    put_term(Outcome, Stream, 4000, _, [], _).

outcome(Input, Mode, Outcome) :-
    open(Input, read, Stream),
    set_input(Stream),
    next_term(Stream, Mode, Outcome0),
    catch(close(Stream), _, true),
    Outcome = Outcome0.

next_term(Stream, Mode, Outcome) :-
    catch(read_case(Stream, Read), Ball, Read = ball(Ball)),
    handle(Read, Stream, Mode, Outcome).

read_case(Stream, read(Term, Names)) :-
    read_term(Stream, Term, [variable_names(Names)]).

handle(ball(Ball), _, _, Outcome) :-
    read_failure(Ball, Outcome).
handle(read(Term, _), _, _, Outcome) :-
    Term == end_of_file,
    !,
    Outcome = no_query.
handle(read(Term, _), Stream, Mode, Outcome) :-
    nonvar(Term),
    Term = (:- Goal),
    !,
    catch(prepare(Goal, How), Ball, How = prepare_ball(Ball)),
    prepared(How, Stream, Mode, Outcome).
handle(read(Query, Names), _, Mode, Outcome) :-
    catch(answers(Mode, Query, Names, Outcome), Ball, ball_outcome(Ball, Outcome)).

prepare(Goal, How) :-
    call(Goal),
    !,
    How = done.
prepare(_, prepare_failed).

prepared(done, Stream, Mode, Outcome) :-
    !,
    next_term(Stream, Mode, Outcome).
prepared(How, _, _, How).

answers(once, Query, Names, Outcome) :-
    (   call(Query)
    ->  Outcome = once(Names)
    ;   Outcome = no
    ).
answers(all, Query, Names, Outcome) :-
    findall(Names, Query, Answers),
    (   Answers == []
    ->  Outcome = no
    ;   Outcome = all(Answers)
    ).

ball_outcome(Ball, Outcome) :-
    (   nonvar(Ball),
        Ball = error(Formal, _)
    ->  Outcome = err(Formal)
    ;   Outcome = ball(Ball)
    ).

read_failure(Ball, Outcome) :-
    (   nonvar(Ball),
        Ball = error(Formal, _),
        nonvar(Formal),
        Formal = syntax_error(_)
    ->  Outcome = syntax_error
    ;   Outcome = read_ball(Ball)
    ).

% put_term(Term, Stream, Fuel0, Fuel, Vars0, Vars): Fuel limits the size, so that
% cyclic terms end, too; Vars are the variables seen.

put_term(_, Stream, Fuel, Fuel, Vars, Vars) :-
    Fuel =< 0,
    !,
    write(Stream, ' x').
put_term(Term, Stream, Fuel0, Fuel, Vars0, Vars) :-
    var(Term),
    !,
    Fuel is Fuel0 - 1,
    variable_number(Vars0, Term, 0, N, Vars),
    write(Stream, ' v '), write(Stream, N).
put_term(Term, Stream, Fuel0, Fuel, Vars, Vars) :-
    integer(Term),
    !,
    Fuel is Fuel0 - 1,
    write(Stream, ' i '), write(Stream, Term).
put_term(Term, Stream, Fuel0, Fuel, Vars, Vars) :-
    float(Term),
    !,
    Fuel is Fuel0 - 1,
    write(Stream, ' f '), write(Stream, Term).
put_term(Term, Stream, Fuel0, Fuel, Vars, Vars) :-
    atom(Term),
    !,
    Fuel is Fuel0 - 1,
    write(Stream, ' a '),
    put_codes(Term, Stream).
put_term(Term, Stream, Fuel0, Fuel, Vars0, Vars) :-
    compound(Term),
    !,
    Fuel1 is Fuel0 - 1,
    functor(Term, Name, Arity),
    write(Stream, ' c '), write(Stream, Arity), write(Stream, ' '),
    put_codes(Name, Stream),
    put_arguments(1, Arity, Term, Stream, Fuel1, Fuel, Vars0, Vars).
put_term(Term, Stream, Fuel0, Fuel, Vars, Vars) :-
    catch(string(Term), _, fail),
    !,
    Fuel is Fuel0 - 1,
    write(Stream, ' s '),
    put_codes(Term, Stream).
put_term(_, Stream, Fuel, Fuel, Vars, Vars) :-
    write(Stream, ' x').

% The last argument is left to a last call, so that lists may be long.
put_arguments(N, N, Term, Stream, Fuel0, Fuel, Vars0, Vars) :-
    !,
    arg(N, Term, Argument),
    put_term(Argument, Stream, Fuel0, Fuel, Vars0, Vars).
put_arguments(N, Arity, Term, Stream, Fuel0, Fuel, Vars0, Vars) :-
    N < Arity,
    arg(N, Term, Argument),
    put_term(Argument, Stream, Fuel0, Fuel1, Vars0, Vars1),
    Next is N + 1,
    put_arguments(Next, Arity, Term, Stream, Fuel1, Fuel, Vars1, Vars).

put_codes(Text, Stream) :-
    atom_codes(Text, Codes),
    put_codes_(Codes, Stream).

put_codes_([], _).
put_codes_([Code|Codes], Stream) :-
    write(Stream, Code), write(Stream, '.'),
    put_codes_(Codes, Stream).

variable_number([], Var, N, N, [Var]).
variable_number([Var0|Vars0], Var, N0, N, [Var0|Vars]) :-
    (   Var0 == Var
    ->  N = N0,
        Vars = Vars0
    ;   N1 is N0 + 1,
        variable_number(Vars0, Var, N1, N, Vars)
    ).
