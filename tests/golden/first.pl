% Builtins whose first solution is the only one wanted: a cut follows at once.

:- dynamic counter/1, queue/1, edge/2.

counter(0).

next(N) :- retract(counter(M)), !, N is M + 1, assertz(counter(N)).

queue(1). queue(2). queue(3). queue(2).

take(X) :- once(retract(queue(X))).

edge(a, b). edge(a, c). edge(b, d).

has(X) :- ( clause(edge(X, Y), true) -> writeq(has(X, Y)) ; writeq(none(X)) ), nl.

first(A, B, S) :- sub_atom(A, B, 1, B, S), !.

not_in(A, S) :- \+ sub_atom(A, _, _, _, S).

% The first solution that goals which are woken accept.
woken(S) :- dif(S, a), once(sub_atom(abc, _, 1, _, S)).
woken2(S) :- freeze(S, S == c), sub_atom(abc, _, 1, _, S), !.
woken3(S) :- freeze(S, fail), sub_atom(abc, _, 1, _, S), !.
woken3(none).
woken4(X) :- freeze(X, (member(Y, [1, 2]), writeq(Y), nl, Y == 2)), once(atom_concat(X, _, ab)).

% The cut of the clause that calls the one whose last goal it is.
outer(S) :- inner(S), !.
inner(S) :- atom_length(abcd, _), sub_atom(abcd, _, 2, _, S).
inner(last).

% A cut that leaves an older choice point.
kept(X, S) :- member(X, [1, 2]), once(atom_concat(S, _, ab)).

% What is bound is unbound again.
undone(R) :- ( once(sub_atom(abc, B, 1, _, S)), S == b -> true ; B = free, S = free ), R = B-S.
undone2(R) :- T = f(B, S), ( once(sub_atom(abc, B, 1, _, S)), fail ; R = T ).

loop(0) :- !.
loop(N) :- once(sub_atom(abcabc, _, 1, _, b)), once(sub_atom(abcabc, B, 2, _, _)), B == 0, M is N - 1, loop(M).

raised :- catch(once(atom_length(_, _)), error(E, _), (writeq(E), nl)).

main :-
    next(A), next(B), writeq([A, B]), nl,
    take(2), take(X), take(Y), take(Z), \+ take(_), writeq([X, Y, Z]), nl,
    has(a), has(b), has(c),
    first(abc, P, Q), writeq(P-Q), nl,
    ( first(ab, _, _) -> true ; write(no), nl ),
    ( not_in(abab, b) -> true ; write(in), nl ),
    ( not_in(abab, c) -> write(out), nl ; true ),
    woken(S), writeq(S), nl,
    woken2(S2), writeq(S2), nl,
    woken3(S3), writeq(S3), nl,
    woken4(S4), writeq(S4), nl,
    findall(O, outer(O), Os), writeq(Os), nl,
    findall(K-L, kept(K, L), Ks), writeq(Ks), nl,
    undone(R), writeq(R), nl,
    undone2(R2), R2 = f(V, W), ( var(V), var(W) -> write(unbound) ; write(bound) ), nl,
    loop(100000), raised,
    ( once(between(1, inf, I)), writeq(I) -> nl ; true ),
    ( \+ between(3, 1, _) -> write(empty) ; true ), nl.
