% Eight queens by permuting the rows.
%
% Queens stand in columns 1, 2, ..., 8; only their rows are written down, as a
% list of eight numbers. No two queens may share a row, so the list is a
% permutation of 1..8, and only the diagonals remain to be tested.
%
% Run:  luminy examples/queens/permutation.pl -g main -t halt
%
%   ?- solution(Qs).
%      Qs = [1,5,8,6,3,7,2,4]
%   ;  Qs = [1,6,8,3,7,4,2,5]
%   ;  ...

main :-
    solution(Queens),
    !,
    write(Queens), nl,
    print_board(Queens),
    findall(Qs, solution(Qs), All),
    length(All, Count),
    write(Count), write(' solutions'), nl.

%!  solution(-Queens) is nondet.
%
%   Queens are the rows of eight queens of which none attacks another.

solution(Queens) :-
    permutation([1,2,3,4,5,6,7,8], Queens),
    safe(Queens).

%!  permutation(+List, -Permutation) is nondet.
%
%   Permutation has the elements of List in some order. If List is sorted,
%   the answers come in the order of a dictionary.

permutation([], []).
permutation(List, [First|Permutation]) :-
    del(First, List, Rest),
    permutation(Rest, Permutation).

%!  del(?Element, ?List, ?Rest) is nondet.
%
%   Rest is List without one occurrence of Element.

del(Element, [Element|List], List).
del(Element, [First|List], [First|Rest]) :-
    del(Element, List, Rest).

%!  safe(+Queens) is semidet.
%
%   No queen attacks another one on a diagonal.

safe([]).
safe([Queen|Queens]) :-
    safe(Queens),
    noattack(Queen, Queens, 1).

%!  noattack(+Queen, +Queens, +Distance) is semidet.
%
%   Queen attacks none of Queens, the first of which stands Distance columns
%   away and the others one column more each.

noattack(_, [], _).
noattack(Row, [Row1|Rows], Distance) :-
    Row1 - Row =\= Distance,
    Row - Row1 =\= Distance,
    Distance1 is Distance + 1,
    noattack(Row, Rows, Distance1).

%!  print_board(+Queens) is det.
%
%   Prints the board with row 8 on top.

print_board(Queens) :-
    print_rows(8, Queens).

print_rows(0, _) :- !.
print_rows(Row, Queens) :-
    print_row(Queens, Row),
    nl,
    Below is Row - 1,
    print_rows(Below, Queens).

print_row([], _).
print_row([Queen|Queens], Row) :-
    (   Queen =:= Row
    ->  write(' Q')
    ;   write(' .')
    ),
    print_row(Queens, Row).
