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
    assertion(1 =:= 2).
