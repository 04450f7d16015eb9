% Naive reverse of a list of 30 elements, again and again.

rounds(full, 50000).
rounds(small, 5).

bench(Size) :-
    rounds(Size, Rounds),
    ascending(1, 30, List),
    (   between(1, Rounds, _),
        reversed(List, _),
        fail
    ;   reversed(List, Reversed)
    ),
    write(Size), write(' '), write(Reversed), nl.

ascending(High, High, [High]) :- !.
ascending(Low, High, [Low|List]) :-
    Next is Low + 1,
    ascending(Next, High, List).

reversed([], []).
reversed([X|Xs], Reversed) :-
    reversed(Xs, Front),
    joined(Front, [X], Reversed).

joined([], Ys, Ys).
joined([X|Xs], Ys, [X|Zs]) :-
    joined(Xs, Ys, Zs).
