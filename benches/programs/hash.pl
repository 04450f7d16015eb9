% A hash table without side effects: words hash by their codes into a trie of
% sixteen-way nodes, updated by copying; functor/3, arg/3 and bit operations.

words(full, 36000).
words(small, 300).

bench(Size) :-
    words(Size, Count),
    counted(Count, 1, empty, Table),
    looked_up(Count, Table, 0, Sum),
    table_size(Table, 0, Entries),
    write(Size), write(' '), write(Entries), write(' '), write(Sum), nl.

% Each of Count words, many of them several times, counts one in Table.
counted(0, _, Table, Table) :- !.
counted(Count, Seed0, Table0, Table) :-
    Seed is (Seed0 * 3877 + 29573) mod 139968,
    Number is Seed // 20,
    word(Number, Word),
    put(Table0, Word, Table1),
    Fewer is Count - 1,
    counted(Fewer, Seed, Table1, Table).

looked_up(0, _, Sum, Sum) :- !.
looked_up(Number, Table, Sum0, Sum) :-
    word(Number, Word),
    (   get(Table, Word, Times)
    ->  Sum1 is (Sum0 + Number * Times) mod 1000003
    ;   Sum1 = Sum0
    ),
    Fewer is Number - 1,
    looked_up(Fewer, Table, Sum1, Sum).

word(Number, Word) :-
    number_codes(Number, Codes),
    atom_codes(Word, [0'w|Codes]).

hash(Word, Hash) :-
    atom_codes(Word, Codes),
    hash_codes(Codes, 5381, Hash).

hash_codes([], Hash, Hash).
hash_codes([Code|Codes], Hash0, Hash) :-
    Hash1 is (((Hash0 << 5) + Hash0) /\ 0xffffff) + Code,
    hash_codes(Codes, Hash1, Hash).

put(Table0, Word, Table) :-
    hash(Word, Hash),
    put_at(Table0, Hash, Word, Table).

put_at(empty, _, Word, leaf([Word-1])).
put_at(leaf(Pairs0), Hash, Word, Table) :-
    (   count_more(Pairs0, Word, Pairs)
    ->  Table = leaf(Pairs)
    ;   Hash =:= 0
    ->  Table = leaf([Word-1|Pairs0])
    ;   emptied(Node0),
        spread(Pairs0, Hash, Node0, Node),
        put_at(Node, Hash, Word, Table)
    ).
put_at(node(Slots0), Hash, Word, node(Slots)) :-
    Slot is (Hash /\ 15) + 1,
    Rest is Hash >> 4,
    arg(Slot, Slots0, Table0),
    put_at(Table0, Rest, Word, Table),
    replaced(Slots0, Slot, Table, Slots).

count_more([Key-N|Pairs], Word, [Key-M|Rest]) :-
    (   Key == Word
    ->  M is N + 1,
        Rest = Pairs
    ;   M = N,
        count_more(Pairs, Word, Rest)
    ).

emptied(node(Slots)) :-
    functor(Slots, slots, 16),
    all_empty(16, Slots).

all_empty(0, _) :- !.
all_empty(Slot, Slots) :-
    arg(Slot, Slots, empty),
    Fewer is Slot - 1,
    all_empty(Fewer, Slots).

% The entries of a leaf move down into Node; each leaf above the end of the hash
% holds one word.
spread([], _, Node, Node).
spread([Key-N|Pairs], Reached, Node0, Node) :-
    hash(Key, Full),
    level_hash(Full, Reached, Hash),
    Node0 = node(Slots0),
    Slot is (Hash /\ 15) + 1,
    replaced(Slots0, Slot, leaf([Key-N]), Slots),
    spread(Pairs, Reached, node(Slots), Node).

% Hash is Full without its lower digits, so that as many are left as in Reached.
level_hash(Full, Reached, Hash) :-
    digits(Reached, 0, Left),
    digits(Full, 0, All),
    (   All > Left
    ->  Hash is Full >> (4 * (All - Left))
    ;   Hash = Full
    ).

digits(Hash, Count0, Count) :-
    (   Hash =:= 0
    ->  Count = Count0
    ;   Count1 is Count0 + 1,
        Next is Hash >> 4,
        digits(Next, Count1, Count)
    ).

replaced(Slots0, Slot, X, Slots) :-
    functor(Slots, slots, 16),
    copied(16, Slot, X, Slots0, Slots).

copied(0, _, _, _, _) :- !.
copied(Place, Slot, X, Slots0, Slots) :-
    arg(Place, Slots, New),
    (   Place =:= Slot
    ->  New = X
    ;   arg(Place, Slots0, New)
    ),
    Next is Place - 1,
    copied(Next, Slot, X, Slots0, Slots).

get(Table, Word, N) :-
    hash(Word, Hash),
    get_at(Table, Hash, Word, N).

get_at(leaf(Pairs), _, Word, N) :-
    pair_of(Pairs, Word, N).
get_at(node(Slots), Hash, Word, N) :-
    Slot is (Hash /\ 15) + 1,
    Rest is Hash >> 4,
    arg(Slot, Slots, Table),
    get_at(Table, Rest, Word, N).

pair_of([Key-Value|Pairs], Word, N) :-
    (   Key == Word
    ->  N = Value
    ;   pair_of(Pairs, Word, N)
    ).

table_size(empty, N, N).
table_size(leaf(Pairs), N0, N) :-
    length(Pairs, Length),
    N is N0 + Length.
table_size(node(Slots), N0, N) :-
    slots_size(16, Slots, N0, N).

slots_size(0, _, N, N) :- !.
slots_size(Slot, Slots, N0, N) :-
    arg(Slot, Slots, Table),
    table_size(Table, N0, N1),
    Next is Slot - 1,
    slots_size(Next, Slots, N1, N).
