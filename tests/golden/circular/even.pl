:- module(even, [even/1]).
:- use_module(odd, [odd/1]).
even(0).
even(N) :- N > 0, M is N - 1, odd(M).
