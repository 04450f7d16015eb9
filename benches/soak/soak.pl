% Mixed work without an end: facts, rules, findall, exceptions, strings, atoms,
% global variables, records and constraints come and go. What one round leaves
% behind the next one finds and takes away, so memory must not grow.

:- use_module(library(clpfd)).

:- dynamic fact/2, job/3, rule/1, counter/2.

%!  soak(+Seconds) is det.
%
%   Works for so many seconds, then writes how many rounds it has made.

soak(Seconds) :-
    get_time(Start),
    End is Start + Seconds,
    retractall(counter(_, _)),
    assertz(counter(rounds, 0)),
    rounds(0, End),
    counter(rounds, Rounds),
    write(rounds(Rounds)),
    nl.

rounds(Round, End) :-
    get_time(Now),
    Now >= End,
    !,
    retract(counter(rounds, _)),
    assertz(counter(rounds, Round)).
rounds(Round, End) :-
    round(Round),
    Next is Round + 1,
    rounds(Next, End).

round(Round) :-
    facts(Round),
    jobs(Round),
    rules(Round),
    collected(Round),
    thrown(100, Round),
    texts(200, Round),
    variables(Round),
    records(Round),
    constraints(Round),
    bagged(Round),
    read_terms(Round),
    older_choice(Round).

% A thousand facts are kept, a hundred of them new in each round.
facts(Round) :-
    First is Round * 100,
    Last is First + 99,
    forall(between(First, Last, N),
           ( atom_concat(key_, N, Key), assertz(fact(Key, N)) )),
    Old is First - 1000,
    (   Old >= 0
    ->  OldLast is Old + 99,
        forall(between(Old, OldLast, N),
               ( atom_concat(key_, N, Key), retract(fact(Key, _)) ))
    ;   true
    ),
    atom_concat(key_, Last, LastKey),
    fact(LastKey, Last).

% A queue of jobs in three states, which are changed by retract and assert.
jobs(Round) :-
    forall(between(1, 50, N), assertz(job(Round, N, waiting))),
    forall(retract(job(Round, N, waiting)), assertz(job(Round, N, running))),
    forall(( job(Round, N, running), N mod 2 =:= 0 ), retract(job(Round, N, running))),
    aggregate_count(job(Round, _, _), 25),
    retractall(job(Round, _, _)).

aggregate_count(Goal, Count) :-
    findall(x, Goal, Xs),
    length(Xs, Count).

% Rules that are made, called and erased by their reference.
rules(Round) :-
    forall(between(1, 20, N),
           ( assertz((rule(X) :- X > N, Y is X * Round, Y >= 0), Reference),
             (   rule(1000000)
             ->  true
             ;   throw(lost_rule)
             ),
             erase(Reference) )).

collected(Round) :-
    findall(N-f(N, Round, "some text"), between(1, 2000, N), Pairs),
    length(Pairs, 2000),
    msort(Pairs, Sorted),
    Sorted = [1-_|_].

thrown(0, _) :- !.
thrown(N, Round) :-
    catch(deep(N, Round), ball(Depth, _), Depth = N),
    M is N - 1,
    thrown(M, Round).

deep(Depth, Round) :-
    down(Depth, Depth, Round).

down(0, Depth, Round) :-
    throw(ball(Depth, [Round,Depth])).
down(N, Depth, Round) :-
    M is N - 1,
    down(M, Depth, Round),
    true.

texts(0, _) :- !.
texts(N, Round) :-
    atomic_list_concat([text, Round, N], '_', Atom),
    atom_string(Atom, String),
    string_concat(String, " and more", Longer),
    split_string(Longer, "_", "", [_|Parts]),
    length(Parts, 2),
    atom_codes(Atom, Codes),
    atom_codes(Again, Codes),
    Again == Atom,
    sub_atom(Atom, 0, 4, _, text),
    upcase_atom(Atom, _),
    M is N - 1,
    texts(M, Round).

variables(Round) :-
    nb_setval(soak_state, state(Round, [Round])),
    b_setval(soak_local, Round),
    forall(between(1, 100, N),
           ( nb_getval(soak_state, state(_, Old)),
             nb_setval(soak_state, state(N, [N|Old])) )),
    nb_getval(soak_state, state(100, List)),
    length(List, 101),
    b_getval(soak_local, Round),
    nb_setval(soak_state, none).

records(Round) :-
    forall(between(1, 50, N),
           ( atom_concat(record_, Round, Name), recordz(soak, entry(Name, N)) )),
    forall(recorded(soak, entry(_, _), Reference), erase(Reference)),
    \+ recorded(soak, _).

constraints(Round) :-
    Sum is 10 + Round mod 7,
    length(Vs, 4),
    Vs ins 0..9,
    sum(Vs, #=, Sum),
    all_different(Vs),
    once(label(Vs)),
    freeze(X, X > 0),
    X = 1,
    dif(A, B),
    A = Round,
    B = other.

bagged(Round) :-
    findall(K-V, ( between(1, 200, V), K is (V * Round) mod 5 ), Pairs),
    findall(K-Vs, bagof(V, member(K-V, Pairs), Vs), Groups),
    Groups = [_|_],
    setof(K, V^member(K-V, Pairs), [_|_]).

read_terms(Round) :-
    format(atom(Text), "answer(~w, name_~w, [x~w|Rest], Rest)", [Round, Round, Round]),
    term_to_atom(Term, Text),
    Term = answer(Round, _, [_|Rest], Rest),
    copy_term(Term, Copy),
    term_to_atom(Copy, _).

% Clauses come and go under a goal that still goes through older ones.
older_choice(Round) :-
    forall(between(1, 10, N), assertz(job(old, N, Round))),
    findall(N, ( job(old, N, Round), changed(N) ), Ns),
    length(Ns, 10),
    retractall(job(old, _, _)).

changed(N) :-
    forall(between(1, 50, M),
           ( assertz(job(old, new(N, M), now)), retract(job(old, new(N, M), now)) )).
