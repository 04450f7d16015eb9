% Clause references and the recorded database.

rounds(full, 20000).
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
    assertz(noted(N), Reference),
    clause(noted(A), true, Reference),
    erase(Reference),
    recordz(key, value(A), Record),
    recorded(key, value(B), Record),
    erase(Record),
    X is A + B.

:- dynamic(noted/1).
