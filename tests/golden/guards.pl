% Clauses that begin with tests and a cut: what they bind before they fail is
% undone, and goals that wake up in between have their say.

main :-
    forall(between(-2, 3, X), ( sign(X, S), show(X-S) )),
    forall(member(X, [a, 1, 2.5, "s", f(_), g(_, _)]), ( kind(X, K), show(K) )),
    split([5, 1, 9, 3, 7], 4, Ls, Gs),
    show(Ls-Gs),
    bound_before_failure,
    out_of_head,
    woken,
    woken_alternatives,
    errors,
    nested,
    repeated,
    big_numbers,
    long_loop(300000),
    choices_stay.

show(X) :-
    print(X), nl.

sign(X, negative) :-
    X < 0,
    !.
sign(X, zero) :-
    X =:= 0,
    !.
sign(_, positive).

kind(X, integer) :-
    integer(X),
    !.
kind(X, float) :-
    float(X),
    !.
kind(X, atom(X)) :-
    atom(X),
    !.
kind(X, compound(N/A)) :-
    compound(X),
    !,
    functor(X, N, A).
kind(_, other).

split([], _, [], []).
split([X|Xs], P, [X|Ls], Gs) :-
    X < P,
    !,
    split(Xs, P, Ls, Gs).
split([X|Xs], P, Ls, [X|Gs]) :-
    split(Xs, P, Ls, Gs).

% The second argument is bound, then the test fails.
pair(X, first(X, Y, Y), Y) :-
    X > 10,
    !.
pair(X, second(Z), Y) :-
    Z = Y,
    X > 5,
    !.
pair(_, third, _).

bound_before_failure :-
    pair(11, A, a), pair(6, B, b), pair(1, C, c),
    show([A, B, C]),
    ( pair(1, second(_), _) -> show(wrong) ; show(no) ).

% Bindings of variables that a choice point needs are undone later.
out_of_head :-
    findall(X-Y, ( member(X, [1, 20, 7]), pair(X, Y, z) ), Found),
    show(Found).

first_of([X|_], X) :-
    !.
first_of(_, none).

% A goal that wakes up while the head is unified runs before the cut.
woken :-
    freeze(X, X \== a),
    ( first_of([a], X) -> true ; true ),
    show(X),
    freeze(Y, Y \== a),
    first_of([b], Y),
    show(Y).

choose(X, X) :-
    X \== c,
    !.
choose(_, other).

woken_alternatives :-
    freeze(X, member(X, [b, a, d])),
    choose(a, X),
    show(X),
    freeze(Z, ( show(seen(Z)), fail )),
    findall(Z-W, ( Z = W, choose(e, Z) ), None),
    show(None),
    freeze(V, ( member(U, [1, 2]), show(tried(V, U)), U > 1 )),
    choose(q, V),
    show(V).

risky(X, small) :-
    X < 10,
    !.
risky(_, large).

errors :-
    catch(risky(_, _), error(E1, _), true),
    show(E1),
    catch(risky(foo, _), error(E2, _), true),
    show(E2),
    ( catch(risky(foo, _), _, fail) -> true ; show(caught) ),
    risky(3, S), risky(30, L),
    show(S/L).

outer(X, R) :-
    X > 0,
    !,
    inner(X, R).
outer(_, none).

inner(X, R) :-
    Y is X - 1,
    Y > 1,
    !,
    outer(Y, R).
inner(X, end(X)).

nested :-
    outer(5, R1), outer(0, R2),
    show([R1, R2]).

same(X, X) :-
    !.
same(_, _) :-
    fail.

repeated :-
    ( same(f(A, b), f(a, B)) -> show(A-B) ; show(no) ),
    ( same(f(_, b), f(a, c)) -> show(yes) ; show(no) ),
    ( \+ same(g(_), f(_)) -> show(different) ; true ).

big_numbers :-
    X is 2 ** 70,
    sign(X, S1),
    Y is -X,
    sign(Y, S2),
    show(S1/S2).

long_loop(N) :-
    N =< 0,
    !,
    show(done).
long_loop(N) :-
    N1 is N - 1,
    output(N, _, _),
    long_loop(N1).

output(N, f(N, Y), Y) :-
    N mod 2 =:= 0,
    !.
output(N, g(N, Y), Y) :-
    N mod 3 =:= 0,
    !.
output(_, h, _).

% A cut in a clause with a guard leaves older choices alone.
choices_stay :-
    findall(X-S, ( member(X, [-1, 0, 1]), sign(X, S) ), Found),
    show(Found).
