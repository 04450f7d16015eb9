% The first argument chooses among clauses by a functor.

rounds(full, 500000).
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
    X is N mod 7,
    turned(circle(X), B), turned(B, C), turned(C, D), turned(D, E), turned(E, F),
    F = point(X, _, _, _).

turned(circle(X), square(X, 1)).
turned(square(X, Y), ring(X, Y, a)).
turned(ring(X, Y, Z), line([X], Y, Z)).
turned(line([X], Y, Z), box(X, Y, Z, b)).
turned(box(X, Y, Z, U), point(X, Y, Z, U)).
turned(point(X, _, _, _), circle(X)).
turned([X|_], circle(X)).
turned([], none).
