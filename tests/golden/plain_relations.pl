% Relations of clpfd between integers are plain arithmetic, where their variables
% turn out to be integers, and constraints otherwise.

:- use_module(library(clpfd)).

a(X, Y, Z) :- X #> 3, Y #= X + 1, Z #= Y * 2.
a(X, Y, small) :- X #=< 3, Y #= X.

b(X, R) :- X #>= 10, !, R = big.
b(X, R) :- X #< 10, R = small.

c(X, Y) :- X #\= Y, Y #= X * X - 2, X #< Y.
c(_, none).

len([], 0).
len([_|T], N) :- N #> 0, N0 #= N - 1, len(T, N0).

factorial(0, 1).
factorial(N, F) :- N #> 0, N1 #= N - 1, F #= N * F1, factorial(N1, F1).

up(N, N) :- !.
up(I, N) :- I #>= 0, J #= I + 1, up(J, N).

halved(X, Y) :- ( integer(X) -> Y is X / 2 ; Y = none ), ( integer(Y) -> Z is Y + 1 ; Z = Y ), write(Z), nl.

show(Goal, Term) :-
    (   catch(Goal, error(Error, _), ( print(Error), nl, fail )),
        print(Term), nl,
        fail
    ;   true
    ).

main :-
    show(a(5, Y1, Z1), Y1-Z1),
    show(a(3, Y2, Z2), Y2-Z2),
    show(( a(X3, 6, _), label([X3]) ), X3),
    show(( X4 in 0..5, a(X4, Y4, Z4), label([X4]) ), X4-Y4-Z4),
    show(b(10, R5), R5),
    show(b(9, R6), R6),
    show(( X7 in 8..12, b(X7, R7), fd_dom(X7, D7) ), R7-D7),
    show(( X8 in 8..9, b(X8, R8), fd_dom(X8, D8) ), R8-D8),
    show(c(3, Y9), Y9),
    show(c(2, Y10), Y10),
    show(c(a, Y11), Y11),
    show(( length(L12, N12), N12 >= 2, !, len(L12, M12) ), M12),
    show(( len(L13, 3), length(L13, N13) ), N13),
    show(factorial(30, F14), F14),
    show(( N15 in 0..6, factorial(N15, 120) ), N15),
    show(up(0, 100000), done),
    show(up(1000000000000000000000, 1000000000000000000003), done),
    show(halved(7, Y18), Y18),
    show(halved(8, Y19), Y19),
    show(halved(x, Y20), Y20).
