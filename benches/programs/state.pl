% A loop of a million steps whose state is a structure that each step rebuilds.

steps(full, 1000000).
steps(small, 1000).

bench(Size) :-
    steps(Size, Steps),
    run(Steps, state(1, [], queue([], []), counters(0, 0, 0)), State),
    State = state(Seed, Stack, _, Counters),
    length(Stack, Height),
    write(Size), write(' '), write(Seed), write(' '), write(Height), write(' '),
    write(Counters), nl.

run(0, State, State) :- !.
run(Steps, State0, State) :-
    step(State0, State1),
    Fewer is Steps - 1,
    run(Fewer, State1, State).

step(state(Seed0, Stack0, Queue0, Counters0), state(Seed, Stack, Queue, Counters)) :-
    Seed is (Seed0 * 3877 + 29573) mod 139968,
    Action is (Seed >> 7) mod 4,
    acted(Action, Seed, Stack0, Stack, Queue0, Queue, Counters0, Counters).

acted(0, Seed, Stack, Stack, Queue0, Queue, Counters0, Counters) :-
    joined(Queue0, job(Seed, [Seed]), Queue),
    counted_first(Counters0, Counters).
acted(1, Seed, Stack, [frame(Seed)|Stack], Queue, Queue, Counters, Counters).
acted(2, _, Stack0, Stack, Queue, Queue, Counters0, Counters) :-
    popped(Stack0, Stack, Counters0, Counters).
acted(3, _, Stack, Stack, Queue0, Queue, Counters0, Counters) :-
    (   served(Queue0, job(Value, [Value]), Queue)
    ->  counted_second(Value, Counters0, Counters)
    ;   Queue = Queue0,
        Counters = Counters0
    ).

popped([], [], Counters, Counters).
popped([frame(_)|Stack], Stack, counters(A, B, C0), counters(A, B, C)) :-
    C is C0 + 1.

counted_first(counters(A0, B, C), counters(A, B, C)) :-
    A is A0 + 1.

counted_second(Value, counters(A, B0, C), counters(A, B, C)) :-
    B is (B0 + Value) mod 1000003.

joined(queue(Front, Back), Job, queue(Front, [Job|Back])).

served(queue([Job|Front], Back), Job, queue(Front, Back)) :- !.
served(queue([], Back), Job, Queue) :-
    turned(Back, [], [Job|Front]),
    Queue = queue(Front, []).

turned([], Turned, Turned).
turned([X|Xs], Turned0, Turned) :-
    turned(Xs, [X|Turned0], Turned).
