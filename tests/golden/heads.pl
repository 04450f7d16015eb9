% Heads and tests that are tried before a choice point is made.
:- use_module(library(clpfd)).

kind(X, var) :- var(X).
kind(X, nonvar) :- nonvar(X).
kind(X, atom) :- atom(X).
kind(X, integer) :- integer(X).
kind(X, float) :- float(X).
kind(X, number) :- number(X).
kind(X, atomic) :- atomic(X).
kind(X, compound) :- compound(X).
kind(X, callable) :- callable(X).
kind(X, string) :- string(X).
kind(X, list) :- is_list(X).
kind([], nil).
kind(foo, foo).
kind(1, one).
kind([_|_], pair).
kind(f(_), f).
kind(f(1), f1).

both(X, X) :- integer(X).
both(X, Y) :- atom(X), Y = atom.
both(_, other).

tested(X, Y) :- X > Y, write(greater), nl.
tested(X, Y) :- X =< Y, X == Y, write(same), nl.
tested(X, Y) :- write(X-Y), nl.

bad(X) :- X > a.
bad(_) :- write(unreached), nl.

picked(X, [X|T], T).
picked(X, [Y|T], [Y|R]) :- picked(X, T, R).

woken(5, Y) :- Y > 3, !, write(first), nl.
woken(5, Y) :- Y > 2, write(second), nl.
woken(_, _) :- write(third), nl.

cut_later(X, Y) :- X = Y, member(X, [1,2,3]), X > 1, !.
cut_later(_, none).

test(Goal) :-
    (   catch(Goal, error(E, _), (write(caught(E)), nl)), fail
    ;   true
    ).

main :-
    forall(member(X, [_, a, foo, [], 1, 2, 2.5, "s", f(1), f(2), [a], g(x,y), 100000000000000000000, 1r3]),
           ( findall(K, kind(X, K), Ks), ( var(X) -> write(variable) ; print(X) ), write(-), print(Ks), nl )),
    test((both(A, 3), write(A), nl)),
    test((both(a, B), write(B), nl)),
    test((both(3, C), write(C), nl)),
    test((freeze(D, (write(frozen(D)), nl)), both(D, 7), write(D), nl)),
    test(tested(2, 1)), test(tested(1, 1)), test(tested(1, 1.0)), test(tested(0, 1)),
    test(tested(_, 1)), test(bad(1)),
    test((picked(P, [a,b,c], R), write(P-R), nl)),
    test((picked(b, [a,b,c,b], R2), write(R2), nl)),
    test((E in 0..9, F #= E + 1, woken(E, 3), fd_dom(F, Dom), write(Dom), nl)),
    test((E1 in 0..9, F1 #= E1 + 1, woken(E1, 1), fd_dom(F1, Dom1), write(Dom1), nl)),
    test((cut_later(_, V), write(V), nl)),
    test((freeze(G, fail), cut_later(G, W), write(W), nl)).
