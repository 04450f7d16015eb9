:- use_module(library(lists), [appendd/3, nosuch/3]).
:- use_module(library(lists), [append/4, last/2 as final]).
:- use_module(library(lists), [reverze/2 as rev]).
:- use_module(library(lists), except([subtracct/3])).
:- use_module(library(lists), [append]).
:- use_module(library(lists), [foo//2]).
:- use_module(library(apply), [forall/2, length/2, sum_list/2]).

main :-
    final([a,b], b),
    nosuch(a, b, c).
