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
    (   Rectangle = [X,W,Y,H]
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
%   Load is the sum of the sizes of the items in Bin.
%
%   ?- bin_packing([item(1,3),item(X,2)], [bin(1,A),bin(2,2)]).
%      X = 2, A = 3.

bin_packing(Items, Bins) :-
    must_be(list, Items),
    must_be(list, Bins),
    findall(Name, member(bin(Name,_), Bins), Names),
    keys_domain(Names, Domain),
    packed_items(Items, Domain, Sizes, Places),
    loads(Bins, Sizes, Places, Loads),
    sum_list(Sizes, Total),
    sum(Loads, #=, Total).

packed_items([], _, [], []).
packed_items([item(Bin,Size)|Items], Domain, [Size|Sizes], [Bin|Places]) :-
    must_be(nonneg, Size),
    Bin in Domain,
    packed_items(Items, Domain, Sizes, Places).

loads([], _, _, []).
loads([bin(Name,Load)|Bins], Sizes, Places, [Load|Loads]) :-
    memberships(Places, Name, Ins),
    scalar_product(Sizes, Ins, #=, Load),
    loads(Bins, Sizes, Places, Loads).

memberships([], _, []).
memberships([Place|Places], Name, [In|Ins]) :-
    Place #= Name #<==> In,
    memberships(Places, Name, Ins).
