% Goals for the elements of lists.

%!  some(:Goal, +List) is nondet.
%!  some(:Goal, +Xs, +Ys) is nondet.
%
%   Goal is true of an element of List, or of two at the same place.

some(Goal, List) :-
    member(X, List),
    call(Goal, X).

some(Goal, [X|Xs], [Y|Ys]) :-
    (   call(Goal, X, Y)
    ;   some(Goal, Xs, Ys)
    ).

%!  somechk(:Goal, +List) is semidet.
%
%   Goal is true of an element of List.

somechk(Goal, List) :-
    member(X, List),
    call(Goal, X),
    !.

%!  scanlist(:Goal, +List, +V0, -V) is nondet.
%!  scanlist(:Goal, +Xs, +Ys, +V0, -V) is nondet.
%
%   As foldl/4 and foldl/5.

scanlist(Goal, List, V0, V) :-
    foldl(Goal, List, V0, V).

scanlist(Goal, Xs, Ys, V0, V) :-
    foldl(Goal, Xs, Ys, V0, V).

%!  map_product(:Goal, +Xs, +Ys, -Zs) is nondet.
%
%   Zs are the results of Goal for each element of Xs with each one of Ys.
%
%   ?- map_product([X,Y,X-Y]>>true, [a,b], [1], Zs).
%      Zs = [a-1,b-1].

map_product(_, [], _, []).
map_product(Goal, [X|Xs], Ys, Zs) :-
    products(Ys, Goal, X, Zs, Zs1),
    map_product(Goal, Xs, Ys, Zs1).

products([], _, _, Zs, Zs).
products([Y|Ys], Goal, X, [Z|Zs0], Zs) :-
    call(Goal, X, Y, Z),
    products(Ys, Goal, X, Zs0, Zs).

%!  cumlist(:Goal, +List, +V0, -Values) is nondet.
%!  cumlist(:Goal, +Xs, +Ys, +V0, -Values) is nondet.
%
%   Values are what the accumulator of a fold from the left is after each element.
%
%   ?- cumlist([X,V0,V]>>(V is V0 + X), [1,2,3], 0, Values).
%      Values = [1,3,6].

cumlist(_, [], _, []).
cumlist(Goal, [X|Xs], V0, [V|Vs]) :-
    call(Goal, X, V0, V),
    cumlist(Goal, Xs, V, Vs).

cumlist(_, [], [], _, []).
cumlist(Goal, [X|Xs], [Y|Ys], V0, [V|Vs]) :-
    call(Goal, X, Y, V0, V),
    cumlist(Goal, Xs, Ys, V, Vs).

%!  group(:Goal, +List, -Groups) is det.
%
%   Groups are rows of neighbours in List such that Goal is true of the first of a row and
%   each further one.
%
%   ?- group(==, [a,a,b], Groups).
%      Groups = [[a,a],[b]].

group(_, [], []).
group(Goal, [X|Xs], [[X|Group]|Groups]) :-
    group_members(Xs, Goal, X, Group, Rest),
    group(Goal, Rest, Groups).

group_members([Y|Ys], Goal, X, [Y|Group], Rest) :-
    call(Goal, X, Y),
    !,
    group_members(Ys, Goal, X, Group, Rest).
group_members(Rest, _, _, [], Rest).
