% The first argument chooses among clauses by an atom.

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

step(_, X) :-
    next(red, B), next(B, C), next(C, D), next(D, E), next(E, F),
    number_of(F, X).

next(red, orange).
next(orange, violet).
next(yellow, pink).
next(green, blue).
next(blue, grey).
next(indigo, yellow).
next(violet, black).
next(black, red).
next(white, indigo).
next(grey, brown).
next(brown, green).
next(pink, white).

number_of(red, 0).
number_of(orange, 1).
number_of(yellow, 2).
number_of(green, 3).
number_of(blue, 4).
number_of(indigo, 5).
number_of(violet, 6).
number_of(black, 7).
number_of(white, 8).
number_of(grey, 9).
number_of(brown, 10).
number_of(pink, 11).
