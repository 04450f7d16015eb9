% Who owns the zebra?
%
% Five houses stand in a row. Each has its own colour, and its owner a country,
% a drink, a pet and a trade that nobody else in the row has. The clues are
% put down one after the other as descriptions of houses, and unification
% does the rest.
%
% Run:  luminy examples/puzzles/zebra.pl -g main -t halt
%
%   ?- houses(Houses), member(house(_, Owner, _, zebra, _), Houses).

main :-
    houses(Houses),
    print_houses(Houses, 1),
    member(house(_, Owner, _, zebra, _), Houses),
    member(house(_, Drinker, water, _, _), Houses),
    write(zebra(Owner)), nl,
    write(water(Drinker)), nl,
    findall(Hs, houses(Hs), All),
    length(All, Count),
    write(solutions(Count)), nl.

print_houses([], _).
print_houses([House|Houses], N) :-
    write(N), write(': '), write(House), nl,
    N1 is N + 1,
    print_houses(Houses, N1).

%!  houses(-Houses) is nondet.
%
%   Houses are five terms house(Colour, Country, Drink, Pet, Trade) from left
%   to right.

houses(Houses) :-
    Houses = [house(_, norwegian, _, _, _), _, house(_, _, milk, _, _), _, _],
    member(house(red, english, _, _, _), Houses),
    member(house(_, spanish, _, dog, _), Houses),
    member(house(green, _, coffee, _, _), Houses),
    member(house(_, ukrainian, tea, _, _), Houses),
    right_of(house(green, _, _, _, _), house(ivory, _, _, _, _), Houses),
    member(house(_, _, _, snails, sculptor), Houses),
    member(house(yellow, _, _, _, diplomat), Houses),
    next_to(house(_, _, _, _, doctor), house(_, _, _, fox, _), Houses),
    next_to(house(_, _, _, _, diplomat), house(_, _, _, horse, _), Houses),
    member(house(_, _, juice, _, violinist), Houses),
    member(house(_, japanese, _, _, acrobat), Houses),
    next_to(house(_, norwegian, _, _, _), house(blue, _, _, _, _), Houses),
    member(house(_, _, water, _, _), Houses),
    member(house(_, _, _, zebra, _), Houses).

right_of(Right, Left, [Left,Right|_]).
right_of(Right, Left, [_|Houses]) :-
    right_of(Right, Left, Houses).

next_to(A, B, Houses) :-
    right_of(A, B, Houses).
next_to(A, B, Houses) :-
    right_of(B, A, Houses).
