main :- len([a,b,c], N), write(N), nl.

len([], 0).
len([_|T], N) :-
    N is M + 1,
    len(T, M).
