% A module that passes on what it imports.

:- module(facade, [hidden_size/2]).

:- reexport(stack, [new_stack/1, push/3]).
:- use_module(stack, [size/2 as stack_size]).

hidden_size(Stack, Size) :-
    stack_size(Stack, Size).
