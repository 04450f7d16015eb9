% Numbers from and to text.

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
    number_codes(N, Codes),
    number_codes(A, Codes),
    atom_number('1234', B),
    atom_number(Atom, 99),
    number_string(C, "42"),
    atom_length(Atom, L),
    \+ atom_number(foo, _),
    X is A + B + C + L.
