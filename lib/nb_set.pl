:- module(nb_set,
          [ empty_nb_set/1,
            add_nb_set/2,
            add_nb_set/3,
            gen_nb_set/2,
            size_nb_set/2,
            nb_set_to_list/2
          ]).

% Sets of terms that grow by side effect and keep what was added on backtracking. A set
% is `nb_set(Count, Buckets)`; a bucket is a list of copies.

%!  empty_nb_set(-Set) is det.
%
%   Set is a new set without elements.

empty_nb_set(nb_set(0, Buckets)) :-
    empty_buckets(16, Buckets).

empty_buckets(Size, Buckets) :-
    functor(Buckets, buckets, Size),
    fill_empty(Size, Buckets).

fill_empty(N, Buckets) :-
    (   N =:= 0
    ->  true
    ;   arg(N, Buckets, []),
        N1 is N - 1,
        fill_empty(N1, Buckets)
    ).

%!  add_nb_set(+Key, !Set) is det.
%
%   Adds a copy of Key to Set, unless a variant of it is in Set.
%
%   ?- \+ \+ ( empty_nb_set(S), add_nb_set(a, S), add_nb_set(a, S), size_nb_set(S, 1) ).
%      true.

add_nb_set(Key, Set) :-
    add_nb_set(Key, Set, _).

%!  add_nb_set(+Key, !Set, ?New) is semidet.
%
%   The same, and New is `true` if Key was added and `false` if it was there. If New is
%   `false` when it is called, Key is only looked for.

add_nb_set(Key, Set, New) :-
    arg(2, Set, Buckets),
    bucket(Key, Buckets, Number, Bucket),
    (   has_variant(Bucket, Key)
    ->  New = false
    ;   New = true,
        duplicate_term(Key, Copy),
        nb_setarg(Number, Buckets, [Copy|Bucket]),
        arg(1, Set, Count0),
        Count is Count0 + 1,
        nb_setarg(1, Set, Count),
        functor(Buckets, _, Size),
        (   Count > 2 * Size
        ->  grow(Set, Buckets, Size)
        ;   true
        )
    ).

bucket(Key, Buckets, Number, Bucket) :-
    functor(Buckets, _, Size),
    variant_hash_number(Key, Hash),
    Number is Hash mod Size + 1,
    arg(Number, Buckets, Bucket).

variant_hash_number(Key, Hash) :-
    (   ground(Key)
    ->  term_hash(Key, Hash)
    ;   copy_term(Key, Copy, _),
        numbervars(Copy, 0, _),
        term_hash(Copy, Hash)
    ).

has_variant([X|Xs], Key) :-
    (   X =@= Key
    ->  true
    ;   has_variant(Xs, Key)
    ).

grow(Set, Buckets0, Size0) :-
    Size is 4 * Size0,
    empty_buckets(Size, Buckets),
    nb_setarg(2, Set, Buckets),
    arg(2, Set, Kept),
    (   arg(_, Buckets0, Bucket),
        member(Key, Bucket),
        bucket(Key, Kept, Number, Old),
        nb_setarg(Number, Kept, [Key|Old]),
        fail
    ;   true
    ).

%!  gen_nb_set(+Set, -Key) is nondet.
%
%   Key is an element of Set, in the standard order.

gen_nb_set(Set, Key) :-
    nb_set_to_list(Set, Keys),
    member(Key, Keys).

%!  size_nb_set(+Set, -Size) is det.
%
%   Size is the number of elements of Set.

size_nb_set(Set, Size) :-
    arg(1, Set, Size).

%!  nb_set_to_list(+Set, -Keys) is det.
%
%   Keys are the elements of Set in the standard order.

nb_set_to_list(Set, Keys) :-
    arg(2, Set, Buckets),
    Buckets =.. [_|Lists],
    append(Lists, Unordered),
    sort(Unordered, Keys).
