% Queens row by row, each one safe from those before: all solutions.

board(full, 10, 4).
board(small, 6, 1).

bench(Size) :-
    board(Size, N, Rounds),
    columns(1, N, Columns),
    findall(Check, (between(1, Rounds, _), solution_check(Columns, Check)), Checks),
    length(Checks, Count),
    summed(Checks, 0, Sum),
    write(Size), write(' '), write(Count), write(' '), write(Sum), nl.

solution_check(Columns, Check) :-
    placed(Columns, [], Queens),
    folded(Queens, 0, Check).

placed([], Queens, Queens).
placed([Free|Frees], Placed, Queens) :-
    taken([Free|Frees], Queen, Rest),
    safe(Placed, Queen, 1),
    placed(Rest, [Queen|Placed], Queens).

taken([X|Xs], X, Xs).
taken([X|Xs], Y, [X|Zs]) :-
    taken(Xs, Y, Zs).

safe([], _, _).
safe([Other|Others], Queen, Distance) :-
    Other =\= Queen + Distance,
    Other =\= Queen - Distance,
    Further is Distance + 1,
    safe(Others, Queen, Further).

folded([], Check, Check).
folded([X|Xs], Check0, Check) :-
    Check1 is (Check0 * 11 + X) mod 65521,
    folded(Xs, Check1, Check).

summed([], Sum, Sum).
summed([X|Xs], Sum0, Sum) :-
    Sum1 is Sum0 + X,
    summed(Xs, Sum1, Sum).

columns(N, N, [N]) :- !.
columns(Low, High, [Low|Columns]) :-
    Next is Low + 1,
    columns(Next, High, Columns).
