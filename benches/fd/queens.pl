% N queens, by disequalities.

problem(queens8_all, 1000, all(8)).
problem(queens9_all, 200, all(9)).
problem(queens10_all, 50, all(10)).
problem(queens20_ff, 2000, first(20)).
problem(queens40_ff, 800, first(40)).
problem(queens50_ff, 200, first(50)).
problem(queens80_ff, 200, first(80)).
problem(queens200_middle, 20, middle_out(200)).

all(N) :-
    findall(Qs, ( queens(N, Qs), label(Qs) ), L),
    length(L, _).

first(N) :-
    queens(N, Qs),
    label_ff(Qs).

% The variables in the middle come first.
middle_out(N) :-
    queens(N, Qs),
    H is N // 2,
    length(Left, H),
    append(Left, Right, Qs),
    reverse(Left, Left1),
    interleave(Left1, Right, Order),
    label_ff(Order).

interleave([], Ys, Ys).
interleave([X|Xs], Ys, [X|Zs]) :-
    interleave(Ys, Xs, Zs).

queens(N, Qs) :-
    length(Qs, N),
    domain(Qs, 1, N),
    safe(Qs).

safe([]).
safe([Q|Qs]) :-
    no_attack(Qs, Q, 1),
    safe(Qs).

no_attack([], _, _).
no_attack([Q1|Qs], Q, D) :-
    Q #\= Q1,
    Q #\= Q1 + D,
    Q1 #\= Q + D,
    D1 is D + 1,
    no_attack(Qs, Q, D1).
