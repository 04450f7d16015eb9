% Relations between expressions, domains and truth values.

%!  #=(?X, ?Y) is semidet.
%
%   The expressions X and Y have the same integer value.
%
%   ?- 3 #= X + 1.
%      X = 2.

X #= Y :-
    '$fd_equal'(X, Y).

%!  #\=(?X, ?Y) is semidet.
%
%   The expressions X and Y have different integer values.
%
%   ?- X in 0..1, X #\= 0.
%      X = 1.

X #\= Y :-
    '$fd_differ'(X, Y).

%!  #<(?X, ?Y) is semidet.
%
%   The value of X is less than that of Y.
%
%   ?- X in 0..5, 4 #< X.
%      X = 5.

X #< Y :-
    '$fd_less'(X, Y).

%!  #>(?X, ?Y) is semidet.
%
%   The value of X is greater than that of Y.
%
%   ?- X in 0..5, X #> 4.
%      X = 5.

X #> Y :-
    '$fd_less'(Y, X).

%!  #=<(?X, ?Y) is semidet.
%
%   The value of X is at most that of Y.
%
%   ?- X in 0..5, X #=< 0.
%      X = 0.

X #=< Y :-
    '$fd_at_most'(X, Y).

%!  #>=(?X, ?Y) is semidet.
%
%   The value of X is at least that of Y.
%
%   ?- X in 0..5, X #>= 5.
%      X = 5.

X #>= Y :-
    '$fd_at_most'(Y, X).

%!  in(?X, +Domain) is semidet.
%
%   X is an integer in Domain: an integer, a range `L..U` with integers, `inf` or
%   `sup`, or domains joined by `\/`.
%
%   ?- X in 1..5 \/ 8, X #> 5.
%      X = 8.

X in Domain :-
    '$fd_in'(X, Domain).

%!  ins(?Xs, +Domain) is semidet.
%
%   All elements of the list Xs are in Domain.
%
%   ?- [X,Y] ins 1..2, X #< Y.
%      X = 1, Y = 2.

Xs ins Domain :-
    '$fd_ins'(Xs, Domain).

%!  in_set(?X, +Set) is semidet.
%
%   X is an integer in Set, a set as made by fd_set/2.

X in_set Set :-
    '$fd_in_set'(X, Set).

%!  #\(?P) is semidet.
%
%   The constraint P does not hold.
%
%   ?- X in 0..1, #\ X #= 0.
%      X = 1.

#\ P :-
    '$fd_true'(#\ P).

%!  #<==>(?P, ?Q) is semidet.
%
%   The constraints P and Q are both true or both false.
%
%   ?- X in 0..5, X #> 3 #<==> B, X #= 4.
%      X = 4, B = 1.

P #<==> Q :-
    '$fd_true'(P #<==> Q).

%!  #==>(?P, ?Q) is semidet.
%
%   If P holds, so does Q.
%
%   ?- P #==> Q, Q = 0.
%      P = 0, Q = 0.

P #==> Q :-
    '$fd_true'(P #==> Q).

%!  #<==(?P, ?Q) is semidet.
%
%   If Q holds, so does P.
%
%   ?- P #<== Q, P = 0.
%      P = 0, Q = 0.

P #<== Q :-
    '$fd_true'(P #<== Q).

%!  #\/(?P, ?Q) is semidet.
%
%   P or Q holds, or both.
%
%   ?- P #\/ Q, P = 0.
%      P = 0, Q = 1.

P #\/ Q :-
    '$fd_true'(P #\/ Q).

%!  #\(?P, ?Q) is semidet.
%
%   One of P and Q holds, but not both.
%
%   ?- P #\ Q, P = 1.
%      P = 1, Q = 0.

P #\ Q :-
    '$fd_true'(P #\ Q).

%!  #/\(?P, ?Q) is semidet.
%
%   P and Q hold.
%
%   ?- P #/\ Q.
%      P = 1, Q = 1.

P #/\ Q :-
    '$fd_true'(P #/\ Q).

%!  all_different(?Xs) is semidet.
%
%   The elements of the list Xs have different values. Only known values are
%   taken from the domains of the others.
%
%   ?- X in 1..2, all_different([1,X]).
%      X = 2.

all_different(Xs) :-
    '$fd_all_different'(Xs).

%!  all_distinct(?Xs) is semidet.
%
%   The elements of the list Xs have different values. All values that no
%   solution of this constraint contains are taken from the domains.
%
%   ?- [X,Y,Z] ins 1..2 \/ 1..2, Z in 1..3, all_distinct([X,Y,Z]).
%      false.

all_distinct(Xs) :-
    '$fd_all_distinct'(Xs).

check_variables(Xs) :-
    must_be(list, Xs),
    check_each(Xs).

check_each([]).
check_each([X|Xs]) :-
    (   var(X)
    ->  true
    ;   integer(X)
    ->  true
    ;   type_error(integer, X)
    ),
    check_each(Xs).
