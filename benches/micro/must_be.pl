% must_be/2 and is_of_type/2.

:- use_module(library(error)).

rounds(full, 150000).
rounds(small, 50).

bench(Size) :-
    rounds(Size, Rounds),
    looped(Rounds, 0, Sum),
    write(Size), write(' '), write(Sum), nl.

looped(0, Sum, Sum) :- !.
looped(N, Sum0, Sum) :-
    step(N, X),
    Sum1 is (Sum0 * 3 + X) mod 1000003,
    N1 is N - 1,
    looped(N1, Sum1, Sum).

step(N, X) :-
    must_be(integer, N),
    must_be(list, [a, b]),
    must_be(callable, f(x)),
    is_of_type(positive_integer, N),
    \+ is_of_type(atom, N),
    X is N mod 10.
