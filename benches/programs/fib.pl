% Fibonacci numbers by double recursion.

argument(full, 28).
argument(small, 12).

bench(Size) :-
    argument(Size, N),
    fib(N, Fib),
    write(Size), write(' '), write(Fib), nl.

fib(0, 0).
fib(1, 1).
fib(N, Fib) :-
    N > 1,
    N1 is N - 1,
    N2 is N - 2,
    fib(N1, Fib1),
    fib(N2, Fib2),
    Fib is Fib1 + Fib2.
