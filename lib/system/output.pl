% Output that may ask users how to show a term; library(format) does that.

%!  write_term(+Term, +Options) is det.
%
%   Writes Term to the current output as Options say: `quoted(B)`, `ignore_ops(B)`,
%   `numbervars(B)`, `variable_names(List)`, `max_depth(N)`, `spacing(S)`, `portray(B)`
%   and others.
%
%   ?- write_term('A'+['B'], [quoted(true)]).
%      prints("'A'+['B']").

write_term(Term, Options) :-
    '$write_term'(Term, Options, Portray),
    (   Portray == true
    ->  current_output(Stream),
        '$print_term'(Stream, Term, Options)
    ;   true
    ).

%!  write_term(+Stream, +Term, +Options) is det.
%
%   The same, to Stream.

write_term(Stream, Term, Options) :-
    '$write_term'(Stream, Term, Options, Portray),
    (   Portray == true
    ->  '$print_term'(Stream, Term, Options)
    ;   true
    ).

:- '$lock'(write_term, 2), '$lock'(write_term, 3).
