% Atoms, strings, codes and characters of one text.

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
    atom_string(hello, S),
    string_codes(S, Codes),
    atom_codes(A, Codes),
    atom_chars(A, Chars),
    string_chars(S2, Chars),
    string_to_atom(S2, B),
    string_code(2, S2, Code),
    atom_length(B, Length),
    X is Code + Length + N mod 3.
