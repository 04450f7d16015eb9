% Lists: their ends and parts, and those that are shorter or longer.

%!  rev(+List, -Reversed) is det.
%
%   As reverse/2.
%
%   ?- rev([1,2,3], Reversed).
%      Reversed = [3,2,1].

rev(List, Reversed) :-
    reverse(List, Reversed).

%!  cons(?Head, ?Tail, ?List) is det.
%
%   List is Head followed by Tail.

cons(Head, Tail, [Head|Tail]).

%!  head(?List, ?Head) is semidet.
%
%   Head is the first element of List.

head([Head|_], Head).

%!  tail(?List, ?Tail) is semidet.
%
%   Tail is List without its first element.

tail([_|Tail], Tail).

%!  last(?Front, ?Last, ?List) is nondet.
%
%   List is Front followed by the element Last.
%
%   ?- last(Front, Last, [a,b]).
%      Front = [a], Last = b.

last(Front, Last, List) :-
    append(Front, [Last], List),
    !.

%!  append_length(?Back, ?List, ?Count) is nondet.
%!  append_length(?Front, ?Back, ?List, ?Count) is nondet.
%
%   List is Front, of Count elements, followed by Back.
%
%   ?- append_length(Front, Back, [a,b,c], 1).
%      Front = [a], Back = [b,c].

append_length(Back, List, Count) :-
    append_length(_, Back, List, Count).

append_length(Front, Back, List, Count) :-
    (   integer(Count)
    ->  length(Front, Count),
        append(Front, Back, List),
        !
    ;   append(Front, Back, List),
        length(Front, Count)
    ).

%!  prefix_length(?List, ?Front, ?Count) is nondet.
%
%   List starts with Front, which has Count elements.

prefix_length(List, Front, Count) :-
    append_length(Front, _, List, Count).

%!  suffix_length(?List, ?Back, ?Count) is nondet.
%
%   List ends with Back, which has Count elements.

suffix_length(List, Back, Count) :-
    append(_, Back, List),
    length(Back, Count).

%!  proper_prefix(?List, ?Front) is nondet.
%
%   List starts with Front and goes on.

proper_prefix(List, Front) :-
    append(Front, [_|_], List).

%!  proper_suffix(?List, ?Back) is nondet.
%
%   List ends with Back, before which something stands.

proper_suffix(List, Back) :-
    append([_|_], Back, List).

%!  segment(?List, ?Segment) is nondet.
%
%   Segment is a row of elements of List.

segment(_, []).
segment(List, [X|Xs]) :-
    append(_, Rest, List),
    append([X|Xs], _, Rest).

%!  proper_segment(?List, ?Segment) is nondet.
%
%   Segment is a row of some but not all elements of List.

proper_segment(List, Segment) :-
    segment(List, Segment),
    \+ same_length(Segment, List).

%!  same_length(?Xs, ?Ys, ?Length) is nondet.
%
%   Xs and Ys are lists of Length elements.

same_length(Xs, Ys, Length) :-
    (   is_list(Ys)
    ->  length(Ys, Length),
        length(Xs, Length)
    ;   length(Xs, Length),
        length(Ys, Length)
    ).

%!  shorter_list(?Short, ?Long) is nondet.
%
%   Short has fewer elements than Long.

shorter_list([], [_|_]).
shorter_list([_|Xs], [_|Ys]) :-
    shorter_list(Xs, Ys).

%!  longer_list(?Long, ?Short) is nondet.
%
%   Long has more elements than Short.

longer_list(Long, Short) :-
    shorter_list(Short, Long).

%!  sublist(+List, ?Part, ?Before, ?Length) is nondet.
%!  sublist(+List, ?Part, ?Before, ?Length, ?After) is nondet.
%
%   Part is a row of Length elements of List with Before elements before it and After
%   behind it, as in sub_atom/5.
%
%   ?- sublist([a,b,c], Part, 1, 1, After).
%      Part = [b], After = 1.

sublist(List, Part, Before, Length) :-
    sublist(List, Part, Before, Length, _).

sublist(List, Part, Before, Length, After) :-
    append_length(_, Rest, List, Before),
    append_length(Part, Tail, Rest, Length),
    length(Tail, After).

%!  rotate_list(+List, ?Rotated) is semidet.
%!  rotate_list(+Count, +List, ?Rotated) is semidet.
%
%   Rotated is List with its first Count elements, or the first, moved to the end.
%
%   ?- rotate_list(1, [a,b,c], Rotated).
%      Rotated = [b,c,a].

rotate_list(List, Rotated) :-
    rotate_list(1, List, Rotated).

rotate_list(Count, List, Rotated) :-
    length(List, Length),
    (   Length =:= 0
    ->  Rotated = []
    ;   Start is Count mod Length,
        length(Front, Start),
        append(Front, Back, List),
        append(Back, Front, Rotated)
    ).

%!  numlist(+High, -Numbers) is semidet.
%
%   Numbers are the integers from 1 to High.

numlist(High, Numbers) :-
    numlist(1, High, Numbers).

%!  subseq0(+List, ?Part) is nondet.
%
%   Part is List without some of its elements.

subseq0(List, Part) :-
    subseq(List, Part, _).

%!  subseq1(+List, ?Part) is nondet.
%
%   The same, but not the whole List.

subseq1(List, Part) :-
    subseq(List, Part, [_|_]).
