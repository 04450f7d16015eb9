% Checking a sudoku grid.
%
% The grid may be filled in partly or completely. Each digit that occurs twice
% in a row, column or box is a conflict, and so is an empty cell for which
% no digit is left.
%
% Run:  luminy examples/sudoku/checker.pl -g main -t halt
%
%   ?- text_rows("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79", Rows),
%      conflict(Rows, Conflict).
%      false.

:- use_module(grid).

main :-
    forall(grid(Name, Text), check(Name, Text)).

check(Name, Text) :-
    text_rows(Text, Rows),
    write(Name), nl,
    print_rows(Rows),
    findall(Conflict, conflict(Rows, Conflict), Conflicts),
    print_verdict(Conflicts, Rows),
    nl.

grid(solved,    "534678912672195348198342567859761423426853791713924856961537284287419635345286179").
grid(started,   "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79").
grid(swapped,   "534678912672195348198342567859761423426853791713924856961537284287419635345286197").
grid(careless,  "53..7...56..195....98....6.8...6...34..8.3..17..52...6.6....28....419..5....8..79").
grid(hopeless,  "1234567...........................8..........................9...................").

print_verdict([], Rows) :-
    findall(Cell, ( cell(Rows, Cell, Digit), var(Digit) ), Empty),
    length(Empty, Count),
    (   Count =:= 0
    ->  write('complete and correct')
    ;   write('no conflict, '), write(Count), write(' cells empty')
    ),
    nl.
print_verdict([Conflict|Conflicts], _) :-
    print_conflicts([Conflict|Conflicts]).

print_conflicts([]).
print_conflicts([Conflict|Conflicts]) :-
    print_conflict(Conflict),
    nl,
    print_conflicts(Conflicts).

print_conflict(twice(Digit, Unit, Cell1, Cell2)) :-
    write(Digit), write(' stands twice in '), write(Unit), write(', at '),
    write(Cell1), write(' and '), write(Cell2).
print_conflict(impossible(Cell)) :-
    write('no digit is left for '), write(Cell).

%!  conflict(+Rows, -Conflict) is nondet.
%
%   Conflict is twice(Digit, Unit, Cell1, Cell2) or impossible(Cell). A cell is
%   written Row/Column, a unit row(N), column(N) or box(N).

conflict(Rows, twice(Digit, Unit, Cell1, Cell2)) :-
    unit(Rows, Unit, Cells),
    append(_, [Cell1-Digit|Others], Cells),
    member(Cell2-Digit, Others).
conflict(Rows, impossible(Cell)) :-
    cell(Rows, Cell, Value),
    var(Value),
    \+ ( between(1, 9, Digit), possible(Rows, Cell, Digit) ).

%!  unit(+Rows, ?Unit, -Cells) is nondet.
%
%   Cells are the filled cells Row/Column-Digit of Unit.

unit(Rows, Unit, Cells) :-
    member(Kind, [row, column, box]),
    between(1, 9, N),
    Unit =.. [Kind, N],
    findall(
        Cell-Digit,
        ( cell(Rows, Cell, Digit), integer(Digit), part_of(Cell, Unit) ),
        Cells
    ).

part_of(Y/_, row(Y)).
part_of(_/X, column(X)).
part_of(Y/X, box(N)) :-
    N is (Y - 1) // 3 * 3 + (X - 1) // 3 + 1.

%!  possible(+Rows, +Cell, +Digit) is semidet.
%
%   Digit stands in none of the units of Cell.

possible(Rows, Cell, Digit) :-
    \+ ( cell(Rows, Other, Value),
         Value == Digit,
         part_of(Cell, Unit),
         part_of(Other, Unit)
       ).
