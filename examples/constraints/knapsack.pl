% What to take: the most value that weighs no more than can be carried.
%
% Run:  luminy examples/constraints/knapsack.pl -g main -t halt

:- use_module(library(clpfd)).
:- use_module(report).

% item(Name, Weight, Value, Pieces)
item(map, 9, 150, 1).
item(compass, 13, 35, 1).
item(water, 153, 200, 3).
item(sandwich, 50, 60, 2).
item(sugar, 15, 60, 2).
item(tin, 68, 45, 3).
item(banana, 27, 60, 3).
item(apple, 39, 40, 3).
item(cheese, 23, 30, 1).
item(camera, 32, 30, 1).
item(tent, 77, 100, 1).

main :-
    choice(400, Counts, Value),
    pairs_values(Counts, Vs),
    with_nodes(labeling([ff,down,maximize(Value)], Vs)),
    forall(( member(Name-N, Counts), N > 0 ), ( write(Name:N), nl )),
    format("value ~d~n", [Value]).

%!  choice(+Limit, -Counts, -Value) is det.
%
%   Counts says how many pieces of each item are taken, with Value together and
%   no more weight than Limit.

choice(Limit, Counts, Value) :-
    findall(item(N, W, V, P), item(N, W, V, P), Items),
    maplist([item(Name,_,_,Pieces),Name-Count]>>(Count in 0..Pieces), Items, Counts),
    pairs_values(Counts, Vs),
    maplist([item(_,W,_,_),W]>>true, Items, Weights),
    maplist([item(_,_,V,_),V]>>true, Items, Values),
    scalar_product(Weights, Vs, #=<, Limit),
    scalar_product(Values, Vs, #=, Value).
