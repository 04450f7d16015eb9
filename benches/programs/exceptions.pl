% catch/3 and throw/1 in a loop, near and far from each other.

rounds(full, 500000).
rounds(small, 100).

bench(Size) :-
    rounds(Size, Rounds),
    looped(Rounds, 0, Sum),
    write(Size), write(' '), write(Sum), nl.

looped(0, Sum, Sum) :- !.
looped(N, Sum0, Sum) :-
    Kind is N mod 5,
    catch(attempt(Kind, N, Value), Ball, caught(Ball, Value)),
    Sum1 is (Sum0 * 3 + Value) mod 1000003,
    N1 is N - 1,
    looped(N1, Sum1, Sum).

attempt(0, N, Value) :-
    Value is N mod 7.
attempt(1, N, _) :-
    throw(plain(N)).
attempt(2, N, Value) :-
    Depth is N mod 20,
    deep(Depth, Value).
attempt(3, N, Value) :-
    catch(throw(inner(N)), outer(_), Value = 1).
attempt(4, N, Value) :-
    unknown(Unknown),
    Value is N + Unknown.

unknown(nothing_of_the_kind).

deep(0, _) :-
    throw(bottom).
deep(N, Value) :-
    N > 0,
    N1 is N - 1,
    deep(N1, Value0),
    Value is Value0 + 1.

caught(plain(N), Value) :- Value is N mod 11.
caught(bottom, 13).
caught(inner(N), Value) :- Value is N mod 17.
caught(error(type_error(evaluable, Name/Arity), _), Value) :-
    atom_length(Name, Length),
    Value is Length + Arity.
