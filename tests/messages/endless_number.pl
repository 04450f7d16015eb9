main :- fact(3, F), write(F), nl, fail.

fact(0, 1).
fact(N, F) :-
    M is N - 1,
    fact(M, G),
    F is N * G.
