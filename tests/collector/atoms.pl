% Atoms that nothing refers to are freed, those in use are kept, wherever they are.

:- dynamic held/1, rule/1, gone/1.

main :-
    freed,
    kept,
    erased_rule_runs.

% Many atoms come and go.
freed :-
    statistics(agc, Before),
    made(4000, a_passing_name_),
    made(4000, another_passing_name_),
    garbage_collect_atoms,
    statistics(agc, After),
    statistics(atoms, Atoms),
    (   After > Before,
        Atoms < 7000
    ->  writeln(freed)
    ;   writeln(not_freed(Before, After, Atoms))
    ).

made(0, _) :- !.
made(N, Base) :-
    atom_concat(Base, N, Name),
    atom_length(Name, Length),
    Length > 0,
    M is N - 1,
    made(M, Base).

name(Kind, Name) :-
    atomic_list_concat([the, Kind, 'of a kept atom'], ' ', Name).

% One atom in each place where it can be, and no cell of the heap that has it.
kept :-
    put_all,
    swept,
    findall(Kind, place(Kind), Kinds),
    check_all(Kinds).

swept :-
    made(300, filler_),
    garbage_collect_atoms,
    again.

again :-
    made(300, later_filler_).

place(fact).
place(rule).
place(functor).
place(global).
place(global_name).
place(counter).
place(flag).
place(operator).
place(record).
place(alias).
place(predicate).
place(text).

put_all :-
    place(Kind),
    name(Kind, Name),
    put(Kind, Name),
    fail.
put_all.

put(fact, Name) :- assertz(held(Name)).
put(rule, Name) :- assertz((rule(X) :- X = Name)).
put(functor, Name) :- functor(Term, Name, 2), assertz(held(Term)).
put(global, Name) :- nb_setval(kept_global, [Name]).
put(global_name, Name) :- nb_setval(Name, 1).
put(counter, Name) :- flag(Name, _, 7).
put(flag, Name) :- create_prolog_flag(kept_flag, Name, []).
put(operator, Name) :- op(700, xfx, Name).
put(record, Name) :- recordz(kept_record, Name).
put(alias, Name) :-
    open('tests/collector/atoms.pl', read, Stream, [alias(Name)]),
    nb_setval(kept_stream, Stream).
put(predicate, Name) :- Head =.. [Name,1], assertz(Head).
put(text, _).

check_all([]).
check_all([Kind|Kinds]) :-
    name(Kind, Name),
    (   has(Kind, Name)
    ->  writeln(Kind)
    ;   writeln(lost(Kind))
    ),
    check_all(Kinds).

has(fact, Name) :- held(Name).
has(rule, Name) :- rule(Name).
has(functor, Name) :- functor(Term, Name, 2), held(Term).
has(global, Name) :- nb_getval(kept_global, [Name]).
has(global_name, Name) :- nb_getval(Name, 1).
has(counter, Name) :- flag(Name, 7, 7).
has(flag, Name) :- current_prolog_flag(kept_flag, Name).
has(operator, Name) :- current_op(700, xfx, Name).
has(record, Name) :- recorded(kept_record, Name).
has(alias, Name) :- nb_getval(kept_stream, Stream), stream_property(Stream, alias(Name)), close(Stream).
has(predicate, Name) :- Head =.. [Name,1], call(Head).
has(text, _) :-
    findall(Name, ( place(Kind), name(Kind, Name), swept ), Names),
    forall(( place(Kind), name(Kind, Name) ), memberchk(Name, Names)),
    catch(thrown, ball(Caught), swept),
    name(fact, Caught),
    term_to_atom(f(Caught, 'a further name'), Text),
    swept,
    term_to_atom(Term, Text),
    Term = f(Caught, 'a further name').

thrown :-
    name(fact, Name),
    swept,
    throw(ball(Name)).

% The code of a clause that is erased while it runs stays, with its atoms.
erased_rule_runs :-
    atom_concat('an atom of ', 'erased code', Name),
    assertz((gone(X) :- retract((gone(_) :- _)), fill, X = Name)),
    gone(X),
    writeln(X),
    \+ gone(_).

fill :-
    fill(1300).

% Rules come and go, so that retired code is dropped as well.
fill(0) :-
    !,
    swept.
fill(N) :-
    atom_concat(passing_, N, Name),
    assertz((passing(X) :- X = Name, true)),
    passing(Name),
    retract((passing(_) :- _)),
    M is N - 1,
    fill(M).

:- dynamic passing/1.
