% Standard order and identity of terms.

rounds(full, 250000).
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
    A = f(N, [a,b,c|T], g("x", 1.5)),
    B = f(N, [a,b,c|T], g("x", 2.5)),
    compare(O, A, B),
    weight(O, W),
    (   A == B
    ->  X = 0
    ;   A @< B,
        A \== B,
        A \= z
    ->  X = W
    ;   X = 1
    ).

weight(<, 3).
weight(=, 5).
weight(>, 7).
