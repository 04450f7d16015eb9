% Random programs change predicates while goals go through their clauses: what a goal finds
% is what was there when it was called, in order. The sums of what is found were
% compared with those of a second implementation.

:- dynamic(p/2).
:- dynamic(q/2).
:- dynamic(s/1).

main :-
    between(1, 60, Seed),
    nb_setval(state, Seed),
    nb_setval(room, 100),
    nb_setval(fuel, 400),
    nb_setval(sum, 0),
    emptied,
    random_below(3, Size),
    Count is 5 + 30 * Size,
    filled(Count),
    catch(steps(6), out, true),
    nb_setval(fuel, 1),
    run(show),
    nb_getval(sum, Sum),
    write(Seed), write(' '), write(Sum), nl,
    fail.
main.

emptied :-
    retractall(p(_, _)),
    retractall(q(_, _)),
    retractall(s(_)),
    forall(member(X, [1,2,3]), assertz(s(X))).

filled(0) :- !.
filled(N) :-
    random_clause(Clause),
    assertz(Clause),
    N1 is N - 1,
    filled(N1).

steps(0) :- !.
steps(N) :-
    random_tree(3, Tree),
    run(Tree),
    N1 is N - 1,
    steps(N1).

% Random programs

random_below(N, R) :-
    nb_getval(state, S0),
    S is (S0 * 1103515245 + 12345) mod 2147483648,
    nb_setval(state, S),
    R is S // 65536 mod N.

random_key(Key) :- random_below(12, R), key(R, Key).

key(R, Key) :- R < 8, !, Key = R.
key(8, f(1)) :- !.
key(9, f(a)) :- !.
key(10, [x]) :- !.
key(_, _).

random_value(Value) :- random_below(6, R), value(R, Value).

value(R, Value) :- R < 4, !, Value = R.
value(4, g(4)) :- !.
value(_, _).

random_name(Name) :-
    random_below(3, R),
    (   R < 2
    ->  Name = p
    ;   Name = q
    ).

random_clause(Clause) :-
    random_name(Name),
    random_key(Key),
    random_value(Value),
    Fact =.. [Name,Key,Value],
    random_below(4, R),
    (   R < 3
    ->  Clause = Fact
    ;   Clause = (Fact :- s(Value))
    ).

random_goal(Goal) :-
    random_name(Name),
    random_below(3, R),
    (   R < 1
    ->  true
    ;   random_key(Key)
    ),
    random_below(3, S),
    (   S < 2
    ->  true
    ;   random_value(Value)
    ),
    Goal =.. [Name,Key,Value].

random_tree(0, Tree) :- !, random_action(Tree).
random_tree(Depth, Tree) :-
    random_below(10, R),
    (   R < 8
    ->  random_walk(Walk),
        Depth1 is Depth - 1,
        random_tree(Depth1, Tree1),
        random_tree(Depth1, Tree2),
        branch(R, Walk, [Tree1,Tree2], Tree)
    ;   random_action(Tree)
    ).

branch(R, Walk, Trees, all(Walk, Trees)) :- R < 6, !.
branch(_, Walk, Trees, some(Walk, Trees)).

random_walk(Walk) :-
    random_goal(Goal),
    random_below(8, R),
    walk(R, Goal, Walk).

walk(R, Goal, call(Goal)) :- R < 3, !.
walk(R, Goal, clause(Goal, _)) :- R < 5, !.
walk(5, Goal, retract(Goal)) :- !.
walk(6, Goal, retract((Goal :- _))) :- !.
walk(_, Goal, (Goal, retract(Goal))).

random_action(Action) :-
    random_below(11, R),
    (   R < 4
    ->  random_clause(Clause),
        Action = assertz(Clause)
    ;   R < 6
    ->  random_clause(Clause),
        Action = asserta(Clause)
    ;   R < 9
    ->  random_goal(Goal),
        action(R, Goal, Action)
    ;   Action = show
    ).

action(8, Goal, retractall(Goal)) :- !.
action(_, Goal, first(retract(Goal))).

% Running them

run(all(Walk, Trees)) :-
    (   Walk,
        noted(Walk),
        run_all(Trees),
        fail
    ;   true
    ).
run(some(Walk, Trees)) :-
    (   Walk,
        noted(Walk),
        run_all(Trees),
        random_below(3, 0)
    ->  true
    ;   true
    ).
run(assertz(Clause)) :-
    (   taken(room)
    ->  assertz(Clause)
    ;   true
    ).
run(asserta(Clause)) :-
    (   taken(room)
    ->  asserta(Clause)
    ;   true
    ).
run(first(Goal)) :-
    (   \+ Goal
    ->  true
    ;   noted(Goal)
    ).
run(retractall(Goal)) :- retractall(Goal).
run(show) :-
    findall(Key-Value, p(Key, Value), Ps),
    findall(Key-Value, q(Key, Value), Qs),
    noted(Ps+Qs).

run_all([]).
run_all([Tree|Trees]) :-
    run(Tree),
    run_all(Trees).

% Adds what has been found to the sum.
noted(Term) :-
    (   taken(fuel)
    ->  true
    ;   throw(out)
    ),
    copy_term(Term, Copy),
    numbervars(Copy, 0, _),
    format(codes(Codes), "~q", [Copy]),
    nb_getval(sum, Sum0),
    foldl(added, Codes, Sum0, Sum),
    nb_setval(sum, Sum).

added(Code, Sum0, Sum) :- Sum is (Sum0 * 31 + Code) mod 1000000007.

taken(What) :-
    nb_getval(What, Left0),
    Left0 > 0,
    Left is Left0 - 1,
    nb_setval(What, Left).
