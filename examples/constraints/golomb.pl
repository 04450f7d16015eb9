% A Golomb ruler: no two pairs of marks have the same distance. The shortest one
% with a number of marks is wanted.
%
% Run:  luminy examples/constraints/golomb.pl -g main -t halt

:- use_module(library(clpfd)).
:- use_module(report).

main :-
    ruler(8, Marks, Length),
    with_nodes(labeling([minimize(Length)], Marks)),
    write(Length:Marks), nl.

%!  ruler(+N, -Marks, -Length) is det.
%
%   Marks are the N marks of a ruler of Length, in ascending order.

ruler(N, Marks, Length) :-
    length(Marks, N),
    Most is N * N,
    Marks ins 0..Most,
    Marks = [0|_],
    last(Marks, Length),
    chain(Marks, #<),
    distances(Marks, Distances),
    all_different(Distances),
    Distances = [First|_],
    last(Distances, Last),
    First #< Last.

distances([], []).
distances([Mark|Marks], Distances) :-
    distances_from(Marks, Mark, Distances, Others),
    distances(Marks, Others).

distances_from([], _, Distances, Distances).
distances_from([Next|Marks], Mark, [Distance|Distances0], Distances) :-
    Distance #= Next - Mark,
    Distance #> 0,
    distances_from(Marks, Mark, Distances0, Distances).
