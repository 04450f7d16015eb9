:- module(units, [metres/2]).

metres(km(Km), Metres) :-
    Metres is 1000 * Km.
