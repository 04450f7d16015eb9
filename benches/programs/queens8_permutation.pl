% Queens by testing each permutation of the columns: select and backtrack.

board(full, 8, 5).
board(small, 5, 1).

bench(Size) :-
    board(Size, N, Rounds),
    columns(1, N, Columns),
    findall(Queens, (between(1, Rounds, _), queens(Columns, Queens)), Solutions),
    length(Solutions, Count),
    joint(Solutions, First, Last),
    write(Size), write(' '), write(Count), write(' '),
    write(First), write(' '), write(Last), nl.

joint([First], First, First) :- !.
joint([First|Solutions], First, Last) :-
    last_of(Solutions, Last).

last_of([Last], Last) :- !.
last_of([_|Xs], Last) :-
    last_of(Xs, Last).

columns(N, N, [N]) :- !.
columns(Low, High, [Low|Columns]) :-
    Next is Low + 1,
    columns(Next, High, Columns).

queens(Columns, Queens) :-
    permuted(Columns, Queens),
    peaceful(Queens).

permuted([], []).
permuted(Xs, [Y|Ys]) :-
    taken(Y, Xs, Rest),
    permuted(Rest, Ys).

taken(X, [X|Xs], Xs).
taken(X, [Y|Ys], [Y|Zs]) :-
    taken(X, Ys, Zs).

peaceful([]).
peaceful([Queen|Queens]) :-
    \+ attacked(Queen, 1, Queens),
    peaceful(Queens).

attacked(Queen, Distance, [Other|_]) :-
    Queen is Other + Distance.
attacked(Queen, Distance, [Other|_]) :-
    Queen is Other - Distance.
attacked(Queen, Distance, [_|Others]) :-
    Further is Distance + 1,
    attacked(Queen, Further, Others).
