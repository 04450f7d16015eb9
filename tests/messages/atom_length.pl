main :- show(f(x)).

show(X) :-
    once(width(X, W)),
    write(W).

width(X, W) :- atom_length(X, W).
