% Lambda expressions given to maplist/3, foldl/4 and include/3.

:- use_module(library(yall)).

rounds(full, 15000).
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
    maplist([E,F]>>(F is E * 2), [1, 2, A], Doubled),
    foldl([E,S0,S]>>(S is S0 + E), Doubled, 0, Sum),
    include([E]>>(E > 4), Doubled, Large),
    length(Large, Length),
    X is Sum + Length.
