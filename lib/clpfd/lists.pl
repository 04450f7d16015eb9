% Elements of lists, their order, and rows of tables.

%!  lex_chain(?Lists) is semidet.
%
%   Each of Lists is at most the next one in lexicographic order.
%
%   ?- X in 0..3, lex_chain([[2,X],[2,0]]).
%      X = 0.

lex_chain(Lists) :-
    lex_chain(Lists, []).

%!  lex_chain(?Lists, +Options) is semidet.
%
%   As lex_chain/1; with the option `op(#<)`, each list is less than the next.
%
%   ?- X in 0..3, lex_chain([[2,X],[2,1]], [op(#<)]).
%      X = 0.

lex_chain(Lists, Options) :-
    must_be(list(list), Lists),
    check_rows(Lists),
    (   memberchk(op(#<), Options)
    ->  Strict = 1
    ;   Strict = 0
    ),
    lex_pairs(Lists, Strict).

check_rows([]).
check_rows([Row|Rows]) :-
    check_variables(Row),
    check_rows(Rows).

lex_pairs([], _).
lex_pairs([Xs|Lists], Strict) :-
    lex_pairs(Lists, Xs, Strict).

lex_pairs([], _, _).
lex_pairs([Ys|Lists], Xs, Strict) :-
    length(Xs, N),
    length(Ys, N),
    append(Xs, Ys, Both),
    (   Strict =:= 1
    ->  Goal = lex_chain([Xs,Ys],[op(#<)])
    ;   Goal = lex_chain([Xs,Ys])
    ),
    '$fd_list'(lexicographic, Both, Strict, 0, Goal),
    lex_pairs(Lists, Ys, Strict).

%!  tuples_in(?Tuples, +Rows) is semidet.
%
%   Each of Tuples, lists of variables and integers, is one of Rows, lists of
%   integers.
%
%   ?- tuples_in([[X,2]], [[1,2],[2,3]]).
%      X = 1.

tuples_in(Tuples, Rows) :-
    must_be(list(list), Tuples),
    check_rows(Tuples),
    must_be(list(list(integer)), Rows),
    '$fd_tuples_in'(Tuples, Rows, tuples_in(Tuples,Rows)).

%!  table(?Tuples, +Rows) is semidet.
%
%   The same as tuples_in/2.
%
%   ?- table([[X,2]], [[1,2],[2,3]]).
%      X = 1.

table(Tuples, Rows) :-
    tuples_in(Tuples, Rows).

%!  element(?Index, ?Xs, ?Value) is semidet.
%
%   Value is the element of the list Xs at Index, counted from 1.
%
%   ?- element(I, [5,6,7], 6).
%      I = 2.

element(Index, Xs, Value) :-
    check_variables(Xs),
    check_each([Index,Value]),
    '$fd_list'(element, Xs, Index, Value, element(Index,Xs,Value)).

%!  sorting(?Xs, ?Places, ?Ys) is semidet.
%
%   The list Ys holds the elements of Xs in ascending order, and Places tells
%   where each element of Xs is in Ys.
%
%   ?- sorting([A,B], [2,1], [1,3]).
%      A = 3, B = 1.

sorting(Xs, Places, Ys) :-
    check_variables(Xs),
    check_variables(Ys),
    length(Xs, N),
    length(Places, N),
    length(Ys, N),
    check_each(Places),
    append([Xs,Places,Ys], All),
    '$fd_list'(sorting, All, 0, 0, sorting(Xs,Places,Ys)).

%!  value_precede_chain(+Values, ?Xs) is semidet.
%
%   Each of Values but the first occurs in the list Xs only after the one before it.
%
%   ?- value_precede_chain([1,2], [X,2]).
%      X = 1.

value_precede_chain(Values, Xs) :-
    must_be(list(integer), Values),
    check_variables(Xs),
    precede(Values, Xs).

precede([], _).
precede([A|Values], Xs) :-
    (   Values = [B|_]
    ->  precede(Xs, 0, A, B),
        precede(Values, Xs)
    ;   true
    ).

precede([], _, _, _).
precede([X|Xs], Seen, A, B) :-
    X #= B #==> Seen,
    Seen #\/ X #= A #<==> Seen1,
    precede(Xs, Seen1, A, B).
