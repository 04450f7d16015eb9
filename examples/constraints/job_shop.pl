% A job shop with six jobs and six machines (FT06). Each job visits the machines
% in an order of its own; a machine does one task at a time. The end of the last
% task is to come as early as possible.
%
% Run:  luminy examples/constraints/job_shop.pl -g main -t halt

:- use_module(library(clpfd)).
:- use_module(report).

% The machines of each job in order, with durations.
job(1, [3-1,1-3,2-6,4-7,6-3,5-6]).
job(2, [2-8,3-5,5-10,6-10,1-10,4-4]).
job(3, [3-5,4-4,6-8,1-9,2-1,5-7]).
job(4, [2-5,1-5,3-5,4-3,5-8,6-9]).
job(5, [3-9,2-3,5-5,6-4,1-3,4-1]).
job(6, [2-3,4-3,6-9,1-10,5-4,3-1]).

main :-
    schedule(Tasks, End),
    findall(S, member(task(_,_,S,_), Tasks), _),
    maplist([task(_,_,S,_),S]>>true, Tasks, Starts),
    with_nodes(labeling([ff,bisect,minimize(End)], [End|Starts])),
    forall(between(1, 6, Machine), print_machine(Machine, Tasks)),
    format("end ~d~n", [End]).

print_machine(Machine, Tasks) :-
    findall(Start-Job, member(task(Job,Machine,Start,_), Tasks), Pairs0),
    sort(Pairs0, Pairs),
    format("machine ~d:", [Machine]),
    forall(member(Start-Job, Pairs), format("  ~d at ~d", [Job,Start])),
    nl.

%!  schedule(-Tasks, -End) is det.
%
%   Tasks are terms task(Job, Machine, Start, Duration), done at End.

schedule(Tasks, End) :-
    End in 0..200,
    findall(Job-Steps, job(Job, Steps), Jobs),
    foldl(job_tasks(End), Jobs, Tasks, []),
    forall_machines(1, Tasks).

job_tasks(End, Job-Steps, Tasks0, Tasks) :-
    steps(Steps, Job, 0, End, Tasks0, Tasks).

steps([], _, Ready, End, Tasks, Tasks) :-
    Ready #=< End.
steps([Machine-Duration|Steps], Job, Ready, End, [task(Job,Machine,Start,Duration)|Tasks0], Tasks) :-
    Start in 0..200,
    Ready #=< Start,
    steps(Steps, Job, Start + Duration, End, Tasks0, Tasks).

forall_machines(Machine, Tasks) :-
    (   Machine =< 6
    ->  include([task(_,Machine,_,_)]>>true, Tasks, Own),
        maplist([task(_,_,S,_),S]>>true, Own, Starts),
        maplist([task(_,_,_,D),D]>>true, Own, Durations),
        serialized(Starts, Durations),
        Next is Machine + 1,
        forall_machines(Next, Tasks)
    ;   true
    ).
