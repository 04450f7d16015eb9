% Lists as sets.

%!  subtract(+Set, +Removed, -Rest) is det.
%
%   Rest holds the elements of Set that unify with no element of Removed.
%
%   ?- subtract([a,b,c], [b], Rest).
%      Rest = [a,c].

subtract([], _, []).
subtract([X|Xs], Removed, Rest) :-
    (   memberchk(X, Removed)
    ->  subtract(Xs, Removed, Rest)
    ;   Rest = [X|Rest1],
        subtract(Xs, Removed, Rest1)
    ).

%!  is_set(@Set) is semidet.
%
%   Set is a proper list in which no two elements are identical.
%
%   ?- is_set([a,b]).
%      true.
%
%   ?- is_set([a,b,a]).
%      false.

is_set(Set) :-
    '$skip_list'(Length, Set, Tail),
    Tail == [],
    sort(Set, Sorted),
    length(Sorted, Length).

%!  list_to_set(+List, ?Set) is det.
%
%   Set holds the first occurrence of each element of List, in order. Elements
%   are the same if they are identical. The cost is that of sorting List.
%
%   ?- list_to_set([b,a,b,1,1.0], Set).
%      Set = [b,a,1,1.0].

list_to_set(List, Set) :-
    must_be(list, List),
    numbered(List, 1, Numbered),
    sort(1, @=<, Numbered, ByElement),
    first_occurrences(ByElement, Firsts),
    sort(2, @=<, Firsts, InOrder),
    elements_of_numbered(InOrder, Set).

numbered([], _, []).
numbered([X|Xs], N, [X-N|Pairs]) :-
    N1 is N + 1,
    numbered(Xs, N1, Pairs).

first_occurrences([], []).
first_occurrences([Pair|Pairs], [Pair|Firsts]) :-
    Pair = X-_,
    skip_occurrences(Pairs, X, Pairs1),
    first_occurrences(Pairs1, Firsts).

skip_occurrences([Y-_|Pairs], X, Rest) :-
    X == Y,
    !,
    skip_occurrences(Pairs, X, Rest).
skip_occurrences(Rest, _, Rest).

elements_of_numbered([], []).
elements_of_numbered([X-_|Pairs], [X|Xs]) :-
    elements_of_numbered(Pairs, Xs).

%!  intersection(+Xs, +Ys, -Zs) is det.
%
%   Zs holds the elements of Xs that unify with an element of Ys.
%
%   ?- intersection([a,b,c], [c,a], Zs).
%      Zs = [a,c].

intersection([], _, []).
intersection([X|Xs], Ys, Zs) :-
    (   memberchk(X, Ys)
    ->  Zs = [X|Zs1],
        intersection(Xs, Ys, Zs1)
    ;   intersection(Xs, Ys, Zs)
    ).

%!  union(+Xs, +Ys, -Zs) is det.
%
%   Zs holds the elements of Xs that unify with no element of Ys, followed by
%   Ys.
%
%   ?- union([a,b], [b,c], Zs).
%      Zs = [a,b,c].

union([], Ys, Ys).
union([X|Xs], Ys, Zs) :-
    (   memberchk(X, Ys)
    ->  union(Xs, Ys, Zs)
    ;   Zs = [X|Zs1],
        union(Xs, Ys, Zs1)
    ).

%!  subset(+Subset, +Set) is semidet.
%
%   Each element of Subset unifies with an element of Set.
%
%   ?- subset([c,a], [a,b,c]).
%      true.

subset([], _).
subset([X|Xs], Set) :-
    memberchk(X, Set),
    subset(Xs, Set).
