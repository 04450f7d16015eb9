% Laws that propagation and search obey whatever the constraints are, checked on
% random systems of constraints.
%
% Run:  luminy tests/clpfd/laws.pl -g "laws(Law, First, Last)" -t halt
%
% Each number stands for one system. One that breaks the law is printed.

:- consult(oracle).

laws(Law, First, Last) :-
    (   between(First, Last, Seed),
        seeded(Seed, 777),
        \+ catch(call(Law), Ball, ( print(Ball), nl, fail )),
        print(broken(Law, Seed)), nl,
        fail
    ;   write(done), nl
    ).

%   A system: variables, their domains, constraints on them.

system(Vs, Domains, Cs) :-
    random_between_(2, 4, N),
    length(Vs, N),
    domains(Vs, Domains),
    random_between_(2, 4, M),
    length(Cs, M),
    bounded_constraints(Cs, Vs).

%   Without functions whose values have no bounds at first: how far these are
%   narrowed depends on the order of constraints.

bounded_constraints([], _).
bounded_constraints([C|Cs], Vs) :-
    random_below(3, K),
    (   K =:= 0
    ->  linear(Vs, C)
    ;   K =:= 1
    ->  pick([#/\,#\/,#==>,#<==>], Op),
        linear(Vs, P),
        linear(Vs, Q),
        C =.. [Op,P,Q]
    ;   global(Vs, C)
    ),
    bounded_constraints(Cs, Vs).

linear(Vs, C) :-
    pick([#=,#\=,#<,#>=], R),
    pick(Vs, X), pick(Vs, Y), pick(Vs, Z),
    random_between_(-3, 3, A), random_between_(-2, 2, B), random_between_(-6, 6, D),
    C =.. [R, A*X+Y, B*Z+D].

all_domains([], []).
all_domains([V|Vs], [D|Ds]) :-
    fd_dom(V, D),
    all_domains(Vs, Ds).

%   What is known after posting: `failed`, or the domains.

outcome(Vs, Domains, Cs, Outcome) :-
    findall(Ds, ( posted_domains(Vs, Domains), post(Cs), all_domains(Vs, Ds) ), Found),
    (   Found = [Ds]
    ->  Outcome = domains(Ds)
    ;   Outcome = failed
    ).

included(failed, _).
included(domains(Ds), domains(Es)) :-
    maplist(is_part, Ds, Es).

is_part(D, E) :-
    X in D,
    X in E,
    fd_dom(X, F),
    F == D.

% The order of posting does not matter.

confluent :-
    system(Vs, Domains, Cs),
    outcome(Vs, Domains, Cs, Outcome1),
    reverse(Cs, Rs),
    outcome(Vs, Domains, Rs, Outcome2),
    Outcome1 == Outcome2.

% One more constraint leaves no more values, and the same again changes nothing.

monotone :-
    system(Vs, Domains, Cs),
    Cs = [_|Fewer],
    outcome(Vs, Domains, Fewer, Less),
    outcome(Vs, Domains, Cs, More),
    included(More, Less),
    append(Cs, Cs, Twice),
    outcome(Vs, Domains, Twice, Again),
    Again == More.

% What propagation step by step arrives at is what a fresh network arrives at.

incremental :-
    system(Vs, Domains, Cs),
    copy_term(Vs-Cs, Ws-Fresh),
    findall(Ds,
            ( posted_domains(Vs, Domains), post(Cs), decided(5, Vs), all_domains(Vs, Ds) ),
            Found),
    (   Found = [Ds]
    ->  maplist([W,D]>>( W in D ), Ws, Ds),
        post(Fresh),
        all_domains(Ws, Es),
        Ds == Es
    ;   true
    ).

decided(0, _) :- !.
decided(N, Vs) :-
    pick(Vs, V),
    fd_inf(V, L), fd_sup(V, H),
    random_between_(L, H, X),
    random_below(3, K),
    once(decision(K, V, X)),
    N1 is N - 1,
    decided(N1, Vs).

decision(0, V, X) :- V #\= X.
decision(1, V, X) :- V #=< X.
decision(2, V, X) :- V #>= X.
decision(_, _, _).

% Residual goals say what has been posted: as much, and no more.

projected :-
    system(Vs, Domains, Cs),
    mixed(Vs, More),
    append(Cs, More, All),
    copy_term(Vs, Plain),
    (   posted_domains(Vs, Domains), post(All)
    ->  findall(Vs, label(Vs), Expected),
        copy_term(Vs, Plain, Goals),
        post(Goals),
        findall(Plain, label(Plain), Got),
        Got == Expected
    ;   true
    ).

mixed(Vs, [C,D]) :-
    relation(Vs, C),
    reified(2, Vs, D).

% Failure, exceptions and limits restore the network.

restored :-
    system(Vs, Domains, Cs),
    posted_domains(Vs, Domains),
    (   Cs = [C|Rest], \+ \+ call(C)
    ->  call(C)
    ;   Rest = Cs
    ),
    all_domains(Vs, _),
    '$fd_hash'(Hash),
    random_below(200, K),
    (   leaving(how(0,K), Vs, Rest), fail ; true ),
    '$fd_hash'(Hash0), Hash0 == Hash,
    (   leaving(how(1,K), Vs, Rest), fail ; true ),
    '$fd_hash'(Hash1), Hash1 == Hash,
    (   leaving(how(2,K), Vs, Rest), fail ; true ),
    '$fd_hash'(Hash2), Hash2 == Hash,
    (   leaving(how(3,K), Vs, Rest), fail ; true ),
    '$fd_hash'(Hash3), Hash3 == Hash.

leaving(how(0,_), Vs, Cs) :- post(Cs), label(Vs).
leaving(how(1,_), Vs, Cs) :-
    catch(( post(Cs), label(Vs), throw(left) ), left, true).
leaving(how(2,K), Vs, Cs) :-
    catch(call_with_inference_limit(( post(Cs), findall(Vs, label(Vs), _) ), K, _), _, true).
leaving(how(3,K), Vs, Cs) :-
    nb_setval(left, K),
    catch(( post(Cs), labeling([ff,bisect,down], Vs), enough ), left, true).

enough :-
    nb_getval(left, K0),
    K is K0 - 10,
    nb_setval(left, K),
    (   K < 0
    ->  throw(left)
    ;   fail
    ).

% Integers of any size: what holds for X holds for X plus an offset.

shifted :-
    random_between_(2, 3, N),
    length(Vs, N),
    domains(Vs, Domains),
    length(Cs, 3),
    differences(Cs, Vs),
    solutions(0, Vs, Domains, Cs, Solutions, Known),
    forall(member(K, [1<<61, 1<<62, 1<<63, 10^30, -(1<<61), -(1<<62), -(10^30)]),
           ( Offset is K,
             solutions(Offset, Vs, Domains, Cs, Solutions1, Known1),
             Solutions1 == Solutions,
             Known1 == Known )).

differences([], _).
differences([C|Cs], Vs) :-
    random_below(7, K),
    pick(Vs, X), pick(Vs, Y),
    random_between_(-4, 4, D),
    difference(K, Vs, X, Y, D, C),
    differences(Cs, Vs).

difference(0, _, X, Y, D, X #= Y + D).
difference(1, _, X, Y, D, X #\= Y + D).
difference(2, _, X, Y, D, X #=< Y + D).
difference(3, _, X, Y, D, abs(X - Y) #> D).
difference(4, Vs, _, _, _, all_distinct(Vs)).
difference(5, _, X, Y, D, (X #> Y #<==> X #\= Y + D)).
difference(6, Vs, X, Y, D, 3*X - 2*Y - V #>= D) :- pick(Vs, V).

%   Solutions and domains, with the offset taken away again.

solutions(Offset, Vs, Domains, Cs, Solutions, Known) :-
    findall(Ds-Ss,
            ( offset_domains(Vs, Domains, Offset),
              (   post(Cs)
              ->  maplist(plain_set(Offset), Vs, Ds),
                  findall(Ws, ( label(Vs), maplist([V,W]>>( W is V - Offset ), Vs, Ws) ), Ss)
              ;   Ds = [], Ss = []
              ) ),
            [Known-Solutions]).

offset_domains([], [], _).
offset_domains([V|Vs], [D|Ds], Offset) :-
    maplist([X,Y]>>( Y is X + Offset ), D, E),
    list_domain(E, Domain),
    V in Domain,
    offset_domains(Vs, Ds, Offset).

plain_set(Offset, V, Values) :-
    fd_set(V, Set),
    fdset_to_list(Set, List),
    maplist([X,Y]>>( Y is X - Offset ), List, Values).

% Goals that wait for variables run in time, and may do anything.

interplay :-
    system(Vs, Domains, Cs),
    length(Gs, 2),
    goals(Gs, Vs),
    copy_term(f(Vs,Cs,Gs), f(Ws,Ds,Hs)),
    findall(Ws, ( values(Ws, Domains), all_true(Ds), plain(Hs) ), Expected),
    findall(Vs, ( waiting(Gs), posted_domains(Vs, Domains), post(Cs), label(Vs) ), Got),
    sort(Expected, Sorted),
    sort(Got, Sorted),
    length(Got, Count),
    findall(Vs, ( posted_domains(Vs, Domains), post(Cs), waiting(Gs), labeling([ff], Vs) ), Got2),
    sort(Got2, Sorted),
    length(Got2, Count).

goals([], _).
goals([G|Gs], Vs) :-
    random_below(4, K),
    pick(Vs, X), pick(Vs, Y), pick(Vs, Z),
    random_between_(-6, 6, D),
    goal(K, X, Y, Z, D, G),
    goals(Gs, Vs).

goal(0, X, Y, _, D, frozen(X, Y, D)).
goal(1, X, Y, _, _, differ(X, Y)).
goal(2, X, Y, Z, D, both(X, Y, Z, D)).
goal(3, X, _, _, D, thrown(X, D)).

waiting([]).
waiting([G|Gs]) :-
    wait(G),
    waiting(Gs).

wait(frozen(X, Y, D)) :- freeze(X, Y #>= X + D).
wait(differ(X, Y)) :- dif(X, Y).
wait(both(X, Y, Z, D)) :- when(( nonvar(X), nonvar(Y) ), Z #\= X + Y + D).
wait(thrown(X, D)) :- freeze(X, catch(( X =:= D -> throw(no) ; true ), no, fail)).

plain([]).
plain([G|Gs]) :-
    plain_goal(G),
    plain(Gs).

plain_goal(frozen(X, Y, D)) :- Y >= X + D.
plain_goal(differ(X, Y)) :- X =\= Y.
plain_goal(both(X, Y, Z, D)) :- Z =\= X + Y + D.
plain_goal(thrown(X, D)) :- X =\= D.
