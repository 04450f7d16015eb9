% A module with an operator, a private predicate and state of its own.

:- module(stack, [new_stack/1, push/3, pop/3, size/2, count_uses/1, op(700, xfx, on_top_of), on_top_of/2]).

:- dynamic(uses/1).

uses(0).

new_stack([]) :-
    used.

push(Stack, Element, [Element|Stack]) :-
    used.

pop([Element|Stack], Element, Stack) :-
    used.

size(Stack, Size) :-
    length(Stack, Size).

Element on_top_of [Element|_].

used :-
    retract(uses(N0)),
    N is N0 + 1,
    assertz(uses(N)).

count_uses(N) :-
    uses(N).
