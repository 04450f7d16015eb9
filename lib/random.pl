:- module(random,
          [ random/3,
            random_member/2,
            random_select/3,
            random_subseq/3,
            random_permutation/2,
            random_perm2/4,
            randseq/3,
            randset/3,
            maybe/0,
            maybe/1,
            maybe/2,
            setrand/1
          ]).

% Random choices, on top of the evaluable `random_float` and random_between/3.

%!  random(+Low, +High, -X) is det.
%
%   X is a random number from Low up to but not including High: an integer if
%   both are integers, else a float.
%
%   ?- random(1, 2, X).
%      X = 1.

random(Low, High, X) :-
    (   integer(Low),
        integer(High)
    ->  Highest is High - 1,
        random_between(Low, Highest, X)
    ;   must_be(number, Low),
        must_be(number, High),
        X is Low + (High - Low) * random_float
    ).

%!  random_member(-Element, +List) is semidet.
%
%   Element is one of the elements of List, each as likely. It fails for the
%   empty list.
%
%   ?- random_member(X, [a]).
%      X = a.

random_member(Element, List) :-
    must_be(list, List),
    List = [_|_],
    length(List, Length),
    random_between(1, Length, N),
    nth1(N, List, Element).

%!  random_select(?Element, ?List, ?Rest) is semidet.
%
%   Element is a random element of List, and Rest is List without it. If List is
%   not known, it is Rest with Element put in somewhere.
%
%   ?- random_select(X, [a], Rest).
%      X = a, Rest = [].

random_select(Element, List, Rest) :-
    (   is_list(List)
    ->  List = [_|_],
        length(List, Length),
        random_between(1, Length, N),
        nth1(N, List, Element, Rest)
    ;   must_be(list, Rest),
        length(Rest, RestLength),
        Length is RestLength + 1,
        random_between(1, Length, N),
        nth1(N, List, Element, Rest)
    ).

%!  random_subseq(+List, -Part, -Rest) is det.
%
%   Part holds random elements of List and Rest the others, in the order of
%   List.
%
%   ?- random_subseq([], Part, Rest).
%      Part = [], Rest = [].

random_subseq([], [], []).
random_subseq([X|Xs], Part, Rest) :-
    (   maybe
    ->  Part = [X|Part1],
        random_subseq(Xs, Part1, Rest)
    ;   Rest = [X|Rest1],
        random_subseq(Xs, Part, Rest1)
    ).

%!  random_permutation(?List, ?Permutation) is det.
%
%   Permutation holds the elements of List in a random order. One of the two
%   must be a proper list.
%
%   ?- random_permutation([a], List).
%      List = [a].

random_permutation(List, Permutation) :-
    (   is_list(List)
    ->  shuffled(List, Permutation)
    ;   must_be(list, Permutation),
        shuffled(Permutation, List)
    ).

shuffled(List, Shuffled) :-
    random_keys(List, Pairs),
    keysort(Pairs, Sorted),
    pairs_values(Sorted, Shuffled).

random_keys([], []).
random_keys([X|Xs], [Key-X|Pairs]) :-
    Key is random_float,
    random_keys(Xs, Pairs).

%!  random_perm2(?A, ?B, ?X, ?Y) is det.
%
%   X and Y are A and B, in this order or the other, each as likely.
%
%   ?- random_perm2(a, a, X, Y).
%      X = a, Y = a.

random_perm2(A, B, X, Y) :-
    (   maybe
    ->  X = A,
        Y = B
    ;   X = B,
        Y = A
    ).

%!  randseq(+Length, +High, -Sequence) is semidet.
%
%   Sequence holds Length different integers from 1 to High in a random order.
%   It fails if there are not so many.
%
%   ?- randseq(1, 1, Sequence).
%      Sequence = [1].

randseq(Length, High, Sequence) :-
    randset(Length, High, Set),
    shuffled(Set, Sequence).

%!  randset(+Length, +High, -Set) is semidet.
%
%   Set holds Length different integers from 1 to High in order. It fails if
%   there are not so many.
%
%   ?- randset(3, 3, Set).
%      Set = [1,2,3].

randset(Length, High, Set) :-
    must_be(nonneg, Length),
    must_be(nonneg, High),
    Length =< High,
    chosen(High, Length, [], Set).

%   Each number, from the highest down, is chosen with the probability that
%   makes all sets equally likely.

chosen(Number, Needed, Set0, Set) :-
    (   Needed =:= 0
    ->  Set = Set0
    ;   random_between(1, Number, N),
        Number1 is Number - 1,
        (   N =< Needed
        ->  Needed1 is Needed - 1,
            chosen(Number1, Needed1, [Number|Set0], Set)
        ;   chosen(Number1, Needed, Set0, Set)
        )
    ).

%!  maybe is semidet.
%
%   Succeeds half of the time.
%
%   ?- ignore(maybe).
%      true.

maybe :-
    random_between(0, 1, 0).

%!  maybe(+Probability) is semidet.
%
%   Succeeds with Probability, a number from 0 to 1.
%
%   ?- maybe(1).
%      true.

maybe(Probability) :-
    must_be(between(0.0,1.0), Probability),
    random_float < Probability.

%!  maybe(+K, +N) is semidet.
%
%   Succeeds with probability K/N.
%
%   ?- maybe(1, 1).
%      true.

maybe(K, N) :-
    must_be(positive_integer, N),
    random_between(1, N, X),
    X =< K.

%!  setrand(+Seed) is det.
%
%   Makes the random numbers from now on those that follow from Seed.
%
%   ?- setrand(seed(1)).
%      true.

setrand(Seed) :-
    (   nonvar(Seed),
        Seed = seed(Value)
    ->  set_random(seed(Value))
    ;   set_random(seed(Seed))
    ).
