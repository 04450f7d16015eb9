% Lists and their parts: elements, fronts, lists without some elements.

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
