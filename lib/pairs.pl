:- module(pairs,
          [ pairs_keys_values/3,
            pairs_keys/2,
            pairs_values/2,
            transpose_pairs/2,
            map_list_to_pairs/3,
            group_pairs_by_key/2
          ]).

% Lists of Key-Value terms, as keysort/2 takes them.

:- meta_predicate map_list_to_pairs(2, +, -).

%!  pairs_keys_values(?Pairs, ?Keys, ?Values) is nondet.
%
%   Pairs holds Key-Value for the elements of Keys and Values at the same place.
%   With one of the three a proper list it is deterministic.
%
%   ?- pairs_keys_values(Pairs, [a,b], [1,2]).
%      Pairs = [a-1,b-2].

pairs_keys_values([], [], []).
pairs_keys_values([Key-Value|Pairs], [Key|Keys], [Value|Values]) :-
    pairs_keys_values(Pairs, Keys, Values).

%!  pairs_keys(?Pairs, ?Keys) is nondet.
%
%   Keys holds the keys of Pairs.
%
%   ?- pairs_keys([a-1,b-2], Keys).
%      Keys = [a,b].

pairs_keys([], []).
pairs_keys([Key-_|Pairs], [Key|Keys]) :-
    pairs_keys(Pairs, Keys).

%!  pairs_values(?Pairs, ?Values) is nondet.
%
%   Values holds the values of Pairs.
%
%   ?- pairs_values([a-1,b-2], Values).
%      Values = [1,2].

pairs_values([], []).
pairs_values([_-Value|Pairs], [Value|Values]) :-
    pairs_values(Pairs, Values).

%!  transpose_pairs(+Pairs, -Transposed) is det.
%
%   Transposed holds Value-Key for each Key-Value of Pairs, sorted by Value.
%   Pairs with equal values keep their order.
%
%   ?- transpose_pairs([a-2,b-1], Pairs).
%      Pairs = [1-b,2-a].

transpose_pairs(Pairs, Transposed) :-
    swapped_pairs(Pairs, Swapped),
    keysort(Swapped, Transposed).

swapped_pairs([], []).
swapped_pairs([Key-Value|Pairs], [Value-Key|Swapped]) :-
    swapped_pairs(Pairs, Swapped).

%!  map_list_to_pairs(:Goal, ?Values, ?Pairs) is nondet.
%
%   Pairs holds Key-Value for each of Values, in order, where call(Goal, Value,
%   Key) gives Key. keysort/2 then sorts by that key.
%
%   ?- map_list_to_pairs(atom_length, [aaa,b], Pairs).
%      Pairs = [3-aaa,1-b].

map_list_to_pairs(Goal, Values, Pairs) :-
    values_pairs(Values, Pairs, Goal).

values_pairs([], [], _).
values_pairs([Value|Values], [Key-Value|Pairs], Goal) :-
    call(Goal, Value, Key),
    values_pairs(Values, Pairs, Goal).

%!  group_pairs_by_key(+Pairs, -Groups) is det.
%
%   Groups holds Key-Values for each run of pairs with identical keys in Pairs.
%   Sort Pairs with keysort/2 first to get one group for each key.
%
%   ?- group_pairs_by_key([a-1,a-2,b-3,a-4], Groups).
%      Groups = [a-[1,2],b-[3],a-[4]].

group_pairs_by_key([], []).
group_pairs_by_key([Key-Value|Pairs], [Key-[Value|Values]|Groups]) :-
    values_of_key(Pairs, Key, Values, Rest),
    group_pairs_by_key(Rest, Groups).

values_of_key([], _, [], []).
values_of_key([Key1-Value|Pairs], Key, Values, Rest) :-
    (   Key1 == Key
    ->  Values = [Value|Values1],
        values_of_key(Pairs, Key, Values1, Rest)
    ;   Values = [],
        Rest = [Key1-Value|Pairs]
    ).
