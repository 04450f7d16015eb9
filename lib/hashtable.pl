:- module(hashtable,
          [ ht_new/1,
            ht_is_hashtable/1,
            ht_size/2,
            ht_put/3,
            ht_put_new/3,
            ht_put/5,
            ht_update/4,
            ht_get/3,
            ht_del/3,
            ht_keys/2,
            ht_values/2,
            ht_pairs/2,
            ht_gen/3
          ]).

% Tables of keys and values that are changed in place; backtracking undoes the changes. A
% table is `ht(Count, Buckets)`, and a bucket a list of pairs.

%!  ht_new(-Table) is det.
%
%   Table is a new table without keys.

ht_new(ht(0, Buckets)) :-
    new_buckets(8, Buckets).

new_buckets(Size, Buckets) :-
    length(Empty, Size),
    maplist(=([]), Empty),
    Buckets =.. [buckets|Empty].

%!  ht_is_hashtable(@Term) is semidet.
%
%   Term is a table.

ht_is_hashtable(Term) :-
    nonvar(Term),
    Term = ht(Count, Buckets),
    integer(Count),
    compound(Buckets).

%!  ht_size(+Table, -Size) is det.
%
%   Size is the number of keys.

ht_size(ht(Size, _), Size).

%!  ht_put(!Table, +Key, +Value) is det.
%
%   Key, which is ground, has Value in Table from now on.
%
%   ?- \+ \+ ( ht_new(T), ht_put(T, a, 1), ht_put(T, a, 2), ht_pairs(T, [a-2]) ).
%      true.

ht_put(Table, Key, Value) :-
    ht_put(Table, Key, Value, _, _).

%!  ht_put_new(!Table, +Key, +Value) is semidet.
%
%   Key gets Value; it has none before.

ht_put_new(Table, Key, Value) :-
    \+ ht_get(Table, Key, _),
    ht_put(Table, Key, Value, _, _).

%!  ht_put(!Table, +Key, +Value, +Missing, -Old) is det.
%
%   Key gets Value; Old is the value it had, or Missing if it had none.

ht_put(Table, Key, Value, Missing, Old) :-
    place(Table, Key, Buckets, Number, Bucket0),
    (   replaced(Bucket0, Key, Value, Old0, Bucket)
    ->  Old = Old0,
        setarg(Number, Buckets, Bucket)
    ;   Old = Missing,
        setarg(Number, Buckets, [Key-Value|Bucket0]),
        arg(1, Table, Count0),
        Count is Count0 + 1,
        setarg(1, Table, Count),
        functor(Buckets, _, Size),
        (   Count > 2 * Size
        ->  grow(Table, Buckets, Size)
        ;   true
        )
    ).

place(Table, Key, Buckets, Number, Bucket) :-
    must_be(ground, Key),
    arg(2, Table, Buckets),
    functor(Buckets, _, Size),
    term_hash(Key, Hash),
    Number is Hash mod Size + 1,
    arg(Number, Buckets, Bucket).

replaced([K-V|Pairs], Key, Value, Old, Bucket) :-
    (   K == Key
    ->  Old = V,
        Bucket = [Key-Value|Pairs]
    ;   Bucket = [K-V|Bucket1],
        replaced(Pairs, Key, Value, Old, Bucket1)
    ).

grow(Table, Buckets0, Size0) :-
    Size is 4 * Size0,
    new_buckets(Size, Buckets),
    Buckets0 =.. [_|Lists],
    append(Lists, Pairs),
    insert_all(Pairs, Size, Buckets),
    setarg(2, Table, Buckets).

insert_all([], _, _).
insert_all([Key-Value|Pairs], Size, Buckets) :-
    term_hash(Key, Hash),
    Number is Hash mod Size + 1,
    arg(Number, Buckets, Bucket),
    setarg(Number, Buckets, [Key-Value|Bucket]),
    insert_all(Pairs, Size, Buckets).

%!  ht_update(!Table, +Key, ?Old, +New) is semidet.
%
%   Key has the value Old, and New from now on.

ht_update(Table, Key, Old, New) :-
    place(Table, Key, Buckets, Number, Bucket0),
    replaced(Bucket0, Key, New, Old, Bucket),
    setarg(Number, Buckets, Bucket).

%!  ht_get(+Table, +Key, -Value) is semidet.
%
%   Value is that of Key.

ht_get(Table, Key, Value) :-
    place(Table, Key, _, _, Bucket),
    found(Bucket, Key, Value0),
    Value = Value0.

found([K-V|Pairs], Key, Value) :-
    (   K == Key
    ->  Value = V
    ;   found(Pairs, Key, Value)
    ).

%!  ht_del(!Table, +Key, -Value) is semidet.
%
%   Takes Key away, which has Value.

ht_del(Table, Key, Value) :-
    place(Table, Key, Buckets, Number, Bucket0),
    found(Bucket0, Key, Value0),
    Value = Value0,
    without(Bucket0, Key, Bucket),
    setarg(Number, Buckets, Bucket),
    arg(1, Table, Count0),
    Count is Count0 - 1,
    setarg(1, Table, Count).

without([K-V|Pairs], Key, Rest) :-
    (   K == Key
    ->  Rest = Pairs
    ;   Rest = [K-V|Rest1],
        without(Pairs, Key, Rest1)
    ).

%!  ht_pairs(?Table, ?Pairs) is det.
%
%   Pairs are all `Key-Value` of Table; if Table is unbound, it is made of Pairs.

ht_pairs(Table, Pairs) :-
    (   var(Table)
    ->  ht_new(Table),
        put_all(Pairs, Table)
    ;   arg(2, Table, Buckets),
        Buckets =.. [_|Lists],
        append(Lists, Pairs)
    ).

put_all([], _).
put_all([Key-Value|Pairs], Table) :-
    ht_put(Table, Key, Value),
    put_all(Pairs, Table).

%!  ht_keys(+Table, -Keys) is det.
%
%   Keys are the keys of Table, in no order.

ht_keys(Table, Keys) :-
    ht_pairs(Table, Pairs),
    pairs_keys(Pairs, Keys).

%!  ht_values(+Table, -Values) is det.
%
%   Values are the values of Table, in the order of ht_keys/2.

ht_values(Table, Values) :-
    ht_pairs(Table, Pairs),
    pairs_values(Pairs, Values).

%!  ht_gen(+Table, ?Key, ?Value) is nondet.
%
%   Key has Value.

ht_gen(Table, Key, Value) :-
    ht_pairs(Table, Pairs),
    member(Key-Value, Pairs).
