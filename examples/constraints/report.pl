% What the examples in this directory have in common.

:- module(report, [with_nodes/1]).

:- use_module(library(clpfd)).

:- meta_predicate with_nodes(0).

%!  with_nodes(:Goal) is semidet.
%
%   Goal is true once; prints how many decisions the search in it took.

with_nodes(Goal) :-
    fd_statistics(nodes, Before),
    once(Goal),
    fd_statistics(nodes, After),
    Nodes is After - Before,
    format("~d nodes~n", [Nodes]).
