% Random combinations of the options of labeling/2, on random systems: the solutions
% are those that trying all values finds, in the order that objectives ask for, and
% the best ones are the best.
%
% Run:  luminy tests/clpfd/options.pl -g "combinations(First, Last)" -t halt
%
% Each number stands for one system. A wrong one is printed as `wrong(...)`.

:- consult(oracle).

combinations(First, Last) :-
    (   between(First, Last, Seed),
        \+ agrees(Seed),
        print(failed(Seed)), nl,
        fail
    ;   write(done), nl
    ).

agrees(Seed) :-
    seeded(Seed, 777),
    random_between_(2, 4, N),
    length(Vs, N),
    domains(Vs, Domains),
    random_between_(1, 2, M),
    length(Cs, M),
    constraints(Cs, Vs),
    combination(Vs, Options),
    include(objective, Options, Objectives),
    pick([waiting,none,none,none], Waiting),
    findall(Keys-Vs,
            ( values(Vs, Domains), all_true(Cs), fits(Waiting, Vs), keys(Objectives, Keys) ),
            All),
    wanted(Objectives, All, Wanted),
    catch(findall(Vs, found(Vs, Domains, Cs, Waiting, Options), Found), Ball, Found = Ball),
    (   is_refused(Options)
    ->  once(( Found = error(domain_error(_, _), _) ; Found == [], All == [] ))
    ;   msort(Wanted, Solutions),
        findall(Keys-Vs, ( member(Vs, Found), keys(Objectives, Keys) ), Priced),
        msort(Priced, Solutions),
        pairs_keys(Wanted, Order),
        pairs_keys(Priced, Order)
    ->  true
    ;   print(wrong(Seed, Waiting, Vs, Domains, Cs, Options)), nl,
        print(found(Found)), nl, print(wanted(Wanted)), nl
    ).

found(Vs, Domains, Cs, Waiting, Options) :-
    posted_domains(Vs, Domains),
    post(Cs),
    wait(Waiting, Vs),
    labeling(Options, Vs).

%   Goals of their own that variables have.

wait(waiting, [V|_]) :- freeze(V, V mod 2 =:= 0).
wait(none, _).

fits(waiting, [V|_]) :- V mod 2 =:= 0.
fits(none, _).

%   One option of each kind, or none, in any order.

combination(Vs, Options) :-
    pick([[],[leftmost],[ff],[ffc],[min],[max],[anti_first_fail],[most_constrained],[occurrence],
          [max_regret],[dom_w_deg],[impact],[activity],[random_variable(7)],[variable(last_one)],
          [variable(last_one)]],
         Selection),
    pick([[],[up],[down],[middle],[median],[phase_saving],[random_value(3)],[value(falling)],
          [value(falling)]],
         Order),
    pick([[],[step],[enum],[bisect]], Branching),
    price(Vs, P),
    price(Vs, Q),
    pick([[],[],[min(P)],[max(P)],[min(P),max(Q)],[max(P),min(Q)],[minimize(P)],[maximize(P)],
          [minimize(P),max(Q)],[min(P),maximize(Q)],[minimize(P),maximize(Q)]],
         Objectives),
    pick([[],[],[restart(luby(2))],[restart(geometric(2,150))],[bab],[all],[time_out(100000,_)],
          [assumptions(_)],[discrepancy(100)],[backtracks(1000000)],[upto_ground]],
         More),
    append([Objectives,Selection,Order,Branching,More], Given),
    shuffled(Given, Options).

price(Vs, P) :-
    pick(Vs, X),
    pick(Vs, Y),
    pick([X+Y,X-2*Y,X*Y,-X,abs(X)+Y], P).

shuffled([], []).
shuffled([O|Os], [P|Ps]) :-
    length([O|Os], N),
    random_below(N, I),
    nth0(I, [O|Os], P, Rest),
    shuffled(Rest, Ps).

objective(Option) :-
    functor(Option, Name, 1),
    memberchk(Name, [min,max,minimize,maximize]).

%   Goals say what no search within the solver does, nor its limits.

is_refused(Options) :-
    memberchk(bisect, Options),
    memberchk(random_value(_), Options),
    !.
is_refused(Options) :-
    ( memberchk(variable(_), Options) ; memberchk(value(_), Options) ),
    member(Option, Options),
    functor(Option, Name, _),
    memberchk(Name, [restart,time_out,assumptions,discrepancy,backtracks]),
    !.

last_one(Vars, X, Rest) :-
    append(Rest, [X], Vars),
    !.

falling(X, _, Bound0, Bound) :-
    fd_dom(X, Domain),
    findall(V, ( V in Domain, indomain(V) ), Rising),
    reverse(Rising, [First|Values]),
    (   X = First,
        first_bound(Bound0, Bound)
    ;   member(X, Values),
        later_bound(Bound0, Bound)
    ).

%   Small keys are those of good solutions. Of those that are equal up to an objective
%   that asks for the best only, these are left.

keys([], []).
keys([Objective|Objectives], [Key|Keys]) :-
    Objective =.. [Name,Price],
    (   memberchk(Name, [min,minimize])
    ->  Key is Price
    ;   Key is -(Price)
    ),
    keys(Objectives, Keys).

wanted(Objectives, All, Wanted) :-
    msort(All, Sorted),
    best(Objectives, 1, Sorted, Wanted).

best([], _, Wanted, Wanted).
best([Objective|Objectives], I, Sorted, Wanted) :-
    findall(Key, ( member(Keys-_, Sorted), nth1(I, Keys, Key) ), Keys0),
    sort(Keys0, Keys1),
    (   functor(Objective, Name, _),
        memberchk(Name, [minimize,maximize]),
        Keys1 = [Least|_]
    ->  Kept = [Least]
    ;   Kept = Keys1
    ),
    J is I + 1,
    findall(Part,
            ( member(Key, Kept),
              include([Keys-_]>>nth1(I, Keys, Key), Sorted, Same),
              best(Objectives, J, Same, Part) ),
            Parts),
    append(Parts, Wanted).
