% Clauses that come and go while goals go through them: each goal sees those that
% were there when it started, and references never lead to another clause.

:- dynamic p/1, q/2, r/1.

main :-
    older_goals_see_what_was_there,
    nested_walks,
    references,
    order_is_kept,
    rules_that_erase_themselves,
    keys_come_back.

% The outer goal sees its ten clauses, whatever comes and goes meanwhile.
older_goals_see_what_was_there :-
    forall(between(1, 10, X), assertz(p(X))),
    findall(X, ( p(X), churn(X) ), Xs),
    findall(X, p(X), Left),
    writeln(Xs-Left).

churn(X) :-
    retract(p(X)),
    forall(between(1, 200, N), ( assertz(p(new(X, N))), retract(p(new(X, N))) )),
    Y is X * 100,
    assertz(p(Y)).

% retract/1, clause/2 and calls at once, on two arguments.
nested_walks :-
    forall(between(1, 40, N), ( M is N mod 4, assertz(q(N, M)) )),
    findall(N-Count,
            ( q(N, 1),
              retract(q(N, _)),
              findall(K, ( clause(q(K, 1), true), retract(q(K, 1)), assertz(q(K, 1)) ), Ks),
              length(Ks, Count) ),
            Counts),
    writeln(Counts),
    findall(N, q(N, 1), Ns),
    writeln(Ns),
    retractall(q(_, _)),
    \+ q(_, _).

references :-
    assertz(r(1), One),
    assertz(r(2), Two),
    erase(One),
    forall(between(1, 100, N), ( assertz(r(N), R), erase(R) )),
    assertz(r(3), Three),
    ( clause(r(_), true, One) -> writeln(found) ; writeln(gone) ),
    catch(erase(One), error(E, _), ( E = existence_error(What, _), writeln(What) )),
    clause(r(X), true, Two),
    clause(r(Y), true, Three),
    writeln(X-Y),
    findall(Z, ( clause(r(Z), true, R), R == Three ), Zs),
    writeln(Zs),
    ( Two == Three -> writeln(same) ; writeln(different) ),
    retractall(r(_)).

order_is_kept :-
    forall(between(1, 30, N), assertz(r(N))),
    forall(( between(1, 30, N), N mod 3 =\= 0 ), retract(r(N))),
    forall(between(1, 5, N), ( M is -N, asserta(r(M)) )),
    forall(between(31, 35, N), assertz(r(N))),
    findall(N, r(N), Ns),
    writeln(Ns),
    retractall(r(_)).

rules_that_erase_themselves :-
    count_down(2000),
    writeln(done).

count_down(0) :- !.
count_down(N) :-
    assertz((r(X) :- retract((r(_) :- _)), X > 0, M is X - 1, count_down(M))),
    r(N).

% Keys that are gone and come back are found, with clauses for all keys among them.
keys_come_back :-
    forall(between(1, 50, N), assertz(q(N, a))),
    assertz(q(_, everywhere)),
    q(7, A),
    forall(between(1, 50, N), retract(q(N, a))),
    forall(between(1, 300, N), ( assertz(q(N, b)), retract(q(N, b)) )),
    assertz(q(7, c)),
    findall(B, q(7, B), Bs),
    findall(B, q(8, B), Cs),
    writeln(A-Bs-Cs),
    retractall(q(_, _)).
