% Loops that make much garbage in little live data.

:- dynamic(fact/1).

main :-
    count(0, 3000000),
    build(300000),
    between_loop,
    strings(100000),
    database(50000),
    bignums(3000),
    findall_loop(2000),
    exhausted,
    write(done), nl.

count(N, N) :- !.
count(I, N) :-
    J is I + 1,
    count(J, N).

build(0) :- !.
build(N) :-
    numbers(10, List),
    length(List, 10),
    M is N - 1,
    build(M).

numbers(0, []) :- !.
numbers(N, [N|List]) :-
    M is N - 1,
    numbers(M, List).

between_loop :-
    (   between(1, 500000, X),
        Y is X * X,
        _ = f(X, Y, [X,Y]),
        fail
    ;   write(between), nl
    ).

strings(0) :- !.
strings(N) :-
    number_codes(N, Codes),
    atom_codes(Atom, Codes),
    atom_concat(atom_, Atom, _),
    string_concat("string ", Atom, _),
    M is N - 1,
    strings(M).

database(N) :-
    forall(between(1, N, X), assertz(fact(X))),
    aggregate_all(count, fact(_), Count),
    write(Count), nl,
    forall(between(1, N, X), ( fact(X) -> true ; throw(missing(X)) )),
    forall(( between(1, N, X), X mod 2 =:= 0 ), retract(fact(X))),
    aggregate_all(sum(X), fact(X), Sum),
    write(Sum), nl,
    retractall(fact(_)),
    aggregate_all(count, fact(_), None),
    write(None), nl.

bignums(N) :-
    factorial(N, 1, F),
    Digits is F mod 1000000007,
    write(Digits), nl.

factorial(0, F, F) :- !.
factorial(N, F0, F) :-
    F1 is F0 * N,
    M is N - 1,
    factorial(M, F1, F).

findall_loop(0) :- !.
findall_loop(N) :-
    findall(X-Y, ( member(X, [a,b,c]), member(Y, [1,2,3]) ), Pairs),
    length(Pairs, 9),
    setof(X, Y^member(X-Y, Pairs), [a,b,c]),
    M is N - 1,
    findall_loop(M).

% Memory that runs out is an error like any other.
exhausted :-
    catch(grow(s(0)), error(resource_error(_), _), ( write(caught), nl )),
    catch(grow_list([]), error(resource_error(_), _), ( write(caught), nl )),
    numbers(5, List),
    write(List), nl.

grow(X) :-
    grow(s(X)),
    true.

grow_list(L) :-
    grow_list([x|L]),
    true.
