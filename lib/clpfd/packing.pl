% Rectangles in the plane and items in bins.

%!  disjoint2(?Rectangles) is semidet.
%
%   Rectangles, a list of compounds with the arguments X, Width, Y, Height, do
%   not overlap.
%
%   ?- X in 0..2, disjoint2([r(0,2,0,2), r(X,2,0,2)]).
%      X = 2.

disjoint2(Rectangles) :-
    must_be(list, Rectangles),
    rectangles(Rectangles, Variables),
    '$fd_list'(boxes, Variables, 0, 0, disjoint2(Rectangles)).

%!  diffn(?Rectangles) is semidet.
%
%   The same as disjoint2/1, with rectangles that are lists as well.
%
%   ?- X in 0..2, diffn([[0,2,0,2], [X,2,0,2]]).
%      X = 2.

diffn(Rectangles) :-
    disjoint2(Rectangles).

rectangles([], []).
rectangles([Rectangle|Rectangles], [X,W,Y,H|Variables]) :-
    (   var(Rectangle)
    ->  instantiation_error(Rectangle)
    ;   Rectangle = [X,W,Y,H]
    ->  true
    ;   compound(Rectangle),
        Rectangle =.. [_,X,W,Y,H]
    ->  true
    ;   type_error(rectangle, Rectangle)
    ),
    check_each([X,W,Y,H]),
    rectangles(Rectangles, Variables).

%!  bin_packing(?Items, ?Bins) is semidet.
%
%   Items is a list of terms item(Bin, Size), and Bins of terms bin(Bin, Load):
%   Load is the sum of the sizes of the items in Bin. Bins and sizes are known.
%
%   ?- bin_packing([item(1,3),item(X,2)], [bin(1,A),bin(2,2)]).
%      X = 2, A = 3.

bin_packing(Items, Bins) :-
    must_be(list, Items),
    must_be(list, Bins),
    packed_items(Items, Sizes, Places),
    named_bins(Bins, Names, Loads),
    sort(Names, Unique),
    (   same_length(Unique, Names)
    ->  true
    ;   domain_error(unique_bins, Bins)
    ),
    (   Names == []
    ->  Items == []
    ;   keys_domain(Names, Domain),
        Places ins Domain,
        pairs_keys_values(Pairs, Names, Loads),
        keysort(Pairs, Sorted),
        pairs_values(Sorted, Ordered),
        append(Places, Ordered, All),
        SizesTerm =.. [sizes|Sizes],
        '$fd_list'(packing, All, Domain, SizesTerm, bin_packing(Items,Bins))
    ).

packed_items([], [], []).
packed_items([Item|Items], [Size|Sizes], [Bin|Bins]) :-
    (   var(Item)
    ->  instantiation_error(Item)
    ;   Item = item(Bin,Size)
    ->  must_be(nonneg, Size),
        check_each([Bin])
    ;   type_error(item, Item)
    ),
    packed_items(Items, Sizes, Bins).

named_bins([], [], []).
named_bins([Bin|Bins], [Name|Names], [Load|Loads]) :-
    (   var(Bin)
    ->  instantiation_error(Bin)
    ;   Bin = bin(Name,Load)
    ->  must_be(integer, Name),
        check_each([Load])
    ;   type_error(bin, Bin)
    ),
    named_bins(Bins, Names, Loads).
