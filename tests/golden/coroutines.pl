% Goals that wait: freeze, dif, when, and a small finite-domain solver.

main :-
    pipeline,
    lazy(Naturals, 0),
    length(Prefix, 5),
    append(Prefix, _, Naturals),
    show(Prefix),
    findall(Cs, colours(Cs), All),
    length(All, Count),
    show(colourings(Count)),
    findall(Qs, queens(6, Qs), Queens),
    show(Queens),
    sorted_check,
    delayed_sum,
    undo,
    order,
    labelled,
    residuals.

show(X) :-
    print(X), nl.

% A consumer that waits for what a producer makes.
pipeline :-
    consumer(Stream, 0),
    producer(1, 4, Stream).

producer(N, Max, Stream) :-
    (   N > Max
    ->  Stream = []
    ;   write(produced(N)), nl,
        Stream = [N|Rest],
        Next is N + 1,
        producer(Next, Max, Rest)
    ).

consumer(Stream, Sum) :-
    freeze(Stream, consume(Stream, Sum)).

consume([], Sum) :-
    write(sum(Sum)), nl.
consume([N|Stream], Sum0) :-
    write(consumed(N)), nl,
    Sum is Sum0 + N,
    consumer(Stream, Sum).

lazy(List, N) :-
    freeze(List, ( List = [N|Rest], Next is N + 1, lazy(Rest, Next) )).

colours([A,B,C,D]) :-
    dif(A, B), dif(A, C), dif(B, C), dif(B, D), dif(C, D),
    maplist([X]>>member(X, [red,green,blue]), [A,B,C,D]).

% The tests are set up before any row is chosen.
queens(N, Qs) :-
    length(Qs, N),
    safe(Qs),
    numlist(1, N, Rows),
    permutation_of(Qs, Rows).

permutation_of([], []).
permutation_of([Q|Qs], Rows) :-
    select(Q, Rows, Rest),
    permutation_of(Qs, Rest).

safe([]).
safe([Q|Qs]) :-
    no_attack(Qs, Q, 1),
    safe(Qs).

no_attack([], _, _).
no_attack([Q1|Qs], Q, D) :-
    when(( nonvar(Q), nonvar(Q1) ), D =\= abs(Q - Q1)),
    D1 is D + 1,
    no_attack(Qs, Q, D1).

sorted_check :-
    ascending([A,B,C]),
    (   member(A, [3,1]), member(B, [2,1]), member(C, [1,3])
    ->  show([A,B,C])
    ;   show(none)
    ).

ascending([]).
ascending([_]).
ascending([A,B|Rest]) :-
    when(( nonvar(A), nonvar(B) ), A < B),
    ascending([B|Rest]).

delayed_sum :-
    when(ground(X+Y), ( Z is X + Y, show(z(Z)) )),
    X = 1,
    show(waiting),
    Y = 2,
    show(Z).

undo :-
    (   freeze(X, show(woken(X))), X = 1, fail
    ;   X = 2, show(undone(X))
    ).

% Goals wake up in the order in which they were frozen, and before the next goal.
order :-
    freeze(X, write(1)), freeze(X, write(2)), freeze(Y, write(3)),
    f(X, Y) = f(a, b),
    write(4), nl.

residuals :-
    freeze(X, true), dif(Y, a),
    copy_term(X-Y, X1-Y1, Goals),
    length(Goals, Count),
    show(Count),
    (   var(X1), var(Y1), \+ attvar(X1)
    ->  show(plain)
    ;   show(attributed)
    ).

% Domains as attributes.
:- multifile(domain:attr_unify_hook/2).

domain:attr_unify_hook(Dom1, Other) :-
    (   get_attr(Other, domain, Dom2)
    ->  ord_intersection(Dom1, Dom2, Dom),
        set_domain(Other, Dom)
    ;   nonvar(Other)
    ->  memberchk(Other, Dom1)
    ;   put_attr(Other, domain, Dom1)
    ).

domain:set_domain(X, Dom) :- user:set_domain(X, Dom).

set_domain(_, []) :- !, fail.
set_domain(X, [V]) :- !, del_attr(X, domain), X = V.
set_domain(X, Dom) :- put_attr(X, domain, Dom).

in(X, Values) :-
    list_to_ord_set(Values, Dom),
    put_attr(Y, domain, Dom),
    X = Y.

label([]).
label([X|Xs]) :-
    (   get_attr(X, domain, Dom)
    ->  member(X, Dom)
    ;   true
    ),
    label(Xs).

labelled :-
    in(X, [3,1,2]), in(Y, [2,3,4]),
    X = Y,
    findall(X, label([X]), Xs),
    show(Xs),
    in(A, [1,2]), in(B, [2,5]),
    A = B,
    show(A),
    (   in(C, [1]), C = 2
    ->  show(wrong)
    ;   show(no)
    ).
