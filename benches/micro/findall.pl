% findall/3 of a few answers.

rounds(full, 200000).
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
    findall(A-B, (element(A), element(B), A < B), Pairs),
    Pairs = [F-_,_-S|_],
    findall(N, fail, []),
    X is F + S.

element(1).
element(2).
element(3).
