% Sudoku in stages, as people solve it.
%
% The candidates of an empty cell are the digits that stand nowhere in its row,
% column and box.
%
%   easy        Fill in each cell that has a single candidate, again and
%               again.
%   hard        Try a candidate of some cell and run the easy stage again.
%   diabolical  Keep a table of all candidates, sorted by their number, and
%               reduce it recursively, with a limit on how many guesses may
%               stand at the same time.
%
% Each puzzle is given to the stages in this order until one solves it.
%
% Run:  luminy examples/sudoku/stages.pl -g main -t halt
%
%   ?- puzzle(hard, Text), solved(Text, Stage, Rows), print_rows(Rows).

:- use_module(grid).

main :-
    forall(puzzle(Name, Text), report(Name, Text)).

report(Name, Text) :-
    text_rows(Text, Puzzle),
    known_open(Puzzle, Known, _),
    length(Known, Givens),
    write(Name), write(': '), write(Givens), write(' digits given'), nl,
    print_rows(Puzzle),
    solved(Text, Stage, Rows),
    write('solved by the stage: '), write(Stage), nl,
    print_rows(Rows),
    nl.

puzzle(easy,       "..1.4.56...3...1..7..........5.....64...1.8...9..57.34............8.....2.4.917.8").
puzzle(hard,       "..6..9.121....3.8..8.27.5.96.......4..........43.1.......5.8.3...9......5...4...1").
puzzle(diabolical, "9...........6..........4....41.....2.8..5........9...7.6...84........53....2..9..").

%!  solved(+Text, -Stage, -Rows) is semidet.
%
%   Rows is the filled-in grid, and Stage the first stage that found it. A cell
%   is written Row/Column; a filled one Row/Column-Digit.

solved(Text, Stage, Rows) :-
    text_rows(Text, Rows),
    known_open(Rows, Known0, Open),
    once(stage(Stage, Known0, Open, Known)),
    fill_rows(Known, Rows).

stage(easy, Known0, Open0, Known) :-
    easy(Known0, Open0, Known, []).
stage(hard, Known0, Open0, Known) :-
    hard(Known0, Open0, Known).
stage(diabolical(guesses(Limit)), Known0, Open0, Known) :-
    diabolical(Known0, Open0, Limit, Known).

% Stage 1.

%!  easy(+Known0, +Open0, -Known, -Open) is semidet.
%
%   Known are the filled cells, and Open the empty ones, when no cell has a
%   single candidate any more. Fails if some cell has none at all.

easy(Known0, Open0, Known, Open) :-
    fill_singles(Open0, Known0, Known1, Open1),
    (   Known1 == Known0
    ->  Known = Known1,
        Open = Open1
    ;   easy(Known1, Open1, Known, Open)
    ).

fill_singles([], Known, Known, []).
fill_singles([Cell|Cells], Known0, Known, Open0) :-
    candidates(Cell, Known0, Digits),
    Digits = [First|Others],
    (   Others == []
    ->  Known1 = [Cell-First|Known0],
        Open0 = Open
    ;   Known1 = Known0,
        Open0 = [Cell|Open]
    ),
    fill_singles(Cells, Known1, Known, Open).

%!  candidates(+Cell, +Known, -Digits) is det.

candidates(Cell, Known, Digits) :-
    findall(
        Digit,
        ( between(1, 9, Digit), \+ excluded(Cell, Known, Digit) ),
        Digits
    ).

excluded(Cell, Known, Digit) :-
    member(Other-Digit, Known),
    sees(Cell, Other).

%!  sees(+Cell1, +Cell2) is semidet.
%
%   The two cells share a row, a column or a box.

sees(Y1/X1, Y2/X2) :-
    (   Y1 =:= Y2
    ->  true
    ;   X1 =:= X2
    ->  true
    ;   (Y1 - 1) // 3 =:= (Y2 - 1) // 3,
        (X1 - 1) // 3 =:= (X2 - 1) // 3
    ).

% Stage 2.

%!  hard(+Known0, +Open0, -Known) is nondet.
%
%   One more digit is enough for the easy stage to fill in all the rest.

hard(Known0, Open0, Known) :-
    easy(Known0, Open0, Known1, Open1),
    select(Cell, Open1, Open2),
    candidates(Cell, Known1, Digits),
    member(Digit, Digits),
    easy([Cell-Digit|Known1], Open2, Known, []).

% Stage 3.

%!  diabolical(+Known0, +Open, -Limit, -Known) is nondet.
%
%   Limit is the least number of guesses with which the table can be reduced.

diabolical(Known0, Open, Limit, Known) :-
    candidate_table(Open, Known0, Table),
    between(0, 81, Limit),
    reduced(Table, Limit, Filled),
    append(Filled, Known0, Known).

%!  candidate_table(+Open, +Known, -Table) is det.
%
%   Table has an entry Count-entry(Cell, Digits) for each open cell; those
%   with the fewest candidates come first.

candidate_table(Open, Known, Table) :-
    findall(
        Count-entry(Cell, Digits),
        ( member(Cell, Open),
          candidates(Cell, Known, Digits),
          length(Digits, Count)
        ),
        Entries
    ),
    keysort(Entries, Table).

%!  reduced(+Table, +Guesses, -Filled) is nondet.
%
%   Filled has a digit for each cell of Table. Choosing among two or more
%   candidates costs one of the Guesses.

reduced([], _, []).
reduced([Count-entry(Cell, Digits)|Table0], Guesses0, [Cell-Digit|Filled]) :-
    guesses_left(Count, Guesses0, Guesses),
    member(Digit, Digits),
    without_digit(Table0, Cell, Digit, Table1),
    keysort(Table1, Table),
    reduced(Table, Guesses, Filled).

guesses_left(1, Guesses, Guesses) :- !.
guesses_left(Count, Guesses0, Guesses) :-
    Count > 1,
    Guesses0 > 0,
    Guesses is Guesses0 - 1.

%!  without_digit(+Table0, +Cell, +Digit, -Table) is semidet.
%
%   Table is Table0 with Digit taken from the cells that see Cell. Fails when
%   a cell loses its last candidate.

without_digit([], _, _, []).
without_digit([Entry0|Table0], Cell, Digit, [Entry|Table]) :-
    entry_without(Entry0, Cell, Digit, Entry),
    without_digit(Table0, Cell, Digit, Table).

entry_without(Count0-entry(Other, Digits0), Cell, Digit, Entry) :-
    (   sees(Cell, Other),
        select(Digit, Digits0, Digits)
    ->  Count0 > 1,
        Count is Count0 - 1,
        Entry = Count-entry(Other, Digits)
    ;   Entry = Count0-entry(Other, Digits0)
    ).

% Between rows and lists of cells.

%!  known_open(+Rows, -Known, -Open) is det.

known_open(Rows, Known, Open) :-
    findall(Cell-Digit, ( cell(Rows, Cell, Digit), integer(Digit) ), Known),
    findall(Cell, ( cell(Rows, Cell, Digit), var(Digit) ), Open).

fill_rows([], _).
fill_rows([Cell-Digit|Known], Rows) :-
    once(cell(Rows, Cell, Digit)),
    fill_rows(Known, Rows).
