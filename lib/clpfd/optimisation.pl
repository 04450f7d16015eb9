% Best solutions, statistics.

:- meta_predicate minimize(0, ?), maximize(0, ?).

%!  minimize(:Goal, ?X) is semidet.
%
%   Goal is true with the least value of X that it can give X.
%
%   ?- X in 3..5, minimize(label([X]), X).
%      X = 3.

minimize(Goal, X) :-
    findall(X, once(Goal), [Bound]),
    better(Goal, X, Bound, less).

%!  maximize(:Goal, ?X) is semidet.
%
%   Goal is true with the greatest value of X that it can give X.
%
%   ?- X in 3..5, maximize(label([X]), X).
%      X = 5.

maximize(Goal, X) :-
    findall(X, once(Goal), [Bound]),
    better(Goal, X, Bound, greater).

better(Goal, X, Bound, How) :-
    must_be(integer, Bound),
    (   findall(X, once(( beyond(How, X, Bound), Goal )), [Bound1])
    ->  better(Goal, X, Bound1, How)
    ;   X = Bound,
        once(Goal)
    ).

beyond(less, X, Bound) :-
    X #< Bound.
beyond(greater, X, Bound) :-
    X #> Bound.

%!  fd_statistics is det.
%
%   Writes what the solver has done since its start.

fd_statistics :-
    forall(fd_statistics(Key, Value), format("~w: ~w~n", [Key,Value])).

%!  fd_statistics(?Key, ?Value) is nondet.
%
%   Value is the number of `nodes`, `failures`, `propagations`, `prunings`,
%   `solutions`, the peak `depth` of searches, or the number of `constraints`. It is
%   also the number of runs for `propagations(Kind)`, and of domains narrowed for
%   `prunings(Kind)`, where Kind is a kind of propagator that has run.

fd_statistics(Key, Value) :-
    '$fd_counts'(counts(Nodes,Failures,Propagations,Prunings,Solutions,Depth,Constraints), Kinds),
    (   member(Key-Value,
               [nodes-Nodes, failures-Failures, propagations-Propagations, prunings-Prunings,
                solutions-Solutions, depth-Depth, constraints-Constraints])
    ;   member(kind(Kind,Value,_), Kinds),
        Key = propagations(Kind)
    ;   member(kind(Kind,_,Value), Kinds),
        Key = prunings(Kind)
    ).
