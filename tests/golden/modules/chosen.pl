% A module that passes on a part of another one, with its operators.

:- module(chosen, []).

:- reexport(stack, except([size/2])).
