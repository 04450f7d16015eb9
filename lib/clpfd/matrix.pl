% Columns of rows.

%!  transpose(+Rows, -Columns) is det.
%
%   Columns is the list of the columns of Rows, a list of lists of one length.
%
%   ?- transpose([[1,2],[3,4]], Columns).
%      Columns = [[1,3],[2,4]].

transpose(Rows, Columns) :-
    must_be(list(list), Rows),
    (   Rows = [Row|_]
    ->  columns(Row, Rows, Columns)
    ;   Columns = []
    ).

columns([], _, []).
columns([_|Xs], Rows, [Column|Columns]) :-
    first_column(Rows, Column, Rests),
    columns(Xs, Rests, Columns).

first_column([], [], []).
first_column([[X|Xs]|Rows], [X|Column], [Xs|Rests]) :-
    first_column(Rows, Column, Rests).
