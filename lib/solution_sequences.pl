:- module(solution_sequences,
          [ limit/2,
            offset/2,
            call_nth/2,
            findnsols/4,
            findnsols/5,
            order_by/2,
            distinct/1,
            distinct/2,
            reduced/1,
            group_by/4
          ]).

% Goals that select or order the solutions of another goal. What must outlive
% backtracking into that goal is kept in a term changed by nb_setarg/3, and what
% distinct/2 has seen in seen/3: a number for the call, the hash of a solution
% and the solution.

:- meta_predicate
    limit(+, 0),
    offset(+, 0),
    call_nth(0, ?),
    findnsols(+, ?, 0, -),
    findnsols(+, ?, 0, -, ?),
    order_by(+, 0),
    distinct(0),
    distinct(?, 0),
    reduced(0),
    group_by(?, ?, 0, -).

:- dynamic seen/3.

%!  limit(+Count, :Goal) is nondet.
%
%   Goal is true, for its first Count solutions. Count may be `inf`.
%
%   ?- limit(2, member(X, [a,b,c])).
%      X = a
%   ;  X = b.

limit(Count, Goal) :-
    (   Count == infinite
    ->  call(Goal)
    ;   Count > 0,
        State = count(0),
        call(Goal),
        arg(1, State, N0),
        N is N0 + 1,
        (   N >= Count
        ->  !
        ;   nb_setarg(1, State, N)
        )
    ).

%!  offset(+Count, :Goal) is nondet.
%
%   Goal is true, for all solutions but the first Count.
%
%   ?- offset(2, member(X, [a,b,c])).
%      X = c.

offset(Count, Goal) :-
    must_be(integer, Count),
    (   Count > 0
    ->  State = count(0),
        call(Goal),
        arg(1, State, N0),
        (   N0 < Count
        ->  N is N0 + 1,
            nb_setarg(1, State, N),
            fail
        ;   true
        )
    ;   Count =:= 0
    ->  call(Goal)
    ;   domain_error(not_less_than_zero, Count)
    ).

%!  call_nth(:Goal, ?Nth) is nondet.
%
%   Goal is true and this is its solution number Nth, counting from 1.
%
%   ?- call_nth(member(X, [a,b]), Nth).
%      X = a, Nth = 1
%   ;  X = b, Nth = 2.
%
%   ?- call_nth(member(X, [a,b,c]), 2).
%      X = b.

call_nth(Goal, Nth) :-
    (   var(Nth)
    ->  count_solutions(Goal, Nth)
    ;   integer(Nth)
    ->  (   Nth > 0
        ->  count_solutions(Goal, N),
            N =:= Nth,
            !
        ;   Nth =:= 0
        ->  fail
        ;   domain_error(not_less_than_zero, Nth)
        )
    ;   type_error(integer, Nth)
    ).

count_solutions(Goal, N) :-
    State = count(0),
    call(Goal),
    arg(1, State, N0),
    N is N0 + 1,
    nb_setarg(1, State, N).

%!  findnsols(+N, ?Template, :Goal, -Results) is nondet.
%!  findnsols(+N, ?Template, :Goal, -Results, ?Tail) is nondet.
%
%   Results are the instances of Template for the next N solutions of Goal, with
%   Tail behind them; on backtracking the N after those. The last list may be shorter.
%
%   ?- findnsols(2, X, member(X, [a,b,c]), Xs).
%      Xs = [a,b]
%   ;  Xs = [c].

findnsols(N, Template, Goal, Results) :-
    findnsols(N, Template, Goal, Results, []).

findnsols(N, Template0, Goal0, Results, Tail) :-
    must_be(nonneg, N),
    copy_term(Template0-Goal0, Template-Goal),
    State = collected(0, []),
    (   call(Goal),
        collect(State, Template, Count),
        Count =:= N,
        take(State, Instances)
    ;   take(State, Instances)
    ),
    results(Instances, Tail, Results).

collect(State, Template, Count) :-
    arg(1, State, Count0),
    arg(2, State, Instances),
    Count is Count0 + 1,
    nb_setarg(1, State, Count),
    % Goals express what is demanded of the variables, which backtracking undoes.
    term_attvars(Template, Attributed),
    (   Attributed == []
    ->  Instance = Template-[]
    ;   copy_term(Template, Bare, Goals),
        Instance = Bare-Goals
    ),
    nb_setarg(2, State, [Instance|Instances]).

take(State, Instances) :-
    arg(2, State, Reversed),
    reverse(Reversed, Instances),
    nb_setarg(1, State, 0),
    nb_setarg(2, State, []).

results([], Tail, Tail).
results([X-Goals|Xs], Tail, [X|Ys]) :-
    maplist(call, Goals),
    results(Xs, Tail, Ys).

%!  order_by(+Order, :Goal) is nondet.
%
%   Goal is true, with its solutions in the order of Order: a list of asc(Term)
%   and desc(Term), the first being the most significant. All solutions are
%   found first.
%
%   ?- order_by([desc(X)], member(X, [a,c,b])).
%      X = c
%   ;  X = b
%   ;  X = a.

order_by(Order, Goal) :-
    must_be(list, Order),
    (   Order == []
    ->  domain_error(non_empty_list, Order)
    ;   order_keys(Order, Keys)
    ),
    term_variables(Goal, Variables),
    Solution =.. [s,Variables|Keys],
    findall(Solution, Goal, Solutions),
    sorted_by(Order, 2, Solutions, Sorted),
    member(Solution, Sorted).

order_keys([], []).
order_keys([Specifier|Specifiers], [Key|Keys]) :-
    (   var(Specifier)
    ->  instantiation_error(Specifier)
    ;   specifier_key(Specifier, Key0, _)
    ->  Key = Key0
    ;   domain_error(order_specifier, Specifier)
    ),
    order_keys(Specifiers, Keys).

specifier_key(asc(Key), Key, @=<).
specifier_key(desc(Key), Key, @>=).

%   Sorting is stable, so the least significant order is applied first.

sorted_by([], _, Solutions, Solutions).
sorted_by([Specifier|Specifiers], Argument, Solutions0, Solutions) :-
    Argument1 is Argument + 1,
    sorted_by(Specifiers, Argument1, Solutions0, Solutions1),
    specifier_key(Specifier, _, Direction),
    sort(Argument, Direction, Solutions1, Solutions).

%!  distinct(:Goal) is nondet.
%
%   Goal is true, without the solutions that are variants of an earlier one.
%
%   ?- distinct(member(X, [a,b,a])).
%      X = a
%   ;  X = b.

distinct(Goal) :-
    distinct(Goal, Goal).

%!  distinct(?Witness, :Goal) is nondet.
%
%   Goal is true, without the solutions in which Witness is a variant of what it
%   was in an earlier one.
%
%   ?- distinct(X, member(X-Y, [a-1,a-2,b-3])).
%      X = a, Y = 1
%   ;  X = b, Y = 3.

distinct(Witness, Goal) :-
    flag(solution_sequences, Set, Set+1),
    call_cleanup(distinct_solution(Set, Witness, Goal),
                 retractall(seen(_, Set, _))).

distinct_solution(Set, Witness, Goal) :-
    call(Goal),
    variant_hash(Witness, Hash),
    \+ is_seen(Set, Hash, Witness),
    assertz(seen(Hash, Set, Witness)).

is_seen(Set, Hash, Witness) :-
    seen(Hash, Set, Witness0),
    Witness0 =@= Witness.

%!  reduced(:Goal) is nondet.
%
%   The same as distinct/1.
%
%   ?- reduced(member(X, [a,b,a])).
%      X = a
%   ;  X = b.

reduced(Goal) :-
    distinct(Goal, Goal).

%!  group_by(?By, ?Template, :Goal, -Instances) is nondet.
%
%   Instances holds the instances of Template for the solutions of Goal with one
%   value of By. The values of By come in their standard order.
%
%   ?- group_by(K, V, member(K-V, [b-1,a-2,b-3]), Vs).
%      K = a, Vs = [2]
%   ;  K = b, Vs = [1,3].

group_by(By, Template, Goal, Instances) :-
    findall(By-Template, Goal, Pairs),
    keysort(Pairs, Sorted),
    group_pairs_by_key(Sorted, Groups),
    member(By-Instances, Groups).
