% Colouring a map so that no two neighbours have the same colour.
%
% The map shows the nine states of Austria. A region takes a colour that
% differs from those of the neighbours coloured before it.
%
% Run:  luminy examples/puzzles/map_colouring.pl -g main -t halt
%
%   ?- colouring([red,green,blue], Colouring).

main :-
    forall(member(Colours, [[red,green], [red,green,blue], [red,green,blue,white]]),
           report(Colours)),
    once(colouring([red,green,blue,white], Colouring)),
    forall(member(Region-Colour, Colouring), ( write(Region-Colour), nl )).

report(Colours) :-
    findall(Colouring, colouring(Colours, Colouring), All),
    length(Colours, Number),
    length(All, Count),
    write(Number), write(' colours: '), write(Count), write(' ways'), nl.

%!  colouring(+Colours, -Colouring) is nondet.
%
%   Colouring is a list Region-Colour in which neighbours differ.

colouring(Colours, Colouring) :-
    findall(Region, region(Region), Regions),
    coloured(Regions, Colours, [], Colouring).

coloured([], _, Colouring, Colouring).
coloured([Region|Regions], Colours, Colouring0, Colouring) :-
    member(Colour, Colours),
    \+ clash(Region, Colour, Colouring0),
    coloured(Regions, Colours, [Region-Colour|Colouring0], Colouring).

clash(Region, Colour, Colouring) :-
    member(Other-Colour, Colouring),
    neighbours(Region, Other).

neighbours(A, B) :-
    border(A, B).
neighbours(A, B) :-
    border(B, A).

region(vorarlberg).
region(tyrol).
region(salzburg).
region(carinthia).
region(styria).
region(upper_austria).
region(lower_austria).
region(vienna).
region(burgenland).

border(vorarlberg, tyrol).
border(tyrol, salzburg).
border(tyrol, carinthia).
border(salzburg, carinthia).
border(salzburg, styria).
border(salzburg, upper_austria).
border(carinthia, styria).
border(styria, upper_austria).
border(styria, lower_austria).
border(styria, burgenland).
border(upper_austria, lower_austria).
border(lower_austria, vienna).
border(lower_austria, burgenland).
