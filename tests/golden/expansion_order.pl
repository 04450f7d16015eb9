% The program's goal expansion is asked before that of a library.

:- use_module(library(clpfd)).

:- multifile(user:goal_expansion/2).

user:goal_expansion(X #= Y, seen(X, Y)).

seen(X, Y) :-
    write(seen(X, Y)), nl.

p(X) :-
    X #= 1,
    X #> 1.

main :-
    p(2).
