% Terms from and to text.

rounds(full, 15000).
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
    A is N mod 100,
    term_to_atom(f(A, b, "s", [c|d]), Atom),
    term_to_atom(f(B, _, _, _), Atom),
    term_string(g(C), "g(7)"),
    X is B + C.
