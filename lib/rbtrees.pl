:- module(rbtrees,
          [ rb_new/1,
            rb_empty/1,
            list_to_rbtree/2,
            ord_list_to_rbtree/2,
            rb_lookup/3,
            rb_insert/4,
            rb_insert_new/4,
            rb_update/4,
            rb_update/5,
            rb_apply/4,
            rb_delete/3,
            rb_delete/4,
            rb_del_min/4,
            rb_del_max/4,
            rb_in/3,
            rb_min/3,
            rb_max/3,
            rb_next/4,
            rb_previous/4,
            rb_visit/2,
            rb_keys/2,
            rb_size/2,
            rb_map/2,
            rb_map/3,
            rb_partial_map/4,
            rb_fold/4,
            rb_clone/3,
            is_rbtree/1
          ]).

% The interface that other systems have to red-black trees. The trees are those
% of library(assoc), which are balanced as well and have the same costs.

:- meta_predicate
    rb_apply(+, +, 2, -),
    rb_map(+, 1),
    rb_map(+, 2, -),
    rb_partial_map(+, +, 2, -),
    rb_fold(3, +, +, -).

%!  rb_new(-Tree) is det.
%
%   Tree has no keys.
%
%   ?- rb_new(Tree), rb_size(Tree, Size).
%      Tree = t, Size = 0.

rb_new(Tree) :-
    empty_assoc(Tree).

%!  rb_empty(?Tree) is semidet.
%
%   Tree has no keys.
%
%   ?- rb_empty(Tree).
%      Tree = t.

rb_empty(Tree) :-
    empty_assoc(Tree).

%!  list_to_rbtree(+Pairs, -Tree) is det.
%
%   Tree maps Key to Value for each Key-Value of Pairs, the last with that key.
%
%   ?- list_to_rbtree([b-2,a-1], Tree), rb_keys(Tree, Keys), Tree = _.
%      Tree = t(b,2,<,t(a,1,-,t,t),t), Keys = [a,b].

list_to_rbtree(Pairs, Tree) :-
    must_be(list, Pairs),
    empty_assoc(Tree0),
    insert_pairs(Pairs, Tree0, Tree).

insert_pairs([], Tree, Tree).
insert_pairs([Key-Value|Pairs], Tree0, Tree) :-
    put_assoc(Key, Tree0, Value, Tree1),
    insert_pairs(Pairs, Tree1, Tree).

%!  ord_list_to_rbtree(+Pairs, -Tree) is det.
%
%   As list_to_rbtree/2, for Pairs sorted by key without duplicates.
%
%   ?- ord_list_to_rbtree([a-1], Tree).
%      Tree = t(a,1,-,t,t).

ord_list_to_rbtree(Pairs, Tree) :-
    ord_list_to_assoc(Pairs, Tree).

%!  rb_lookup(+Key, ?Value, +Tree) is semidet.
%
%   Tree maps Key to Value.
%
%   ?- rb_lookup(a, Value, t(a,1,-,t,t)).
%      Value = 1.

rb_lookup(Key, Value, Tree) :-
    get_assoc(Key, Tree, Value).

%!  rb_insert(+Tree0, +Key, ?Value, -Tree) is det.
%
%   Tree is Tree0 with Key mapped to Value.
%
%   ?- rb_insert(t, a, 1, Tree).
%      Tree = t(a,1,-,t,t).

rb_insert(Tree0, Key, Value, Tree) :-
    put_assoc(Key, Tree0, Value, Tree).

%!  rb_insert_new(+Tree0, +Key, ?Value, -Tree) is semidet.
%
%   As rb_insert/4, for a Key that is not in Tree0.
%
%   ?- rb_insert_new(t(a,1,-,t,t), a, 2, Tree).
%      false.

rb_insert_new(Tree0, Key, Value, Tree) :-
    \+ get_assoc(Key, Tree0, _),
    put_assoc(Key, Tree0, Value, Tree).

%!  rb_update(+Tree0, +Key, ?Value, -Tree) is semidet.
%
%   As rb_insert/4, for a Key that is in Tree0.
%
%   ?- rb_update(t(a,1,-,t,t), a, 2, Tree).
%      Tree = t(a,2,-,t,t).

rb_update(Tree0, Key, Value, Tree) :-
    get_assoc(Key, Tree0, _, Tree, Value).

%!  rb_update(+Tree0, +Key, ?Value0, ?Value, -Tree) is semidet.
%
%   As rb_update/4, where Tree0 maps Key to Value0.
%
%   ?- rb_update(t(a,1,-,t,t), a, Value0, 2, Tree).
%      Value0 = 1, Tree = t(a,2,-,t,t).

rb_update(Tree0, Key, Value0, Value, Tree) :-
    get_assoc(Key, Tree0, Value0, Tree, Value).

%!  rb_apply(+Tree0, +Key, :Goal, -Tree) is semidet.
%
%   Tree is Tree0 with Key mapped to Value, where call(Goal, Value0, Value) is
%   true of the value before.
%
%   ?- rb_apply(t(a,1,-,t,t), a, succ, Tree).
%      Tree = t(a,2,-,t,t).

rb_apply(Tree0, Key, Goal, Tree) :-
    get_assoc(Key, Tree0, Value0, Tree1, Value),
    call(Goal, Value0, Value),
    !,
    Tree = Tree1.

%!  rb_delete(+Tree0, +Key, -Tree) is semidet.
%
%   Tree is Tree0 without Key, which is in Tree0.
%
%   ?- rb_delete(t(a,1,-,t,t), a, Tree).
%      Tree = t.

rb_delete(Tree0, Key, Tree) :-
    del_assoc(Key, Tree0, _, Tree).

%!  rb_delete(+Tree0, +Key, ?Value, -Tree) is semidet.
%
%   As rb_delete/3, where Tree0 maps Key to Value.
%
%   ?- rb_delete(t(a,1,-,t,t), a, Value, Tree).
%      Value = 1, Tree = t.

rb_delete(Tree0, Key, Value, Tree) :-
    del_assoc(Key, Tree0, Value, Tree).

%!  rb_del_min(+Tree0, ?Key, ?Value, -Tree) is semidet.
%
%   Key is the first key of Tree0, mapped to Value, and Tree is Tree0 without
%   it.
%
%   ?- rb_del_min(t(a,1,-,t,t), Key, Value, Tree).
%      Key = a, Value = 1, Tree = t.

rb_del_min(Tree0, Key, Value, Tree) :-
    del_min_assoc(Tree0, Key, Value, Tree).

%!  rb_del_max(+Tree0, ?Key, ?Value, -Tree) is semidet.
%
%   Key is the last key of Tree0, mapped to Value, and Tree is Tree0 without it.
%
%   ?- rb_del_max(t(a,1,-,t,t), Key, Value, Tree).
%      Key = a, Value = 1, Tree = t.

rb_del_max(Tree0, Key, Value, Tree) :-
    del_max_assoc(Tree0, Key, Value, Tree).

%!  rb_in(?Key, ?Value, +Tree) is nondet.
%
%   Tree maps Key to Value. Keys are enumerated in order.
%
%   ?- rb_in(Key, Value, t(a,1,-,t,t)).
%      Key = a, Value = 1.

rb_in(Key, Value, Tree) :-
    gen_assoc(Key, Tree, Value).

%!  rb_min(+Tree, ?Key, ?Value) is semidet.
%
%   Key is the first key of Tree, mapped to Value.
%
%   ?- rb_min(t(a,1,-,t,t), Key, Value).
%      Key = a, Value = 1.

rb_min(Tree, Key, Value) :-
    min_assoc(Tree, Key, Value).

%!  rb_max(+Tree, ?Key, ?Value) is semidet.
%
%   Key is the last key of Tree, mapped to Value.
%
%   ?- rb_max(t(a,1,-,t,t), Key, Value).
%      Key = a, Value = 1.

rb_max(Tree, Key, Value) :-
    max_assoc(Tree, Key, Value).

%!  rb_next(+Tree, +Key, ?Next, ?Value) is semidet.
%
%   Next is the first key of Tree after Key, mapped to Value.
%
%   ?- list_to_rbtree([a-1,b-2], Tree), rb_next(Tree, a, Next, Value), !.
%      Tree = t(a,1,>,t,t(b,2,-,t,t)), Next = b, Value = 2.

rb_next(Tree, Key, Next, Value) :-
    next_in(Tree, Key, none, Next0-Value0),
    Next = Next0,
    Value = Value0.

%   Found is the key and value of the nearest node above that comes later.

next_in(t, _, Found, Found).
next_in(t(Key0,Value0,_,Left,Right), Key, Found0, Found) :-
    (   Key @< Key0
    ->  next_in(Left, Key, Key0-Value0, Found)
    ;   next_in(Right, Key, Found0, Found)
    ).

%!  rb_previous(+Tree, +Key, ?Previous, ?Value) is semidet.
%
%   Previous is the last key of Tree before Key, mapped to Value.
%
%   ?- list_to_rbtree([a-1,b-2], Tree), rb_previous(Tree, b, Previous, Value).
%      Tree = t(a,1,>,t,t(b,2,-,t,t)), Previous = a, Value = 1.

rb_previous(Tree, Key, Previous, Value) :-
    previous_in(Tree, Key, none, Previous0-Value0),
    Previous = Previous0,
    Value = Value0.

previous_in(t, _, Found, Found).
previous_in(t(Key0,Value0,_,Left,Right), Key, Found0, Found) :-
    (   Key @> Key0
    ->  previous_in(Right, Key, Key0-Value0, Found)
    ;   previous_in(Left, Key, Found0, Found)
    ).

%!  rb_visit(+Tree, -Pairs) is det.
%
%   Pairs holds Key-Value for the keys of Tree, in order.
%
%   ?- rb_visit(t(a,1,-,t,t), Pairs).
%      Pairs = [a-1].

rb_visit(Tree, Pairs) :-
    assoc_to_list(Tree, Pairs).

%!  rb_keys(+Tree, -Keys) is det.
%
%   Keys holds the keys of Tree, in order.
%
%   ?- rb_keys(t(a,1,-,t,t), Keys).
%      Keys = [a].

rb_keys(Tree, Keys) :-
    assoc_to_keys(Tree, Keys).

%!  rb_size(+Tree, -Size) is det.
%
%   Size is the number of keys in Tree.
%
%   ?- rb_size(t(a,1,-,t,t), Size).
%      Size = 1.

rb_size(Tree, Size) :-
    assoc_to_keys(Tree, Keys),
    length(Keys, Size).

%!  rb_map(+Tree, :Goal) is nondet.
%
%   Goal holds for each value of Tree.
%
%   ?- rb_map(t(a,1,-,t,t), integer).
%      true.

rb_map(Tree, Goal) :-
    map_assoc(Goal, Tree).

%!  rb_map(+Tree0, :Goal, -Tree) is nondet.
%
%   Tree has the keys of Tree0, and Goal holds for each two values with the same
%   key.
%
%   ?- rb_map(t(a,1,-,t,t), succ, Tree).
%      Tree = t(a,2,-,t,t).

rb_map(Tree0, Goal, Tree) :-
    map_assoc(Goal, Tree0, Tree).

%!  rb_partial_map(+Tree0, +Keys, :Goal, -Tree) is semidet.
%
%   As rb_map/3 for the values of Keys, the other values staying the same.
%
%   ?- rb_partial_map(t(a,1,-,t,t), [a], succ, Tree).
%      Tree = t(a,2,-,t,t).

rb_partial_map(Tree0, Keys, Goal, Tree) :-
    map_keys(Keys, Goal, Tree0, Tree).

map_keys([], _, Tree, Tree).
map_keys([Key|Keys], Goal, Tree0, Tree) :-
    rb_apply(Tree0, Key, Goal, Tree1),
    map_keys(Keys, Goal, Tree1, Tree).

%!  rb_fold(:Goal, +Tree, +S0, -S) is nondet.
%
%   S is S0 after call(Goal, Key-Value, S1, S2) for each key of Tree in order.
%
%   ?- rb_fold([_-V,S0,S]>>(S is S0 + V), t(a,1,-,t,t), 0, Sum).
%      Sum = 1.

rb_fold(Goal, Tree, S0, S) :-
    assoc_to_list(Tree, Pairs),
    foldl(Goal, Pairs, S0, S).

%!  rb_clone(+Tree0, -Tree, -Pairs) is det.
%
%   Tree has the keys of Tree0, each mapped to a fresh variable, and Pairs holds
%   Key-Variable for these.
%
%   ?- rb_clone(t(a,1,-,t,t), Tree, Pairs).
%      Tree = t(a,X,-,t,t), Pairs = [a-X].

rb_clone(Tree0, Tree, Pairs) :-
    cloned(Tree0, Tree),
    assoc_to_list(Tree, Pairs).

cloned(t, t).
cloned(t(Key,_,Balance,Left0,Right0), t(Key,_,Balance,Left,Right)) :-
    cloned(Left0, Left),
    cloned(Right0, Right).

%!  is_rbtree(@Term) is semidet.
%
%   Term is a tree.
%
%   ?- is_rbtree(t(a,1,-,t,t)).
%      true.

is_rbtree(Term) :-
    is_assoc(Term).
