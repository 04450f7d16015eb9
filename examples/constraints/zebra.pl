% Five houses in a row: who owns the zebra, and who drinks water?
%
% Each thing is a variable for the number of the house that it belongs to.
%
% Run:  luminy examples/constraints/zebra.pl -g main -t halt

:- use_module(library(clpfd)).
:- use_module(report).

main :-
    houses(Nations, Zebra, Water, Things),
    with_nodes(label(Things)),
    member(Owner-Zebra, Nations),
    member(Drinker-Water, Nations),
    format("zebra: ~w, water: ~w~n", [Owner,Drinker]).

houses(Nations, Zebra, Water, Things) :-
    Nations = [english-English,spanish-Spanish,japanese-Japanese,italian-Italian,norwegian-Norwegian],
    Groups = [ [English,Spanish,Japanese,Italian,Norwegian],
               [Red,Green,White,Yellow,Blue],
               [Painter,Sculptor,Diplomat,Violinist,Doctor],
               [Dog,Snails,Fox,Horse,Zebra],
               [Tea,Coffee,Milk,Juice,Water] ],
    append(Groups, Things),
    Things ins 1..5,
    maplist(all_distinct, Groups),
    English #= Red,
    Spanish #= Dog,
    Japanese #= Painter,
    Italian #= Tea,
    Norwegian #= 1,
    Green #= Coffee,
    Green #= White + 1,
    Sculptor #= Snails,
    Diplomat #= Yellow,
    Milk #= 3,
    abs(Norwegian - Blue) #= 1,
    Violinist #= Juice,
    abs(Fox - Doctor) #= 1,
    abs(Horse - Diplomat) #= 1.
