% Terms that change, and the blackboard.

%!  create_mutable(+Value, -Mutable) is det.
%
%   Mutable is a place with Value in it.
%
%   ?- create_mutable(a, M), update_mutable(b, M), get_mutable(Value, M).
%      Value = b, M = '$mutable'(b).

create_mutable(Value, '$mutable'(Value)).

%!  get_mutable(?Value, +Mutable) is semidet.
%
%   Value is in Mutable.

get_mutable(Value, '$mutable'(Value)).

%!  update_mutable(+Value, !Mutable) is det.
%
%   Value is in Mutable from now on, until backtracking.

update_mutable(Value, Mutable) :-
    setarg(1, Mutable, Value).

%!  mutable(@Term) is semidet.
%
%   Term is a mutable.

mutable(Term) :-
    nonvar(Term),
    functor(Term, '$mutable', 1).

%!  bb_put(+Key, +Value) is det.
%
%   Key has a copy of Value from now on.
%
%   ?- bb_put(key, f(_)), bb_get(key, Value).
%      Value = f(_).

bb_put(Key, Value) :-
    bb_key(Key, Name),
    nb_setval(Name, Value).

%!  bb_get(+Key, ?Value) is semidet.
%
%   Value is that of Key.

bb_get(Key, Value) :-
    bb_key(Key, Name),
    nb_current(Name, Value0),
    Value = Value0.

%!  bb_update(+Key, ?Old, +New) is semidet.
%
%   The value of Key is Old, and New from now on.

bb_update(Key, Old, New) :-
    bb_get(Key, Old),
    bb_put(Key, New).

%!  bb_delete(+Key, ?Old) is semidet.
%
%   The value of Key is Old; Key has none from now on.

bb_delete(Key, Old) :-
    bb_get(Key, Old),
    bb_key(Key, Name),
    nb_delete(Name).

bb_key(Key, Name) :-
    (   Key = _:Plain
    ->  true
    ;   Plain = Key
    ),
    must_be(atomic, Plain),
    atomic_list_concat(['$bb_',Plain], Name).
