% Loading: directives, include, ensure_loaded, initialization, consult.

:- write(first_directive), nl.

:- discontiguous colour/1.

:- include(part).

:- ensure_loaded(once).
:- ensure_loaded(once).

:- initialization((write(initialization(1)), nl)).

:- dynamic seen/1, counter/1.
:- discontiguous scattered/1.

scattered(1).
between_them(x).
scattered(2).

counter(0).

:- retract(counter(0)), assertz(counter(1)).

colour(blue).

:- initialization((write(initialization(2)), nl)).

:- multifile hook/1.

hook(main).

:- set_prolog_flag(double_quotes, codes).

codes("ab").

:- set_prolog_flag(double_quotes, atom).

text("ab").

:- forall(colour(C), (write(C), write(' '))), nl.

write_file(File, Text) :-
    open(File, write, Stream),
    write(Stream, Text),
    close(Stream).

main :-
    write(main), nl,
    findall(C, colour(C), Cs),
    write(Cs), nl,
    findall(W-L, W likes L, Ls),
    write(Ls), nl,
    findall(S, scattered(S), Ss),
    write(Ss), nl,
    findall(N, counter(N), Ns),
    write(Ns), nl,
    codes(Codes),
    write(Codes), nl,
    text(Text),
    write(Text), nl,
    reload,
    more_clauses.

% Loading a file again replaces its predicates.
reload :-
    write_file('reloaded.pl', 'p(1).\np(2).\nq(old).\n'),
    consult(reloaded),
    findall(X, p(X), Xs),
    write(Xs), nl,
    write_file('reloaded.pl', 'p(3).\n'),
    consult('reloaded.pl'),
    findall(X, p(X), Ys),
    write(Ys), nl,
    (   catch(q(_), error(existence_error(procedure, PI), _), (write(gone(PI)), nl))
    ->  true
    ;   write(gone), nl
    ),
    [reloaded],
    findall(X, p(X), Zs),
    write(Zs), nl.

more_clauses :-
    write_file('more.pl', 'r(X) :- X = 1.\nr(X) --> [X].\n:- assertz(seen(more)).\n'),
    consult([more]),
    r(One),
    write(One), nl,
    phrase(r(Y), [z]),
    write(Y), nl,
    findall(S, seen(S), Ss),
    write(Ss), nl.
