main :-
    numbers(Ns),
    total(Ns, T),
    write(T).

numbers([1,2,3]).

total(Ns, T) :-
    T0 = 0,
    sum_al(Ns, T0, T).

sum_all([], S, S).
sum_all([N|Ns], S0, S) :-
    S1 is S0 + N,
    sum_all(Ns, S1, S).
