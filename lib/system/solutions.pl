% All solutions of a goal. The system's predicates may not need a library, so that
% the relations of lists that they use are here.

:- meta_predicate findall(?, 0, -), findall(?, 0, -, ?).

%!  findall(@Template, :Goal, -Results) is det.
%
%   Results holds a copy of Template for each solution of Goal, in order.
%
%   ?- findall(X-Y, (member(X, [1,2]), Y = a), L).
%      L = [1-a,2-a].

findall(Template, Goal, Results) :-
    '$check_partial_list'(Results),
    '$findall_start'(Id),
    '$findall'(Id, Template, Goal, Results, []).

%!  findall(@Template, :Goal, -Results, ?Tail) is det.
%
%   As findall/3, with Results ending in Tail.

findall(Template, Goal, Results, Tail) :-
    '$check_partial_list'(Results),
    '$findall_start'(Id),
    '$findall'(Id, Template, Goal, Results, Tail).

'$findall'(Id, Template, Goal, _, _) :-
    call(Goal),
    '$findall_add'(Id, Template),
    fail.
'$findall'(Id, _, _, Results, Tail) :-
    '$findall_collect'(Id, Results, Tail).

'$append'([], Ys, Ys).
'$append'([X|Xs], Ys, [X|Zs]) :-
    '$append'(Xs, Ys, Zs).

'$member'(X, [X|_]).
'$member'(X, [_|Xs]) :-
    '$member'(X, Xs).

'$strip'(Term, Module, Plain) :-
    strip_module(Term, Module, Plain).

:- '$lock'(findall, 3).
