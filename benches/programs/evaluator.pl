% An evaluator for a small functional language, with environments as lists.

argument(full, 25).
argument(small, 8).

bench(Size) :-
    argument(Size, N),
    program(N, Program),
    value(Program, [], Result),
    write(Size), write(' '), write(Result), nl.

program(N,
    define(fib,
           fun(n, if(n < 2, n, fib(n - 1) + fib(n - 2))),
    define(sum,
           fun(n, fun(total, if(n = 0, total, apply(apply(sum, n - 1), total + n * n)))),
    define(twice,
           fun(f, fun(x, apply(f, apply(f, x)))),
    pair(apply(fib, N),
         pair(apply(apply(sum, 100 * N), 0),
              apply(apply(twice, apply(twice, fun(y, let(z, y * y mod 9973, z + y + 1)))), N))))))).

% Env binds names to values: numbers, booleans, pairs and closures.
value(Number, _, Number) :- integer(Number), !.
value(Name, Env, Value) :- atom(Name), !, bound(Env, Name, Value).
value(A + B, Env, V) :- value(A, Env, X), value(B, Env, Y), V is X + Y.
value(A - B, Env, V) :- value(A, Env, X), value(B, Env, Y), V is X - Y.
value(A * B, Env, V) :- value(A, Env, X), value(B, Env, Y), V is X * Y.
value(A mod B, Env, V) :- value(A, Env, X), value(B, Env, Y), V is X mod Y.
value(A < B, Env, V) :- value(A, Env, X), value(B, Env, Y), less(X, Y, V).
value(A = B, Env, V) :- value(A, Env, X), value(B, Env, Y), equal(X, Y, V).
value(if(C, A, B), Env, V) :- value(C, Env, X), branch(X, A, B, Env, V).
value(let(Name, A, B), Env, V) :- value(A, Env, X), value(B, [Name-X|Env], V).
value(define(Name, F, B), Env, V) :- value(B, [Name-recursive(F, Env)|Env], V).
value(fun(Name, A), Env, closure(Name, A, Env)).
value(pair(A, B), Env, X-Y) :- value(A, Env, X), value(B, Env, Y).
value(fib(A), Env, V) :- value(apply(fib, A), Env, V).
value(apply(F, A), Env, V) :-
    value(F, Env, Closure),
    value(A, Env, X),
    applied(Closure, X, V).

applied(closure(Name, Body, Env), X, V) :-
    value(Body, [Name-X|Env], V).

branch(true, A, _, Env, V) :- value(A, Env, V).
branch(false, _, B, Env, V) :- value(B, Env, V).

less(X, Y, true) :- X < Y, !.
less(_, _, false).

equal(X, Y, true) :- X =:= Y, !.
equal(_, _, false).

bound([Key-Value|Env], Name, Result) :-
    (   Key == Name
    ->  looked_up(Value, Key, Result)
    ;   bound(Env, Name, Result)
    ).

looked_up(recursive(Function, Env), Name, closure(Parameter, Body, [Name-recursive(Function, Env)|Env])) :-
    !,
    Function = fun(Parameter, Body).
looked_up(Value, _, Value).
