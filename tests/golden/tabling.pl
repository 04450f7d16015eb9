% Tabled predicates: left recursion ends, calls are not repeated, and of answers with modes
% the best is kept.

main :-
    forall(case(Goal, Result), ( call(Goal), writeq(Result), nl )),
    abolish_all_tables,
    ( retract(edge(c, d)) -> true ; true ),
    all(Y, path(a, Y), Ys),
    writeq(Ys), nl,
    catch(odd_one(_), error(Error, _), ( writeq(Error), nl )),
    catch(odd_one(_), error(Error2, _), ( writeq(Error2), nl )),
    ( catch(call_with_inference_limit(endless(0), 100000, Within), _, true) -> true ; true ),
    writeq(Within), nl,
    fib(30, F), writeq(F), nl,
    catch(tnot(edge(a, b)), error(Error3, _), ( writeq(Error3), nl )),
    ( tnot(path(d, a)) -> writeq(no_path) ; writeq(path) ), nl.

all(X, Goal, Xs) :-
    findall(X, Goal, Xs0),
    sort(Xs0, Xs).

case(fib(100, F), F).
case(all(Y, path(a, Y), Ys), Ys).
case(all(X-Y, path(X, Y), Ps), Ps).
case(all(X, path(X, d), Xs), Xs).
case(all(X, even(X), Xs), Xs).
case(all(X, odd(X), Xs), Xs).
case(all(X, left(X), Xs), Xs).
case(all(Y-C, cost(a, Y, C), Cs), Cs).
case(all(Y-R, route(a, Y, R), Rs), Rs).
case(all(Y-N, most(a, Y, N), Ns), Ns).
case(all(Y-N, seen(Y, N), Ns), Ns).
case(all(T, total(T), Ts), Ts).
case(all(V, phrase(expr(V), `1+2-3+4`), Vs), Vs).
case(all(X, win(X), Xs), Xs).
case(all(x, endless_loop(1), Xs), Xs).
case(( findall(X-Y, same(X, Y), [P-Q]), P == Q ), same).
case(aggregate_all(count, reach(1, _), N), N).
case((reach(150, X), X =:= 1, !), X).

:- table fib/2.

fib(0, 0).
fib(1, 1).
fib(N, F) :-
    N > 1,
    N1 is N-1,
    N2 is N-2,
    fib(N1, F1),
    fib(N2, F2),
    F is F1+F2.

:- dynamic edge/2.

edge(a, b).
edge(b, c).
edge(c, a).
edge(c, d).

:- table path/2.

path(X, Y) :-
    path(X, Z),
    edge(Z, Y).
path(X, Y) :-
    edge(X, Y).

% Two that depend on each other, and one that comes back through three.

:- table even/1, odd/1.

even(0).
even(X) :-
    odd(Y),
    Y < 8,
    X is Y+1.

odd(X) :-
    even(Y),
    X is Y+1.

:- table left/1, middle/1, right/1.

left(X) :- middle(X).
left(X) :- right(Y), Y < 5, X is Y+1.
left(1).

middle(X) :- right(X).
middle(X) :- left(Y), Y < 7, X is Y+2.

right(X) :- left(Y), middle(Y), X is Y*2, X < 20.
right(X) :- middle(X).

weight(a, b, 1).
weight(b, c, 2).
weight(a, c, 10).
weight(c, a, 1).
weight(c, d, 1).

:- table cost(_, _, min), route(_, _, lattice(shorter/3)), most(_, _, max).

cost(X, Y, C) :-
    weight(X, Y, C).
cost(X, Y, C) :-
    cost(X, Z, C0),
    weight(Z, Y, C1),
    C is C0+C1.

route(X, Y, [X,Y]) :-
    weight(X, Y, _).
route(X, Y, Route) :-
    route(X, Z, Route0),
    weight(Z, Y, _),
    append(Route0, [Y], Route).

shorter(A, B, C) :-
    length(A, N),
    length(B, M),
    (   N =< M
    ->  C = A
    ;   C = B
    ).

most(X, Y, 1) :-
    before(X, Y).
most(X, Y, N) :-
    most(X, Z, N0),
    before(Z, Y),
    N is N0+1.

before(a, b).
before(b, c).
before(a, c).
before(c, d).

:- table seen(_, first), total(sum).

seen(X, N) :- member(X-N, [a-1, b-2, a-3]).

total(N) :- member(N, [1, 2, 3]).

:- table expr//1.

expr(X) --> expr(A), "+", digit(B), { X is A+B }.
expr(X) --> expr(A), "-", digit(B), { X is A-B }.
expr(X) --> digit(X).

digit(X) --> [C], { code_type(C, digit(X)) }.

:- table win/1.

win(X) :-
    move(X, Y),
    \+ win(Y).

move(1, 2).
move(2, 3).
move(3, 4).

:- table endless_loop/1, endless/1, odd_one/1.

endless_loop(X) :- endless_loop(X).

endless(X) :- Y is X+1, endless(Y).

odd_one(X) :- odd_one(Y), X is Y+none.
odd_one(1).

% Answers with variables.

:- table same/2.

same(X, X).
same(X, Y) :- same(Y, X).

:- table reach/2.

reach(X, Y) :- reach(X, Z), next(Z, Y).
reach(X, Y) :- next(X, Y).

next(X, Y) :-
    between(1, 300, X),
    Y is X mod 300 + 1.
