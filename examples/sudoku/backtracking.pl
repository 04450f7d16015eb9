% Sudoku by plain backtracking.
%
% The cells are filled one by one, from left to right and from top to bottom,
% with a digit that does not stand in the row, column or box of the cell. If
% there is none, Prolog goes back to the last cell that has another choice.
%
% Run:  luminy examples/sudoku/backtracking.pl -g main -t halt
%
%   ?- puzzle(Text), solution(Text, Rows), print_rows(Rows).

:- use_module(grid).

main :-
    puzzle(Text),
    text_rows(Text, Rows),
    print_rows(Rows),
    findall(Solution, solution(Text, Solution), Solutions),
    print_solutions(Solutions),
    length(Solutions, Count),
    nl, write(solutions(Count)), nl.

print_solutions([]).
print_solutions([Rows|Solutions]) :-
    nl,
    print_rows(Rows),
    print_solutions(Solutions).

puzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79").

%!  solution(+Text, -Rows) is nondet.
%
%   Rows is a filled-in grid that agrees with the puzzle Text.

solution(Text, Rows) :-
    text_rows(Text, Rows),
    columns(Rows, Columns),
    boxes(Rows, Boxes),
    rows_cells(Rows, Columns, Boxes, Cells),
    fill(Cells).

%!  fill(+Cells) is nondet.
%
%   Each cell(Digit, Row, Column, Box) has a digit found nowhere else in the
%   three lists. These share their variables with the cells, so that a digit
%   shows up in them as soon as it is chosen.

fill([]).
fill([cell(Digit, Row, Column, Box)|Cells]) :-
    digit(Choice),
    absent(Row, Choice),
    absent(Column, Choice),
    absent(Box, Choice),
    Digit = Choice,
    fill(Cells).

digit(1).
digit(2).
digit(3).
digit(4).
digit(5).
digit(6).
digit(7).
digit(8).
digit(9).

absent([], _).
absent([Cell|Cells], Digit) :-
    Cell \== Digit,
    absent(Cells, Digit).

%!  rows_cells(+Rows, +Columns, +Boxes, -Cells) is det.
%
%   Cells are the empty cells in reading order.

rows_cells(Rows, Columns, Boxes, Cells) :-
    rows_cells(Rows, 0, Columns, Boxes, Cells).

rows_cells([], _, _, _, []).
rows_cells([Row|Rows], Y, Columns, Boxes, Cells) :-
    Y1 is Y + 1,
    row_cells(Row, 0, Y, Row, Columns, Boxes, Cells, Cells1),
    rows_cells(Rows, Y1, Columns, Boxes, Cells1).

% The last two arguments are the cells from here on and those after the row.
row_cells([], _, _, _, _, _, Cells, Cells).
row_cells([Digit|Digits], X, Y, Row, Columns, Boxes, Cells0, Cells) :-
    (   var(Digit)
    ->  B is Y // 3 * 3 + X // 3,
        element(X, Columns, Column),
        element(B, Boxes, Box),
        Cells0 = [cell(Digit, Row, Column, Box)|Cells1]
    ;   Cells1 = Cells0
    ),
    X1 is X + 1,
    row_cells(Digits, X1, Y, Row, Columns, Boxes, Cells1, Cells).

element(0, [Element|_], Element) :- !.
element(N, [_|Elements], Element) :-
    N1 is N - 1,
    element(N1, Elements, Element).

%!  columns(+Rows, -Columns) is det.

columns([[]|_], []) :- !.
columns(Rows, [Column|Columns]) :-
    heads_tails(Rows, Column, Tails),
    columns(Tails, Columns).

heads_tails([], [], []).
heads_tails([[Head|Tail]|Rows], [Head|Heads], [Tail|Tails]) :-
    heads_tails(Rows, Heads, Tails).

%!  boxes(+Rows, -Boxes) is det.

boxes([], []).
boxes([R1,R2,R3|Rows], Boxes) :-
    band_boxes(R1, R2, R3, Boxes, Boxes1),
    boxes(Rows, Boxes1).

band_boxes([], [], [], Boxes, Boxes).
band_boxes([A,B,C|R1], [D,E,F|R2], [G,H,I|R3], [[A,B,C,D,E,F,G,H,I]|Boxes0], Boxes) :-
    band_boxes(R1, R2, R3, Boxes0, Boxes).
