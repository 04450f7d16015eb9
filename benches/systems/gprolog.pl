% What the programs need and GNU Prolog lacks.

foldl(Function, Xs, Value0, Value) :-
    foldl_from(Xs, Function, Value0, Value).

foldl_from([], _, Value, Value).
foldl_from([X|Xs], Function, Value0, Value) :-
    call(Function, X, Value0, Value1),
    foldl_from(Xs, Function, Value1, Value).
