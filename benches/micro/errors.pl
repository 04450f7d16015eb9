% Errors of predicates that are caught.

rounds(full, 30000).
rounds(small, 50).

bench(Size) :-
    rounds(Size, Rounds),
    looped(Rounds, 0, Sum),
    write(Size), write(' '), write(Sum), nl.

looped(0, Sum, Sum) :- !.
looped(N, Sum0, Sum) :-
    step(N, X),
    Sum1 is (Sum0 * 3 + X) mod 1000003,
    N1 is N - 1,
    looped(N1, Sum1, Sum).

step(N, X) :-
    catch(atom_length(_, _), error(instantiation_error, _), A = 1),
    catch(_ is foo + 1, error(type_error(_, _), _), B = 2),
    catch(arg(x, f(a), _), error(Formal, _), true),
    functor(Formal, _, Arity),
    catch(throw(own(N)), own(C), true),
    X is A + B + Arity + C mod 10.
