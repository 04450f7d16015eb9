:- module(gensym,
          [ gensym/2,
            reset_gensym/1,
            reset_gensym/0
          ]).

% Fresh atoms made of a base and a number. The numbers survive backtracking.

%!  gensym(+Base, -Symbol) is det.
%
%   Symbol is the atom of Base and the next number for Base, which starts at 1.
%
%   ?- reset_gensym(item), gensym(item, A), gensym(item, B).
%      A = item1, B = item2.

gensym(Base, Symbol) :-
    '$gensym'(Base, Symbol).

%!  reset_gensym(+Base) is det.
%
%   The next symbol for Base gets the number 1.
%
%   ?- gensym(thing, _), reset_gensym(thing), gensym(thing, Symbol).
%      Symbol = thing1.

reset_gensym(Base) :-
    '$reset_gensym'(Base).

%!  reset_gensym is det.
%
%   The next symbol for each base gets the number 1.
%
%   ?- gensym(thing, _), reset_gensym, gensym(thing, Symbol).
%      Symbol = thing1.

reset_gensym :-
    '$reset_gensym'.
