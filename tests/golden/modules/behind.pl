% A module that passes on what another one passes on.

:- module(behind, []).

:- reexport([chosen]).
