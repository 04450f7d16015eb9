% A sudoku of 16 times 16 cells, in hexadecimal digits.
%
% Run:  luminy examples/constraints/sudoku16.pl -g main -t halt

:- use_module(library(clpfd)).
:- use_module(report).

main :-
    puzzle(Texts),
    maplist(text_row, Texts, Rows),
    sudoku(Rows),
    append(Rows, Cells),
    with_nodes(labeling([ff], Cells)),
    maplist(print_row, Rows).

puzzle([ '..d98342.7.0b..c', '..8.e..c.d.9a7.0', '...0d..9...c.83.', '.5..7fa04..26..9',
         '8....a.f..4....1', '.6.1........8cb5', '....967..c.....3', '.4...b...9.1....',
         '.e...7.......3..', '....f........17.', '.7..3.94cfea2.8.', '.d.4582b.17.c.e.',
         '..6..91.....3.28', '..4..2.8f.0...c.', '.2b..c.e..9..6.7', '..ae6.f.....1.9.' ]).

text_row(Text, Row) :-
    atom_chars(Text, Chars),
    maplist(char_cell, Chars, Row).

char_cell(Char, Cell) :-
    (   Char == '.'
    ->  true
    ;   char_type(Char, xdigit(Cell))
    ).

print_row(Row) :-
    forall(member(X, Row), ( char_type(C, xdigit(X)), \+ char_type(C, upper), write(C) -> true ; true )),
    nl.

%!  sudoku(+Rows) is semidet.
%
%   Each digit stands once in each row, column and box.

sudoku(Rows) :-
    append(Rows, Cells),
    Cells ins 0..15,
    maplist(all_distinct, Rows),
    transpose(Rows, Columns),
    maplist(all_distinct, Columns),
    boxes(Rows).

boxes([]).
boxes([A,B,C,D|Rows]) :-
    box_row(A, B, C, D),
    boxes(Rows).

box_row([], [], [], []).
box_row([A,B,C,D|As], [E,F,G,H|Bs], [I,J,K,L|Cs], [M,N,O,P|Ds]) :-
    all_distinct([A,B,C,D,E,F,G,H,I,J,K,L,M,N,O,P]),
    box_row(As, Bs, Cs, Ds).
