% Atoms and their codes, characters and numbers.

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
    A is N mod 1000,
    atom_codes(A, Codes),
    atom_codes(Atom, [0'k|Codes]),
    atom_chars(Atom, [_|Chars]),
    number_chars(B, Chars),
    atom_length(Atom, Length),
    X is B + Length.
