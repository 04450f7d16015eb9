% Eight queens with lists of what is still free.
%
% A queen takes a column X, a row Y, an upward diagonal U = X - Y and a downward
% diagonal V = X + Y. Four lists hold the columns, rows and diagonals that no
% queen has taken. Placing a queen deletes from all four, so that nothing
% has to be compared with the queens placed before.
%
% Run:  luminy examples/queens/columns.pl -g main -t halt
%
%   ?- solution(8, Ys).
%      Ys = [1,5,8,6,3,7,2,4]
%   ;  ...

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
    Least is 1 - Size,
    Greatest is Size - 1,
    Last is Size + Size,
    interval(1, Size, Numbers),
    interval(Least, Greatest, Ups),
    interval(2, Last, Downs),
    place(Numbers, Numbers, Ups, Downs, Rows).

%!  place(+Columns, +Rows, +Ups, +Downs, -Queens) is nondet.
%
%   Queens are rows for Columns, taken from the free Rows and diagonals.

place([], _, _, _, []).
place([X|Columns], Rows0, Ups0, Downs0, [Y|Queens]) :-
    del(Y, Rows0, Rows),
    U is X - Y,
    del(U, Ups0, Ups),
    V is X + Y,
    del(V, Downs0, Downs),
    place(Columns, Rows, Ups, Downs, Queens).

%!  del(?Element, ?List, ?Rest) is nondet.
%
%   Rest is List without one occurrence of Element.

del(Element, [Element|List], List).
del(Element, [First|List], [First|Rest]) :-
    del(Element, List, Rest).

%!  interval(+Low, +High, -Numbers) is det.
%
%   Numbers are the integers from Low to High.

interval(Low, High, Numbers) :-
    findall(N, between(Low, High, N), Numbers).
