% Searching graphs: depth first, breadth first, cheapest first, and planning.

main :-
    ( path(a, f, P) -> show(depth_first, P) ; true ),
    breadth_first([[a]], f, B), show(breadth_first, B),
    cheapest(a, f, Cost, C), show(cheapest, Cost-C),
    findall(X, reachable(d, X), Rs), sort(Rs, Sorted), show(reachable, Sorted),
    topological([shirt-tie, tie-jacket, trousers-shoes, trousers-belt, belt-jacket, socks-shoes], Order),
    show(topological, Order),
    components([1-2, 2-3, 4-5, 6-6], Components), show(components, Components),
    ( river(Crossing) -> forall(member(S, Crossing), show(step, S)) ; true ),
    knights_tour(5, Tour), length(Tour, Length), show(tour, Length),
    ( eight_puzzle([1,2,3,4,0,6,7,5,8], Moves) -> show(puzzle, Moves) ; true ),
    missionaries(Boats), length(Boats, Trips), show(missionaries, Trips).

show(Name, Value) :-
    write(Name), write(': '), print(Value), nl.

edge(a, b, 4). edge(a, c, 2). edge(b, d, 5). edge(c, b, 1).
edge(c, d, 8). edge(c, e, 10). edge(d, e, 2). edge(d, f, 6). edge(e, f, 3).

path(From, To, Path) :- path(From, To, [From], Path).

path(To, To, Seen, Path) :- reverse(Seen, Path).
path(From, To, Seen, Path) :-
    edge(From, Next, _), \+ memberchk(Next, Seen),
    path(Next, To, [Next|Seen], Path).

breadth_first([[To|Path]|_], To, Found) :- !, reverse([To|Path], Found).
breadth_first([[Node|Path]|Queue], To, Found) :-
    findall([Next,Node|Path], ( edge(Node, Next, _), \+ memberchk(Next, [Node|Path]) ), Paths),
    append(Queue, Paths, Queue1),
    breadth_first(Queue1, To, Found).

cheapest(From, To, Cost, Path) :- cheapest_([0-[From]], [], To, Cost, Path).

cheapest_([Cost-[To|Path]|_], _, To, Cost, Found) :- !, reverse([To|Path], Found).
cheapest_([_-[Node|_]|Queue], Done, To, Cost, Path) :-
    memberchk(Node, Done), !,
    cheapest_(Queue, Done, To, Cost, Path).
cheapest_([Cost0-[Node|Path]|Queue], Done, To, Cost, Found) :-
    findall(Cost1-[Next,Node|Path], ( edge(Node, Next, C), Cost1 is Cost0 + C ), Paths),
    append(Queue, Paths, Queue1),
    keysort(Queue1, Sorted),
    cheapest_(Sorted, [Node|Done], To, Cost, Found).

reachable(From, To) :- edge(From, To, _).
reachable(From, To) :- edge(From, Next, _), reachable(Next, To).

topological(Edges, Order) :-
    findall(N, ( member(A-B, Edges), member(N, [A,B]) ), Ns), sort(Ns, Nodes),
    order(Nodes, Edges, Order).

order([], _, []).
order(Nodes, Edges, [Node|Order]) :-
    member(Node, Nodes), \+ member(_-Node, Edges), !,
    exclude([From-_]>>(From == Node), Edges, Edges1),
    exclude(==(Node), Nodes, Nodes1),
    order(Nodes1, Edges1, Order).

components(Edges, Components) :-
    findall(N, ( member(A-B, Edges), ( N = A ; N = B ) ), Ns), sort(Ns, Nodes),
    findall([N], member(N, Nodes), Sets),
    foldl(join, Edges, Sets, Joined),
    msort(Joined, Components).

join(A-B, Sets0, Sets) :-
    selectchk_set(A, Sets0, SA, Rest),
    (   memberchk(B, SA)
    ->  Sets = Sets0
    ;   selectchk_set(B, Rest, SB, Rest1),
        ord_union(SA, SB, S),
        Sets = [S|Rest1]
    ).

selectchk_set(X, Sets, Set, Rest) :- select(Set, Sets, Rest), memberchk(X, Set), !.

river(Steps) :- cross(state(w,w,w,w), [state(w,w,w,w)], Steps).

cross(state(e,e,e,e), Seen, Steps) :- !, reverse(Seen, Steps).
cross(State, Seen, Steps) :-
    ferry(State, Next), \+ unsafe(Next), \+ memberchk(Next, Seen),
    cross(Next, [Next|Seen], Steps).

ferry(state(X,X,G,C), state(Y,Y,G,C)) :- other(X, Y).
ferry(state(X,W,X,C), state(Y,W,Y,C)) :- other(X, Y).
ferry(state(X,W,G,X), state(Y,W,G,Y)) :- other(X, Y).
ferry(state(X,W,G,C), state(Y,W,G,C)) :- other(X, Y).

other(w, e).
other(e, w).

unsafe(state(F,W,W,_)) :- F \== W.
unsafe(state(F,_,G,G)) :- F \== G.

knights_tour(Size, Tour) :- Squares is Size * Size, tour(Squares, Size, 1/1, [1/1], Tour), !.

tour(Squares, _, _, Tour, Tour) :- length(Tour, Squares), !.
tour(Squares, Size, Square, Visited, Tour) :-
    findall(N-Next, ( jump(Size, Square, Visited, Next),
                      aggregate_all(count, jump(Size, Next, Visited, _), N) ), Moves),
    keysort(Moves, Sorted),
    member(_-Best, Sorted),
    tour(Squares, Size, Best, [Best|Visited], Tour).

jump(Size, X/Y, Visited, X1/Y1) :-
    member(DX/DY, [1/2, 2/1, 2/(-1), 1/(-2), -1/(-2), -2/(-1), -2/1, -1/2]),
    X1 is X + DX, X1 >= 1, X1 =< Size,
    Y1 is Y + DY, Y1 >= 1, Y1 =< Size,
    \+ memberchk(X1/Y1, Visited).

eight_puzzle(Start, Moves) :- between(0, 20, Depth), solve(Depth, Start, [Start], Moves), !.

solve(_, [1,2,3,4,5,6,7,8,0], _, []).
solve(Depth, Board, Seen, [Move|Moves]) :-
    Depth > 0, Less is Depth - 1,
    slide(Board, Move, Next), \+ memberchk(Next, Seen),
    solve(Less, Next, [Next|Seen], Moves).

slide(Board, Move, Next) :-
    nth0(I, Board, 0), !,
    member(Move-D, [up-(-3), down-3, left-(-1), right-1]),
    J is I + D, J >= 0, J =< 8,
    ( abs(D) =:= 1 -> I // 3 =:= J // 3 ; true ),
    nth0(J, Board, Tile),
    findall(V, ( nth0(K, Board, W), ( K =:= I -> V = Tile ; K =:= J -> V = 0 ; V = W ) ), Next).

missionaries(Path) :- boats([[s(3,3,left)]], Path).

boats([[s(0,0,right)|Path]|_], Found) :- !, reverse([s(0,0,right)|Path], Found).
boats([[State|Path]|Queue], Found) :-
    findall([Next,State|Path], ( trip(State, Next), \+ memberchk(Next, [State|Path]) ), Paths),
    append(Queue, Paths, Queue1),
    boats(Queue1, Found).

trip(s(M,C,left), s(M1,C1,right)) :-
    member(DM-DC, [1-0, 2-0, 0-1, 0-2, 1-1]),
    M1 is M - DM, C1 is C - DC, safe(M1, C1).
trip(s(M,C,right), s(M1,C1,left)) :-
    member(DM-DC, [1-0, 2-0, 0-1, 0-2, 1-1]),
    M1 is M + DM, C1 is C + DC, safe(M1, C1).

safe(M, C) :-
    M >= 0, M =< 3, C >= 0, C =< 3,
    ( M =:= 0 -> true ; M >= C ),
    ( M =:= 3 -> true ; 3 - M >= 3 - C ).
