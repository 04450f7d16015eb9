main :- pick(foo, X), write(X).

pick(N, X) :-
    (   N == bar
    ->  X = 1
    ;   nth0(N, [a,b], X)
    ).
