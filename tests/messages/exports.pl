:- module(exports, [there/1, missing/2, ther/1, later/0, there/2, length/2]).

:- dynamic(later/0).

there(1).
hidden(2).

user:main :-
    exports:there(1),
    hidden(_).
