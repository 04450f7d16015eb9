% catch/3 around goals that do not throw.

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
    catch(added(N, 1, A), _, true),
    catch(catch(added(A, 2, B), wrong, fail), error(_, _), fail),
    X is B mod 100.

added(A, B, C) :- C is A + B.
