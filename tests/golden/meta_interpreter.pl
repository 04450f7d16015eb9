% A meta-interpreter with proof trees and a depth limit, over clause/2.

:- dynamic((path/2, edge/2, app/3, nat/1, even/1)).

edge(a, b).
edge(b, c).
edge(c, d).

path(X, Y) :- edge(X, Y).
path(X, Z) :- edge(X, Y), path(Y, Z).

app([], Ys, Ys).
app([X|Xs], Ys, [X|Zs]) :- app(Xs, Ys, Zs).

nat(0).
nat(s(N)) :- nat(N).

even(N) :- nat(N), \+ odd(N).

:- dynamic(odd/1).

odd(s(N)) :- even(N).

main :-
    findall(Y, solve(path(a, Y)), Ys),
    write(Ys), nl,
    findall(X+Y, solve(app(X, Y, [1,2])), Splits),
    write(Splits), nl,
    proof(path(a, c), Tree),
    print_tree(Tree, 0),
    findall(N, limited(nat(N), 4), Ns),
    write(Ns), nl,
    (   solve(even(s(s(0))))
    ->  write(even)
    ;   write(odd)
    ),
    nl,
    count(path(a, d), Steps),
    write(steps(Steps)), nl.

solve(true) :- !.
solve((A, B)) :- !, solve(A), solve(B).
solve((A ; B)) :- !, ( solve(A) ; solve(B) ).
solve(\+ A) :- !, \+ solve(A).
solve(Goal) :-
    clause(Goal, Body),
    solve(Body).

proof(true, true) :- !.
proof((A, B), (P, Q)) :- !, proof(A, P), proof(B, Q).
proof(Goal, Goal-Proof) :-
    clause(Goal, Body),
    proof(Body, Proof).

print_tree(true, _) :- !.
print_tree((P, Q), Depth) :-
    !,
    print_tree(P, Depth),
    print_tree(Q, Depth).
print_tree(Goal-Proof, Depth) :-
    tab(Depth), print(Goal), nl,
    Deeper is Depth + 2,
    print_tree(Proof, Deeper).

limited(true, _) :- !.
limited((A, B), Depth) :- !, limited(A, Depth), limited(B, Depth).
limited(Goal, Depth) :-
    Depth > 0,
    Less is Depth - 1,
    clause(Goal, Body),
    limited(Body, Less).

count(Goal, Steps) :-
    nb_setval(steps, 0),
    counted(Goal),
    nb_getval(steps, Steps).

counted(true) :- !.
counted((A, B)) :- !, counted(A), counted(B).
counted(Goal) :-
    nb_getval(steps, N0),
    N is N0 + 1,
    nb_setval(steps, N),
    clause(Goal, Body),
    counted(Body).
