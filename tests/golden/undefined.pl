% What check/0 finds in a program.

:- discontiguous later/1.
:- dynamic known/1.

main :-
    stream_property(Output, alias(user_output)),
    set_stream(Output, alias(user_error)),
    check.

p(X) :- q(X), r(X), known(X).

r(1).

s :-
    findall(X, missing(X), _),
    \+ nothing(1),
    maplist(with(1), [2]),
    setof(Y, Z^lost(Y, Z), _),
    other:goal,
    append([], [], _).

t --> "a", u.
