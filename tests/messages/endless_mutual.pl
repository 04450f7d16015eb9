main :- even(1).

even(N) :- M is N + 1,
    odd(M), write(N).
odd(N) :-
    even(N),
    write(N).
