% Sizes of search trees, which are the same in every correct solver that
% propagates values only: the failures of queens.

:- use_module(library(clpfd)).

queens(N, Qs) :-
    length(Qs, N),
    Qs ins 1..N,
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

failures(Goal, Failures) :-
    fd_statistics(failures, F0),
    ignore(Goal),
    fd_statistics(failures, F),
    Failures is F - F0.

all(N) :-
    queens(N, Qs),
    failures(( label(Qs), fail ), Failures),
    write(all(N)-Failures), nl.

first(N) :-
    queens(N, Qs),
    failures(labeling([ff], Qs), Failures),
    write(first(N)-Failures), nl.

trees :-
    forall(member(N, [8,9,10]), all(N)),
    forall(member(N, [20,40,50,80,100,160]), first(N)).
