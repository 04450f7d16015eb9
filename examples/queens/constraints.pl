% Eight queens by constraints: what a queen forbids is taken from the domains of
% the others as soon as her row is known.
%
% Run:  luminy examples/queens/constraints.pl -g main -t halt
%
%   ?- solution(8, Ys).
%      Ys = [1,5,8,6,3,7,2,4]
%   ;  ...

:- use_module(library(clpfd)).

main :-
    solution(8, Rows),
    !,
    write(first(Rows)), nl,
    forall(
        between(1, 8, Size),
        ( solutions(Size, Count), write(Size-Count), nl )
    ).

%!  solutions(+Size, -Count) is det.
%
%   Count is the number of ways to place Size queens on a board of that size.

solutions(Size, Count) :-
    findall(Rows, solution(Size, Rows), All),
    length(All, Count).

%!  solution(+Size, -Rows) is nondet.
%
%   Rows are the rows of the queens in columns 1 to Size.

solution(Size, Rows) :-
    length(Rows, Size),
    Rows ins 1..Size,
    safe(Rows),
    label(Rows).

safe([]).
safe([Q|Qs]) :-
    no_attack(Qs, Q, 1),
    safe(Qs).

no_attack([], _, _).
no_attack([Q1|Qs], Q, Distance) :-
    abs(Q - Q1) #\= Distance,
    Q #\= Q1,
    Distance1 is Distance + 1,
    no_attack(Qs, Q, Distance1).
