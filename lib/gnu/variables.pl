% Names for the variables of terms.

%!  name_singleton_vars(+Term) is det.
%
%   Binds each variable that occurs once in Term to `'$VAR'('_')`.

name_singleton_vars(Term) :-
    term_singletons(Term, Variables),
    maplist(=('$VAR'('_')), Variables).

%!  bind_variables(+Term, +Options) is det.
%
%   Binds the variables of Term to terms `'$VAR'(N)`. The option `from(N)` says where to
%   start.

bind_variables(Term, Options) :-
    option(from(Start), Options, 0),
    numbervars(Term, Start, End),
    option(next(End), Options, End).
