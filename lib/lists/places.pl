% Elements and their places, lengths, and lists turned around or made flat.

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
