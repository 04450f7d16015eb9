% Arguments of the head that the body passes on as they came: lists and pairs.

merged([], Ys, Ys) :- !.
merged(Xs, [], Xs) :- !.
merged([X|Xs], [Y|Ys], [X|Zs]) :- X @=< Y, !, merged(Xs, [Y|Ys], Zs).
merged([X|Xs], [Y|Ys], [Y|Zs]) :- merged([X|Xs], Ys, Zs).

% Behind a call, where the argument has to be kept.
later([X|Xs], Pair, [X-Pair, [X|Xs], Y]) :- next(X, Y), kept([X|Xs], Pair, Y).

next(X, Y) :- Y is X + 1.

kept([X|Xs], K-V, Y) :- next(Y, Z), other([X|Xs], Z), another(K-V, [X|Xs]).

other([X|_], Y) :- X =\= Y.

another(K-V, L) :- ( K == V, L = [_] -> true ; \+ K-V == L, K-V = A-B, A == K, B == V ).

% An argument that is bound by the head.
bound([a|X], [a|X]) :- seen([a|X]).
bound2(K-[V|W], Z) :- ( Z = K-[V|W] ; Z = [V|W] ; seen(K-[V|W]), Z = none ).

seen(_).

% Constants that differ, and such that are alike.
constants([X, 1|Y], A, B) :- A = [X, 1|Y], B = [X, 2|Y].
constants([X, 1.5, "text"|Y], A, B) :- A = [X, 1.5, "text"|Y], B = [X, 1.5, "texts"|Y].

% Attributed variables.
woken([X, Y|Z], R) :- freeze(X, Y = woken), X = 1, same([X, Y|Z], R).

same(X, X).

% What setarg/3 changes is new, but for lists and pairs.
fresh(p(X, Y), Z) :- Z = p(X, Y), setarg(1, Z, changed).

% Several at once, and arguments of calls that are swapped.
swapped([A|As], [B|Bs], R) :- turned([B|Bs], [A|As], R).
swapped([A|As], [B|Bs], R) :- turned([A|As], [B|Bs], R).
turned([A|As], [B|Bs], [B|Bs]-[A|As]).

deep([X, [Y|Ys]|Zs], [Y|Ys], R) :- R = [[X, [Y|Ys]|Zs], [Y|Ys]].

main :-
    merged([a, c, e], [b, c, d], M), writeq(M), nl,
    ( later([1, 2], a-b, L) -> writeq(L) ; write(no) ), nl,
    bound(B, C), numbervars(B-C, 0, _), print([B, C]), nl,
    forall(bound2(k-[v|w], Z), (writeq(Z), nl)),
    forall(bound2(V, Z), (V = k-[v|w], writeq(Z), nl)),
    constants([x, 1], A1, A2), writeq([A1, A2]), nl,
    constants([x, 1.5, "text"], B1, B2), writeq([B1, B2]), nl,
    woken([_, W, z], R), writeq([W, R]), nl,
    T = p(1, 2), fresh(T, F), writeq([T, F]), nl,
    forall(swapped([1, 2], [x, y], S), (writeq(S), nl)),
    ( deep([x, Q, z], Q, D), Q = [y] -> writeq(D) ; write(no) ), nl.
