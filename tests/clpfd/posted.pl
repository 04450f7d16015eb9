% What is known after posting one random constraint, a line for each, to be
% compared with what another system knows:
%
%     for system in "luminy" "swipl"; do
%         $system -g "posted(1, 2000), halt" tests/clpfd/posted.pl >$system.out
%     done

:- consult(oracle).

posted(First, Last) :-
    forall(between(First, Last, Seed), line(Seed)).

line(Seed) :-
    seeded(Seed, 99),
    random_between_(2, 4, N),
    length(Vs, N),
    domains(Vs, Domains),
    (   random_below(2, 0)
    ->  relation(Vs, C)
    ;   single(Vs, C)
    ),
    term_variables(C, _),
    copy_term(Vs-C, Names-Shown),
    numbervars(Names-Shown, 0, _),
    (   catch(( posted_domains(Vs, Domains), call(C) ), _, fail)
    ->  findall(D, ( member(V, Vs), values_of(V, D) ), Ds)
    ;   Ds = failed
    ),
    print(Seed-Ds), write('\t'), print(Shown), nl.

single(Vs, C) :-
    random_below(14, K),
    kind(K, Vs, C0),
    (   functor(C0, nvalue, _) ; functor(C0, among, _) ; functor(C0, count, _) ),
    !,
    C = (1 #= 1).
single(Vs, C) :-
    random_below(2, 0),
    !,
    reified(1, Vs, C).
single(Vs, C) :-
    member(K, [0,1,2,3,4,5,9,11,12,13]),
    random_below(3, 0),
    !,
    kind(K, Vs, C).
single(_, 1 #= 1).

values_of(V, D) :-
    (   integer(V)
    ->  D = [V]
    ;   fd_inf(V, L), fd_sup(V, H), integer(L), integer(H)
    ->  fd_dom(V, Dom),
        findall(X, ( between(L, H, X), within(X, Dom) ), D)
    ;   D = endless
    ).

within(X, L..H) :- !, X >= L, X =< H.
within(X, A\/B) :- !, ( within(X, A) -> true ; within(X, B) ).
within(X, X).
