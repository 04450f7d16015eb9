% aggregate_all/3 and forall/2.

:- use_module(library(aggregate)).

rounds(full, 30000).
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
    aggregate_all(count, member(_, [a, b, c]), Count),
    aggregate_all(sum(E), member(E, [1, 2, A]), Sum),
    aggregate_all(max(E), member(E, [1, 5, A]), Max),
    aggregate_all(bag(E), member(E, [c, a, b]), Bag),
    forall(member(E, [1, 2, A]), integer(E)),
    length(Bag, Length),
    X is Count + Sum + Max + Length.
