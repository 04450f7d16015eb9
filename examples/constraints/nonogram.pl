% A nonogram: the lengths of the blocks of filled cells in each row and column
% are given. An automaton accepts the lines that have them.
%
% Run:  luminy examples/constraints/nonogram.pl -g main -t halt

:- use_module(library(clpfd)).
:- use_module(report).

main :-
    puzzle(RowBlocks, ColumnBlocks),
    picture(RowBlocks, ColumnBlocks, Rows),
    append(Rows, Cells),
    with_nodes(label(Cells)),
    maplist(print_line, Rows).

puzzle([[2],[1,2],[1,1],[2],[1],[3],[3],[2,2],[2,1],[2,2,1],[2,3],[2,2]],
       [[2,1],[1,3],[2,4],[3,4],[4],[3],[3],[3],[2],[2]]).

print_line(Row) :-
    forall(member(X, Row), ( X =:= 1 -> write(#) ; write(.) )),
    nl.

%!  picture(+RowBlocks, +ColumnBlocks, -Rows) is det.
%
%   Rows are lists of 0 and 1 with these blocks.

picture(RowBlocks, ColumnBlocks, Rows) :-
    same_length(RowBlocks, Rows),
    maplist([Row]>>same_length(ColumnBlocks, Row), Rows),
    maplist(line, RowBlocks, Rows),
    transpose(Rows, Columns),
    maplist(line, ColumnBlocks, Columns).

line(Blocks, Cells) :-
    Cells ins 0..1,
    arcs(Blocks, 1, Arcs, Last),
    automaton(Cells, [source(1),sink(Last)], Arcs).

%   State N waits for a block; each block needs a state for each of its cells,
%   and one empty cell before the next block.

arcs([], N, [arc(N,0,N)], N).
arcs([Block|Blocks], N, [arc(N,0,N)|Arcs], Last) :-
    block(Block, N, M, Arcs, Arcs1),
    (   Blocks == []
    ->  Arcs1 = [arc(M,0,M)],
        Last = M
    ;   Next is M + 1,
        Arcs1 = [arc(M,0,Next)|Arcs2],
        arcs(Blocks, Next, Arcs2, Last)
    ).

block(0, N, N, Arcs, Arcs) :-
    !.
block(Length, N, Last, [arc(N,1,M)|Arcs0], Arcs) :-
    M is N + 1,
    Length1 is Length - 1,
    block(Length1, M, Last, Arcs0, Arcs).
