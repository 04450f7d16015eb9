% The second argument of a static predicate chooses the clause.

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
    Key is N mod 30,
    price(A, Key, _),
    Key1 is (Key * 7 + A) mod 30,
    price(B, Key1, _),
    X is A + B.

price(0, 0, red).
price(17, 1, orange).
price(34, 2, yellow).
price(51, 3, green).
price(68, 4, blue).
price(85, 5, indigo).
price(1, 6, violet).
price(18, 7, black).
price(35, 8, white).
price(52, 9, grey).
price(69, 10, brown).
price(86, 11, pink).
price(2, 12, red).
price(19, 13, orange).
price(36, 14, yellow).
price(53, 15, green).
price(70, 16, blue).
price(87, 17, indigo).
price(3, 18, violet).
price(20, 19, black).
price(37, 20, white).
price(54, 21, grey).
price(71, 22, brown).
price(88, 23, pink).
price(4, 24, red).
price(21, 25, orange).
price(38, 26, yellow).
price(55, 27, green).
price(72, 28, blue).
price(89, 29, indigo).
