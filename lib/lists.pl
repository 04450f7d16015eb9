:- module(lists,
          [ append/3,
            append/2,
            prefix/2,
            member/2,
            memberchk/2,
            select/3,
            selectchk/3,
            select/4,
            selectchk/4,
            subseq/3,
            subtract/3,
            permutation/2,
            nth0/3,
            nth1/3,
            nth0/4,
            nth1/4,
            nextto/3,
            last/2,
            proper_length/2,
            same_length/2,
            reverse/2,
            flatten/2,
            delete/3,
            clumped/2,
            max_member/2,
            max_member/3,
            min_member/2,
            min_member/3,
            sum_list/2,
            sumlist/2,
            max_list/2,
            min_list/2,
            numlist/3,
            predsort/3,
            is_set/1,
            list_to_set/2,
            intersection/3,
            union/3,
            subset/2
          ]).

% Relations between lists, their elements and their numbers, and lists taken
% as sets. Each predicate walks the list in its first argument where it can,
% so that the list selects the clause and nothing is left to retry at its end.

:- meta_predicate
    max_member(2, -, +),
    min_member(2, -, +),
    predsort(3, +, -).

%!  append(?Front, ?Back, ?List) is nondet.
%
%   List is the elements of Front followed by those of Back.
%
%   ?- append([a,b], [c], Xs).
%      Xs = [a,b,c].
%
%   ?- append(Xs, Ys, [a]).
%      Xs = [], Ys = [a]
%   ;  Xs = [a], Ys = [].

append([], Back, Back).
append([X|Front], Back, [X|List]) :-
    append(Front, Back, List).

%!  append(+Lists, ?List) is nondet.
%
%   List is the concatenation of the members of Lists, which is a proper list
%   of lists or partial lists.
%
%   ?- append([[a],[b,c],[]], Xs).
%      Xs = [a,b,c].

append(Lists, List) :-
    must_be(list, Lists),
    lists_concatenation(Lists, List).

lists_concatenation([], []).
lists_concatenation([Front|Lists], List) :-
    append(Front, Back, List),
    lists_concatenation(Lists, Back).

%!  prefix(?Part, ?Whole) is nondet.
%
%   Part is a list of the leading elements of Whole.
%
%   ?- prefix(Xs, [a]).
%      Xs = []
%   ;  Xs = [a].

prefix([], _).
prefix([X|Part], [X|Whole]) :-
    prefix(Part, Whole).

%!  member(?Element, ?List) is nondet.
%
%   Element is one of the elements of List. The last element of a proper list
%   leaves no choice point.
%
%   ?- member(X, [a,b]).
%      X = a
%   ;  X = b.

member(X, [Y|Ys]) :-
    member_of_nonempty(Ys, X, Y).

member_of_nonempty(_, X, X).
member_of_nonempty([Y|Ys], X, _) :-
    member_of_nonempty(Ys, X, Y).

%!  memberchk(?Element, ?List) is semidet.
%
%   Unifies Element with the first element of List that it unifies with. A
%   partial list gets Element as its next element if none of those present
%   unifies. A List that ends in anything but a list is a type error.
%
%   ?- memberchk(k-V, [j-1,k-2,k-3]).
%      V = 2.

memberchk(X, List) :-
    '$candidates'(X, List, [Y|Ys]),
    (   X = Y
    ->  true
    ;   memberchk(X, Ys)
    ).

%!  select(?Element, ?List, ?Rest) is nondet.
%
%   Rest is List without one occurrence of Element.
%
%   ?- select(X, [a,b], Rest).
%      X = a, Rest = [b]
%   ;  X = b, Rest = [a].

select(X, [Y|Ys], Rest) :-
    select_from_nonempty(Ys, Y, X, Rest).

select_from_nonempty(Ys, X, X, Ys).
select_from_nonempty([Z|Zs], Y, X, [Y|Rest]) :-
    select_from_nonempty(Zs, Z, X, Rest).

%!  selectchk(+Element, +List, -Rest) is semidet.
%
%   Rest is List without the first element that unifies with Element.
%
%   ?- selectchk(a, [a,b,a], Rest).
%      Rest = [b,a].

selectchk(X, List, Rest) :-
    select(X, List, Rest0),
    !,
    Rest = Rest0.

%!  select(?X, ?Xs, ?Y, ?Ys) is nondet.
%
%   Ys is Xs with one occurrence of X replaced by Y.
%
%   ?- select(b, [a,b], z, Ys).
%      Ys = [a,z].

select(X, Xs, Y, Ys) :-
    replaced_one(Xs, X, Y, Ys).

replaced_one([X|Rest], X, Y, [Y|Rest]).
replaced_one([Z|Xs], X, Y, [Z|Ys]) :-
    replaced_one(Xs, X, Y, Ys).

%!  selectchk(+X, +Xs, ?Y, -Ys) is semidet.
%
%   Ys is Xs with the first element that unifies with X replaced by Y.
%
%   ?- selectchk(b, [a,b,b], z, Ys).
%      Ys = [a,z,b].

selectchk(X, Xs, Y, Ys) :-
    select(X, Xs, Y, Ys),
    !.

%!  subseq(?List, ?Part, ?Rest) is nondet.
%
%   Part holds some of the elements of List and Rest the others, both in the
%   order of List.
%
%   ?- subseq([a,b], Part, Rest).
%      Part = [], Rest = [a,b]
%   ;  Part = [b], Rest = [a]
%   ;  Part = [a], Rest = [b]
%   ;  Part = [a,b], Rest = [].

subseq([], [], []).
subseq([X|Xs], Part, [X|Rest]) :-
    subseq(Xs, Part, Rest).
subseq([X|Xs], [X|Part], Rest) :-
    subseq(Xs, Part, Rest).

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

%!  permutation(?Xs, ?Ys) is nondet.
%
%   Ys holds the elements of Xs in some order. At least one of the two lists
%   must have a known length for the enumeration to end.
%
%   ?- permutation([a,b], Ys).
%      Ys = [a,b]
%   ;  Ys = [b,a].

permutation(Xs, Ys) :-
    '$skip_list'(XLength, Xs, XTail),
    '$skip_list'(YLength, Ys, YTail),
    permutation_lengths(XTail, XLength, YTail, YLength, Xs, Ys),
    permuted(Xs, Ys).

%   Gives both lists the same length, so that permuted/2 ends.

permutation_lengths(XTail, XLength, YTail, YLength, Xs, Ys) :-
    (   XTail == []
    ->  (   YTail == []
        ->  XLength == YLength
        ;   var(YTail)
        ->  length(Ys, XLength)
        ;   must_be(list, Ys)
        )
    ;   var(XTail)
    ->  (   YTail == []
        ->  length(Xs, YLength)
        ;   var(YTail)
        ->  length(Xs, Length),
            length(Ys, Length)
        ;   must_be(list, Ys)
        )
    ;   must_be(list, Xs)
    ).

permuted([], []).
permuted([X|Xs], [Y|Ys]) :-
    select_from_nonempty(Xs, X, Y, Rest),
    permuted(Rest, Ys).

%!  nth0(?Index, ?List, ?Element) is nondet.
%
%   Element is the element of List at Index, counting from 0. It fails for an
%   Index that is negative or too large; one that is no integer is a type error.
%
%   ?- nth0(1, [a,b,c], X).
%      X = b.
%
%   ?- nth0(I, [a,b], X).
%      I = 0, X = a
%   ;  I = 1, X = b.

nth0(Index, List, Element) :-
    nth_element(Index, List, 0, Element).

%!  nth1(?Index, ?List, ?Element) is nondet.
%
%   Element is the element of List at Index, counting from 1.
%
%   ?- nth1(2, [a,b,c], X).
%      X = b.

nth1(Index, List, Element) :-
    nth_element(Index, List, 1, Element).

nth_element(Index, List, Base, Element) :-
    (   integer(Index)
    ->  Skip is Index - Base,
        Skip >= 0,
        '$skip_elements'(Skip, List, Left, Rest),
        element_after(Left, Rest, Element)
    ;   var(Index)
    ->  List = [X|Xs],
        element_index(Xs, X, Element, Base, Index)
    ;   type_error(integer, Index)
    ).

element_after(0, List, Element) :-
    !,
    List = [Element|_].
element_after(Skip, [_|List], Element) :-
    Skip1 is Skip - 1,
    element_after(Skip1, List, Element).

element_index(_, X, X, Index, Index).
element_index([Y|Ys], _, X, Index0, Index) :-
    Index1 is Index0 + 1,
    element_index(Ys, Y, X, Index1, Index).

%!  nth0(?Index, ?List, ?Element, ?Rest) is nondet.
%
%   Element is the element of List at Index, counting from 0, and Rest holds
%   the other elements. With Rest known, List is Rest with Element put in.
%
%   ?- nth0(1, [a,b,c], X, Rest).
%      X = b, Rest = [a,c].
%
%   ?- nth0(1, List, z, [a,b]).
%      List = [a,z,b].

nth0(Index, List, Element, Rest) :-
    nth_element(Index, List, 0, Element, Rest).

%!  nth1(?Index, ?List, ?Element, ?Rest) is nondet.
%
%   Element is the element of List at Index, counting from 1, and Rest holds
%   the other elements.
%
%   ?- nth1(1, [a,b,c], X, Rest).
%      X = a, Rest = [b,c].

nth1(Index, List, Element, Rest) :-
    nth_element(Index, List, 1, Element, Rest).

nth_element(Index, List, Base, Element, Rest) :-
    (   integer(Index)
    ->  Skip is Index - Base,
        Skip >= 0,
        element_after(Skip, List, Element, Rest)
    ;   var(Index)
    ->  element_index_rest(List, Rest, Element, Base, Index)
    ;   type_error(integer, Index)
    ).

element_after(0, List, Element, Rest) :-
    !,
    List = [Element|Rest].
element_after(Skip, [X|List], Element, [X|Rest]) :-
    Skip1 is Skip - 1,
    element_after(Skip1, List, Element, Rest).

%   Rest may be the list that ends the enumeration, so a step goes on only if
%   it has a next element where List is partial.

element_index_rest([X|Xs], Rest, Element, Index0, Index) :-
    element_index_rest(Rest, Xs, X, Element, Index0, Index).

element_index_rest(Xs, Xs, X, X, Index, Index).
element_index_rest([X|Rest], [Y|Ys], X, Element, Index0, Index) :-
    Index1 is Index0 + 1,
    element_index_rest(Rest, Ys, Y, Element, Index1, Index).

%!  nextto(?X, ?Y, ?List) is nondet.
%
%   Y is the element that directly follows X in List.
%
%   ?- nextto(b, Y, [a,b,c]).
%      Y = c.

nextto(X, Y, [X,Y|_]).
nextto(X, Y, [_|Zs]) :-
    nextto(X, Y, Zs).

%!  last(?List, ?Element) is nondet.
%
%   Element is the last element of List.
%
%   ?- last([a,b,c], X).
%      X = c.

last([X|Xs], Last) :-
    last_of_nonempty(Xs, X, Last).

last_of_nonempty([], Last, Last).
last_of_nonempty([X|Xs], _, Last) :-
    last_of_nonempty(Xs, X, Last).

%!  proper_length(@List, ?Length) is semidet.
%
%   List is a proper list of Length elements. Unlike length/2 it fails for a
%   partial list and makes no list longer.
%
%   ?- proper_length([a,b], N).
%      N = 2.
%
%   ?- proper_length([a|_], N).
%      false.

proper_length(List, Length) :-
    '$skip_list'(Length0, List, Tail),
    Tail == [],
    Length = Length0.

%!  same_length(?Xs, ?Ys) is nondet.
%
%   Xs and Ys are lists with the same number of elements.
%
%   ?- same_length([a,b], Ys).
%      Ys = [_,_].

same_length([], []).
same_length([_|Xs], [_|Ys]) :-
    same_length(Xs, Ys).

%!  reverse(?Xs, ?Ys) is semidet.
%
%   Ys holds the elements of Xs in the opposite order. One of the two must be a
%   proper list.
%
%   ?- reverse([a,b,c], Ys).
%      Ys = [c,b,a].

reverse(Xs, Ys) :-
    (   var(Ys)
    ->  reverse_onto(Xs, [], Ys)
    ;   reverse_onto(Xs, Ys, [], Ys)
    ).

reverse_onto([], Ys, Ys).
reverse_onto([X|Xs], Acc, Ys) :-
    reverse_onto(Xs, [X|Acc], Ys).

%   The second argument is Ys without as many elements as Acc has: it ends the
%   recursion where Xs is partial.

reverse_onto([], [], Ys, Ys).
reverse_onto([X|Xs], [_|Bound], Acc, Ys) :-
    reverse_onto(Xs, Bound, [X|Acc], Ys).

%!  flatten(+Nested, -Flat) is det.
%
%   Flat holds the elements of Nested in order, with every list inside it
%   replaced by its elements. A variable or a partial list is an element.
%
%   ?- flatten([a,[b,[c]],[]], Flat).
%      Flat = [a,b,c].

flatten(Nested, Flat) :-
    '$flatten'(Nested, Flat).

%!  delete(+List, @Element, -Rest) is det.
%
%   Rest holds the elements of List that do not unify with Element. Nothing is
%   bound by the comparison.
%
%   ?- delete([a,b,a], a, Rest).
%      Rest = [b].

delete(List, Element, Rest) :-
    '$unlike'(Element, List, Rest, Rest1, Candidates),
    without(Candidates, Element, Rest1).

without([], _, []).
without([X|Xs], Element, Rest) :-
    (   X \= Element
    ->  Rest = [X|Rest1],
        delete(Xs, Element, Rest1)
    ;   delete(Xs, Element, Rest)
    ).

%!  clumped(+Items, -Pairs) is det.
%
%   Pairs holds Item-Count for each run of Count identical elements in Items.
%
%   ?- clumped([a,a,b,a], Pairs).
%      Pairs = [a-2,b-1,a-1].

clumped([], []).
clumped([X|Xs], Pairs) :-
    clumps(Xs, X, 1, Pairs).

clumps([], X, Count, [X-Count]).
clumps([Y|Ys], X, Count, Pairs) :-
    (   X == Y
    ->  Count1 is Count + 1,
        clumps(Ys, X, Count1, Pairs)
    ;   Pairs = [X-Count|Pairs1],
        clumps(Ys, Y, 1, Pairs1)
    ).

%!  max_member(-Max, +List) is semidet.
%
%   Max is the last element of List in the standard order of terms. It fails
%   for the empty list.
%
%   ?- max_member(X, [b,1,c]).
%      X = c.

max_member(Max, List) :-
    '$extreme'(>, List, Max).

%!  max_member(:NotAfter, -Max, +List) is semidet.
%
%   Max is the last element of List in the order given by NotAfter, which is
%   true of X and Y if X does not come after Y.
%
%   ?- max_member(@=<, X, [a,c,b]).
%      X = c.

max_member(NotAfter, Max, [X|Xs]) :-
    max_term(Xs, NotAfter, X, Max).

max_term([], _, Max, Max).
max_term([X|Xs], NotAfter, Max0, Max) :-
    (   call(NotAfter, X, Max0)
    ->  max_term(Xs, NotAfter, Max0, Max)
    ;   max_term(Xs, NotAfter, X, Max)
    ).

%!  min_member(-Min, +List) is semidet.
%
%   Min is the first element of List in the standard order of terms. It fails
%   for the empty list.
%
%   ?- min_member(X, [b,1,c]).
%      X = 1.

min_member(Min, List) :-
    '$extreme'(<, List, Min).

%!  min_member(:NotAfter, -Min, +List) is semidet.
%
%   Min is the first element of List in the order given by NotAfter, which is
%   true of X and Y if X does not come after Y.
%
%   ?- min_member(@=<, X, [b,a,c]).
%      X = a.

min_member(NotAfter, Min, [X|Xs]) :-
    min_term(Xs, NotAfter, X, Min).

min_term([], _, Min, Min).
min_term([X|Xs], NotAfter, Min0, Min) :-
    (   call(NotAfter, Min0, X)
    ->  min_term(Xs, NotAfter, Min0, Min)
    ;   min_term(Xs, NotAfter, X, Min)
    ).

%!  sum_list(+Numbers, -Sum) is det.
%
%   Sum is the sum of Numbers, 0 for the empty list.
%
%   ?- sum_list([1,2,3], Sum).
%      Sum = 6.

sum_list(Numbers, Sum) :-
    sum_onto(Numbers, 0, Sum).

sum_onto([], Sum, Sum).
sum_onto([X|Xs], Sum0, Sum) :-
    Sum1 is Sum0 + X,
    sum_onto(Xs, Sum1, Sum).

%!  sumlist(+Numbers, -Sum) is det.
%
%   The older name of sum_list/2.
%
%   ?- sumlist([1,2,3], Sum).
%      Sum = 6.

sumlist(Numbers, Sum) :-
    sum_onto(Numbers, 0, Sum).

%!  max_list(+Numbers, -Max) is semidet.
%
%   Max is the largest of Numbers. It fails for the empty list.
%
%   ?- max_list([1,3,2], Max).
%      Max = 3.

max_list([X|Xs], Max) :-
    max_number(Xs, X, Max).

max_number([], Max, Max).
max_number([X|Xs], Max0, Max) :-
    Max1 is max(Max0, X),
    max_number(Xs, Max1, Max).

%!  min_list(+Numbers, -Min) is semidet.
%
%   Min is the smallest of Numbers. It fails for the empty list.
%
%   ?- min_list([2,1,3], Min).
%      Min = 1.

min_list([X|Xs], Min) :-
    min_number(Xs, X, Min).

min_number([], Min, Min).
min_number([X|Xs], Min0, Min) :-
    Min1 is min(Min0, X),
    min_number(Xs, Min1, Min).

%!  numlist(+Low, +High, -Numbers) is semidet.
%
%   Numbers holds the integers from Low to High. It fails if High is less than
%   Low.
%
%   ?- numlist(1, 3, Ns).
%      Ns = [1,2,3].

numlist(Low, High, Numbers) :-
    must_be(integer, Low),
    must_be(integer, High),
    Low =< High,
    integers_from(Low, High, Numbers).

integers_from(Low, High, Numbers) :-
    (   Low =:= High
    ->  Numbers = [High]
    ;   Numbers = [Low|Numbers1],
        Low1 is Low + 1,
        integers_from(Low1, High, Numbers1)
    ).

%!  predsort(:Compare, +List, -Sorted) is det.
%
%   Sorted holds the elements of List in the order given by Compare:
%   call(Compare, Order, X, Y) unifies Order with `<`, `=` or `>`. Of elements
%   that compare as `=` only the first is kept.
%
%   ?- predsort(compare, [b,a,c,a], Xs).
%      Xs = [a,b,c].

predsort(Compare, List, Sorted) :-
    must_be(list, List),
    length(List, Length),
    predsort(Length, Compare, List, _, Sorted0),
    Sorted = Sorted0.

%   Sorts the first Length elements of Xs and leaves Rest.

predsort(Length, Compare, Xs, Rest, Sorted) :-
    (   Length > 1
    ->  Half1 is Length // 2,
        Half2 is Length - Half1,
        predsort(Half1, Compare, Xs, Xs1, Sorted1),
        predsort(Half2, Compare, Xs1, Rest, Sorted2),
        predmerge(Sorted1, Sorted2, Compare, Sorted)
    ;   Length =:= 1
    ->  Xs = [X|Rest],
        Sorted = [X]
    ;   Rest = Xs,
        Sorted = []
    ).

predmerge([], Ys, _, Ys).
predmerge([X|Xs], Ys, Compare, Zs) :-
    predmerge(Ys, X, Xs, Compare, Zs).

predmerge([], X, Xs, _, [X|Xs]).
predmerge([Y|Ys], X, Xs, Compare, Zs) :-
    call(Compare, Order, X, Y),
    !,
    predmerge(Order, X, Xs, Y, Ys, Compare, Zs).

predmerge(<, X, Xs, Y, Ys, Compare, [X|Zs]) :-
    predmerge(Xs, [Y|Ys], Compare, Zs).
predmerge(=, X, Xs, _, Ys, Compare, Zs) :-
    predmerge(Ys, X, Xs, Compare, Zs).
predmerge(>, X, Xs, Y, Ys, Compare, [Y|Zs]) :-
    predmerge(Ys, X, Xs, Compare, Zs).

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
