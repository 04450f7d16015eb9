% AVL trees: insertion with rebalancing, then look-up of each key.

keys(full, 30000).
keys(small, 500).

bench(Size) :-
    keys(Size, Count),
    inserted(Count, 1, leaf, Tree),
    height(Tree, Height),
    found(Count, 1, Tree, 0, Sum),
    flattened(Tree, [], Pairs),
    length(Pairs, Length),
    write(Size), write(' '), write(Length), write(' '), write(Height),
    write(' '), write(Sum), nl.

inserted(0, _, Tree, Tree) :- !.
inserted(Count, Seed0, Tree0, Tree) :-
    Seed is (Seed0 * 3877 + 29573) mod 139968,
    insert(Tree0, Seed, value(Count), Tree1, _),
    Fewer is Count - 1,
    inserted(Fewer, Seed, Tree1, Tree).

found(0, _, _, Sum, Sum) :- !.
found(Count, Seed0, Tree, Sum0, Sum) :-
    Seed is (Seed0 * 3877 + 29573) mod 139968,
    lookup(Tree, Seed, value(Value)),
    Sum1 is (Sum0 * 7 + Value) mod 1000003,
    Fewer is Count - 1,
    found(Fewer, Seed, Tree, Sum1, Sum).

lookup(node(Key0, Value0, _, Left, Right), Key, Value) :-
    compare(Order, Key, Key0),
    lookup_on(Order, Key, Value, Value0, Left, Right).

lookup_on(=, _, Value, Value, _, _).
lookup_on(<, Key, Value, _, Left, _) :-
    lookup(Left, Key, Value).
lookup_on(>, Key, Value, _, _, Right) :-
    lookup(Right, Key, Value).

% The balance of a node says which side is deeper: <, - or >. The last argument of
% insert/5 is yes if the tree has grown in height.
insert(leaf, Key, Value, node(Key, Value, -, leaf, leaf), yes).
insert(node(Key0, Value0, Balance, Left, Right), Key, Value, Tree, Grown) :-
    compare(Order, Key, Key0),
    insert_on(Order, Key, Value, Key0, Value0, Balance, Left, Right, Tree, Grown).

insert_on(=, Key, Value, _, _, Balance, Left, Right,
          node(Key, Value, Balance, Left, Right), no).
insert_on(<, Key, Value, Key0, Value0, Balance, Left, Right, Tree, Grown) :-
    insert(Left, Key, Value, Left1, LeftGrown),
    left_grown(LeftGrown, Balance, Key0, Value0, Left1, Right, Tree, Grown).
insert_on(>, Key, Value, Key0, Value0, Balance, Left, Right, Tree, Grown) :-
    insert(Right, Key, Value, Right1, RightGrown),
    right_grown(RightGrown, Balance, Key0, Value0, Left, Right1, Tree, Grown).

left_grown(no, Balance, K, V, L, R, node(K, V, Balance, L, R), no).
left_grown(yes, >, K, V, L, R, node(K, V, -, L, R), no).
left_grown(yes, -, K, V, L, R, node(K, V, <, L, R), yes).
left_grown(yes, <, K, V, node(LK, LV, LB, LL, LR), R, Tree, no) :-
    turned_right(LB, K, V, LK, LV, LL, LR, R, Tree).

turned_right(<, K, V, LK, LV, LL, LR, R, node(LK, LV, -, LL, node(K, V, -, LR, R))).
turned_right(>, K, V, LK, LV, LL, node(MK, MV, MB, ML, MR), R,
             node(MK, MV, -, node(LK, LV, B1, LL, ML), node(K, V, B2, MR, R))) :-
    balances(MB, B1, B2).

right_grown(no, Balance, K, V, L, R, node(K, V, Balance, L, R), no).
right_grown(yes, <, K, V, L, R, node(K, V, -, L, R), no).
right_grown(yes, -, K, V, L, R, node(K, V, >, L, R), yes).
right_grown(yes, >, K, V, L, node(RK, RV, RB, RL, RR), Tree, no) :-
    turned_left(RB, K, V, RK, RV, RL, RR, L, Tree).

turned_left(>, K, V, RK, RV, RL, RR, L, node(RK, RV, -, node(K, V, -, L, RL), RR)).
turned_left(<, K, V, RK, RV, node(MK, MV, MB, ML, MR), RR, L,
            node(MK, MV, -, node(K, V, B1, L, ML), node(RK, RV, B2, MR, RR))) :-
    balances(MB, B1, B2).

balances(<, -, >).
balances(-, -, -).
balances(>, <, -).

height(leaf, 0).
height(node(_, _, Balance, Left, Right), Height) :-
    (   Balance = (>)
    ->  height(Right, Below)
    ;   height(Left, Below)
    ),
    Height is Below + 1.

flattened(leaf, Pairs, Pairs).
flattened(node(Key, Value, _, Left, Right), Pairs0, Pairs) :-
    flattened(Right, Pairs0, Pairs1),
    flattened(Left, [Key-Value|Pairs1], Pairs).
