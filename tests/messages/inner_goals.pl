:- initialization(all).

all :- forall(case(Goal), catch(Goal, Error, print_message(error, Error))).

case(found).
case(mapped).
case(cleaned).
case(called).
case(counted).
case(thrown).
case(nested).
case(phrased).
case(closed).
case(folded).
case(found_data).
case(unnamed(_)).

value(1).
value(2).

found :- findall(X, (value(X), no_such(X)), Xs), write(Xs).
mapped :- maplist([X]>>atom_length(f(X), _), [1,2]).
cleaned :- setup_call_cleanup(true, (value(X), X > 1, no_such(X)), true).
called :- value(1), call(no_such, 1, 2).
counted :- len([a,b,c|x], N), write(N).
thrown :- between(1, inf, X), X > 3, throw(error(my_error(X), _)).
nested :- \+ \+ once((value(X), ignore((X > 1, no_such(X))), X > 1)).
phrased :- phrase(sentence, [a]).

len([], 0).
len([_|Xs], N) :- len(Xs, M), N is M + 1.
len(x, N) :- N is foo.

sentence --> [a], rest(1).

closed :- maplist(atom_length, [f(x)], Ls), write(Ls).
folded :- numlist(1, 3, Ns), foldl(no_such, Ns, 0, S), write(S).

found_data :- X = age, Y is X + 1, write(Y).
unnamed(X) :- sub_atom(X, 0, _, _, a), write(X).
