:- module(sicstus,
          [ rev/2,
            cons/3,
            head/2,
            tail/2,
            last/3,
            append_length/3,
            append_length/4,
            prefix_length/3,
            suffix_length/3,
            proper_prefix/2,
            proper_suffix/2,
            segment/2,
            proper_segment/2,
            remove_dups/2,
            remove_duplicates/2,
            no_doubles/1,
            non_member/2,
            keyclumps/2,
            keyclumped/2,
            clumps/2,
            same_length/3,
            shorter_list/2,
            longer_list/2,
            select_min/3,
            select_max/3,
            substitute/4,
            delete/4,
            sublist/4,
            sublist/5,
            rotate_list/2,
            rotate_list/3,
            perm/2,
            transpose/2,
            some/2,
            some/3,
            somechk/2,
            scanlist/4,
            scanlist/5,
            map_product/4,
            cumlist/4,
            cumlist/5,
            group/3,
            numlist/2,
            subseq0/2,
            subseq1/2,
            subsumeschk/2,
            term_order/3,
            prolog_flag/3,
            if/3,
            create_mutable/2,
            get_mutable/2,
            update_mutable/2,
            mutable/1,
            bb_put/2,
            bb_get/2,
            bb_update/3,
            bb_delete/2,
            ord_member/2,
            current_directory/2,
            datime/1
          ]).

% Predicates of SICStus Prolog.

:- meta_predicate
    some(1, +), some(2, +, +), somechk(1, +),
    scanlist(3, +, +, -), scanlist(4, +, +, +, -),
    map_product(3, +, +, -),
    cumlist(3, +, +, -), cumlist(4, +, +, +, -),
    group(2, +, -),
    if(0, 0, 0).

% Lists.

%!  rev(+List, -Reversed) is det.
%
%   As reverse/2.
%
%   ?- rev([1,2,3], Reversed).
%      Reversed = [3,2,1].

rev(List, Reversed) :-
    reverse(List, Reversed).

%!  cons(?Head, ?Tail, ?List) is det.
%
%   List is Head followed by Tail.

cons(Head, Tail, [Head|Tail]).

%!  head(?List, ?Head) is semidet.
%
%   Head is the first element of List.

head([Head|_], Head).

%!  tail(?List, ?Tail) is semidet.
%
%   Tail is List without its first element.

tail([_|Tail], Tail).

%!  last(?Front, ?Last, ?List) is nondet.
%
%   List is Front followed by the element Last.
%
%   ?- last(Front, Last, [a,b]).
%      Front = [a], Last = b.

last(Front, Last, List) :-
    append(Front, [Last], List),
    !.

%!  append_length(?Back, ?List, ?Count) is nondet.
%!  append_length(?Front, ?Back, ?List, ?Count) is nondet.
%
%   List is Front, of Count elements, followed by Back.
%
%   ?- append_length(Front, Back, [a,b,c], 1).
%      Front = [a], Back = [b,c].

append_length(Back, List, Count) :-
    append_length(_, Back, List, Count).

append_length(Front, Back, List, Count) :-
    (   integer(Count)
    ->  length(Front, Count),
        append(Front, Back, List),
        !
    ;   append(Front, Back, List),
        length(Front, Count)
    ).

%!  prefix_length(?List, ?Front, ?Count) is nondet.
%
%   List starts with Front, which has Count elements.

prefix_length(List, Front, Count) :-
    append_length(Front, _, List, Count).

%!  suffix_length(?List, ?Back, ?Count) is nondet.
%
%   List ends with Back, which has Count elements.

suffix_length(List, Back, Count) :-
    append(_, Back, List),
    length(Back, Count).

%!  proper_prefix(?List, ?Front) is nondet.
%
%   List starts with Front and goes on.

proper_prefix(List, Front) :-
    append(Front, [_|_], List).

%!  proper_suffix(?List, ?Back) is nondet.
%
%   List ends with Back, before which something stands.

proper_suffix(List, Back) :-
    append([_|_], Back, List).

%!  segment(?List, ?Segment) is nondet.
%
%   Segment is a row of elements of List.

segment(_, []).
segment(List, [X|Xs]) :-
    append(_, Rest, List),
    append([X|Xs], _, Rest).

%!  proper_segment(?List, ?Segment) is nondet.
%
%   Segment is a row of some but not all elements of List.

proper_segment(List, Segment) :-
    segment(List, Segment),
    \+ same_length(Segment, List).

%!  remove_dups(+List, -Set) is det.
%
%   Set holds the elements of List in the standard order, each once.

remove_dups(List, Set) :-
    sort(List, Set).

%!  remove_duplicates(+List, -Set) is det.
%
%   Set is List without elements that occur before.

remove_duplicates(List, Set) :-
    list_to_set(List, Set).

%!  no_doubles(+List) is semidet.
%
%   No two elements of List are identical.

no_doubles(List) :-
    is_set(List).

%!  non_member(+Element, +List) is semidet.
%
%   Element is no element of List.

non_member(Element, List) :-
    \+ memberchk(Element, List).

%!  clumps(+Items, -Clumps) is det.
%
%   Clumps are the lists of neighbours in Items that are identical.
%
%   ?- clumps([a,a,b], Clumps).
%      Clumps = [[a,a],[b]].

clumps([], []).
clumps([X|Xs], [[X|Clump]|Clumps]) :-
    clump(Xs, X, Clump, Rest),
    clumps(Rest, Clumps).

clump([Y|Ys], X, [Y|Clump], Rest) :-
    Y == X,
    !,
    clump(Ys, X, Clump, Rest).
clump(Rest, _, [], Rest).

%!  keyclumps(+Pairs, -Clumps) is det.
%
%   Clumps are the lists of neighbours in Pairs that have identical keys.
%
%   ?- keyclumps([a-1,a-2,b-3], Clumps).
%      Clumps = [[a-1,a-2],[b-3]].

keyclumps([], []).
keyclumps([K-V|Pairs], [[K-V|Clump]|Clumps]) :-
    keyclump(Pairs, K, Clump, Rest),
    keyclumps(Rest, Clumps).

keyclump([K1-V|Pairs], K, [K1-V|Clump], Rest) :-
    K1 == K,
    !,
    keyclump(Pairs, K, Clump, Rest).
keyclump(Rest, _, [], Rest).

%!  keyclumped(+Pairs, -Groups) is det.
%
%   As group_pairs_by_key/2.

keyclumped(Pairs, Groups) :-
    group_pairs_by_key(Pairs, Groups).

%!  same_length(?Xs, ?Ys, ?Length) is nondet.
%
%   Xs and Ys are lists of Length elements.

same_length(Xs, Ys, Length) :-
    (   is_list(Ys)
    ->  length(Ys, Length),
        length(Xs, Length)
    ;   length(Xs, Length),
        length(Ys, Length)
    ).

%!  shorter_list(?Short, ?Long) is nondet.
%
%   Short has fewer elements than Long.

shorter_list([], [_|_]).
shorter_list([_|Xs], [_|Ys]) :-
    shorter_list(Xs, Ys).

%!  longer_list(?Long, ?Short) is nondet.
%
%   Long has more elements than Short.

longer_list(Long, Short) :-
    shorter_list(Short, Long).

%!  select_min(?Min, +List, ?Rest) is semidet.
%
%   Min is the least element of List, Rest the others.

select_min(Min, List, Rest) :-
    min_member(Min0, List),
    without_first(List, Min0, Rest0),
    Min = Min0,
    Rest = Rest0.

%!  select_max(?Max, +List, ?Rest) is semidet.
%
%   Max is the greatest element of List, Rest the others.

select_max(Max, List, Rest) :-
    max_member(Max0, List),
    without_first(List, Max0, Rest0),
    Max = Max0,
    Rest = Rest0.

without_first([X|Xs], Y, Rest) :-
    (   X == Y
    ->  Rest = Xs
    ;   Rest = [X|Rest1],
        without_first(Xs, Y, Rest1)
    ).

%!  substitute(+Old, +List, +New, -Changed) is det.
%
%   Changed is List with New in place of each element identical to Old.
%
%   ?- substitute(a, [a,b], c, Changed).
%      Changed = [c,b].

substitute(_, [], _, []).
substitute(Old, [X|Xs], New, [Y|Ys]) :-
    (   X == Old
    ->  Y = New
    ;   Y = X
    ),
    substitute(Old, Xs, New, Ys).

%!  delete(+List, +Element, +Count, -Rest) is det.
%
%   Rest is List without its first Count elements that are identical to Element.

delete([], _, _, []).
delete([X|Xs], Element, Count, Rest) :-
    (   Count =< 0
    ->  Rest = [X|Xs]
    ;   X == Element
    ->  Fewer is Count - 1,
        delete(Xs, Element, Fewer, Rest)
    ;   Rest = [X|Rest1],
        delete(Xs, Element, Count, Rest1)
    ).

%!  sublist(+List, ?Part, ?Before, ?Length) is nondet.
%!  sublist(+List, ?Part, ?Before, ?Length, ?After) is nondet.
%
%   Part is a row of Length elements of List with Before elements before it and After
%   behind it, as in sub_atom/5.
%
%   ?- sublist([a,b,c], Part, 1, 1, After).
%      Part = [b], After = 1.

sublist(List, Part, Before, Length) :-
    sublist(List, Part, Before, Length, _).

sublist(List, Part, Before, Length, After) :-
    append_length(_, Rest, List, Before),
    append_length(Part, Tail, Rest, Length),
    length(Tail, After).

%!  rotate_list(+List, ?Rotated) is semidet.
%!  rotate_list(+Count, +List, ?Rotated) is semidet.
%
%   Rotated is List with its first Count elements, or the first, moved to the end.
%
%   ?- rotate_list(1, [a,b,c], Rotated).
%      Rotated = [b,c,a].

rotate_list(List, Rotated) :-
    rotate_list(1, List, Rotated).

rotate_list(Count, List, Rotated) :-
    length(List, Length),
    (   Length =:= 0
    ->  Rotated = []
    ;   Start is Count mod Length,
        length(Front, Start),
        append(Front, Back, List),
        append(Back, Front, Rotated)
    ).

%!  perm(+List, ?Permutation) is nondet.
%
%   Permutation has the elements of List in some order.

perm(List, Permutation) :-
    permutation(List, Permutation).

%!  transpose(+Rows, -Columns) is semidet.
%
%   Columns are the columns of a matrix given by its rows.
%
%   ?- transpose([[1,2],[3,4]], Columns).
%      Columns = [[1,3],[2,4]].

transpose([], []).
transpose([Row|Rows], Columns) :-
    transpose_columns(Row, [Row|Rows], Columns).

transpose_columns([], _, []).
transpose_columns([_|Xs], Rows, [Column|Columns]) :-
    heads_tails(Rows, Column, Tails),
    transpose_columns(Xs, Tails, Columns).

heads_tails([], [], []).
heads_tails([[X|Xs]|Rows], [X|Column], [Xs|Tails]) :-
    heads_tails(Rows, Column, Tails).

%!  some(:Goal, +List) is nondet.
%!  some(:Goal, +Xs, +Ys) is nondet.
%
%   Goal is true of an element of List, or of two at the same place.

some(Goal, List) :-
    member(X, List),
    call(Goal, X).

some(Goal, [X|Xs], [Y|Ys]) :-
    (   call(Goal, X, Y)
    ;   some(Goal, Xs, Ys)
    ).

%!  somechk(:Goal, +List) is semidet.
%
%   Goal is true of an element of List.

somechk(Goal, List) :-
    member(X, List),
    call(Goal, X),
    !.

%!  scanlist(:Goal, +List, +V0, -V) is nondet.
%!  scanlist(:Goal, +Xs, +Ys, +V0, -V) is nondet.
%
%   As foldl/4 and foldl/5.

scanlist(Goal, List, V0, V) :-
    foldl(Goal, List, V0, V).

scanlist(Goal, Xs, Ys, V0, V) :-
    foldl(Goal, Xs, Ys, V0, V).

%!  map_product(:Goal, +Xs, +Ys, -Zs) is nondet.
%
%   Zs are the results of Goal for each element of Xs with each one of Ys.
%
%   ?- map_product([X,Y,X-Y]>>true, [a,b], [1], Zs).
%      Zs = [a-1,b-1].

map_product(_, [], _, []).
map_product(Goal, [X|Xs], Ys, Zs) :-
    products(Ys, Goal, X, Zs, Zs1),
    map_product(Goal, Xs, Ys, Zs1).

products([], _, _, Zs, Zs).
products([Y|Ys], Goal, X, [Z|Zs0], Zs) :-
    call(Goal, X, Y, Z),
    products(Ys, Goal, X, Zs0, Zs).

%!  cumlist(:Goal, +List, +V0, -Values) is nondet.
%!  cumlist(:Goal, +Xs, +Ys, +V0, -Values) is nondet.
%
%   Values are what the accumulator of a fold from the left is after each element.
%
%   ?- cumlist([X,V0,V]>>(V is V0 + X), [1,2,3], 0, Values).
%      Values = [1,3,6].

cumlist(_, [], _, []).
cumlist(Goal, [X|Xs], V0, [V|Vs]) :-
    call(Goal, X, V0, V),
    cumlist(Goal, Xs, V, Vs).

cumlist(_, [], [], _, []).
cumlist(Goal, [X|Xs], [Y|Ys], V0, [V|Vs]) :-
    call(Goal, X, Y, V0, V),
    cumlist(Goal, Xs, Ys, V, Vs).

%!  group(:Goal, +List, -Groups) is det.
%
%   Groups are rows of neighbours in List such that Goal is true of the first of a row and
%   each further one.
%
%   ?- group(==, [a,a,b], Groups).
%      Groups = [[a,a],[b]].

group(_, [], []).
group(Goal, [X|Xs], [[X|Group]|Groups]) :-
    group_members(Xs, Goal, X, Group, Rest),
    group(Goal, Rest, Groups).

group_members([Y|Ys], Goal, X, [Y|Group], Rest) :-
    call(Goal, X, Y),
    !,
    group_members(Ys, Goal, X, Group, Rest).
group_members(Rest, _, _, [], Rest).

%!  numlist(+High, -Numbers) is semidet.
%
%   Numbers are the integers from 1 to High.

numlist(High, Numbers) :-
    numlist(1, High, Numbers).

%!  subseq0(+List, ?Part) is nondet.
%
%   Part is List without some of its elements.

subseq0(List, Part) :-
    subseq(List, Part, _).

%!  subseq1(+List, ?Part) is nondet.
%
%   The same, but not the whole List.

subseq1(List, Part) :-
    subseq(List, Part, [_|_]).

% Terms and control.

%!  subsumeschk(+General, +Specific) is semidet.
%
%   As subsumes_term/2.

subsumeschk(General, Specific) :-
    subsumes_term(General, Specific).

%!  term_order(@X, @Y, ?Order) is semidet.
%
%   As compare/3, with Order behind.

term_order(X, Y, Order) :-
    compare(Order, X, Y).

%!  prolog_flag(+Flag, -Old, +New) is det.
%
%   The flag Flag has been Old, and is New from now on.

prolog_flag(Flag, Old, New) :-
    current_prolog_flag(Flag, Old),
    set_prolog_flag(Flag, New).

%!  if(:Condition, :Then, :Else) is nondet.
%
%   Then is true for a solution of Condition; Else, if there is none.
%
%   ?- if(member(X, [1,2]), true, X = none).
%      X = 1 ; X = 2.

if(Condition, Then, Else) :-
    (   call(Condition)
    *-> call(Then)
    ;   call(Else)
    ).

%!  create_mutable(+Value, -Mutable) is det.
%
%   Mutable is a place with Value in it.
%
%   ?- create_mutable(a, M), update_mutable(b, M), get_mutable(Value, M).
%      Value = b, M = '$mutable'(b).

create_mutable(Value, '$mutable'(Value)).

%!  get_mutable(?Value, +Mutable) is semidet.
%
%   Value is in Mutable.

get_mutable(Value, '$mutable'(Value)).

%!  update_mutable(+Value, !Mutable) is det.
%
%   Value is in Mutable from now on, until backtracking.

update_mutable(Value, Mutable) :-
    setarg(1, Mutable, Value).

%!  mutable(@Term) is semidet.
%
%   Term is a mutable.

mutable(Term) :-
    nonvar(Term),
    functor(Term, '$mutable', 1).

% The blackboard.

%!  bb_put(+Key, +Value) is det.
%
%   Key has a copy of Value from now on.
%
%   ?- bb_put(key, f(_)), bb_get(key, Value).
%      Value = f(_).

bb_put(Key, Value) :-
    bb_key(Key, Name),
    nb_setval(Name, Value).

%!  bb_get(+Key, ?Value) is semidet.
%
%   Value is that of Key.

bb_get(Key, Value) :-
    bb_key(Key, Name),
    nb_current(Name, Value0),
    Value = Value0.

%!  bb_update(+Key, ?Old, +New) is semidet.
%
%   The value of Key is Old, and New from now on.

bb_update(Key, Old, New) :-
    bb_get(Key, Old),
    bb_put(Key, New).

%!  bb_delete(+Key, ?Old) is semidet.
%
%   The value of Key is Old; Key has none from now on.

bb_delete(Key, Old) :-
    bb_get(Key, Old),
    bb_key(Key, Name),
    nb_delete(Name).

bb_key(Key, Name) :-
    (   Key = _:Plain
    ->  true
    ;   Plain = Key
    ),
    must_be(atomic, Plain),
    atomic_list_concat(['$bb_',Plain], Name).

%!  ord_member(+Element, +Set) is semidet.
%
%   As ord_memberchk/2.

ord_member(Element, Set) :-
    ord_memberchk(Element, Set).

%!  current_directory(-Old, +New) is det.
%
%   As working_directory/2.

current_directory(Old, New) :-
    working_directory(Old, New).

%!  datime(-DateTime) is det.
%
%   DateTime is `datime(Year, Month, Day, Hour, Minute, Second)` of now.

datime(datime(Year, Month, Day, Hour, Minute, Second)) :-
    get_time(Stamp),
    stamp_date_time(Stamp, date(Year, Month, Day, Hour, Minute, Seconds, _, _, _), local),
    Second is truncate(Seconds).
