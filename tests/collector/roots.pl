% What the garbage collector must keep: arguments, slots of environments, choice
% points, exceptions, attributed and global variables, solutions being collected,
% terms of a file being loaded. Prints the same with a collection at every call.

:- dynamic fact/1.

main :-
    forall(( member(Test, [reverse, queens, ball, woken, text, bags, clauses, cleanup, deep]) ),
           ( call(Test) -> true ; write(failed(Test)), nl )).

reverse :-
    numlist(1, 40, Xs),
    naive_reverse(Xs, Ys),
    write(Ys), nl.

naive_reverse([], []).
naive_reverse([X|Xs], Ys) :-
    naive_reverse(Xs, Zs),
    join(Zs, [X], Ys).

join([], Ys, Ys).
join([X|Xs], Ys, [X|Zs]) :-
    join(Xs, Ys, Zs).

queens :-
    findall(Qs, ( numlist(1, 6, Ns), place(Ns, [], Qs) ), Solutions),
    write(Solutions), nl.

place([], Qs, Qs).
place(Free, Placed, Qs) :-
    select(Q, Free, Rest),
    \+ attacked(Q, 1, Placed),
    place(Rest, [Q|Placed], Qs).

attacked(Q, N, [P|_]) :-
    (   Q is P + N
    ;   Q is P - N
    ).
attacked(Q, N, [_|Ps]) :-
    M is N + 1,
    attacked(Q, M, Ps).

ball :-
    catch(throw_below(20), Ball, true),
    write(Ball), nl.

throw_below(0) :-
    throw(done(f(a, "text", 1.5, 123456789012345678901234567890))).
throw_below(N) :-
    M is N - 1,
    throw_below(M),
    write(N).

woken :-
    freeze(X, ( Y = woken(X, Z) )),
    dif(X, b),
    b_setval(kept, value(X, Z)),
    \+ X = b,
    X = a,
    Z = c,
    b_getval(kept, Kept),
    write(Y-Kept), nl.

text :-
    atom_codes(Atom, "hello world"),
    sub_atom(Atom, Before, 3, _, Sub),
    Before > 4,
    !,
    format("~w ~q ~a ~d ~s~n", [Sub, 'A b', abc, 42, [0'x, 0'y]]).

bags :-
    setof(K-Vs, setof(V, member(K-V, [a-1, b-2, a-3]), Vs), Groups),
    write(Groups), nl.

clauses :-
    assertz(fact(1)),
    assertz(( fact(X) :- X = 2 ; X = 3 )),
    assertz(fact("a string")),
    findall(Y, fact(Y), Ys),
    retract(fact(1)),
    findall(Y, fact(Y), Zs),
    writeq(Ys-Zs), nl,
    retractall(fact(_)).

cleanup :-
    setup_call_cleanup(S = state(1),
                       ( member(X, [1, 2, 3]), X > 1 ),
                       ( write(cleaning(S)), nl )),
    !,
    write(X), nl.

deep :-
    build(3000, T),
    copy_term(T, U),
    (   T == U
    ->  measure(U, 0, N),
        write(N), nl
    ;   true
    ).

build(0, end) :- !.
build(N, node(N, T, "payload")) :-
    M is N - 1,
    build(M, T).

measure(end, N, N).
measure(node(_, T, _), N0, N) :-
    N1 is N0 + 1,
    measure(T, N1, N).
