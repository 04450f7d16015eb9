% Operators come through modules that pass on what they import.

:- use_module(behind).

main :-
    new_stack(S0),
    push(S0, a, S1),
    (   a on_top_of S1
    ->  write(on_top)
    ;   write(elsewhere)
    ),
    nl,
    catch(size(S1, _), error(Error, _), true),
    print(Error), nl.
