:- module(gensym,
          [ gensym/2,
            reset_gensym/1,
            reset_gensym/0
          ]).

% Fresh atoms made of a base and a number. The numbers are in the dynamic
% predicate last_number/2, so that they survive backtracking.

:- dynamic last_number/2.

%!  gensym(+Base, -Symbol) is det.
%
%   Symbol is the atom of Base and the next number for Base, which starts at 1.
%
%   ?- reset_gensym(item), gensym(item, A), gensym(item, B).
%      A = item1, B = item2.

gensym(Base, Symbol) :-
    must_be(atomic, Base),
    base_key(Base, Key),
    (   retract(last_number(Key, Number0))
    ->  Number is Number0 + 1
    ;   Number = 1
    ),
    assertz(last_number(Key, Number)),
    atomic_list_concat([Base,Number], Symbol).

%!  reset_gensym(+Base) is det.
%
%   The next symbol for Base gets the number 1.
%
%   ?- gensym(thing, _), reset_gensym(thing), gensym(thing, Symbol).
%      Symbol = thing1.

reset_gensym(Base) :-
    must_be(atomic, Base),
    base_key(Base, Key),
    retractall(last_number(Key, _)).

%!  reset_gensym is det.
%
%   The next symbol for each base gets the number 1.
%
%   ?- gensym(thing, _), reset_gensym, gensym(thing, Symbol).
%      Symbol = thing1.

reset_gensym :-
    retractall(last_number(_, _)).

base_key(Base, Key) :-
    atomic_list_concat([Base], Key).
