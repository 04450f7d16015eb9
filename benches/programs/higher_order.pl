% call/N, maplist and foldl with closures that carry arguments.

rounds(full, 1500).
rounds(small, 3).

bench(Size) :-
    rounds(Size, Rounds),
    ascending(1, 300, List),
    repeated(Rounds, List, 0, Sum),
    write(Size), write(' '), write(Sum), nl.

repeated(0, _, Sum, Sum) :- !.
repeated(Round, List, Sum0, Sum) :-
    maplist(scaled(Round), List, Scaled),
    maplist(added, List, Scaled, Added),
    maplist(positive, Added),
    foldl(accumulated(3), Added, 0, Total),
    kept(odd, Added, Odd),
    folded(Odd, plus(1), Total, Total1),
    composed([scaled(2), succeeding, scaled(3)], Total1, Value),
    Sum1 is (Sum0 + Value) mod 1000003,
    Next is Round - 1,
    repeated(Next, List, Sum1, Sum).

scaled(Factor, X, Y) :- Y is X * Factor mod 10007.

succeeding(X, Y) :- Y is X + 1.

added(X, Y, Z) :- Z is X + Y + 1.

positive(X) :- X > 0.

odd(X) :- X mod 2 =:= 1.

accumulated(Factor, X, Total0, Total) :- Total is (Total0 * Factor + X) mod 10007.

plus(Offset, X, Y, Z) :- Z is (X + Y + Offset) mod 10007.

kept(_, [], []).
kept(Test, [X|Xs], Kept) :-
    (   call(Test, X)
    ->  Kept = [X|Rest]
    ;   Kept = Rest
    ),
    kept(Test, Xs, Rest).

folded([], _, Value, Value).
folded([X|Xs], Function, Value0, Value) :-
    call(Function, X, Value0, Value1),
    folded(Xs, Function, Value1, Value).

composed([], Value, Value).
composed([Function|Functions], Value0, Value) :-
    call(Function, Value0, Value1),
    composed(Functions, Value1, Value).

ascending(High, High, [High]) :- !.
ascending(Low, High, [Low|List]) :-
    Next is Low + 1,
    ascending(Next, High, List).
