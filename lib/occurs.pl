:- module(occurs,
          [ sub_term/2,
            sub_var/2,
            contains_term/2,
            contains_var/2,
            free_of_term/2,
            free_of_var/2,
            occurrences_of_term/3,
            occurrences_of_var/3,
            sub_term_shared_variables/3
          ]).

% Occurrences of a term in another. The predicates with `term` in their names
% look for a subterm that unifies, those with `var` for one that is identical.

%!  sub_term(?Subterm, +Term) is nondet.
%
%   Subterm is Term or a subterm of it.
%
%   ?- sub_term(X, f(a)).
%      X = f(a)
%   ;  X = a.

sub_term(Term, Term).
sub_term(Subterm, Term) :-
    compound(Term),
    arg(_, Term, Argument),
    sub_term(Subterm, Argument).

%!  sub_var(@Subterm, @Term) is semidet.
%
%   Subterm is identical to Term or to a subterm of it.
%
%   ?- sub_var(X, f(a,X)).
%      true.

sub_var(Subterm, Term) :-
    \+ free_of_var(Subterm, Term).

%!  contains_term(+Subterm, +Term) is semidet.
%
%   Subterm unifies with Term or a subterm of it, the first of which is unified.
%
%   ?- contains_term(g(X), f(g(a),g(b))).
%      X = a.

contains_term(Subterm, Term) :-
    sub_term(Subterm, Term),
    !.

%!  contains_var(@Subterm, @Term) is semidet.
%
%   Subterm is identical to Term or to a subterm of it.
%
%   ?- contains_var(X, f(a,X)).
%      true.

contains_var(Subterm, Term) :-
    \+ free_of_var(Subterm, Term).

%!  free_of_term(@Subterm, @Term) is semidet.
%
%   Subterm unifies neither with Term nor with a subterm of it.
%
%   ?- free_of_term(a, f(b)).
%      true.

free_of_term(Subterm, Term) :-
    \+ sub_term(Subterm, Term).

%!  free_of_var(@Subterm, @Term) is semidet.
%
%   Subterm is identical neither to Term nor to a subterm of it.
%
%   ?- free_of_var(X, f(a,Y)), X = Y.
%      X = Y.

free_of_var(Subterm, Term) :-
    Term \== Subterm,
    (   compound(Term)
    ->  functor(Term, _, Arity),
        arguments_free_of(Arity, Term, Subterm)
    ;   true
    ).

arguments_free_of(N, Term, Subterm) :-
    (   N =:= 0
    ->  true
    ;   arg(N, Term, Argument),
        free_of_var(Subterm, Argument),
        N1 is N - 1,
        arguments_free_of(N1, Term, Subterm)
    ).

%!  occurrences_of_term(@Subterm, @Term, ?Count) is semidet.
%
%   Count is the number of subterms of Term, itself included, that unify with
%   Subterm.
%
%   ?- occurrences_of_term(g(_), f(g(a),g(b)), Count).
%      Count = 2.

occurrences_of_term(Subterm, Term, Count) :-
    count_unifying(Term, Subterm, 0, Count0),
    Count = Count0.

count_unifying(Term, Subterm, Count0, Count) :-
    (   Term \= Subterm
    ->  Count1 = Count0
    ;   Count1 is Count0 + 1
    ),
    (   compound(Term)
    ->  Term =.. [_|Arguments],
        count_unifying_all(Arguments, Subterm, Count1, Count)
    ;   Count = Count1
    ).

count_unifying_all([], _, Count, Count).
count_unifying_all([Term|Terms], Subterm, Count0, Count) :-
    count_unifying(Term, Subterm, Count0, Count1),
    count_unifying_all(Terms, Subterm, Count1, Count).

%!  occurrences_of_var(@Subterm, @Term, ?Count) is semidet.
%
%   Count is the number of subterms of Term, itself included, that are identical
%   to Subterm.
%
%   ?- occurrences_of_var(X, f(X,g(X),_), Count).
%      Count = 2.

occurrences_of_var(Subterm, Term, Count) :-
    count_identical(Term, Subterm, 0, Count0),
    Count = Count0.

count_identical(Term, Subterm, Count0, Count) :-
    (   Term == Subterm
    ->  Count is Count0 + 1
    ;   compound(Term)
    ->  Term =.. [_|Arguments],
        count_identical_all(Arguments, Subterm, Count0, Count)
    ;   Count = Count0
    ).

count_identical_all([], _, Count, Count).
count_identical_all([Term|Terms], Subterm, Count0, Count) :-
    count_identical(Term, Subterm, Count0, Count1),
    count_identical_all(Terms, Subterm, Count1, Count).

%!  sub_term_shared_variables(+Subterm, +Term, -Variables) is det.
%
%   Variables holds the variables of Subterm, a subterm of Term, that also occur
%   in Term outside of it.
%
%   ?- sub_term_shared_variables(g(X,Y), f(g(X,Y),X), Variables).
%      Variables = [X].

sub_term_shared_variables(Subterm, Term, Variables) :-
    term_variables(Subterm, SubtermVariables),
    without_subterm(Term, Subterm, Outside),
    term_variables(Outside, OutsideVariables),
    common(SubtermVariables, OutsideVariables, Variables).

without_subterm(Term, Subterm, Outside) :-
    (   Term == Subterm
    ->  Outside = []
    ;   compound(Term)
    ->  Term =.. [_|Arguments],
        all_without_subterm(Arguments, Subterm, Outside)
    ;   Outside = Term
    ).

all_without_subterm([], _, []).
all_without_subterm([Term|Terms], Subterm, [Outside|Outsides]) :-
    without_subterm(Term, Subterm, Outside),
    all_without_subterm(Terms, Subterm, Outsides).

common([], _, []).
common([X|Xs], Ys, Common) :-
    (   free_of_var(X, Ys)
    ->  common(Xs, Ys, Common)
    ;   Common = [X|Common1],
        common(Xs, Ys, Common1)
    ).
