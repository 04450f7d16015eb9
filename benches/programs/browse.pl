% Matching patterns with gaps against nested lists, as in a browser of frames.
%
% In a pattern, ? stands for any one element, gap(Name) for any run of elements,
% the same run wherever the name occurs.

frames(full, 2600).
frames(small, 5).

bench(Size) :-
    frames(Size, Count),
    random_frames(Count, 17, Frames),
    patterns(Patterns),
    findall(1, pattern_of_frame(Frames, Patterns), Matches),
    length(Matches, Matched),
    write(Size), write(' '), write(Matched), nl.

pattern_of_frame(Frames, Patterns) :-
    element(Frame, Frames),
    Frame = frame(_, Properties),
    element(Pattern, Patterns),
    element(Property, Properties),
    matches(Pattern, Property, []).

element(X, [X|_]).
element(X, [_|Ys]) :-
    element(X, Ys).

patterns([
    [gap(a), [a, ?], gap(b), b, gap(c)],
    [gap(x), gap(y), [b, gap(z)], gap(x)],
    [?, gap(u), gap(v), gap(u), ?],
    [gap(p), a, gap(q), [gap(r), c, gap(s)], gap(q)]
]).

% The bindings say which run of elements a name stands for.
matches([], [], _).
matches([Pattern|Patterns], List, Bindings) :-
    matches_first(Pattern, Patterns, List, Bindings).

matches_first(?, Patterns, [_|List], Bindings) :-
    !,
    matches(Patterns, List, Bindings).
matches_first(gap(Name), Patterns, List, Bindings) :-
    !,
    (   bound(Bindings, Name, Run)
    ->  split(Run, List, Rest),
        matches(Patterns, Rest, Bindings)
    ;   split(Run, List, Rest),
        matches(Patterns, Rest, [Name-Run|Bindings])
    ).
matches_first([Pattern|Inner], Patterns, [[X|Xs]|List], Bindings) :-
    !,
    matches([Pattern|Inner], [X|Xs], Bindings),
    matches(Patterns, List, Bindings).
matches_first(Atom, Patterns, [Atom|List], Bindings) :-
    matches(Patterns, List, Bindings).

bound([Key-Value|Bindings], Name, Run) :-
    (   Key == Name
    ->  Run = Value
    ;   bound(Bindings, Name, Run)
    ).

split([], Rest, Rest).
split([X|Run], [X|List], Rest) :-
    split(Run, List, Rest).

random_frames(0, _, []) :- !.
random_frames(Count, Seed, [frame(Seed, Properties)|Frames]) :-
    random_properties(4, Seed, Seed1, Properties),
    Fewer is Count - 1,
    random_frames(Fewer, Seed1, Frames).

random_properties(0, Seed, Seed, []) :- !.
random_properties(N, Seed0, Seed, [Property|Properties]) :-
    random_list(9, 2, Seed0, Seed1, Property),
    N1 is N - 1,
    random_properties(N1, Seed1, Seed, Properties).

random_list(0, _, Seed, Seed, []) :- !.
random_list(N, Depth, Seed0, Seed, [X|Xs]) :-
    Seed1 is (Seed0 * 3877 + 29573) mod 139968,
    Choice is Seed1 * 5 // 139968,
    random_element(Choice, Depth, Seed1, Seed2, X),
    N1 is N - 1,
    random_list(N1, Depth, Seed2, Seed, Xs).

random_element(0, _, Seed, Seed, a).
random_element(1, _, Seed, Seed, b).
random_element(2, _, Seed, Seed, c).
random_element(3, _, Seed, Seed, a).
random_element(4, Depth, Seed0, Seed, X) :-
    (   Depth > 0
    ->  Less is Depth - 1,
        random_list(3, Less, Seed0, Seed, X)
    ;   X = b,
        Seed = Seed0
    ).
