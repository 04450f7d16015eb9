% char_type/2, code_type/2 and char_code/2.

rounds(full, 150000).
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
    char_code(Char, 0'a),
    char_type(Char, alpha),
    code_type(0'7, digit(Weight)),
    \+ char_type(Char, digit),
    char_code(Char, Code),
    X is Code + Weight + N mod 5.
