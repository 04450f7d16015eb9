% Elements of lists: repeated ones, the least and the greatest, those replaced.

%!  remove_dups(+List, -Set) is det.
%
%   Set holds the elements of List in the standard order, each once.

remove_dups(List, Set) :-
    sort(List, Set).

%!  remove_duplicates(+List, -Set) is det.
%
%   Set is List without elements that occur before.

remove_duplicates(List, Set) :-
    list_to_set(List, Set).

%!  no_doubles(+List) is semidet.
%
%   No two elements of List are identical.

no_doubles(List) :-
    is_set(List).

%!  non_member(+Element, +List) is semidet.
%
%   Element is no element of List.

non_member(Element, List) :-
    \+ memberchk(Element, List).

%!  clumps(+Items, -Clumps) is det.
%
%   Clumps are the lists of neighbours in Items that are identical.
%
%   ?- clumps([a,a,b], Clumps).
%      Clumps = [[a,a],[b]].

clumps([], []).
clumps([X|Xs], [[X|Clump]|Clumps]) :-
    clump(Xs, X, Clump, Rest),
    clumps(Rest, Clumps).

clump([Y|Ys], X, [Y|Clump], Rest) :-
    Y == X,
    !,
    clump(Ys, X, Clump, Rest).
clump(Rest, _, [], Rest).

%!  keyclumps(+Pairs, -Clumps) is det.
%
%   Clumps are the lists of neighbours in Pairs that have identical keys.
%
%   ?- keyclumps([a-1,a-2,b-3], Clumps).
%      Clumps = [[a-1,a-2],[b-3]].

keyclumps([], []).
keyclumps([K-V|Pairs], [[K-V|Clump]|Clumps]) :-
    keyclump(Pairs, K, Clump, Rest),
    keyclumps(Rest, Clumps).

keyclump([K1-V|Pairs], K, [K1-V|Clump], Rest) :-
    K1 == K,
    !,
    keyclump(Pairs, K, Clump, Rest).
keyclump(Rest, _, [], Rest).

%!  keyclumped(+Pairs, -Groups) is det.
%
%   As group_pairs_by_key/2.

keyclumped(Pairs, Groups) :-
    group_pairs_by_key(Pairs, Groups).

%!  select_min(?Min, +List, ?Rest) is semidet.
%
%   Min is the least element of List, Rest the others.

select_min(Min, List, Rest) :-
    min_member(Min0, List),
    without_first(List, Min0, Rest0),
    Min = Min0,
    Rest = Rest0.

%!  select_max(?Max, +List, ?Rest) is semidet.
%
%   Max is the greatest element of List, Rest the others.

select_max(Max, List, Rest) :-
    max_member(Max0, List),
    without_first(List, Max0, Rest0),
    Max = Max0,
    Rest = Rest0.

without_first([X|Xs], Y, Rest) :-
    (   X == Y
    ->  Rest = Xs
    ;   Rest = [X|Rest1],
        without_first(Xs, Y, Rest1)
    ).

%!  substitute(+Old, +List, +New, -Changed) is det.
%
%   Changed is List with New in place of each element identical to Old.
%
%   ?- substitute(a, [a,b], c, Changed).
%      Changed = [c,b].

substitute(_, [], _, []).
substitute(Old, [X|Xs], New, [Y|Ys]) :-
    (   X == Old
    ->  Y = New
    ;   Y = X
    ),
    substitute(Old, Xs, New, Ys).

%!  delete(+List, +Element, +Count, -Rest) is det.
%
%   Rest is List without its first Count elements that are identical to Element.

delete([], _, _, []).
delete([X|Xs], Element, Count, Rest) :-
    (   Count =< 0
    ->  Rest = [X|Xs]
    ;   X == Element
    ->  Fewer is Count - 1,
        delete(Xs, Element, Fewer, Rest)
    ;   Rest = [X|Rest1],
        delete(Xs, Element, Count, Rest1)
    ).

%!  perm(+List, ?Permutation) is nondet.
%
%   Permutation has the elements of List in some order.

perm(List, Permutation) :-
    permutation(List, Permutation).

%!  transpose(+Rows, -Columns) is semidet.
%
%   Columns are the columns of a matrix given by its rows.
%
%   ?- transpose([[1,2],[3,4]], Columns).
%      Columns = [[1,3],[2,4]].

transpose([], []).
transpose([Row|Rows], Columns) :-
    transpose_columns(Row, [Row|Rows], Columns).

transpose_columns([], _, []).
transpose_columns([_|Xs], Rows, [Column|Columns]) :-
    heads_tails(Rows, Column, Tails),
    transpose_columns(Xs, Tails, Columns).

heads_tails([], [], []).
heads_tails([[X|Xs]|Rows], [X|Column], [Xs|Tails]) :-
    heads_tails(Rows, Column, Tails).
