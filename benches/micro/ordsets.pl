% library(ordsets).

:- use_module(library(ordsets)).

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
    list_to_ord_set([d, a, c, b, a], Set),
    ord_union(Set, [e, f], Union),
    ord_subtract(Union, [a, b], Rest),
    ord_memberchk(e, Rest),
    ord_insert(Rest, A, More),
    length(More, X).

ord_insert(Set, Element, More) :-
    ord_union(Set, [Element], More).
