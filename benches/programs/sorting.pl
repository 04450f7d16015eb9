% sort/2, msort/2 and keysort/2 of half a million elements.

elements(full, 500000).
elements(small, 1000).

bench(Size) :-
    elements(Size, Count),
    random_list(Count, 1, Numbers),
    sort(Numbers, Set),
    msort(Numbers, Sorted),
    pairs(Numbers, 0, Pairs),
    keysort(Pairs, SortedPairs),
    length(Set, Distinct),
    checked(Sorted, 0, Sum1),
    checked_pairs(SortedPairs, 0, Sum2),
    terms(Numbers, Terms),
    sort(Terms, SortedTerms),
    length(SortedTerms, DistinctTerms),
    SortedTerms = [First|_],
    write(Size), write(' '), write(Distinct), write(' '), write(Sum1), write(' '),
    write(Sum2), write(' '), write(DistinctTerms), write(' '), write(First), nl.

random_list(0, _, []) :- !.
random_list(Count, Seed0, [Seed|Numbers]) :-
    Seed is (Seed0 * 3877 + 29573) mod 139968,
    Fewer is Count - 1,
    random_list(Fewer, Seed, Numbers).

pairs([], _, []).
pairs([N|Ns], Place, [Key-Place|Pairs]) :-
    Key is N mod 1000,
    Next is Place + 1,
    pairs(Ns, Next, Pairs).

checked([], Sum, Sum).
checked([X|Xs], Sum0, Sum) :-
    Sum1 is (Sum0 * 3 + X) mod 1000003,
    checked(Xs, Sum1, Sum).

checked_pairs([], Sum, Sum).
checked_pairs([Key-Value|Pairs], Sum0, Sum) :-
    Sum1 is (Sum0 * 3 + Key + Value) mod 1000003,
    checked_pairs(Pairs, Sum1, Sum).

% Terms for every tenth number: atoms, structures, floats and lists among them.
terms([], []).
terms([N|Ns], Terms) :-
    (   N mod 10 =:= 0
    ->  Kind is N // 10 mod 4,
        term(Kind, N, Term),
        Terms = [Term|Rest]
    ;   Terms = Rest
    ),
    terms(Ns, Rest).

term(0, N, point(X, N)) :- X is N mod 100.
term(1, N, [N, a]).
term(2, N, Atom) :- number_codes(N, Codes), atom_codes(Atom, [0'a|Codes]).
term(3, N, N).
