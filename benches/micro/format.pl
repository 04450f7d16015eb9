% format/3 to an atom, a string and codes.

rounds(full, 60000).
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
    format(atom(A), "~w-~a", [N, abc]),
    format(string(S), "~q: ~d~n", ['A b', N]),
    format(codes(Codes), "~p and ~s", [f(N), [0'x]]),
    atom_length(A, LA),
    string_length(S, LS),
    length(Codes, LC),
    X is LA + LS + LC.
