% A meta-interpreter that counts inferences, over clause/2 and some builtins.

:- dynamic(reversed/2).
:- dynamic(joined/3).
:- dynamic(queens/3).
:- dynamic(taken/3).
:- dynamic(safe/3).

rounds(full, 2500, 8).
rounds(small, 2, 5).

bench(Size) :-
    rounds(Size, Rounds, Board),
    ascending(1, 30, List),
    (   between(1, Rounds, _),
        solved(reversed(List, _), 0, _),
        fail
    ;   solved(reversed(List, [First|_]), 0, Count)
    ),
    ascending(1, Board, Columns),
    findall(Queens-Depth, solved(queens(Columns, [], Queens), 0, Depth), Solutions),
    last_of(Solutions, Last),
    write(Size), write(' '), write(First), write(' '), write(Count), write(' '), write(Last), nl.

solved(true, Count, Count) :- !.
solved((A, B), Count0, Count) :- !, solved(A, Count0, Count1), solved(B, Count1, Count).
solved(X is Y, Count0, Count) :- !, X is Y, Count is Count0 + 1.
solved(X =\= Y, Count0, Count) :- !, X =\= Y, Count is Count0 + 1.
solved(Goal, Count0, Count) :-
    clause(Goal, Body),
    Count1 is Count0 + 1,
    solved(Body, Count1, Count).

last_of([Last], Last) :- !.
last_of([_|Xs], Last) :-
    last_of(Xs, Last).

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

queens([], Queens, Queens).
queens([Free|Frees], Placed, Queens) :-
    taken([Free|Frees], Queen, Rest),
    safe(Placed, Queen, 1),
    queens(Rest, [Queen|Placed], Queens).

taken([X|Xs], X, Xs).
taken([X|Xs], Y, [X|Zs]) :-
    taken(Xs, Y, Zs).

safe([], _, _).
safe([Other|Others], Queen, Distance) :-
    Other =\= Queen + Distance,
    Other =\= Queen - Distance,
    Further is Distance + 1,
    safe(Others, Queen, Further).
