% Social golfers: in each week the players form groups of three, and no two of
% them play together twice. Reified equalities.

problem(golfers_3w_4x3, 100, golfers(3, 4)).
problem(golfers_3w_5x3, 50, golfers(3, 5)).

golfers(Weeks, Groups) :-
    Players is 3 * Groups,
    length(Plan, Weeks),
    weeks(Plan, Players, Groups),
    pairs_of_players(1, Players, Plan),
    flat(Plan, Vs),
    label_ff(Vs).

weeks([], _, _).
weeks([Week|Weeks], Players, Groups) :-
    length(Week, Players),
    domain(Week, 1, Groups),
    full(Groups, Week),
    weeks(Weeks, Players, Groups).

full(0, _) :- !.
full(Group, Week) :-
    exactly(3, Week, Group),
    Group1 is Group - 1,
    full(Group1, Week).

pairs_of_players(P, Players, _) :- P >= Players, !.
pairs_of_players(P, Players, Plan) :-
    Q is P + 1,
    pairs_with(Q, P, Players, Plan),
    pairs_of_players(Q, Players, Plan).

pairs_with(Q, _, Players, _) :- Q > Players, !.
pairs_with(Q, P, Players, Plan) :-
    meetings(Plan, P, Q, Bs),
    sum_of(Bs, Sum),
    Sum #=< 1,
    Q1 is Q + 1,
    pairs_with(Q1, P, Players, Plan).

meetings([], _, _, []).
meetings([Week|Weeks], P, Q, [B|Bs]) :-
    player(P, Week, X),
    player(Q, Week, Y),
    reified_same(X, Y, B),
    meetings(Weeks, P, Q, Bs).


flat([], []).
flat([Row|Rows], Vs) :-
    flat(Rows, Vs0),
    append(Row, Vs0, Vs).

player(1, [X|_], X) :- !.
player(N, [_|Xs], X) :-
    N1 is N - 1,
    player(N1, Xs, X).
