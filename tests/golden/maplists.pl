% Predicates that are made for calls of maplist and its kind with a known goal.

:- dynamic given/2.

main :-
    same_name_other_lists,
    changed_goals,
    own_maplist.

show(Goal) :-
    catch(findall(Goal, Goal, All), error(Error, _), All = Error),
    print(All), nl.

% The same goal with the same number of arguments, split in different ways.
same_name_other_lists :-
    show(all_equal(_, [1, 1])),
    show(equal([1, _], [_, 2])),
    show(all_equal(_, [1, 2])),
    show(equal([], [1])),
    show(sums([1, 2], [3, 4], _)),
    show(sums_to(5, [1, 2], _)),
    show(total([1, 2, 3], _)),
    show(total([1, 2], [3, 4], _)).

all_equal(X, Xs) :-
    maplist(=(X), Xs).

equal(Xs, Ys) :-
    maplist(=, Xs, Ys).

sums(Xs, Ys, Zs) :-
    maplist(plus, Xs, Ys, Zs).

sums_to(X, Ys, Zs) :-
    maplist(plus(X), Ys, Zs).

total(Xs, Sum) :-
    foldl(add, Xs, 0, Sum).

total(Xs, Ys, Sum) :-
    foldl(add, Xs, Ys, 0, Sum).

add(X, S0, S) :-
    S is S0 + X.

add(X, Y, S0, S) :-
    S is S0 + X * Y.

% The goal comes, changes and goes.
changed_goals :-
    show(mapped([1], _)),
    assertz(given(1, x)),
    assertz(given(1, y)),
    show(mapped([1, 1], _)),
    retract(given(1, x)),
    show(mapped([1], _)),
    show(missing([a])),
    assertz(absent(a)),
    show(missing([a])),
    abolish(absent/1),
    show(missing([a])).

mapped(Xs, Ys) :-
    maplist(given, Xs, Ys).

missing(Xs) :-
    maplist(absent, Xs).

% A definition of maplist/3 that comes later holds from then on, also for what has
% been compiled.
own_maplist :-
    show(equal([1], _)),
    assertz(maplist(_, own, own)),
    show(equal(_, _)),
    show(sums_to(5, _, _)),
    show(all_equal(_, [1, 1])),
    show(sums([1], [2], _)).
