% Modules that use each other.

:- use_module(circular/even).
:- use_module(circular/odd).

main :-
    (   even(10), odd(7), \+ even(3)
    ->  writeln(yes)
    ;   writeln(no)
    ).
