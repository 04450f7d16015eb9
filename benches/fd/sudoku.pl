% Sudoku and quasigroups.

problem(sudoku_easy, 1000, sudoku(easy, different)).
problem(sudoku_hard, 100, sudoku(hard, different)).
problem(sudoku_17, 200, sudoku(clues17, different)).
problem(sudoku_17_distinct, 100, sudoku(clues17, distinct)).
problem(sudoku_easy_distinct, 500, sudoku(easy, distinct)).
problem(sudoku_hard_distinct, 100, sudoku(hard, distinct)).
problem(quasigroup15, 500, quasigroup(15, different)).
problem(quasigroup15_distinct, 100, quasigroup(15, distinct)).
problem(quasigroup20, 200, quasigroup(20, different)).
problem(quasigroup20_distinct, 50, quasigroup(20, distinct)).

sudoku(Name, Constraint) :-
    grid(Name, Rows),
    flat(Rows, Vs),
    domain(Vs, 1, 9),
    each(Rows, Constraint),
    transpose(Rows, Columns),
    each(Columns, Constraint),
    blocks(Rows, Constraint),
    label_ff(Vs).

flat([], []).
flat([Row|Rows], Vs) :-
    flat(Rows, Vs0),
    append(Row, Vs0, Vs).

each([], _).
each([Row|Rows], Constraint) :-
    (   Constraint == different
    ->  different(Row)
    ;   distinct(Row)
    ),
    each(Rows, Constraint).

blocks([], _).
blocks([A,B,C|Rows], Constraint) :-
    block_row(A, B, C, Constraint),
    blocks(Rows, Constraint).

block_row([], [], [], _).
block_row([A,B,C|As], [D,E,F|Bs], [G,H,I|Cs], Constraint) :-
    each([[A,B,C,D,E,F,G,H,I]], Constraint),
    block_row(As, Bs, Cs, Constraint).

grid(easy,
     [[5,3,_,_,7,_,_,_,_], [6,_,_,1,9,5,_,_,_], [_,9,8,_,_,_,_,6,_],
      [8,_,_,_,6,_,_,_,3], [4,_,_,8,_,3,_,_,1], [7,_,_,_,2,_,_,_,6],
      [_,6,_,_,_,_,2,8,_], [_,_,_,4,1,9,_,_,5], [_,_,_,_,8,_,_,7,9]]).
grid(hard,
     [[8,_,_,_,_,_,_,_,_], [_,_,3,6,_,_,_,_,_], [_,7,_,_,9,_,2,_,_],
      [_,5,_,_,_,7,_,_,_], [_,_,_,_,4,5,7,_,_], [_,_,_,1,_,_,_,3,_],
      [_,_,1,_,_,_,_,6,8], [_,_,8,5,_,_,_,1,_], [_,9,_,_,_,_,4,_,_]]).

grid(clues17,
     [[_,_,_,_,_,_,_,1,_], [4,_,_,_,_,_,_,_,_], [_,2,_,_,_,_,_,_,_],
      [_,_,_,_,5,_,4,_,7], [_,_,8,_,_,_,3,_,_], [_,_,1,_,9,_,_,_,_],
      [3,_,_,4,_,_,2,_,_], [_,5,_,1,_,_,_,_,_], [_,_,_,8,_,6,_,_,_]]).

% A Latin square whose diagonal, and the cells two beside it, are given.
quasigroup(N, Constraint) :-
    rows(N, 0, N, Rows),
    flat(Rows, Vs),
    domain(Vs, 1, N),
    each(Rows, Constraint),
    transpose(Rows, Columns),
    each(Columns, Constraint),
    label_ff(Vs).

rows(N, N, _, []) :- !.
rows(N, I, Size, [Row|Rows]) :-
    cells(0, I, Size, Row),
    I1 is I + 1,
    rows(N, I1, Size, Rows).

cells(N, _, N, []) :- !.
cells(J, I, N, [X|Xs]) :-
    D is (J - I + N) mod N,
    (   ( D =:= 0 ; D =:= 2, I mod 3 =:= 0 ; D =:= 5, I mod 2 =:= 0 )
    ->  X is (3*I + D) mod N + 1
    ;   true
    ),
    J1 is J + 1,
    cells(J1, I, N, Xs).
