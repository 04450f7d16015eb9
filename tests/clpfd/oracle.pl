% Random systems of constraints, whose solutions are compared with those that
% trying all values gives.
%
% Run:  luminy tests/clpfd/oracle.pl -g "oracle(First, Last)" -t halt
%
% Each number stands for one system. A wrong one is printed as `wrong(...)`.

:- use_module(library(clpfd)).
:- dynamic(state/1).

state(1).

%!  random_below(+N, -X) is det.
%
%   X is a pseudo-random integer from 0 to N - 1.

random_below(N, X) :-
    retract(state(S0)),
    S is (S0 * 6364136223846793005 + 1442695040888963407) mod (1 << 64),
    assertz(state(S)),
    X is (S >> 33) mod N.

random_between_(L, H, X) :-
    N is H - L + 1,
    random_below(N, X0),
    X is L + X0.

pick(List, X) :-
    length(List, N),
    random_below(N, I),
    nth0(I, List, X).

oracle(First, Last) :-
    (   between(First, Last, Seed),
        \+ check(Seed),
        print(failed(Seed)), nl,
        fail
    ;   true
    ),
    write(done), nl.

%   Starts the random numbers of a system; each program has a Shift of its own.

seeded(Seed, Shift) :-
    retractall(state(_)),
    S is Seed * 2654435761 + Shift,
    assertz(state(S)),
    random_below(8, _), random_below(8, _).

check(Seed) :-
    seeded(Seed, 12345),
    random_between_(2, 4, N),
    length(Vs, N),
    domains(Vs, Domains),
    random_between_(1, 3, M),
    length(Cs, M),
    constraints(Cs, Vs),
    copy_term(Vs-Cs, Ws-Ds),
    findall(Ws, ( values(Ws, Domains), all_true(Ds) ), Expected0),
    sort(Expected0, Expected),
    options(Options, Vs),
    (   catch(labelled(Vs, Domains, Cs, Options, Got0), Ball, ( Got0 = Ball ))
    ->  true
    ;   Got0 = []
    ),
    (   is_list(Got0),
        msort(Got0, Expected),
        in_order(Options, Vs, Got0)
    ->  true
    ;   print(wrong(Seed, Vs, Domains, Cs, Options)), nl,
        print(got(Got0)), nl, print(expected(Expected)), nl
    ).

labelled(Vs, Domains, Cs, Options, Got) :-
    findall(Vs, ( posted_domains(Vs, Domains), post(Cs), labeling(Options, Vs) ), Got).

in_order(Options, Vs, Got) :-
    (   member(min(E), Options)
    ->  findall(X, ( member(Vs, Got), X is E ), Xs),
        msort(Xs, Xs)
    ;   member(max(E), Options)
    ->  findall(X, ( member(Vs, Got), X is -(E) ), Xs),
        msort(Xs, Xs)
    ;   true
    ).

posted_domains([], []).
posted_domains([V|Vs], [D|Ds]) :-
    list_domain(D, Domain),
    V in Domain,
    posted_domains(Vs, Ds).

list_domain([X|Xs], Domain) :-
    foldl([Y,D,D\/Y]>>true, Xs, X, Domain).

domains([], []).
domains([_|Vs], [D|Ds]) :-
    random_between_(-8, 8, L),
    H0 is L + 6,
    H1 is min(8, H0),
    random_between_(L, H1, H),
    findall(X, ( between(L, H, X), random_below(5, K), K > 0 ), D0),
    (   D0 == []
    ->  D = [L]
    ;   D = D0
    ),
    domains(Vs, Ds).

values([], []).
values([V|Vs], [D|Ds]) :-
    member(V, D),
    values(Vs, Ds).

options(Options, Vs) :-
    pick([leftmost,ff,ffc,min,max], A),
    pick([up,down], B),
    pick([step,enum,bisect], C),
    random_below(5, K),
    (   K =:= 0
    ->  sum_of(Vs, E), Options = [min(E),A,B,C]
    ;   K =:= 1
    ->  sum_of(Vs, E), Options = [max(E),A,B,C]
    ;   Options = [A,B,C]
    ).

sum_of([V], V).
sum_of([V,W|Vs], V-E) :-
    sum_of([W|Vs], E).

constraints([], _).
constraints([C|Cs], Vs) :-
    random_below(10, K),
    (   K < 5
    ->  relation(Vs, C)
    ;   K < 8
    ->  random_between_(1, 3, Depth),
        reified(Depth, Vs, C)
    ;   global(Vs, C)
    ),
    constraints(Cs, Vs).

relation(Vs, C) :-
    pick([#=,#\=,#<,#>,#=<,#>=], R),
    expression(2, Vs, A),
    expression(1, Vs, B),
    C =.. [R,A,B].

expression(0, Vs, E) :-
    !,
    random_below(3, K),
    (   K =:= 0
    ->  random_between_(-5, 5, E)
    ;   pick(Vs, E)
    ).
expression(D, Vs, E) :-
    D1 is D - 1,
    pick([leaf,+,-,*,*,+,-,//,div,mod,rem,rdiv,abs,min,max,^,neg,/\,\/,xor,msb], Op),
    (   Op == leaf
    ->  expression(0, Vs, E)
    ;   Op == abs
    ->  expression(D1, Vs, A), E = abs(A)
    ;   Op == msb
    ->  expression(D1, Vs, A), E = msb(A)
    ;   Op == neg
    ->  expression(D1, Vs, A), E = -(A)
    ;   Op == (^)
    ->  expression(D1, Vs, A), random_between_(0, 3, N), E = A^N
    ;   expression(D1, Vs, A), expression(D1, Vs, B), E =.. [Op,A,B]
    ).

reified(0, Vs, C) :-
    !,
    random_below(4, K),
    (   K =:= 0
    ->  pick(Vs, V), random_between_(-8, 8, L), H is L + 4, C = (V in L..H)
    ;   K =:= 1
    ->  random_below(2, C)
    ;   relation(Vs, C)
    ).
reified(D, Vs, C) :-
    D1 is D - 1,
    pick([#/\,#\/,#\,#==>,#<==,#<==>,not], Op),
    (   Op == not
    ->  reified(D1, Vs, P), C = (#\ P)
    ;   reified(D1, Vs, P), reified(0, Vs, Q), C =.. [Op,P,Q]
    ).

global(Vs, C) :-
    random_below(23, K),
    kind(K, Vs, C).

kind(0, Vs, all_different(Vs)).
kind(1, Vs, all_distinct(Vs)).
kind(2, Vs, sum(Vs, R, N)) :- pick([#=,#\=,#=<,#>], R), random_between_(-5, 10, N).
kind(3, Vs, element(I, [A,3,B,-2], V)) :- pick(Vs, I), pick(Vs, A), pick(Vs, B), pick(Vs, V).
kind(4, [A,B|_], tuples_in([[A,B]], Rows)) :-
    findall([X,Y], ( between(1, 12, _), random_between_(-8, 8, X), random_between_(-8, 8, Y) ), Rows0),
    sort(Rows0, Rows).
kind(5, [A,B|Vs], lex_chain([[A,B],[C,A]])) :- pick([A,B|Vs], C).
kind(6, Vs, count(N, Vs, #=, K)) :- random_between_(-3, 3, N), pick([0,1,2|Vs], K).
kind(7, Vs, nvalue(N, Vs)) :- pick([1,2|Vs], N).
kind(8, Vs, among(N, Vs, [1,2,-3,5])) :- pick([0,1,2|Vs], N).
kind(9, [A,B|Vs], serialized([A,B,C], [2,1,3])) :- pick([A,B,0|Vs], C).
kind(10, [A,B|_], cumulative([task(A,2,_,1,_),task(B,3,_,2,_),task(0,2,_,1,_)], [limit(2)])).
kind(11, Vs, circuit(Vs)).
kind(12, Vs, chain(Vs, R)) :- pick([#<,#=<,#>,#>=,#=], R).
kind(13, Vs, global_cardinality(Vs, [1-A,2-_,-1-B])) :- pick([0,1|Vs], A), pick([1|Vs], B).
kind(14, [A,B|Vs], disjoint2([r(A,2,B,1), r(C,1,0,2), r(1,2,C,1)])) :- pick([A,B|Vs], C).
kind(15, [A,B|Vs], sorting([A,B,C], [1,3,2], [D,1,E])) :- pick([A,B,0|Vs], C), pick([-1,0|Vs], D), pick([1,2|Vs], E).
kind(16, [A,B|Vs], bin_packing([item(A,2),item(B,1),item(C,3)], [bin(1,D),bin(2,3)])) :- pick([A,B|Vs], C), pick([3|Vs], D).
kind(17, Vs, sorting(Xs, Ps, Ys)) :-
    random_between_(2, 4, N),
    picked(N, Vs, Xs), picked(N, [1,2,3|Vs], Ps), picked(N, [0,2|Vs], Ys).
kind(18, Vs, sorting(Xs, Ps, Ys)) :-
    length(Vs, N),
    numlist(1, N, Ps),
    picked(N, Vs, Ys), picked(N, [-3,0,2|Vs], Xs).
kind(19, Vs, bin_packing(Items, Bins)) :-
    random_between_(2, 6, N),
    picked(N, Vs, Places),
    findall(S, ( between(1, N, _), random_between_(0, 5, S) ), Sizes),
    maplist([P,S,item(P,S)]>>true, Places, Sizes, Items),
    picked(3, [0,3,4,5|Vs], [A,B,C]),
    Bins = [bin(1,A),bin(-2,B),bin(3,C)].
kind(20, Vs, bin_packing(Items, Bins)) :-
    findall(item(_,S), ( member(_, Vs), random_between_(1, 9, S) ), Items),
    maplist([V,item(V,_)]>>true, Vs, Items),
    sum_list_sizes(Items, Total),
    random_between_(0, Total, L),
    random_between_(0, 2, D),
    M is Total - L - D,
    Bins = [bin(1,L),bin(2,M),bin(0,D)].

kind(K, Vs, global_cardinality(Xs, [3-A,2-_,-1-B,0-_], Options)) :-
    member(K, [21,22]),
    random_between_(2, 5, N),
    picked(N, [0,2|Vs], Xs), picked(2, [0,1,2|Vs], [A,B]),
    findall([P,Q,R,S], ( between(1, N, _), costs_of([P,Q,R,S]) ), Matrix),
    (   K =:= 21
    ->  pick([-3,0,2,4|Vs], Cost)
    ;   pick(Vs, V), Cost = 2*V
    ),
    pick([[cost(Cost,Matrix)],[cost(Cost,Matrix)],[consistency(value),cost(Cost,Matrix)]], Options).

costs_of([]).
costs_of([C|Cs]) :-
    random_between_(-3, 4, C),
    costs_of(Cs).

picked(N, Vs, Xs) :-
    length(Xs, N),
    maplist(pick(Vs), Xs).

sum_list_sizes(Items, Total) :-
    findall(S, member(item(_,S), Items), Sizes),
    sum_list(Sizes, Total).

%   A function of bits of a known integer without such a value is an error, not a failure.

post([]).
post([C|Cs]) :-
    catch(call(C), error(domain_error(not_less_than_one,_),_), fail),
    post(Cs).

% The meaning of constraints on known values.

all_true([]).
all_true([C|Cs]) :-
    holds(C),
    all_true(Cs).

holds(1) :- !.
holds(0) :- !, fail.
holds(A #= B) :- !, value(A, X), value(B, Y), X =:= Y.
holds(A #\= B) :- !, value(A, X), value(B, Y), X =\= Y.
holds(A #< B) :- !, value(A, X), value(B, Y), X < Y.
holds(A #> B) :- !, value(A, X), value(B, Y), X > Y.
holds(A #=< B) :- !, value(A, X), value(B, Y), X =< Y.
holds(A #>= B) :- !, value(A, X), value(B, Y), X >= Y.
holds(V in L..H) :- !, L =< V, V =< H.
holds(#\ P) :- !, \+ holds(P).
holds(P #/\ Q) :- !, holds(P), holds(Q).
holds(P #\/ Q) :- !, ( holds(P) -> true ; holds(Q) ).
holds(P #\ Q) :- !, ( holds(P) -> \+ holds(Q) ; holds(Q) ).
holds(P #==> Q) :- !, ( holds(P) -> holds(Q) ; true ).
holds(P #<== Q) :- !, ( holds(Q) -> holds(P) ; true ).
holds(P #<==> Q) :- !, ( holds(P) -> holds(Q) ; \+ holds(Q) ).
holds(all_different(Vs)) :- !, sort(Vs, S), same_length(S, Vs).
holds(all_distinct(Vs)) :- !, sort(Vs, S), same_length(S, Vs).
holds(sum(Vs, R, N)) :- !, sum_list(Vs, S), C =.. [R,S,N], holds(C).
holds(element(I, L, V)) :- !, I >= 1, nth1(I, L, V).
holds(tuples_in([T], Rows)) :- !, memberchk(T, Rows).
holds(lex_chain([A,B])) :- !, A @=< B.
holds(count(N, Vs, #=, K)) :- !, occurrences(Vs, N, K).
holds(nvalue(N, Vs)) :- !, sort(Vs, S), length(S, K), K =:= N.
holds(among(N, Vs, Ns)) :- !, include([V]>>memberchk(V, Ns), Vs, L), length(L, K), N = K.
holds(serialized([A,B,C], [D,E,F])) :- !,
    before(A, D, B, E), before(A, D, C, F), before(B, E, C, F).
holds(cumulative(Ts, [limit(L)])) :- !,
    \+ ( between(-10, 20, T),
         findall(C, ( member(task(S,D,_,C,_), Ts), S =< T, T < S + D ), Cs),
         sum_list(Cs, Sum), Sum > L ).
holds(circuit(Vs)) :- !,
    length(Vs, N),
    forall(member(V, Vs), between(1, N, V)),
    walk(1, Vs, [], N).
holds(chain(Vs, R)) :- !,
    \+ ( append(_, [A,B|_], Vs), C =.. [R,A,B], \+ holds(C) ).
holds(disjoint2(Boxes)) :- !,
    \+ ( append(_, [A|Bs], Boxes), member(B, Bs), overlap(A, B) ).
holds(sorting(Xs, Places, Ys)) :- !,
    msort(Xs, Ys),
    length(Places, N),
    numlist(1, N, All),
    sort(Places, All),
    maplist([X,P]>>nth1(P, Ys, X), Xs, Places).
holds(bin_packing(Items, Bins)) :- !,
    forall(member(item(Bin,_), Items), member(bin(Bin,_), Bins)),
    forall(member(bin(Bin,Load), Bins),
           ( findall(Size, member(item(Bin,Size), Items), Sizes), sum_list(Sizes, Load) )).
holds(global_cardinality(Vs, Pairs, Options)) :- !,
    holds(global_cardinality(Vs, Pairs)),
    memberchk(cost(Cost,Matrix), Options),
    pairs_keys(Pairs, Keys),
    maplist([V,Row,C]>>( nth1(I, Keys, V), nth1(I, Row, C) ), Vs, Matrix, Costs),
    sum_list(Costs, Sum),
    Sum =:= Cost.
holds(global_cardinality(Vs, Pairs)) :-
    forall(member(V, Vs), member(V-_, Pairs)),
    forall(member(K-C, Pairs), ( occurrences(Vs, K, N), C = N )).

overlap(r(X1,W1,Y1,H1), r(X2,W2,Y2,H2)) :-
    X1 + W1 > X2, X2 + W2 > X1, Y1 + H1 > Y2, Y2 + H2 > Y1.

occurrences(Vs, N, K) :-
    include(==(N), Vs, L),
    length(L, K0),
    K = K0.

before(A, D, B, E) :- ( A + D =< B -> true ; B + E =< A ).

walk(I, Vs, Seen, N) :-
    (   memberchk(I, Seen)
    ->  I =:= 1, length(Seen, N)
    ;   nth1(I, Vs, J),
        walk(J, Vs, [I|Seen], N)
    ).

value(E, X) :-
    catch(evaluated(E, X), error(_, _), fail).

evaluated(X, X) :- integer(X), !.
evaluated(-(A), X) :- !, evaluated(A, Y), X is -Y.
evaluated(abs(A), X) :- !, evaluated(A, Y), X is abs(Y).
evaluated(msb(A), X) :- !, evaluated(A, Y), Y > 0, X is msb(Y).
evaluated(A rdiv B, X) :- !, evaluated(A, Y), evaluated(B, Z), Y rem Z =:= 0, X is Y // Z.
evaluated(E, X) :-
    E =.. [Op,A,B],
    evaluated(A, Y),
    evaluated(B, Z),
    F =.. [Op,Y,Z],
    X is F.
