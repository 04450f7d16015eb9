% library(pairs).

:- use_module(library(pairs)).

rounds(full, 60000).
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
    A is N mod 10,
    pairs_keys_values(Pairs, [a, b, c], [1, A, 3]),
    transpose_pairs(Pairs, Turned),
    pairs_keys(Turned, Keys),
    pairs_values(Pairs, [_,B|_]),
    length(Keys, Count),
    X is B * 10 + Count.
