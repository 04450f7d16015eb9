:- multifile prolog:message//1, user:message_hook/3.

prolog:message(hello(Name)) --> ["hello ~w"-[Name], nl, "and goodbye"].

user:message_hook(secret(_), _, _).

main :-
    print_message(error, hello(world)),
    print_message(warning, format("~w is ~q", [it, 'Big'])),
    print_message(error, secret(1)),
    print_message(error, error(type_error(integer, a), context(foo/3, 'as I said'))),
    catch(atom_length(_, _), Error, print_message(warning, Error)),
    print_message(silent, hello(nobody)),
    print_message(error, unheard_of),
    print_message(error, format("~w and ~w", [one])),
    print_message(help, format("~d", [many])),
    print_message(error, error(type_error(_, _), _)),
    catch(sort(2, @<, [f(1)], _), Missing, print_message(error, Missing)),
    assertion(1 =:= 2).
