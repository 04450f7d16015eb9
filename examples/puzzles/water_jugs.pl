% Measuring water with two jugs.
%
% With jugs of five and three litres, four litres are to be measured. The search
% goes through the states breadth first, so the first plan is a shortest one,
% and it remembers the states seen, so it ends when there is no plan.
%
% Run:  luminy examples/puzzles/water_jugs.pl -g main -t halt
%
%   ?- plan(jugs(5,3), 4, Plan).

main :-
    report(jugs(5, 3), 4),
    report(jugs(8, 5), 6),
    report(jugs(6, 4), 3).

report(Jugs, Goal) :-
    write(Goal), write(' litres with '), write(Jugs), nl,
    (   plan(Jugs, Goal, Plan)
    ->  print_steps(Plan)
    ;   write('  cannot be measured'), nl
    ).

print_steps([]).
print_steps([Action-State|Steps]) :-
    write('  '), write(Action), write(' gives '), write(State), nl,
    print_steps(Steps).

%!  plan(+Jugs, +Goal, -Plan) is semidet.
%
%   Plan is a shortest list Action-State that leaves Goal litres in one of
%   Jugs. A state A/B is the water in the first and the second one.

plan(Jugs, Goal, Plan) :-
    search([path(0/0, [])], [0/0], Jugs, Goal, Plan).

search([path(State, Steps)|_], _, _, Goal, Plan) :-
    measured(State, Goal),
    !,
    reverse(Steps, Plan).
search([path(State, Steps)|Paths0], Seen0, Jugs, Goal, Plan) :-
    findall(
        path(Next, [Action-Next|Steps]),
        ( action(Action, Jugs, State, Next), \+ memberchk(Next, Seen0) ),
        Successors
    ),
    new_paths(Successors, Seen0, Seen, New),
    append(Paths0, New, Paths),
    search(Paths, Seen, Jugs, Goal, Plan).

measured(Goal/_, Goal).
measured(_/Goal, Goal).

%!  new_paths(+Successors, +Seen0, -Seen, -New) is det.
%
%   New are the Successors without those that end in the same state as an
%   earlier one.

new_paths([], Seen, Seen, []).
new_paths([path(State, Steps)|Paths], Seen0, Seen, New0) :-
    (   memberchk(State, Seen0)
    ->  New0 = New,
        Seen1 = Seen0
    ;   New0 = [path(State, Steps)|New],
        Seen1 = [State|Seen0]
    ),
    new_paths(Paths, Seen1, Seen, New).

%!  action(-Action, +Jugs, +State, -Next) is nondet.

action(fill(first), jugs(Max, _), _/B, Max/B).
action(fill(second), jugs(_, Max), A/_, A/Max).
action(empty(first), _, _/B, 0/B).
action(empty(second), _, A/_, A/0).
action(pour(first, second), jugs(_, Max), A0/B0, A/B) :-
    Amount is min(A0, Max - B0),
    A is A0 - Amount,
    B is B0 + Amount.
action(pour(second, first), jugs(Max, _), A0/B0, A/B) :-
    Amount is min(B0, Max - A0),
    A is A0 + Amount,
    B is B0 - Amount.
