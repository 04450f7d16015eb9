once_each(X) :- ( X > 1 -> Y = 1 ; Y = 2 ).
used_later(X) :- ( X > 1 -> Y = 1 ; Y = 2 ), write(Y).
in_condition(X) :- ( member(Z, X) -> write(Z) ; Z = 3, write(Z) ).
nested(X) :-
    (   X = a
    ->  ( W = 1 ; W = 2 ),
        write(W)
    ;   W = 3
    ).
from_head(X, Y) :- ( X = 1 ; Y = 2 ).
a_string :- X is "abc" + 1, write(X).
loose(X, Z) :- father(X, Y) ; mother(X, Y), parent(Y, Z).
father(a, b).
mother(a, b).
parent(a, b).
