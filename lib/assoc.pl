:- module(assoc,
          [ empty_assoc/1,
            list_to_assoc/2,
            ord_list_to_assoc/2,
            put_assoc/4,
            get_assoc/3,
            get_assoc/5,
            gen_assoc/3,
            min_assoc/3,
            max_assoc/3,
            del_assoc/4,
            del_min_assoc/4,
            del_max_assoc/4,
            assoc_to_list/2,
            assoc_to_keys/2,
            assoc_to_values/2,
            map_assoc/2,
            map_assoc/3,
            is_assoc/1
          ]).

% Maps from keys to values as AVL trees. A tree is `t` or
% t(Key, Value, Balance, Left, Right), with the keys of Left before Key and
% those of Right after it in the standard order of terms. Balance is `<` if Left
% is one level deeper than Right, `>` if Right is, and `-` if neither is. Keys
% are compared as they are, so they should be ground.

:- meta_predicate
    map_assoc(1, ?),
    map_assoc(2, ?, ?).

%!  empty_assoc(?Assoc) is semidet.
%
%   Assoc is the map without keys.
%
%   ?- empty_assoc(A), assoc_to_list(A, Pairs).
%      A = t, Pairs = [].

empty_assoc(t).

%   A quick test for each access. Trees are taken to be trees all through.

check_tree(Tree) :-
    (   nonvar(Tree),
        Tree = t(_,_,_,_,_)
    ->  true
    ;   Tree == t
    ->  true
    ;   var(Tree)
    ->  instantiation_error(Tree)
    ;   type_error(assoc, Tree)
    ).

%!  list_to_assoc(+Pairs, -Assoc) is det.
%
%   Assoc maps Key to Value for each Key-Value of Pairs. A key that occurs twice
%   is a domain error.
%
%   ?- list_to_assoc([b-2,a-1], A), get_assoc(a, A, V), !.
%      A = t(b,2,<,t(a,1,-,t,t),t), V = 1.

list_to_assoc(Pairs, Assoc) :-
    must_be(list, Pairs),
    keysort(Pairs, Sorted),
    (   is_key_ordered(Sorted)
    ->  sorted_tree(Sorted, Assoc)
    ;   domain_error(unique_key_pairs, Pairs)
    ).

%!  ord_list_to_assoc(+Pairs, -Assoc) is det.
%
%   As list_to_assoc/2, for Pairs that are sorted by key already. Pairs out of
%   order are a domain error.
%
%   ?- ord_list_to_assoc([a-1,b-2], A), assoc_to_keys(A, Keys).
%      A = t(b,2,<,t(a,1,-,t,t),t), Keys = [a,b].

ord_list_to_assoc(Pairs, Assoc) :-
    must_be(list, Pairs),
    (   is_key_ordered(Pairs)
    ->  sorted_tree(Pairs, Assoc)
    ;   domain_error(key_ordered_pairs, Pairs)
    ).

is_key_ordered([]).
is_key_ordered([Pair|Pairs]) :-
    nonvar(Pair),
    Pair = Key-_,
    is_key_ordered(Pairs, Key).

is_key_ordered([], _).
is_key_ordered([Pair|Pairs], Key0) :-
    nonvar(Pair),
    Pair = Key-_,
    Key0 @< Key,
    is_key_ordered(Pairs, Key).

sorted_tree(Pairs, Tree) :-
    length(Pairs, Length),
    sorted_tree(Length, Pairs, [], Tree, _).

%   Tree holds the first Length of Pairs, Rest are the others. The left half
%   gets the odd one.

sorted_tree(Length, Pairs, Rest, Tree, Depth) :-
    (   Length =:= 0
    ->  Rest = Pairs,
        Tree = t,
        Depth = 0
    ;   LeftLength is Length // 2,
        RightLength is Length - LeftLength - 1,
        Tree = t(Key,Value,Balance,Left,Right),
        sorted_tree(LeftLength, Pairs, [Key-Value|Pairs1], Left, LeftDepth),
        sorted_tree(RightLength, Pairs1, Rest, Right, RightDepth),
        Depth is LeftDepth + 1,
        depth_balance(LeftDepth, RightDepth, Balance)
    ).

depth_balance(LeftDepth, RightDepth, Balance) :-
    (   LeftDepth =:= RightDepth
    ->  Balance = (-)
    ;   Balance = (<)
    ).

%!  put_assoc(+Key, +Assoc0, +Value, -Assoc) is det.
%
%   Assoc is Assoc0 with Key mapped to Value.
%
%   ?- list_to_assoc([a-1], A0), put_assoc(a, A0, 2, A), assoc_to_list(A, Ps).
%      A0 = t(a,1,-,t,t), A = t(a,2,-,t,t), Ps = [a-2].

put_assoc(Key, Assoc0, Value, Assoc) :-
    check_tree(Assoc0),
    put_in_tree(Assoc0, Key, Value, Assoc1, _),
    Assoc = Assoc1.

%   Growth is `grown` if Tree is one level deeper than Tree0, else `same`.

put_in_tree(t, Key, Value, t(Key,Value,-,t,t), grown).
put_in_tree(t(Key0,Value0,Balance,Left,Right), Key, Value, Tree, Growth) :-
    compare(Order, Key, Key0),
    put_at(Order, Key, Value, Key0, Value0, Balance, Left, Right, Tree, Growth).

put_at(=, Key, Value, _, _, Balance, Left, Right, Tree, same) :-
    Tree = t(Key,Value,Balance,Left,Right).
put_at(<, Key, Value, Key0, Value0, Balance, Left0, Right, Tree, Growth) :-
    put_in_tree(Left0, Key, Value, Left, LeftGrowth),
    left_grown(LeftGrowth, Balance, Key0, Value0, Left, Right, Tree, Growth).
put_at(>, Key, Value, Key0, Value0, Balance, Left, Right0, Tree, Growth) :-
    put_in_tree(Right0, Key, Value, Right, RightGrowth),
    right_grown(RightGrowth, Balance, Key0, Value0, Left, Right, Tree, Growth).

left_grown(same, Balance, K, V, Left, Right, t(K,V,Balance,Left,Right), same).
left_grown(grown, Balance, K, V, Left, Right, Tree, Growth) :-
    left_deeper(Balance, K, V, Left, Right, Tree, Growth).

left_deeper(>, K, V, Left, Right, t(K,V,-,Left,Right), same).
left_deeper(-, K, V, Left, Right, t(K,V,<,Left,Right), grown).
left_deeper(<, K, V, Left, Right, Tree, same) :-
    rotated_right(Left, K, V, Right, Tree, _).

right_grown(same, Balance, K, V, Left, Right, t(K,V,Balance,Left,Right), same).
right_grown(grown, Balance, K, V, Left, Right, Tree, Growth) :-
    right_deeper(Balance, K, V, Left, Right, Tree, Growth).

right_deeper(<, K, V, Left, Right, t(K,V,-,Left,Right), same).
right_deeper(-, K, V, Left, Right, t(K,V,>,Left,Right), grown).
right_deeper(>, K, V, Left, Right, Tree, same) :-
    rotated_left(Right, K, V, Left, Tree, _).

%   Tree has the nodes of a tree with root K-V whose left subtree, the first
%   argument, is two levels deeper than Right. Depth says whether it is
%   `shallower` than that tree or as deep.

rotated_right(t(K1,V1,Balance,A,B), K, V, Right, Tree, Depth) :-
    rotated_right(Balance, K1, V1, A, B, K, V, Right, Tree, Depth).

rotated_right(<, K1, V1, A, B, K, V, C, Tree, shallower) :-
    Tree = t(K1,V1,-,A,t(K,V,-,B,C)).
rotated_right(-, K1, V1, A, B, K, V, C, Tree, same) :-
    Tree = t(K1,V1,>,A,t(K,V,<,B,C)).
rotated_right(>, K1, V1, A, t(K2,V2,Balance,B,C), K, V, D, Tree, shallower) :-
    Tree = t(K2,V2,-,t(K1,V1,Balance1,A,B),t(K,V,Balance2,C,D)),
    double_rotation(Balance, Balance1, Balance2).

rotated_left(t(K1,V1,Balance,B,C), K, V, Left, Tree, Depth) :-
    rotated_left(Balance, K1, V1, B, C, K, V, Left, Tree, Depth).

rotated_left(>, K1, V1, B, C, K, V, A, Tree, shallower) :-
    Tree = t(K1,V1,-,t(K,V,-,A,B),C).
rotated_left(-, K1, V1, B, C, K, V, A, Tree, same) :-
    Tree = t(K1,V1,<,t(K,V,>,A,B),C).
rotated_left(<, K1, V1, t(K2,V2,Balance,B,C), D, K, V, A, Tree, shallower) :-
    Tree = t(K2,V2,-,t(K,V,Balance1,A,B),t(K1,V1,Balance2,C,D)),
    double_rotation(Balance, Balance1, Balance2).

%   Balances of the two subtrees, given that of the node that comes to the top.

double_rotation(<, -, >).
double_rotation(-, -, -).
double_rotation(>, <, -).

%!  get_assoc(+Key, +Assoc, -Value) is semidet.
%
%   Assoc maps Key to Value.
%
%   ?- list_to_assoc([a-1,b-2], A), get_assoc(b, A, V), A = _.
%      A = t(b,2,<,t(a,1,-,t,t),t), V = 2.

get_assoc(Key, Assoc, Value) :-
    check_tree(Assoc),
    '$tree_value'(Assoc, Key, Value).

tree_value(t(Key0,Value0,_,Left,Right), Key, Value) :-
    compare(Order, Key, Key0),
    node_value(Order, Key, Value0, Left, Right, Value).

node_value(=, _, Value, _, _, Value).
node_value(<, Key, _, Left, _, Value) :-
    tree_value(Left, Key, Value).
node_value(>, Key, _, _, Right, Value) :-
    tree_value(Right, Key, Value).

%!  get_assoc(+Key, +Assoc0, ?Value0, ?Assoc, ?Value) is semidet.
%
%   Assoc0 maps Key to Value0, and Assoc is Assoc0 but for mapping Key to Value.
%
%   ?- list_to_assoc([a-1], A0), get_assoc(a, A0, V, A, x).
%      A0 = t(a,1,-,t,t), V = 1, A = t(a,x,-,t,t).

get_assoc(Key, Assoc0, Value0, Assoc, Value) :-
    check_tree(Assoc0),
    tree_replaced(Assoc0, Key, Value0, Assoc, Value).

tree_replaced(t(Key0,V0,Balance,Left0,Right0), Key, Value0, Tree, Value) :-
    Tree = t(Key0,V,Balance,Left,Right),
    compare(Order, Key, Key0),
    node_replaced(Order, Key, V0, V, Left0, Left, Right0, Right, Value0, Value).

node_replaced(=, _, Value0, Value, Left, Left, Right, Right, Value0, Value).
node_replaced(<, Key, V, V, Left0, Left, Right, Right, Value0, Value) :-
    tree_replaced(Left0, Key, Value0, Left, Value).
node_replaced(>, Key, V, V, Left, Left, Right0, Right, Value0, Value) :-
    tree_replaced(Right0, Key, Value0, Right, Value).

%!  gen_assoc(?Key, +Assoc, ?Value) is nondet.
%
%   Assoc maps Key to Value. Keys are enumerated in order.
%
%   ?- ord_list_to_assoc([a-1,b-2], t(_,_,_,L,_)), gen_assoc(K, L, V).
%      L = t(a,1,-,t,t), K = a, V = 1.

gen_assoc(Key, Assoc, Value) :-
    check_tree(Assoc),
    (   ground(Key)
    ->  tree_value(Assoc, Key, Value)
    ;   tree_member(Assoc, Key, Value)
    ).

tree_member(t(Key0,Value0,_,Left,Right), Key, Value) :-
    (   Left = t(_,_,_,_,_),
        tree_member(Left, Key, Value)
    ;   node_member(Right, Key0, Value0, Key, Value)
    ).

node_member(t, Key, Value, Key, Value).
node_member(t(K,V,B,L,R), Key0, Value0, Key, Value) :-
    (   Key = Key0,
        Value = Value0
    ;   tree_member(t(K,V,B,L,R), Key, Value)
    ).

%!  min_assoc(+Assoc, -Key, -Value) is semidet.
%
%   Key is the first key of Assoc, which maps it to Value.
%
%   ?- min_assoc(t(b,2,<,t(a,1,-,t,t),t), K, V).
%      K = a, V = 1.

min_assoc(Assoc, Key, Value) :-
    check_tree(Assoc),
    Assoc = t(Key0,Value0,_,Left,_),
    min_of_tree(Left, Key0, Value0, Key, Value).

min_of_tree(t, Key, Value, Key, Value).
min_of_tree(t(Key0,Value0,_,Left,_), _, _, Key, Value) :-
    min_of_tree(Left, Key0, Value0, Key, Value).

%!  max_assoc(+Assoc, -Key, -Value) is semidet.
%
%   Key is the last key of Assoc, which maps it to Value.
%
%   ?- max_assoc(t(b,2,<,t(a,1,-,t,t),t), K, V).
%      K = b, V = 2.

max_assoc(Assoc, Key, Value) :-
    check_tree(Assoc),
    Assoc = t(Key0,Value0,_,_,Right),
    max_of_tree(Right, Key0, Value0, Key, Value).

max_of_tree(t, Key, Value, Key, Value).
max_of_tree(t(Key0,Value0,_,_,Right), _, _, Key, Value) :-
    max_of_tree(Right, Key0, Value0, Key, Value).

%!  del_assoc(+Key, +Assoc0, ?Value, -Assoc) is semidet.
%
%   Assoc0 maps Key to Value, and Assoc is Assoc0 without Key.
%
%   ?- del_assoc(a, t(b,2,<,t(a,1,-,t,t),t), V, A).
%      V = 1, A = t(b,2,-,t,t).

del_assoc(Key, Assoc0, Value, Assoc) :-
    check_tree(Assoc0),
    delete_key(Assoc0, Key, Value, Assoc, _).

%   Depth is `shallower` if Tree is one level less deep than before, else
%   `same`.

delete_key(t(Key0,Value0,Balance,Left,Right), Key, Value, Tree, Depth) :-
    compare(Order, Key, Key0),
    delete_at(Order, Key, Key0, Value0, Balance, Left, Right, Value, Tree,
              Depth).

delete_at(=, _, _, Value, Balance, Left, Right, Value, Tree, Depth) :-
    delete_root(Left, Right, Balance, Tree, Depth).
delete_at(<, Key, Key0, Value0, Balance, Left0, Right, Value, Tree, Depth) :-
    delete_key(Left0, Key, Value, Left, Depth1),
    left_deleted(Depth1, Balance, Key0, Value0, Left, Right, Tree, Depth).
delete_at(>, Key, Key0, Value0, Balance, Left, Right0, Value, Tree, Depth) :-
    delete_key(Right0, Key, Value, Right, Depth1),
    right_deleted(Depth1, Balance, Key0, Value0, Left, Right, Tree, Depth).

%   The last node of the left subtree takes the place of the root.

delete_root(t, Right, _, Right, shallower).
delete_root(t(K,V,B,L,R), Right, Balance, Tree, Depth) :-
    (   Right == t
    ->  Tree = t(K,V,B,L,R),
        Depth = shallower
    ;   delete_max(t(K,V,B,L,R), Key, Value, Left, LeftDepth),
        left_deleted(LeftDepth, Balance, Key, Value, Left, Right, Tree, Depth)
    ).

left_deleted(same, B, K, V, Left, Right, t(K,V,B,Left,Right), same).
left_deleted(shallower, Balance, K, V, Left, Right, Tree, Depth) :-
    left_shallower(Balance, K, V, Left, Right, Tree, Depth).

left_shallower(<, K, V, Left, Right, t(K,V,-,Left,Right), shallower).
left_shallower(-, K, V, Left, Right, t(K,V,>,Left,Right), same).
left_shallower(>, K, V, Left, Right, Tree, Depth) :-
    rotated_left(Right, K, V, Left, Tree, Depth).

right_deleted(same, B, K, V, Left, Right, t(K,V,B,Left,Right), same).
right_deleted(shallower, Balance, K, V, Left, Right, Tree, Depth) :-
    right_shallower(Balance, K, V, Left, Right, Tree, Depth).

right_shallower(>, K, V, Left, Right, t(K,V,-,Left,Right), shallower).
right_shallower(-, K, V, Left, Right, t(K,V,<,Left,Right), same).
right_shallower(<, K, V, Left, Right, Tree, Depth) :-
    rotated_right(Left, K, V, Right, Tree, Depth).

%!  del_min_assoc(+Assoc0, ?Key, ?Value, -Assoc) is semidet.
%
%   Key is the first key of Assoc0, mapped to Value, and Assoc is Assoc0 without
%   it.
%
%   ?- del_min_assoc(t(b,2,<,t(a,1,-,t,t),t), K, V, A).
%      K = a, V = 1, A = t(b,2,-,t,t).

del_min_assoc(Assoc0, Key, Value, Assoc) :-
    check_tree(Assoc0),
    delete_min(Assoc0, Key, Value, Assoc, _).

delete_min(t(Key0,Value0,Balance,Left0,Right), Key, Value, Tree, Depth) :-
    (   Left0 == t
    ->  Key = Key0,
        Value = Value0,
        Tree = Right,
        Depth = shallower
    ;   delete_min(Left0, Key, Value, Left, Depth1),
        left_deleted(Depth1, Balance, Key0, Value0, Left, Right, Tree, Depth)
    ).

%!  del_max_assoc(+Assoc0, ?Key, ?Value, -Assoc) is semidet.
%
%   Key is the last key of Assoc0, mapped to Value, and Assoc is Assoc0 without
%   it.
%
%   ?- del_max_assoc(t(b,2,<,t(a,1,-,t,t),t), K, V, A).
%      K = b, V = 2, A = t(a,1,-,t,t).

del_max_assoc(Assoc0, Key, Value, Assoc) :-
    check_tree(Assoc0),
    delete_max(Assoc0, Key, Value, Assoc, _).

delete_max(t(Key0,Value0,Balance,Left,Right0), Key, Value, Tree, Depth) :-
    (   Right0 == t
    ->  Key = Key0,
        Value = Value0,
        Tree = Left,
        Depth = shallower
    ;   delete_max(Right0, Key, Value, Right, Depth1),
        right_deleted(Depth1, Balance, Key0, Value0, Left, Right, Tree, Depth)
    ).

%!  assoc_to_list(+Assoc, -Pairs) is det.
%
%   Pairs holds Key-Value for each Key that Assoc maps to Value, in the order of
%   the keys.
%
%   ?- assoc_to_list(t(b,2,<,t(a,1,-,t,t),t), Pairs).
%      Pairs = [a-1,b-2].

assoc_to_list(Assoc, Pairs) :-
    check_tree(Assoc),
    tree_pairs(Assoc, Pairs, []).

tree_pairs(t, Pairs, Pairs).
tree_pairs(t(Key,Value,_,Left,Right), Pairs0, Pairs) :-
    tree_pairs(Left, Pairs0, [Key-Value|Pairs1]),
    tree_pairs(Right, Pairs1, Pairs).

%!  assoc_to_keys(+Assoc, -Keys) is det.
%
%   Keys holds the keys of Assoc in order.
%
%   ?- assoc_to_keys(t(b,2,<,t(a,1,-,t,t),t), Keys).
%      Keys = [a,b].

assoc_to_keys(Assoc, Keys) :-
    check_tree(Assoc),
    tree_keys(Assoc, Keys, []).

tree_keys(t, Keys, Keys).
tree_keys(t(Key,_,_,Left,Right), Keys0, Keys) :-
    tree_keys(Left, Keys0, [Key|Keys1]),
    tree_keys(Right, Keys1, Keys).

%!  assoc_to_values(+Assoc, -Values) is det.
%
%   Values holds the values of Assoc in the order of their keys.
%
%   ?- assoc_to_values(t(b,2,<,t(a,1,-,t,t),t), Values).
%      Values = [1,2].

assoc_to_values(Assoc, Values) :-
    check_tree(Assoc),
    tree_values(Assoc, Values, []).

tree_values(t, Values, Values).
tree_values(t(_,Value,_,Left,Right), Values0, Values) :-
    tree_values(Left, Values0, [Value|Values1]),
    tree_values(Right, Values1, Values).

%!  map_assoc(:Goal, +Assoc) is nondet.
%
%   Goal holds for each value of Assoc.
%
%   ?- map_assoc(integer, t(b,2,<,t(a,1,-,t,t),t)).
%      true.

map_assoc(Goal, Assoc) :-
    check_tree(Assoc),
    map_tree(Assoc, Goal).

map_tree(t, _).
map_tree(t(_,Value,_,Left,Right), Goal) :-
    map_tree(Left, Goal),
    call(Goal, Value),
    map_tree(Right, Goal).

%!  map_assoc(:Goal, ?Assoc1, ?Assoc2) is nondet.
%
%   Assoc1 and Assoc2 have the same keys, and Goal holds for each two values
%   with the same key.
%
%   ?- map_assoc(succ, t(a,1,-,t,t), A).
%      A = t(a,2,-,t,t).

map_assoc(Goal, Assoc1, Assoc2) :-
    map_tree(Assoc1, Assoc2, Goal).

map_tree(t, t, _).
map_tree(t(Key,Value1,Balance,Left1,Right1), Tree2, Goal) :-
    Tree2 = t(Key,Value2,Balance,Left2,Right2),
    map_tree(Left1, Left2, Goal),
    call(Goal, Value1, Value2),
    map_tree(Right1, Right2, Goal).

%!  is_assoc(@Term) is semidet.
%
%   Term is a map: a balanced tree with its keys in order.
%
%   ?- is_assoc(t(b,2,<,t(a,1,-,t,t),t)).
%      true.

is_assoc(Term) :-
    tree_depth(Term, _),
    tree_keys(Term, Keys, []),
    is_ascending(Keys).

tree_depth(Tree, Depth) :-
    nonvar(Tree),
    (   Tree == t
    ->  Depth = 0
    ;   Tree = t(_,_,Balance,Left,Right),
        tree_depth(Left, LeftDepth),
        tree_depth(Right, RightDepth),
        compare(Order, RightDepth, LeftDepth),
        order_balance(Order, Balance0),
        Balance == Balance0,
        abs(LeftDepth - RightDepth) =< 1,
        Depth is max(LeftDepth, RightDepth) + 1
    ).

order_balance(<, <).
order_balance(=, -).
order_balance(>, >).

is_ascending([]).
is_ascending([Key|Keys]) :-
    is_ascending(Keys, Key).

is_ascending([], _).
is_ascending([Key|Keys], Key0) :-
    Key0 @< Key,
    is_ascending(Keys, Key).
