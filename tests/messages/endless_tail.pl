main :- grow([]).

grow(Xs) :- grow([a|Xs]).
