% Naive reverse of a list of 500 elements: more garbage, longer lists.

rounds(full, 181).
rounds(small, 2).

bench(Size) :-
    rounds(Size, Rounds),
    ascending(1, 500, List),
    turned(Rounds, List, Last),
    weight(Last, 1, 0, Weight),
    write(Size), write(' '), write(Weight), nl.

% Last is List reversed Rounds times.
turned(0, List, List) :- !.
turned(Rounds, List, Last) :-
    reversed(List, Reversed),
    Fewer is Rounds - 1,
    turned(Fewer, Reversed, Last).

weight([], _, Weight, Weight).
weight([X|Xs], Position, Weight0, Weight) :-
    Weight1 is (Weight0 * 3 + X * Position) mod 1000003,
    Next is Position + 1,
    weight(Xs, Next, Weight1, Weight).

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
