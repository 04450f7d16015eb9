% What is to be done at the end is done once, in order, and may put the end off.

:- dynamic tries/1.

tries(0).

main :-
    at_halt(( write(first), nl )),
    at_halt(putting_off),
    at_halt(( write(last), nl )),
    halt,
    write('still here'), nl,
    halt(0).

putting_off :-
    retract(tries(N)),
    N1 is N + 1,
    assertz(tries(N1)),
    (   N =:= 0
    ->  cancel_halt('not yet')
    ;   write(second), nl
    ).
