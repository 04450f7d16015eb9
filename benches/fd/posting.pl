% Posting alone: a hundred thousand constraints of each kind, without search.

problem(post_differ, 5, post(differ, 100000)).
problem(post_less, 5, post(less, 100000)).
problem(post_offset, 5, post(offset, 100000)).
problem(post_plus, 5, post(plus, 100000)).
problem(post_linear, 5, post(linear, 100000)).
problem(post_domain, 5, post(domain, 100000)).
problem(post_reified, 5, post(reified, 50000)).
problem(queens60_post, 200, post_queens(60)).

post(Kind, N) :-
    length(Xs, 100),
    domain(Xs, 0, 1000000),
    Cycle =.. [cycle|Xs],
    post(N, Kind, Cycle).

post(0, _, _) :- !.
post(N, Kind, Cycle) :-
    I is N mod 97 + 1,
    J is I + 1,
    K is I + 2,
    arg(I, Cycle, X),
    arg(J, Cycle, Y),
    arg(K, Cycle, Z),
    posted(Kind, X, Y, Z),
    N1 is N - 1,
    post(N1, Kind, Cycle).

posted(differ, X, Y, _) :- X #\= Y + 5.
posted(less, X, Y, _) :- X #< Y.
posted(offset, X, _, _) :- X #= _ + 7.
posted(plus, X, Y, _) :- X + Y #= _.
posted(linear, X, Y, Z) :- 2*X + 3*Y #=< 4*Z + 10000000.
posted(domain, _, _, _) :- domain([_], 1, 100).
posted(reified, X, _, _) :- reified_equal(X, 500, _).

post_queens(N) :-
    length(Qs, N),
    domain(Qs, 1, N),
    apart(Qs).

apart([]).
apart([Q|Qs]) :-
    apart(Qs, Q, 1),
    apart(Qs).

apart([], _, _).
apart([Q1|Qs], Q, D) :-
    Q #\= Q1,
    Q #\= Q1 + D,
    Q1 #\= Q + D,
    D1 is D + 1,
    apart(Qs, Q, D1).
