% Indexes on any arguments: what a call finds through one is what a walk through
% all clauses finds, in the same order, while clauses come and go.

:- dynamic(fact/3).

main :-
    Key = key(17),
    run(400, Key, 0),
    same_after(string),
    deep_places,
    no_choice_points,
    logical_view,
    large(20000).

next(Key, Bound, N) :-
    arg(1, Key, X0),
    X is (X0 * 1103515245 + 12345) mod 2147483648,
    setarg(1, Key, X),
    N is (X >> 8) mod Bound.

% A random value: atoms, integers, compounds, strings, floats, big integers, variables.
value(Key, Value) :-
    next(Key, 12, Kind),
    next(Key, 5, N),
    value(Kind, N, Value).

value(0, N, a(N)).
value(1, N, [N]).
value(2, N, [_, N]).
value(3, N, N).
value(4, N, V) :-
    V is N + 0.5.
value(5, N, V) :-
    V is 10 ** 20 + N.
value(6, N, V) :-
    number_codes(N, Codes),
    string_codes(V, Codes).
value(7, N, V) :-
    arg(_, v(a, b, c, d, e), V0),
    N0 is N + 1,
    arg(N0, v(a, b, c, d, e), V0),
    !,
    V = V0.
value(8, _, _).
value(9, N, a(_, N)).
value(10, N, a(b(N))).
value(11, _, []).

run(0, _, _) :-
    !.
run(N, Key, Count) :-
    value(Key, X), value(Key, Y), value(Key, Z),
    next(Key, 8, Action),
    act(Action, fact(X, Y, Z)),
    value(Key, A), value(Key, B), value(Key, C),
    check(fact(A, B, C)),
    check(fact(_, B, C)),
    check(fact(_, _, C)),
    check(fact(_, B, _)),
    M is N - 1,
    run(M, Key, Count).

act(0, Fact) :-
    !,
    asserta(Fact).
act(1, Fact) :-
    !,
    ( retract(Fact) -> true ; true ).
act(_, Fact) :-
    assertz(Fact).

% All clauses are gone through when no argument is given.
check(Goal) :-
    findall(Goal, Goal, Found),
    functor(General, fact, 3),
    findall(General, ( General, \+ General \= Goal, General = Goal ), Expected),
    (   Found =@= Expected
    ->  true
    ;   write(differs(Goal, Found, Expected)), nl
    ).

same_after(string) :-
    aggregate_all(count, fact(_, _, "3"), N),
    aggregate_all(count, ( fact(_, _, S), S = "3" ), M),
    ( N =:= M -> true ; write(strings(N, M)), nl ).

:- dynamic(deep/2).

deep_places :-
    forall(between(1, 100, I), assertz(deep(point(I, x), I))),
    forall(between(1, 100, I), assertz(deep([I, y], I))),
    aggregate_all(count, deep(point(5, _), _), N1),
    aggregate_all(count, deep([5|_], _), N2),
    aggregate_all(count, deep(point(_, _), _), N3),
    aggregate_all(count, deep(_, 5), N4),
    write([N1, N2, N3, N4]), nl.

:- dynamic(edge/2).

no_choice_points :-
    forall(between(1, 100, I), ( J is I mod 10, assertz(edge(J, I)) )),
    deterministic(edge(_, 42)),
    deterministic(edge(2, 42)),
    deterministic(deep(point(7, _), _)),
    deterministic(edge("no", _) ; true),
    retract(edge(_, 42)),
    \+ edge(_, 42).

deterministic(Goal) :-
    call_cleanup(Goal, Done = true),
    ( Done == true -> true ; write(choice_point(Goal)), nl ).

logical_view :-
    findall(X, ( edge(X, Y), Y > 95, assertz(edge(X, 200)), retract(edge(X, Y)) ), Xs),
    aggregate_all(count, edge(_, 200), N),
    write(Xs-N), nl.

large(N) :-
    retractall(edge(_, _)),
    forall(between(1, N, I), assertz(edge(I, I))),
    forall(between(1, N, I), edge(_, I)),
    forall(between(1, N, I), retract(edge(_, I))),
    aggregate_all(count, edge(_, _), Left),
    write(Left), nl.
