:- module(ordsets,
          [ is_ordset/1,
            list_to_ord_set/2,
            ord_empty/1,
            ord_memberchk/2,
            ord_selectchk/3,
            ord_add_element/3,
            ord_del_element/3,
            ord_subset/2,
            ord_seteq/2,
            ord_disjoint/2,
            ord_intersect/2,
            ord_intersect/3,
            ord_intersection/2,
            ord_intersection/3,
            ord_intersection/4,
            ord_subtract/3,
            ord_symdiff/3,
            ord_union/2,
            ord_union/3,
            ord_union/4
          ]).

% Sets as lists sorted in the standard order of terms without duplicates. Two
% sets are merged in one pass. Elements are the same if they are identical.

%!  is_ordset(@Term) is semidet.
%
%   Term is an ordered set.
%
%   ?- is_ordset([a,b]).
%      true.
%
%   ?- is_ordset([b,a]).
%      false.

is_ordset(Term) :-
    is_list(Term),
    is_ascending(Term).

is_ascending([]).
is_ascending([X|Xs]) :-
    is_ascending(Xs, X).

is_ascending([], _).
is_ascending([Y|Ys], X) :-
    X @< Y,
    is_ascending(Ys, Y).

%!  list_to_ord_set(+List, -Set) is det.
%
%   Set is the ordered set of the elements of List.
%
%   ?- list_to_ord_set([b,a,b], Set).
%      Set = [a,b].

list_to_ord_set(List, Set) :-
    sort(List, Set).

%!  ord_empty(?Set) is semidet.
%
%   Set is the empty set.
%
%   ?- ord_empty(Set).
%      Set = [].

ord_empty([]).

%!  ord_memberchk(+Element, +Set) is semidet.
%
%   Element is identical to an element of Set.
%
%   ?- ord_memberchk(b, [a,b,c]).
%      true.

ord_memberchk(X, Set) :-
    '$in_ordered'(X, Set).

%!  ord_selectchk(+Element, +Set, ?Rest) is semidet.
%
%   Element is in Set, and Rest is Set without it.
%
%   ?- ord_selectchk(b, [a,b,c], Rest).
%      Rest = [a,c].

ord_selectchk(X, [Y|Ys], Rest) :-
    compare(Order, X, Y),
    ord_selectchk(Order, X, Y, Ys, Rest).

ord_selectchk(=, _, _, Ys, Ys).
ord_selectchk(>, X, Y, Ys, [Y|Rest]) :-
    ord_selectchk(X, Ys, Rest).

%!  ord_add_element(+Set0, +Element, -Set) is det.
%
%   Set is Set0 with Element.
%
%   ?- ord_add_element([a,c], b, Set).
%      Set = [a,b,c].

ord_add_element([], X, [X]).
ord_add_element([Y|Ys], X, Set) :-
    compare(Order, X, Y),
    ord_add_element(Order, X, Y, Ys, Set).

ord_add_element(=, _, Y, Ys, [Y|Ys]).
ord_add_element(<, X, Y, Ys, [X,Y|Ys]).
ord_add_element(>, X, Y, Ys, [Y|Set]) :-
    ord_add_element(Ys, X, Set).

%!  ord_del_element(+Set0, +Element, -Set) is det.
%
%   Set is Set0 without Element, which need not be in it.
%
%   ?- ord_del_element([a,b,c], b, Set).
%      Set = [a,c].

ord_del_element([], _, []).
ord_del_element([Y|Ys], X, Set) :-
    compare(Order, X, Y),
    ord_del_element(Order, X, Y, Ys, Set).

ord_del_element(=, _, _, Ys, Ys).
ord_del_element(<, _, Y, Ys, [Y|Ys]).
ord_del_element(>, X, Y, Ys, [Y|Set]) :-
    ord_del_element(Ys, X, Set).

%!  ord_subset(+Subset, +Set) is semidet.
%
%   All elements of Subset are in Set.
%
%   ?- ord_subset([a,c], [a,b,c]).
%      true.

ord_subset([], _).
ord_subset([X|Xs], [Y|Ys]) :-
    compare(Order, X, Y),
    ord_subset(Order, X, Xs, Ys).

ord_subset(=, _, Xs, Ys) :-
    ord_subset(Xs, Ys).
ord_subset(>, X, Xs, [Y|Ys]) :-
    compare(Order, X, Y),
    ord_subset(Order, X, Xs, Ys).

%!  ord_seteq(+Set1, +Set2) is semidet.
%
%   Set1 and Set2 have the same elements.
%
%   ?- ord_seteq([a,b], [a,b]).
%      true.

ord_seteq(Set1, Set2) :-
    Set1 == Set2.

%!  ord_disjoint(+Set1, +Set2) is semidet.
%
%   Set1 and Set2 have no element in common.
%
%   ?- ord_disjoint([a,c], [b,d]).
%      true.

ord_disjoint(Xs, Ys) :-
    \+ ord_intersect(Xs, Ys).

%!  ord_intersect(+Set1, +Set2) is semidet.
%
%   Set1 and Set2 have an element in common.
%
%   ?- ord_intersect([a,b], [b,c]).
%      true.

ord_intersect([X|Xs], [Y|Ys]) :-
    compare(Order, X, Y),
    ord_intersect(Order, X, Xs, Y, Ys).

ord_intersect(=, _, _, _, _).
ord_intersect(<, _, [X|Xs], Y, Ys) :-
    compare(Order, X, Y),
    ord_intersect(Order, X, Xs, Y, Ys).
ord_intersect(>, X, Xs, _, [Y|Ys]) :-
    compare(Order, X, Y),
    ord_intersect(Order, X, Xs, Y, Ys).

%!  ord_intersect(+Set1, +Set2, -Intersection) is det.
%
%   The older name of ord_intersection/3.
%
%   ?- ord_intersect([a,b], [b,c], Set).
%      Set = [b].

ord_intersect(Set1, Set2, Intersection) :-
    ord_intersection(Set1, Set2, Intersection).

%!  ord_intersection(+Sets, -Intersection) is semidet.
%
%   Intersection holds the elements that are in each of Sets. It fails if there
%   are no sets.
%
%   ?- ord_intersection([[a,b,c],[b,c],[a,c]], Set).
%      Set = [c].

ord_intersection([Set|Sets], Intersection) :-
    ord_intersection_all(Sets, Set, Intersection).

ord_intersection_all([], Intersection, Intersection).
ord_intersection_all([Set|Sets], Intersection0, Intersection) :-
    ord_intersection(Intersection0, Set, Intersection1),
    ord_intersection_all(Sets, Intersection1, Intersection).

%!  ord_intersection(+Set1, +Set2, -Intersection) is det.
%
%   Intersection holds the elements that Set1 and Set2 have in common.
%
%   ?- ord_intersection([a,b,c], [b,c,d], Set).
%      Set = [b,c].

ord_intersection([], _, []).
ord_intersection([X|Xs], Ys, Intersection) :-
    intersection_with(Ys, X, Xs, Intersection).

intersection_with([], _, _, []).
intersection_with([Y|Ys], X, Xs, Intersection) :-
    compare(Order, X, Y),
    intersection_with(Order, X, Xs, Y, Ys, Intersection).

intersection_with(=, X, Xs, _, Ys, [X|Intersection]) :-
    ord_intersection(Xs, Ys, Intersection).
intersection_with(<, _, Xs, Y, Ys, Intersection) :-
    intersection_with(Xs, Y, Ys, Intersection).
intersection_with(>, X, Xs, _, Ys, Intersection) :-
    intersection_with(Ys, X, Xs, Intersection).

%!  ord_intersection(+Set1, +Set2, -Intersection, -Rest) is det.
%
%   Intersection holds the elements that Set1 and Set2 have in common, and Rest
%   the elements that are in Set2 alone.
%
%   ?- ord_intersection([a,b], [b,c], Set, Rest).
%      Set = [b], Rest = [c].

ord_intersection(Set1, Set2, Intersection, Rest) :-
    ord_intersection(Set1, Set2, Intersection),
    ord_subtract(Set2, Set1, Rest).

%!  ord_subtract(+Set0, +Removed, -Set) is det.
%
%   Set holds the elements of Set0 that are not in Removed.
%
%   ?- ord_subtract([a,b,c], [b,d], Set).
%      Set = [a,c].

ord_subtract([], _, []).
ord_subtract([X|Xs], Ys, Set) :-
    subtract_from(Ys, X, Xs, Set).

subtract_from([], X, Xs, [X|Xs]).
subtract_from([Y|Ys], X, Xs, Set) :-
    compare(Order, X, Y),
    subtract_from(Order, X, Xs, Y, Ys, Set).

subtract_from(=, _, Xs, _, Ys, Set) :-
    ord_subtract(Xs, Ys, Set).
subtract_from(<, X, Xs, Y, Ys, [X|Set]) :-
    subtract_next(Xs, Y, Ys, Set).
subtract_from(>, X, Xs, _, Ys, Set) :-
    subtract_from(Ys, X, Xs, Set).

subtract_next([], _, _, []).
subtract_next([X|Xs], Y, Ys, Set) :-
    compare(Order, X, Y),
    subtract_from(Order, X, Xs, Y, Ys, Set).

%!  ord_symdiff(+Set1, +Set2, -Difference) is det.
%
%   Difference holds the elements that are in one of Set1 and Set2 alone.
%
%   ?- ord_symdiff([a,b], [b,c], Set).
%      Set = [a,c].

ord_symdiff([], Ys, Ys).
ord_symdiff([X|Xs], Ys, Difference) :-
    symdiff_with(Ys, X, Xs, Difference).

symdiff_with([], X, Xs, [X|Xs]).
symdiff_with([Y|Ys], X, Xs, Difference) :-
    compare(Order, X, Y),
    symdiff_with(Order, X, Xs, Y, Ys, Difference).

symdiff_with(=, _, Xs, _, Ys, Difference) :-
    ord_symdiff(Xs, Ys, Difference).
symdiff_with(<, X, Xs, Y, Ys, [X|Difference]) :-
    symdiff_with(Xs, Y, Ys, Difference).
symdiff_with(>, X, Xs, Y, Ys, [Y|Difference]) :-
    symdiff_with(Ys, X, Xs, Difference).

%!  ord_union(+Sets, -Union) is det.
%
%   Union holds the elements that are in any of Sets.
%
%   ?- ord_union([[a,c],[b],[a]], Set).
%      Set = [a,b,c].

ord_union(Sets, Union) :-
    append(Sets, Elements),
    sort(Elements, Union).

%!  ord_union(+Set1, +Set2, -Union) is det.
%
%   Union holds the elements that are in Set1 or in Set2.
%
%   ?- ord_union([a,c], [b,c], Set).
%      Set = [a,b,c].

ord_union([], Ys, Ys).
ord_union([X|Xs], Ys, Union) :-
    union_with(Ys, X, Xs, Union).

union_with([], X, Xs, [X|Xs]).
union_with([Y|Ys], X, Xs, Union) :-
    compare(Order, X, Y),
    union_with(Order, X, Xs, Y, Ys, Union).

union_with(=, X, Xs, _, Ys, [X|Union]) :-
    ord_union(Xs, Ys, Union).
union_with(<, X, Xs, Y, Ys, [X|Union]) :-
    union_with(Xs, Y, Ys, Union).
union_with(>, X, Xs, Y, Ys, [Y|Union]) :-
    union_with(Ys, X, Xs, Union).

%!  ord_union(+Set1, +Set2, -Union, -New) is det.
%
%   Union holds the elements that are in Set1 or in Set2, and New those that are
%   in Set2 alone.
%
%   ?- ord_union([a,c], [b,c], Set, New).
%      Set = [a,b,c], New = [b].

ord_union(Set1, Set2, Union, New) :-
    ord_union(Set1, Set2, Union),
    ord_subtract(Set2, Set1, New).
