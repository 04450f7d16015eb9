% The greatest and the least, sums, ranges, and sorting by a relation.

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
