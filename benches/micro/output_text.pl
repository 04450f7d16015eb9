% with_output_to/2 with write/1, writeq/1, print/1.

rounds(full, 30000).
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
    with_output_to(string(S), ( write(N), write(abc) )),
    with_output_to(atom(A), ( writeq('A b'), print([x,1]) )),
    string_length(S, L1),
    atom_length(A, L2),
    X is L1 + L2.
