% Who keeps the zebra: unification of structures with many unbound arguments.

rounds(full, 300).
rounds(small, 1).

bench(Size) :-
    rounds(Size, Rounds),
    (   between(1, Rounds, _),
        answer(_, _),
        fail
    ;   answer(Zebra, Water)
    ),
    write(Size), write(' '), write(Zebra), write(' '), write(Water), nl.

answer(Zebra, Water) :-
    Houses = [house(norwegian, _, _, _, _), _, house(_, _, milk, _, _), _, _],
    one(house(english, _, _, _, red), Houses),
    one(house(spanish, dog, _, _, _), Houses),
    one(house(_, _, coffee, _, green), Houses),
    one(house(ukrainian, _, tea, _, _), Houses),
    neighbours(house(_, _, _, _, ivory), house(_, _, _, _, green), Houses),
    one(house(_, snail, _, old_gold, _), Houses),
    one(house(_, _, _, kools, yellow), Houses),
    beside(house(_, _, _, chesterfield, _), house(_, fox, _, _, _), Houses),
    beside(house(_, _, _, kools, _), house(_, horse, _, _, _), Houses),
    one(house(_, _, juice, lucky_strike, _), Houses),
    one(house(japanese, _, _, parliament, _), Houses),
    beside(house(norwegian, _, _, _, _), house(_, _, _, _, blue), Houses),
    one(house(Zebra, zebra, _, _, _), Houses),
    one(house(Water, _, water, _, _), Houses).

one(X, [X|_]).
one(X, [_|Ys]) :-
    one(X, Ys).

neighbours(X, Y, [X,Y|_]).
neighbours(X, Y, [_|Zs]) :-
    neighbours(X, Y, Zs).

beside(X, Y, Zs) :-
    neighbours(X, Y, Zs).
beside(X, Y, Zs) :-
    neighbours(Y, X, Zs).
