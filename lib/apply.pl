:- module(apply,
          [ maplist/2,
            maplist/3,
            maplist/4,
            maplist/5,
            maplist/6,
            maplist/7,
            maplist/8,
            include/3,
            exclude/3,
            partition/4,
            partition/5,
            convlist/3,
            foldl/4,
            foldl/5,
            foldl/6,
            foldl/7,
            foldr/4,
            scanl/4,
            scanl/5,
            scanl/6,
            scanl/7
          ]).

% Predicates that call a goal on each element of a list. The list comes first
% in the recursive predicates, so that it selects the clause.

:- meta_predicate
    maplist(1, ?),
    maplist(2, ?, ?),
    maplist(3, ?, ?, ?),
    maplist(4, ?, ?, ?, ?),
    maplist(5, ?, ?, ?, ?, ?),
    maplist(6, ?, ?, ?, ?, ?, ?),
    maplist(7, ?, ?, ?, ?, ?, ?, ?),
    include(1, +, -),
    exclude(1, +, -),
    partition(1, +, -, -),
    partition(2, +, -, -, -),
    convlist(2, +, -),
    foldl(3, +, +, -),
    foldl(4, +, +, +, -),
    foldl(5, +, +, +, +, -),
    foldl(6, +, +, +, +, +, -),
    foldr(3, +, +, -),
    scanl(3, +, +, -),
    scanl(4, +, +, +, -),
    scanl(5, +, +, +, +, -),
    scanl(6, +, +, +, +, +, -).

%!  maplist(:Goal, ?Xs) is nondet.
%
%   Goal holds for each element of Xs.
%
%   ?- maplist(atom, [a,b]).
%      true.

maplist(Goal, Xs) :-
    maplist_(Xs, Goal).

maplist_([], _).
maplist_([X|Xs], Goal) :-
    call(Goal, X),
    maplist_(Xs, Goal).

%!  maplist(:Goal, ?Xs, ?Ys) is nondet.
%
%   Goal holds for each two elements at the same place in Xs and Ys, which are
%   of the same length.
%
%   ?- maplist(succ, [1,2,3], Ys).
%      Ys = [2,3,4].

maplist(Goal, Xs, Ys) :-
    maplist_(Xs, Ys, Goal).

maplist_([], [], _).
maplist_([X|Xs], [Y|Ys], Goal) :-
    call(Goal, X, Y),
    maplist_(Xs, Ys, Goal).

%!  maplist(:Goal, ?Xs, ?Ys, ?Zs) is nondet.
%
%   As maplist/3, for three lists.
%
%   ?- maplist(plus, [1,2], [10,20], Zs).
%      Zs = [11,22].

maplist(Goal, As, Bs, Cs) :-
    maplist_(As, Bs, Cs, Goal).

maplist_([], [], [], _).
maplist_([A|As], [B|Bs], [C|Cs], Goal) :-
    call(Goal, A, B, C),
    maplist_(As, Bs, Cs, Goal).

%!  maplist(:Goal, ?As, ?Bs, ?Cs, ?Ds) is nondet.
%
%   As maplist/3, for four lists.
%
%   ?- maplist(nth0, [0,1], [[a,b],[c,d]], Xs, [[b],[c]]).
%      Xs = [a,d].

maplist(Goal, As, Bs, Cs, Ds) :-
    maplist_(As, Bs, Cs, Ds, Goal).

maplist_([], [], [], [], _).
maplist_([A|As], [B|Bs], [C|Cs], [D|Ds], Goal) :-
    call(Goal, A, B, C, D),
    maplist_(As, Bs, Cs, Ds, Goal).

%!  maplist(:Goal, ?As, ?Bs, ?Cs, ?Ds, ?Es) is nondet.
%
%   As maplist/3, for five lists.
%
%   ?- maplist(sub_atom, [abc], [1], [1], [A], [X]).
%      A = 1, X = b.

maplist(Goal, As, Bs, Cs, Ds, Es) :-
    maplist_(As, Bs, Cs, Ds, Es, Goal).

maplist_([], [], [], [], [], _).
maplist_([A|As], [B|Bs], [C|Cs], [D|Ds], [E|Es], Goal) :-
    call(Goal, A, B, C, D, E),
    maplist_(As, Bs, Cs, Ds, Es, Goal).

%!  maplist(:Goal, ?As, ?Bs, ?Cs, ?Ds, ?Es, ?Fs) is nondet.
%
%   As maplist/3, for six lists.
%
%   ?- maplist(foldl(plus), [[1,2]], [[3,4]], [0], [S], [], []).
%      false.

maplist(Goal, As, Bs, Cs, Ds, Es, Fs) :-
    maplist_(As, Bs, Cs, Ds, Es, Fs, Goal).

maplist_([], [], [], [], [], [], _).
maplist_([A|As], [B|Bs], [C|Cs], [D|Ds], [E|Es], [F|Fs], Goal) :-
    call(Goal, A, B, C, D, E, F),
    maplist_(As, Bs, Cs, Ds, Es, Fs, Goal).

%!  maplist(:Goal, ?As, ?Bs, ?Cs, ?Ds, ?Es, ?Fs, ?Gs) is nondet.
%
%   As maplist/3, for seven lists.
%
%   ?- maplist(true, [], [], [], [], [], [], Gs).
%      Gs = [].

maplist(Goal, As, Bs, Cs, Ds, Es, Fs, Gs) :-
    maplist_(As, Bs, Cs, Ds, Es, Fs, Gs, Goal).

maplist_([], [], [], [], [], [], [], _).
maplist_([A|As], [B|Bs], [C|Cs], [D|Ds], [E|Es], [F|Fs], [G|Gs], Goal) :-
    call(Goal, A, B, C, D, E, F, G),
    maplist_(As, Bs, Cs, Ds, Es, Fs, Gs, Goal).

%!  include(:Goal, +Xs, -Included) is det.
%
%   Included holds the elements of Xs for which Goal is true.
%
%   ?- include(atom, [a,1,b], Xs).
%      Xs = [a,b].

include(Goal, Xs, Included) :-
    include_(Xs, Goal, Included).

include_([], _, []).
include_([X|Xs], Goal, Included) :-
    (   call(Goal, X)
    ->  Included = [X|Included1],
        include_(Xs, Goal, Included1)
    ;   include_(Xs, Goal, Included)
    ).

%!  exclude(:Goal, +Xs, -Others) is det.
%
%   Others holds the elements of Xs for which Goal is false.
%
%   ?- exclude(atom, [a,1,b], Xs).
%      Xs = [1].

exclude(Goal, Xs, Others) :-
    exclude_(Xs, Goal, Others).

exclude_([], _, []).
exclude_([X|Xs], Goal, Others) :-
    (   call(Goal, X)
    ->  exclude_(Xs, Goal, Others)
    ;   Others = [X|Others1],
        exclude_(Xs, Goal, Others1)
    ).

%!  partition(:Goal, +Xs, -Included, -Others) is det.
%
%   Included holds the elements of Xs for which Goal is true, Others those for
%   which it is false.
%
%   ?- partition(atom, [a,1,b], Xs, Ys).
%      Xs = [a,b], Ys = [1].

partition(Goal, Xs, Included, Others) :-
    partition_(Xs, Goal, Included, Others).

partition_([], _, [], []).
partition_([X|Xs], Goal, Included, Others) :-
    (   call(Goal, X)
    ->  Included = [X|Included1],
        partition_(Xs, Goal, Included1, Others)
    ;   Others = [X|Others1],
        partition_(Xs, Goal, Included, Others1)
    ).

%!  partition(:Goal, +Xs, -Less, -Equal, -Greater) is semidet.
%
%   Each element of Xs is in Less, Equal or Greater as call(Goal, Order, X)
%   gives `<`, `=` or `>` for Order.
%
%   ?- partition([X,O]>>compare(O,X,2), [1,3,2], Ls, Es, Gs).
%      Ls = [1], Es = [2], Gs = [3].

partition(Goal, Xs, Less, Equal, Greater) :-
    partition_(Xs, Goal, Less, Equal, Greater).

partition_([], _, [], [], []).
partition_([X|Xs], Goal, Less, Equal, Greater) :-
    call(Goal, X, Order),
    partition_(Order, X, Xs, Goal, Less, Equal, Greater).

partition_(Order, X, Xs, Goal, Less, Equal, Greater) :-
    (   Order = (<)
    ->  Less = [X|Less1],
        partition_(Xs, Goal, Less1, Equal, Greater)
    ;   Order = (=)
    ->  Equal = [X|Equal1],
        partition_(Xs, Goal, Less, Equal1, Greater)
    ;   Order = (>)
    ->  Greater = [X|Greater1],
        partition_(Xs, Goal, Less, Equal, Greater1)
    ;   must_be(oneof([<,=,>]), Order)
    ).

%!  convlist(:Goal, +Xs, -Ys) is det.
%
%   Ys holds, in order, the Y of call(Goal, X, Y) for each X of Xs for which
%   that is true.
%
%   ?- convlist([X,Y]>>(integer(X), Y is X*2), [1,a,3], Ys).
%      Ys = [2,6].

convlist(Goal, Xs, Ys) :-
    convlist_(Xs, Goal, Ys).

convlist_([], _, []).
convlist_([X|Xs], Goal, Ys) :-
    (   call(Goal, X, Y)
    ->  Ys = [Y|Ys1],
        convlist_(Xs, Goal, Ys1)
    ;   convlist_(Xs, Goal, Ys)
    ).

%!  foldl(:Goal, +Xs, +V0, -V) is nondet.
%
%   V is V0 after call(Goal, X, V0, V1) for each X of Xs from first to last,
%   the result of one call being the start of the next.
%
%   ?- foldl(plus, [1,2,3], 0, Sum).
%      Sum = 6.

foldl(Goal, Xs, V0, V) :-
    foldl_(Xs, Goal, V0, V).

foldl_([], _, V, V).
foldl_([X|Xs], Goal, V0, V) :-
    call(Goal, X, V0, V1),
    foldl_(Xs, Goal, V1, V).

%!  foldl(:Goal, +Xs, +Ys, +V0, -V) is nondet.
%
%   As foldl/4, for two lists of the same length.
%
%   ?- foldl([X,Y,S0,S]>>(S is S0+X*Y), [1,2], [3,4], 0, Sum).
%      Sum = 11.

foldl(Goal, Xs, Ys, V0, V) :-
    foldl_(Xs, Ys, Goal, V0, V).

foldl_([], [], _, V, V).
foldl_([X|Xs], [Y|Ys], Goal, V0, V) :-
    call(Goal, X, Y, V0, V1),
    foldl_(Xs, Ys, Goal, V1, V).

%!  foldl(:Goal, +Xs, +Ys, +Zs, +V0, -V) is nondet.
%
%   As foldl/4, for three lists of the same length.
%
%   ?- foldl([X,Y,Z,S0,S]>>(S is S0+X*Y*Z), [1,2], [3,4], [5,6], 0, Sum).
%      Sum = 63.

foldl(Goal, Xs, Ys, Zs, V0, V) :-
    foldl_(Xs, Ys, Zs, Goal, V0, V).

foldl_([], [], [], _, V, V).
foldl_([X|Xs], [Y|Ys], [Z|Zs], Goal, V0, V) :-
    call(Goal, X, Y, Z, V0, V1),
    foldl_(Xs, Ys, Zs, Goal, V1, V).

%!  foldl(:Goal, +As, +Bs, +Cs, +Ds, +V0, -V) is nondet.
%
%   As foldl/4, for four lists of the same length.
%
%   ?- foldl([A,B,C,D,S0,S]>>(S is S0+A*B*C*D), [1], [2], [3], [4], 0, Sum).
%      Sum = 24.

foldl(Goal, As, Bs, Cs, Ds, V0, V) :-
    foldl_(As, Bs, Cs, Ds, Goal, V0, V).

foldl_([], [], [], [], _, V, V).
foldl_([A|As], [B|Bs], [C|Cs], [D|Ds], Goal, V0, V) :-
    call(Goal, A, B, C, D, V0, V1),
    foldl_(As, Bs, Cs, Ds, Goal, V1, V).

%!  foldr(:Goal, +Xs, +V0, -V) is nondet.
%
%   V is V0 after call(Goal, X, V0, V1) for each X of Xs from last to first.
%
%   ?- foldr([X,Xs,[X|Xs]]>>true, [a,b], [c], Ys).
%      Ys = [a,b,c].

foldr(Goal, Xs, V0, V) :-
    foldr_(Xs, Goal, V0, V).

foldr_([], _, V, V).
foldr_([X|Xs], Goal, V0, V) :-
    foldr_(Xs, Goal, V0, V1),
    call(Goal, X, V1, V).

%!  scanl(:Goal, +Xs, +V0, -Vs) is nondet.
%
%   Vs holds V0 and each value that foldl/4 passes on, in order.
%
%   ?- scanl(plus, [1,2,3], 0, Sums).
%      Sums = [0,1,3,6].

scanl(Goal, Xs, V0, [V0|Vs]) :-
    scanl_(Xs, Goal, V0, Vs).

scanl_([], _, _, []).
scanl_([X|Xs], Goal, V0, [V|Vs]) :-
    call(Goal, X, V0, V),
    scanl_(Xs, Goal, V, Vs).

%!  scanl(:Goal, +Xs, +Ys, +V0, -Vs) is nondet.
%
%   As scanl/4, for two lists of the same length.
%
%   ?- scanl([X,Y,S0,S]>>(S is S0+X*Y), [1,2], [3,4], 0, Sums).
%      Sums = [0,3,11].

scanl(Goal, Xs, Ys, V0, [V0|Vs]) :-
    scanl_(Xs, Ys, Goal, V0, Vs).

scanl_([], [], _, _, []).
scanl_([X|Xs], [Y|Ys], Goal, V0, [V|Vs]) :-
    call(Goal, X, Y, V0, V),
    scanl_(Xs, Ys, Goal, V, Vs).

%!  scanl(:Goal, +Xs, +Ys, +Zs, +V0, -Vs) is nondet.
%
%   As scanl/4, for three lists of the same length.
%
%   ?- scanl([X,Y,Z,S0,S]>>(S is S0+X*Y*Z), [1,2], [3,4], [5,6], 0, Sums).
%      Sums = [0,15,63].

scanl(Goal, Xs, Ys, Zs, V0, [V0|Vs]) :-
    scanl_(Xs, Ys, Zs, Goal, V0, Vs).

scanl_([], [], [], _, _, []).
scanl_([X|Xs], [Y|Ys], [Z|Zs], Goal, V0, [V|Vs]) :-
    call(Goal, X, Y, Z, V0, V),
    scanl_(Xs, Ys, Zs, Goal, V, Vs).

%!  scanl(:Goal, +As, +Bs, +Cs, +Ds, +V0, -Vs) is nondet.
%
%   As scanl/4, for four lists of the same length.
%
%   ?- scanl([A,B,C,D,S0,S]>>(S is S0+A*B*C*D), [1], [2], [3], [4], 0, Sums).
%      Sums = [0,24].

scanl(Goal, As, Bs, Cs, Ds, V0, [V0|Vs]) :-
    scanl_(As, Bs, Cs, Ds, Goal, V0, Vs).

scanl_([], [], [], [], _, _, []).
scanl_([A|As], [B|Bs], [C|Cs], [D|Ds], Goal, V0, [V|Vs]) :-
    call(Goal, A, B, C, D, V0, V),
    scanl_(As, Bs, Cs, Ds, Goal, V, Vs).
