% sub_atom/5 with a known place, a known part, and all parts of one length.

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
    sub_atom(hello_world, 2, 3, After, Part),
    sub_atom(hello_world, Before, _, _, wor),
    sub_atom(hello_world, 0, _, _, hello),
    atom_length(Part, Length),
    (   sub_atom(hello_world, B, 1, _, '_'),
        B > 4
    ->  true
    ),
    X is After * 100 + Before * 10 + Length + B + N mod 7.
