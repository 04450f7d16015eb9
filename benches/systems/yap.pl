% The libraries that the programs need in YAP.

:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(library(maplist)).
