% Texts in upper and lower case.

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
    upcase_atom(hello_world, Upper),
    downcase_atom(Upper, Lower),
    string_upper("key value", S),
    string_length(S, Length),
    atom_length(Lower, L2),
    X is Length + L2 + N mod 10.
