% Sets.

%!  fdset_parts(?Set, ?Min, ?Max, ?Rest) is semidet.
%
%   Set holds the integers from Min to Max and, above them, those of Rest.
%
%   ?- list_to_fdset([1,2,5], S), fdset_parts(S, A, B, R), fdset_to_list(R, L).
%      S = split(3,from_to(n(1),n(2)),from_to(n(5),n(5))), A = 1, B = 2,
%      R = from_to(n(5),n(5)), L = [5].

fdset_parts(Set, Min, Max, Rest) :-
    (   var(Set)
    ->  '$fdset_ranges'(Rest, Ranges),
        '$ranges_fdset'([Min..Max|Ranges], Set)
    ;   '$fdset_ranges'(Set, [Min..Max|Ranges]),
        '$ranges_fdset'(Ranges, Rest)
    ).

%!  empty_fdset(?Set) is semidet.
%
%   Set is the empty set.
%
%   ?- empty_fdset(S).
%      S = empty.

empty_fdset(empty).

%!  empty_interval(+Min, +Max) is semidet.
%
%   There is no integer from Min to Max.
%
%   ?- empty_interval(2, 1).
%      true.

empty_interval(Min, Max) :-
    '$ranges_fdset'([Min..Max], empty).

%!  fdset_interval(?Set, ?Min, ?Max) is semidet.
%
%   Set is the set of the integers from Min to Max.
%
%   ?- fdset_interval(S, 1, 5).
%      S = from_to(n(1),n(5)).

fdset_interval(Set, Min, Max) :-
    (   var(Set)
    ->  '$ranges_fdset'([Min..Max], Set),
        Set \== empty
    ;   '$fdset_ranges'(Set, [Min..Max])
    ).

%!  fdset_singleton(?Set, ?Element) is semidet.
%
%   Element is the only element of Set.
%
%   ?- fdset_singleton(S, 4).
%      S = from_to(n(4),n(4)).

fdset_singleton(Set, Element) :-
    fdset_interval(Set, Element, Element).

%!  fdset_min(+Set, -Min) is semidet.
%
%   Min is the least element of Set, or `inf`.
%
%   ?- list_to_fdset([2,1], S), fdset_min(S, M).
%      S = from_to(n(1),n(2)), M = 1.

fdset_min(Set, Min) :-
    '$fdset_ranges'(Set, [Min.._|_]).

%!  fdset_max(+Set, -Max) is semidet.
%
%   Max is the greatest element of Set, or `sup`.
%
%   ?- list_to_fdset([2,1], S), fdset_max(S, M).
%      S = from_to(n(1),n(2)), M = 2.

fdset_max(Set, Max) :-
    '$fdset_ranges'(Set, Ranges),
    last(Ranges, _..Max).

%!  fdset_size(+Set, -Size) is det.
%
%   Size is the number of elements of Set, or `sup`.
%
%   ?- fdset_interval(S, 1, 5), fdset_size(S, Size).
%      S = from_to(n(1),n(5)), Size = 5.

fdset_size(Set, Size) :-
    '$fdset_ranges'(Set, Ranges),
    (   ranges_size(Ranges, 0, Size0)
    ->  Size = Size0
    ;   Size = sup
    ).

ranges_size([], Size, Size).
ranges_size([Min..Max|Ranges], Size0, Size) :-
    integer(Min),
    integer(Max),
    Size1 is Size0 + Max - Min + 1,
    ranges_size(Ranges, Size1, Size).

%!  list_to_fdset(+List, -Set) is det.
%
%   Set is the set of the integers in List.
%
%   ?- list_to_fdset([3,1,2], S).
%      S = from_to(n(1),n(3)).

list_to_fdset(List, Set) :-
    must_be(list(integer), List),
    findall(X..X, member(X, List), Ranges),
    '$ranges_fdset'(Ranges, Set).

%!  fdset_to_list(+Set, -List) is det.
%
%   List holds the elements of Set in ascending order.
%
%   ?- fdset_interval(S, 1, 3), fdset_to_list(S, L).
%      S = from_to(n(1),n(3)), L = [1,2,3].

fdset_to_list(Set, List) :-
    '$fdset_ranges'(Set, Ranges),
    (   member(Min..Max, Ranges),
        ( Min == inf ; Max == sup )
    ->  instantiation_error(Set)
    ;   findall(X, ( member(Min..Max, Ranges), between(Min, Max, X) ), List)
    ).

%!  range_to_fdset(+Domain, -Set) is det.
%
%   Set is the set of the integers in the domain term Domain.
%
%   ?- range_to_fdset(1..3, S).
%      S = from_to(n(1),n(3)).

range_to_fdset(Domain, Set) :-
    (   Domain == 1..0
    ->  Set = empty
    ;   X in Domain,
        fd_set(X, Set0)
    ->  Set = Set0
    ;   Set = empty
    ).

%!  fdset_to_range(+Set, -Domain) is det.
%
%   Domain is the domain term for Set; `1..0` if it is empty.
%
%   ?- fdset_to_range(empty, D).
%      D = 1..0.

fdset_to_range(Set, Domain) :-
    (   Set == empty
    ->  Domain = 1..0
    ;   X in_set Set,
        fd_dom(X, Domain)
    ).

%!  fdset_add_element(+Set, +Element, -Set2) is det.
%
%   Set2 is Set with the integer Element.
%
%   ?- fdset_add_element(empty, 1, S).
%      S = from_to(n(1),n(1)).

fdset_add_element(Set, Element, Set2) :-
    '$ranges_fdset'([Element..Element], Single),
    '$fdset_combined'(union, Set, Single, Set2).

%!  fdset_del_element(+Set, +Element, -Set2) is det.
%
%   Set2 is Set without the integer Element.
%
%   ?- fdset_interval(S, 1, 2), fdset_del_element(S, 1, S2).
%      S = from_to(n(1),n(2)), S2 = from_to(n(2),n(2)).

fdset_del_element(Set, Element, Set2) :-
    '$ranges_fdset'([Element..Element], Single),
    '$fdset_combined'(difference, Set, Single, Set2).

%!  fdset_disjoint(+Set1, +Set2) is semidet.
%
%   Set1 and Set2 have no common element.
%
%   ?- fdset_disjoint(empty, empty).
%      true.

fdset_disjoint(Set1, Set2) :-
    '$fdset_combined'(intersection, Set1, Set2, empty).

%!  fdset_intersect(+Set1, +Set2) is semidet.
%
%   Set1 and Set2 have a common element.
%
%   ?- fdset_intersect(empty, empty).
%      false.

fdset_intersect(Set1, Set2) :-
    \+ fdset_disjoint(Set1, Set2).

%!  fdset_intersection(+Set1, +Set2, -Set) is det.
%
%   Set holds the elements of both Set1 and Set2.
%
%   ?- fdset_intersection(empty, empty, S).
%      S = empty.

fdset_intersection(Set1, Set2, Set) :-
    '$fdset_combined'(intersection, Set1, Set2, Set).

%!  fdset_member(?Element, +Set) is nondet.
%
%   Element is an element of Set.
%
%   ?- fdset_interval(S, 1, 2), fdset_member(X, S).
%      S = from_to(n(1),n(2)), X = 1
%   ;  S = from_to(n(1),n(2)), X = 2.

fdset_member(Element, Set) :-
    (   integer(Element)
    ->  '$fdset_has'(Set, Element)
    ;   Element in_set Set,
        indomain(Element)
    ).

%!  fdset_eq(+Set1, +Set2) is semidet.
%
%   Set1 and Set2 have the same elements.
%
%   ?- fdset_eq(empty, empty).
%      true.

fdset_eq(Set1, Set2) :-
    '$fdset_ranges'(Set1, Ranges),
    '$fdset_ranges'(Set2, Ranges).

%!  fdset_subset(+Set1, +Set2) is semidet.
%
%   All elements of Set1 are in Set2.
%
%   ?- fdset_subset(empty, empty).
%      true.

fdset_subset(Set1, Set2) :-
    '$fdset_combined'(difference, Set1, Set2, empty).

%!  fdset_subtract(+Set1, +Set2, -Set) is det.
%
%   Set holds the elements of Set1 that are not in Set2.
%
%   ?- fdset_subtract(empty, empty, S).
%      S = empty.

fdset_subtract(Set1, Set2, Set) :-
    '$fdset_combined'(difference, Set1, Set2, Set).

%!  fdset_union(+Set1, +Set2, -Set) is det.
%
%   Set holds the elements of Set1 and of Set2.
%
%   ?- fdset_union(empty, empty, S).
%      S = empty.

fdset_union(Set1, Set2, Set) :-
    '$fdset_combined'(union, Set1, Set2, Set).

%!  fdset_union(+Sets, -Set) is det.
%
%   Set holds the elements of all of Sets.
%
%   ?- fdset_union([], S).
%      S = empty.

fdset_union(Sets, Set) :-
    foldl(fdset_union, Sets, empty, Set).

%!  fdset_complement(+Set, -Complement) is det.
%
%   Complement holds the integers that are not in Set.
%
%   ?- fdset_complement(empty, S).
%      S = from_to(inf,sup).

fdset_complement(Set, Complement) :-
    '$fdset_combined'(difference, from_to(inf,sup), Set, Complement).
