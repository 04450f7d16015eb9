% Term expansion, goal expansion and conditional compilation.

:- op(1200, xfx, :~).

term_expansion(fact(X), stored(X)).
term_expansion(many(N), Clauses) :-
    findall(numeral(I), between(1, N, I), Clauses).
term_expansion(nothing, []).
term_expansion(gen(Name), [(:- dynamic(Name/1)), Head]) :-
    Head =.. [Name, generated].
term_expansion((Head :~ Body), (Head :- traced(Head), Body)).

goal_expansion(square(X, Y), Y is X * X).
goal_expansion(twice(G), (G, G)).
goal_expansion(chain(X), link(X)).
goal_expansion(link(X), write(linked(X))).

fact(a).
fact(b).
many(3).
nothing.
gen(made).

sum(X, Y, Z) :~ Z is X + Y.

traced(Head) :-
    functor(Head, Name, Arity),
    write(call(Name/Arity)), nl.

area(Side, Area) :-
    square(Side, Area).

greet :-
    twice(write(hi)), nl.

nested(X, Y) :-
    (   X > 0
    ->  square(X, Y)
    ;   \+ \+ square(X, _),
        Y = none
    ).

collected(L) :-
    findall(Y, (member(X, [1,2,3]), square(X, Y)), L).

linked :-
    chain(a), nl.

:- if(current_prolog_flag(bounded, false)).
integers(unbounded).
:- else.
integers(bounded).
:- endif.

:- if(fail).
skipped(this_is_not_compiled).
skipped(1).
:- elif(true).
kept(elif).
:- else.
kept(else).
:- endif.

:- if(true).
outer(1).
:- if(fail).
outer(2).
:- else.
outer(3).
:- endif.
:- endif.

:- if(\+ catch(current_op(_, _, no_such_operator), _, fail)).
missing_operator(yes).
:- endif.

:- if(current_predicate(stored/1)).
seen_before(stored).
:- endif.

main :-
    findall(X, stored(X), Xs),
    write(Xs), nl,
    findall(N, numeral(N), Ns),
    write(Ns), nl,
    made(M),
    write(M), nl,
    sum(1, 2, S),
    write(S), nl,
    area(4, A),
    write(A), nl,
    greet,
    nested(3, Y1),
    nested(0, Y2),
    write(Y1/Y2), nl,
    collected(L),
    write(L), nl,
    linked,
    integers(I),
    write(I), nl,
    findall(K, kept(K), Ks),
    write(Ks), nl,
    findall(O, outer(O), Os),
    write(Os), nl,
    missing_operator(Yes),
    write(Yes), nl,
    seen_before(Before),
    write(Before), nl.
