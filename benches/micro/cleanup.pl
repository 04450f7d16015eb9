% setup_call_cleanup/3.

rounds(full, 100000).
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
    setup_call_cleanup(A = 1, B = 2, true),
    setup_call_cleanup(true, ( C = 3 ; C = 4 ), true),
    !,
    X is A + B + C + N mod 3.
