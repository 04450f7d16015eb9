:- module(thread,
          [ concurrent_forall/2,
            concurrent_forall/3,
            concurrent_maplist/2,
            concurrent_maplist/3,
            concurrent_maplist/4,
            mutex_create/1,
            with_mutex/2,
            thread_self/1
          ]).

% An engine has one thread: what asks for several runs one goal after the other.

:- meta_predicate
    concurrent_forall(0, 0),
    concurrent_forall(0, 0, +),
    concurrent_maplist(1, ?),
    concurrent_maplist(2, ?, ?),
    concurrent_maplist(3, ?, ?, ?),
    with_mutex(+, 0).

%!  concurrent_forall(:Condition, :Action) is semidet.
%!  concurrent_forall(:Condition, :Action, +Options) is semidet.
%
%   As forall/2.
%
%   ?- concurrent_forall(member(X, [1,2]), X > 0).
%      true.

concurrent_forall(Condition, Action) :-
    forall(Condition, Action).

concurrent_forall(Condition, Action, _) :-
    forall(Condition, Action).

%!  concurrent_maplist(:Goal, ?List) is semidet.
%!  concurrent_maplist(:Goal, ?List1, ?List2) is semidet.
%!  concurrent_maplist(:Goal, ?List1, ?List2, ?List3) is semidet.
%
%   As maplist/2 and so on, with one solution.
%
%   ?- concurrent_maplist(succ, [1,2], Xs).
%      Xs = [2,3].

concurrent_maplist(Goal, List) :-
    maplist(once_on(Goal), List).

concurrent_maplist(Goal, List1, List2) :-
    maplist(once_on(Goal), List1, List2).

concurrent_maplist(Goal, List1, List2, List3) :-
    maplist(once_on(Goal), List1, List2, List3).

once_on(Goal, X) :-
    once(call(Goal, X)).

once_on(Goal, X, Y) :-
    once(call(Goal, X, Y)).

once_on(Goal, X, Y, Z) :-
    once(call(Goal, X, Y, Z)).

%!  mutex_create(?Mutex) is det.
%
%   Mutex names a lock.

mutex_create(Mutex) :-
    (   var(Mutex)
    ->  gensym('$mutex', Mutex)
    ;   true
    ).

%!  with_mutex(+Mutex, :Goal) is semidet.
%
%   As once/1: no other thread can hold Mutex.
%
%   ?- with_mutex(lock, member(X, [1,2])).
%      X = 1.

with_mutex(_, Goal) :-
    once(Goal).

%!  thread_self(?Thread) is semidet.
%
%   Thread is `main`.

thread_self(main).
