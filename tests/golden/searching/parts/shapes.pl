:- module(shapes, [area/2]).

area(square(Side), Area) :-
    Area is Side * Side.
area(rectangle(Width, Height), Area) :-
    Area is Width * Height.
