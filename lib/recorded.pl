:- module(recorded,
          [ recorda/2,
            recorda/3,
            recordz/2,
            recordz/3,
            recorded/1,
            recorded/2,
            recorded/3,
            instance/2,
            current_key/1
          ]).

% The recorded database: terms kept under keys, apart from clauses. Of a
% compound key only name and arity count. With a term come the goals that express what
% is demanded of its variables.

:- dynamic(record/3).

%!  recorda(+Key, +Term) is det.
%!  recorda(+Key, +Term, -Reference) is det.
%
%   Records Term as the first one under Key. Reference refers to it, for erase/1.
%
%   ?- recorda(colour, red), recorded(colour, X).
%      X = red.

recorda(Key, Term) :-
    '$record'(Key, Term, false),
    !.
recorda(Key, Term) :-
    key(Key, Plain),
    plain_term(Term, Bare, Goals),
    asserta(record(Plain, Bare, Goals)).

recorda(Key, Term, Reference) :-
    '$record'(Key, Term, false, Reference),
    !.
recorda(Key, Term, Reference) :-
    key(Key, Plain),
    plain_term(Term, Bare, Goals),
    asserta(record(Plain, Bare, Goals), Reference).

%!  recordz(+Key, +Term) is det.
%!  recordz(+Key, +Term, -Reference) is det.
%
%   Records Term as the last one under Key. Reference refers to it, for erase/1.
%
%   ?- recordz(size, 1), recordz(size, 2), findall(X, recorded(size, X), Xs).
%      Xs = [1,2].

recordz(Key, Term) :-
    '$record'(Key, Term, true),
    !.
recordz(Key, Term) :-
    key(Key, Plain),
    plain_term(Term, Bare, Goals),
    assertz(record(Plain, Bare, Goals)).

recordz(Key, Term, Reference) :-
    '$record'(Key, Term, true, Reference),
    !.
recordz(Key, Term, Reference) :-
    key(Key, Plain),
    plain_term(Term, Bare, Goals),
    assertz(record(Plain, Bare, Goals), Reference).

plain_term(Term, Bare, Goals) :-
    term_attvars(Term, Attributed),
    (   Attributed == []
    ->  Bare = Term,
        Goals = []
    ;   copy_term(Term, Bare, Goals)
    ).

%!  recorded(?Key) is nondet.
%!  recorded(?Key, ?Term) is nondet.
%!  recorded(?Key, ?Term, ?Reference) is nondet.
%
%   Term is recorded under Key, and Reference refers to it.
%
%   ?- recordz(shape, square), recorded(shape, X).
%      X = square.

recorded(Key) :-
    recorded(Key, _, _).

recorded(Key, Term) :-
    recorded(Key, Term, _).

recorded(Key, Term, Reference) :-
    (   var(Key)
    ->  true
    ;   key(Key, Plain)
    ),
    clause(record(Plain, Term, Goals), true, Reference),
    (   var(Key)
    ->  Key = Plain
    ;   true
    ),
    call_all(Goals).

call_all([]).
call_all([Goal|Goals]) :-
    call(Goal),
    call_all(Goals).

%!  instance(+Reference, -Term) is semidet.
%
%   Term is the recorded term, or the clause, that Reference refers to.
%
%   ?- recorda(k, f(x), R), instance(R, T), T = f(_).
%      T = f(x).

instance(Reference, Term) :-
    clause(Head, Body, Reference),
    (   Head = record(_, Recorded, Goals)
    ->  Term = Recorded,
        call_all(Goals)
    ;   Term = (Head :- Body)
    ).

%!  current_key(?Key) is nondet.
%
%   Something is recorded under Key.
%
%   ?- recorda(some_key, 1), current_key(some_key).
%      true.

current_key(Key) :-
    findall(K, record(K, _, _), Keys),
    sort(Keys, Sorted),
    '$member'(Key, Sorted).

key(Key, _) :-
    var(Key),
    !,
    throw(error(instantiation_error, _)).
key(Key, Plain) :-
    compound(Key),
    !,
    functor(Key, Name, Arity),
    functor(Plain, Name, Arity).
key(Key, Key).
