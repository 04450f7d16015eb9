% Atoms.

%!  atom_property(+Atom, ?Property) is nondet.
%
%   Atom has Property: `length(N)`, `prefix_op`, `infix_op`, `postfix_op` if it is an
%   operator, `needs_quotes`.
%
%   ?- atom_property(abc, length(N)).
%      N = 3.

atom_property(Atom, Property) :-
    must_be(atom, Atom),
    property(Property, Atom).

property(length(Length), Atom) :-
    atom_length(Atom, Length).
property(needs_quotes, Atom) :-
    format(atom(Quoted), '~q', [Atom]),
    Quoted \== Atom.
property(prefix_op, Atom) :-
    once(( current_op(_, Type, Atom), memberchk(Type, [fx,fy]) )).
property(infix_op, Atom) :-
    once(( current_op(_, Type, Atom), memberchk(Type, [xfx,xfy,yfx]) )).
property(postfix_op, Atom) :-
    once(( current_op(_, Type, Atom), memberchk(Type, [xf,yf]) )).

%!  lower_upper(?Lower, ?Upper) is det.
%
%   Upper is the atom Lower in upper case; if Lower is unbound, it is Upper in lower case.
%
%   ?- lower_upper(a, Upper), lower_upper(Lower, 'B').
%      Upper = 'A', Lower = b.

lower_upper(Lower, Upper) :-
    (   var(Lower)
    ->  downcase_atom(Upper, Lower)
    ;   upcase_atom(Lower, Upper)
    ).

%!  new_atom(-Atom) is det.
%!  new_atom(+Prefix, -Atom) is det.
%
%   Atom is a fresh atom that starts with Prefix, or `atom_`.

new_atom(Atom) :-
    new_atom(atom_, Atom).

new_atom(Prefix, Atom) :-
    must_be(atom, Prefix),
    gensym(Prefix, Atom).

%!  number_atom(?Number, ?Atom) is semidet.
%
%   Atom is a text for Number.
%
%   ?- number_atom(Number, '12').
%      Number = 12.

number_atom(Number, Atom) :-
    (   var(Atom)
    ->  must_be(number, Number),
        atom_number(Atom, Number)
    ;   must_be(atom, Atom),
        atom_codes(Atom, Codes),
        number_codes(Number, Codes)
    ).
