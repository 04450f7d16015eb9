:- module(heaps,
          [ empty_heap/1,
            singleton_heap/3,
            list_to_heap/2,
            add_to_heap/4,
            get_from_heap/4,
            min_of_heap/3,
            min_of_heap/5,
            delete_from_heap/4,
            merge_heaps/3,
            heap_size/2,
            heap_to_list/2,
            is_heap/1
          ]).

% Priority queues as pairing heaps. A heap is heap(Tree, Size), and a tree is
% `nil` or t(Key, Priority, Trees), where no tree in Trees has a key of a lower
% priority. Priorities are compared in the standard order of terms; the lowest
% comes first.

%!  empty_heap(?Heap) is semidet.
%
%   Heap has no keys.
%
%   ?- empty_heap(Heap), heap_size(Heap, Size).
%      Heap = heap(nil,0), Size = 0.

empty_heap(heap(nil,0)).

%!  singleton_heap(?Heap, ?Priority, ?Key) is semidet.
%
%   Heap has Key with Priority and no other.
%
%   ?- singleton_heap(Heap, 1, a).
%      Heap = heap(t(a,1,[]),1).

singleton_heap(heap(t(Key,Priority,[]),1), Priority, Key).

%!  list_to_heap(+Pairs, -Heap) is det.
%
%   Heap has Key with Priority for each Priority-Key of Pairs.
%
%   ?- list_to_heap([2-b,1-a], Heap), min_of_heap(Heap, Priority, Key).
%      Heap = heap(t(a,1,[t(b,2,[])]),2), Priority = 1, Key = a.

list_to_heap(Pairs, Heap) :-
    must_be(list, Pairs),
    add_pairs(Pairs, nil, Tree, 0, Size),
    Heap = heap(Tree,Size).

add_pairs([], Tree, Tree, Size, Size).
add_pairs([Priority-Key|Pairs], Tree0, Tree, Size0, Size) :-
    melded(Tree0, t(Key,Priority,[]), Tree1),
    Size1 is Size0 + 1,
    add_pairs(Pairs, Tree1, Tree, Size1, Size).

%!  add_to_heap(+Heap0, +Priority, ?Key, -Heap) is semidet.
%
%   Heap is Heap0 with Key, at Priority, added.
%
%   ?- empty_heap(Heap0), add_to_heap(Heap0, 1, a, Heap).
%      Heap0 = heap(nil,0), Heap = heap(t(a,1,[]),1).

add_to_heap(heap(Tree0,Size0), Priority, Key, heap(Tree,Size)) :-
    melded(Tree0, t(Key,Priority,[]), Tree),
    Size is Size0 + 1.

%!  get_from_heap(+Heap0, ?Priority, ?Key, -Heap) is semidet.
%
%   Key has the lowest priority in Heap0, which is Priority, and Heap is Heap0
%   without it.
%
%   ?- list_to_heap([2-b,1-a], Heap0), get_from_heap(Heap0, P, Key, Heap).
%      Heap0 = heap(t(a,1,[t(b,2,[])]),2), P = 1, Key = a,
%      Heap = heap(t(b,2,[]),1).

get_from_heap(heap(t(Key,Priority,Trees),Size0), Priority, Key, Heap) :-
    Heap = heap(Tree,Size),
    paired(Trees, Tree),
    Size is Size0 - 1.

%!  min_of_heap(+Heap, ?Priority, ?Key) is semidet.
%
%   Key has the lowest priority in Heap, which is Priority.
%
%   ?- min_of_heap(heap(t(a,1,[t(b,2,[])]),2), Priority, Key).
%      Priority = 1, Key = a.

min_of_heap(heap(t(Key,Priority,_),_), Priority, Key).

%!  min_of_heap(+Heap, ?Priority1, ?Key1, ?Priority2, ?Key2) is semidet.
%
%   Key1 and Key2 have the two lowest priorities in Heap.
%
%   ?- min_of_heap(heap(t(a,1,[t(b,2,[])]),2), P1, K1, P2, K2).
%      P1 = 1, K1 = a, P2 = 2, K2 = b.

min_of_heap(Heap0, Priority1, Key1, Priority2, Key2) :-
    get_from_heap(Heap0, Priority1, Key1, Heap),
    min_of_heap(Heap, Priority2, Key2).

%!  delete_from_heap(+Heap0, -Priority, +Key, -Heap) is semidet.
%
%   Heap is Heap0 without one occurrence of Key, which has Priority.
%
%   ?- delete_from_heap(heap(t(a,1,[t(b,2,[])]),2), Priority, b, Heap).
%      Priority = 2, Heap = heap(t(a,1,[]),1).

delete_from_heap(heap(Tree0,Size0), Priority, Key, heap(Tree,Size)) :-
    deleted(Tree0, Priority0, Key, Tree1),
    !,
    Priority = Priority0,
    Tree = Tree1,
    Size is Size0 - 1.

deleted(t(Key,Priority,Trees), Priority, Key, Tree) :-
    paired(Trees, Tree).
deleted(t(Key0,Priority0,Trees0), Priority, Key, t(Key0,Priority0,Trees)) :-
    deleted_in(Trees0, Priority, Key, Trees).

deleted_in([Tree0|Trees0], Priority, Key, Trees) :-
    (   deleted(Tree0, Priority, Key, Tree),
        (   Tree == nil
        ->  Trees = Trees0
        ;   Trees = [Tree|Trees0]
        )
    ;   Trees = [Tree0|Trees1],
        deleted_in(Trees0, Priority, Key, Trees1)
    ).

%!  merge_heaps(+Heap1, +Heap2, -Heap) is semidet.
%
%   Heap has the keys of Heap1 and of Heap2.
%
%   ?- merge_heaps(heap(t(a,1,[]),1), heap(t(b,2,[]),1), Heap).
%      Heap = heap(t(a,1,[t(b,2,[])]),2).

merge_heaps(heap(Tree1,Size1), heap(Tree2,Size2), heap(Tree,Size)) :-
    melded(Tree1, Tree2, Tree),
    Size is Size1 + Size2.

%!  heap_size(+Heap, ?Size) is semidet.
%
%   Size is the number of keys in Heap.
%
%   ?- heap_size(heap(t(a,1,[]),1), Size).
%      Size = 1.

heap_size(heap(_,Size), Size).

%!  heap_to_list(+Heap, -Pairs) is semidet.
%
%   Pairs holds Priority-Key for the keys of Heap, lowest priority first.
%
%   ?- heap_to_list(heap(t(a,1,[t(b,2,[])]),2), Pairs).
%      Pairs = [1-a,2-b].

heap_to_list(heap(Tree,_), Pairs) :-
    tree_pairs(Tree, Pairs).

tree_pairs(nil, []).
tree_pairs(t(Key,Priority,Trees), [Priority-Key|Pairs]) :-
    paired(Trees, Tree),
    tree_pairs(Tree, Pairs).

%!  is_heap(@Term) is semidet.
%
%   Term is a heap.
%
%   ?- is_heap(heap(t(a,1,[]),1)).
%      true.

is_heap(Term) :-
    nonvar(Term),
    Term = heap(Tree,Size),
    integer(Size),
    nonvar(Tree),
    (   Tree == nil
    ->  Size =:= 0
    ;   Tree = t(_,Priority,Trees),
        are_trees(Trees, Priority, 1, Size)
    ).

are_trees(Trees, Priority0, Size0, Size) :-
    nonvar(Trees),
    (   Trees == []
    ->  Size = Size0
    ;   Trees = [Tree|Trees1],
        nonvar(Tree),
        Tree = t(_,Priority,Subtrees),
        Priority0 @=< Priority,
        Size1 is Size0 + 1,
        are_trees(Subtrees, Priority, Size1, Size2),
        are_trees(Trees1, Priority0, Size2, Size)
    ).

%   The tree with the lower root takes the other as one of its trees.

melded(nil, Tree, Tree).
melded(t(Key1,Priority1,Trees1), Tree2, Tree) :-
    melded_with(Tree2, Key1, Priority1, Trees1, Tree).

melded_with(nil, Key, Priority, Trees, t(Key,Priority,Trees)).
melded_with(t(Key2,Priority2,Trees2), Key1, Priority1, Trees1, Tree) :-
    (   Priority1 @< Priority2
    ->  Tree = t(Key1,Priority1,[t(Key2,Priority2,Trees2)|Trees1])
    ;   Tree = t(Key2,Priority2,[t(Key1,Priority1,Trees1)|Trees2])
    ).

paired([], nil).
paired([Tree1|Trees], Tree) :-
    paired(Trees, Tree1, Tree).

paired([], Tree, Tree).
paired([Tree2|Trees], Tree1, Tree) :-
    melded(Tree1, Tree2, Tree12),
    paired(Trees, Tree3),
    melded(Tree12, Tree3, Tree).
