% Building and taking apart atoms: codes, characters, concatenation, sub-atoms.

atoms(full, 260000).
atoms(small, 300).

bench(Size) :-
    atoms(Size, Count),
    built(Count, 0, Sum),
    long_atom(Count, '', Long),
    atom_length(Long, Length),
    findall(B, sub_atom(Long, B, _, _, '7x7'), Places),
    length(Places, Found),
    write(Size), write(' '), write(Sum), write(' '), write(Length), write(' '), write(Found), nl.

built(0, Sum, Sum) :- !.
built(N, Sum0, Sum) :-
    number_codes(N, Codes),
    atom_codes(Suffix, Codes),
    atom_concat(item_, Suffix, Name),
    atom_concat(Name, '_end', Longer),
    sub_atom(Longer, 5, _, 4, Digits),
    atom_chars(Digits, [Char|_]),
    char_code(Char, Code),
    atom_length(Longer, Length),
    once(sub_atom(Longer, Before, 1, _, '_')),
    (   Digits == Suffix
    ->  Sum1 is (Sum0 * 5 + Code * Length + Before) mod 1000003
    ;   Sum1 = Sum0
    ),
    N1 is N - 1,
    built(N1, Sum1, Sum).

% One atom of some thousand numbers.
long_atom(Count, Atom0, Atom) :-
    (   Count =< 0
    ->  Atom = Atom0
    ;   number_codes(Count, Codes),
        atom_codes(Number, Codes),
        atom_concat(Number, x, Piece),
        atom_concat(Atom0, Piece, Atom1),
        Next is Count - 97,
        long_atom(Next, Atom1, Atom)
    ).
