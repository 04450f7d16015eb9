% N queens: a variable for the row of the queen in each column.
%
% Run:  luminy examples/constraints/queens.pl -g main -t halt
%
%   ?- queens(8, Qs), label(Qs).
%      Qs = [1,5,8,6,3,7,2,4]
%   ;  ...

:- use_module(library(clpfd)).
:- use_module(report).

main :-
    queens(40, Qs),
    with_nodes(labeling([ff], Qs)),
    write(Qs), nl,
    findall(x, ( queens(8, Rs), label(Rs) ), All),
    length(All, Count),
    format("~d ways to place eight~n", [Count]).

%!  queens(+N, -Rows) is det.
%
%   Rows are rows for queens in columns 1 to N, none of which attacks another.

queens(N, Rows) :-
    length(Rows, N),
    Rows ins 1..N,
    safe(Rows).

safe([]).
safe([Q|Qs]) :-
    no_attack(Qs, Q, 1),
    safe(Qs).

no_attack([], _, _).
no_attack([Q1|Qs], Q, Distance) :-
    Q #\= Q1,
    Q #\= Q1 + Distance,
    Q1 #\= Q + Distance,
    Distance1 is Distance + 1,
    no_attack(Qs, Q, Distance1).
