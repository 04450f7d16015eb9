% Sudoku grids as text, shared by the programs in this directory.

:- module(grid, [text_rows/2, cell/3, print_rows/1]).

%!  text_rows(+Text, -Rows) is det.
%
%   Rows are the nine rows of the grid that Text describes with 81 characters,
%   a digit or a dot for each cell. A dot becomes a fresh variable.
%
%   ?- text_rows("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79", [[A,B,C|_]|_]).
%      A = 5, B = 3.

text_rows(Text, Rows) :-
    atom_chars(Text, Chars),
    chars_cells(Chars, Cells),
    cells_rows(Cells, Rows).

chars_cells([], []).
chars_cells([Char|Chars], [Cell|Cells]) :-
    char_cell(Char, Cell),
    chars_cells(Chars, Cells).

char_cell('.', _) :- !.
char_cell(Char, Digit) :-
    number_chars(Digit, [Char]).

cells_rows([], []).
cells_rows([A,B,C,D,E,F,G,H,I|Cells], [[A,B,C,D,E,F,G,H,I]|Rows]) :-
    cells_rows(Cells, Rows).

%!  cell(+Rows, ?Cell, ?Digit) is nondet.
%
%   Digit is in Cell, which is written Row/Column.

cell(Rows, Y/X, Digit) :-
    nth1(Y, Rows, Row),
    nth1(X, Row, Digit).

%!  print_rows(+Rows) is det.
%
%   Prints the grid with its boxes set apart; a variable is shown as a dot.

print_rows([R1,R2,R3,R4,R5,R6,R7,R8,R9]) :-
    print_band(R1, R2, R3),
    print_line,
    print_band(R4, R5, R6),
    print_line,
    print_band(R7, R8, R9).

print_line :-
    write('------+-------+------'), nl.

print_band(R1, R2, R3) :-
    print_row(R1),
    print_row(R2),
    print_row(R3).

print_row([A,B,C,D,E,F,G,H,I]) :-
    print_three(A, B, C),
    write(' | '),
    print_three(D, E, F),
    write(' | '),
    print_three(G, H, I),
    nl.

print_three(A, B, C) :-
    print_cell(A),
    write(' '),
    print_cell(B),
    write(' '),
    print_cell(C).

print_cell(Cell) :-
    (   var(Cell)
    ->  write('.')
    ;   write(Cell)
    ).
