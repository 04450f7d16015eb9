% Numbers and lists.

%!  for(?Counter, +Low, +High) is nondet.
%
%   Counter is an integer from Low to High.
%
%   ?- for(Counter, 1, 2).
%      Counter = 1 ; Counter = 2.

for(Counter, Low, High) :-
    between(Low, High, Counter).

%!  nth(?Index, ?List, ?Element) is nondet.
%
%   As nth1/3.

nth(Index, List, Element) :-
    nth1(Index, List, Element).

%!  sublist(?Part, +List) is nondet.
%
%   Part is List without some of its elements.
%
%   ?- sublist(Part, [a,b]).
%      Part = [a,b] ; Part = [b] ; Part = [] ; Part = [a].

sublist(List, List).
sublist(Part, [X|Xs]) :-
    proper_sublist(Xs, X, Part).

proper_sublist(Xs, _, Part) :-
    sublist(Part, Xs).
proper_sublist([Y|Ys], X, [X|Part]) :-
    proper_sublist(Ys, Y, Part).
proper_sublist([], _, _) :-
    fail.

%!  suffix(?Part, ?List) is nondet.
%
%   List ends with Part.
%
%   ?- suffix(Part, [a]).
%      Part = [a] ; Part = [].

suffix(List, List).
suffix(Part, [_|Xs]) :-
    suffix(Part, Xs).

%!  sort0(+List, -Sorted) is det.
%
%   As msort/2.

sort0(List, Sorted) :-
    msort(List, Sorted).

%!  list(@Term) is semidet.
%
%   As is_list/1.

list(Term) :-
    is_list(Term).

%!  partial_list(@Term) is semidet.
%
%   Term is a variable, or a list that ends with a variable.

partial_list(Term) :-
    '$skip_list'(_, Term, Tail),
    var(Tail).

%!  list_or_partial_list(@Term) is semidet.
%
%   Term is a list, perhaps one that ends with a variable.

list_or_partial_list(Term) :-
    '$skip_list'(_, Term, Tail),
    ( var(Tail) ; Tail == [] ),
    !.
