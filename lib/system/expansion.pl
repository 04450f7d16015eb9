% Term and goal expansion.

:- meta_predicate expand_goal(:, -).

:- dynamic(user:term_expansion/2), multifile(user:term_expansion/2).
:- dynamic(user:goal_expansion/2), multifile(user:goal_expansion/2).
:- dynamic('$library_expansion'/2), multifile('$library_expansion'/2).
:- dynamic('$library_expands'/0), multifile('$library_expands'/0).
:- dynamic('$tabled'/4), multifile('$tabled'/4).
:- dynamic(user:portray/1), multifile(user:portray/1).
:- dynamic(user:file_search_path/2), multifile(user:file_search_path/2).
:- dynamic(user:library_directory/1), multifile(user:library_directory/1).
:- dynamic(user:term_expansion/4), multifile(user:term_expansion/4).

%!  expand_term(+Term, -Expanded) is det.
%
%   Expanded is the clause or clauses that Term is loaded as.

expand_term(Term, Expanded) :-
    (   var(Term)
    ->  Expanded = Term
    ;   '$term_expansion'(Term, Terms)
    ->  '$expand_grammars'(Terms, Expanded0),
        '$expand_bodies'(Expanded0, Expanded)
    ;   '$expand_grammars'(Term, Expanded0),
        '$expand_bodies'(Expanded0, Expanded)
    ).

'$term_expansion'(Term, Expanded) :-
    '$source_module'(Module),
    Module \== user,
    '$has_hook'(Module, term_expansion),
    Module:term_expansion(Term, Expanded),
    !.
'$term_expansion'(Term, Expanded) :-
    user:term_expansion(Term, Expanded),
    !.

'$has_hook'(Module, Name) :-
    current_predicate(Module:Name/2).

'$expand_grammars'(Terms, Expanded) :-
    (   Terms = [_|_]
    ->  '$must_be_acyclic'(Terms)
    ;   true
    ),
    '$expand_grammar'(Terms, Expanded).

'$expand_grammar'(Term, Term) :-
    var(Term),
    !.
'$expand_grammar'([], []) :-
    !.
'$expand_grammar'([Term|Terms], [Expanded|Rest]) :-
    !,
    '$expand_grammar'(Term, Expanded),
    '$expand_grammar'(Terms, Rest).
'$expand_grammar'((Head --> Body), Clause) :-
    !,
    '$must_be_acyclic'(Body),
    dcg_translate_rule((Head --> Body), Clause).
'$expand_grammar'(Term, Term).

'$expand_bodies'(Terms, Expanded) :-
    '$source_module'(Module),
    (   '$has_goal_expansion'(Module)
    ->  '$expand_body_terms'(Terms, Module, Expanded)
    ;   Expanded = Terms
    ).

'$has_goal_expansion'(Module) :-
    (   Module \== user,
        '$has_hook'(Module, goal_expansion)
    ->  true
    ;   clause(user:goal_expansion(_, _), _)
    ->  true
    ;   '$library_expands'
    ->  true
    ).

'$expand_body_terms'(Term, _, Term) :-
    var(Term),
    !.
'$expand_body_terms'([], _, []) :-
    !.
'$expand_body_terms'([Term|Terms], Module, [Expanded|Rest]) :-
    !,
    '$expand_body_terms'(Term, Module, Expanded),
    '$expand_body_terms'(Terms, Module, Rest).
'$expand_body_terms'((Head :- Body), Module, (Head :- Expanded)) :-
    !,
    '$expand_goal'(Body, Module, Expanded).
'$expand_body_terms'(Term, _, Term).

%!  expand_goal(:Goal, -Expanded) is det.
%
%   Expanded is the goal that Goal is compiled as.

expand_goal(Goal, Expanded) :-
    strip_module(Goal, Module, Plain),
    '$expand_goal'(Plain, Module, Expanded).

'$expand_goal'(Goal, Module, Expanded) :-
    (   '$has_goal_expansion'(Module)
    ->  '$expand_goal_deep'(Goal, Module, Expanded)
    ;   Expanded = Goal
    ).

'$expand_goal_deep'(Goal, _, Goal) :-
    var(Goal),
    !.
'$expand_goal_deep'(Goal, Module, Expanded) :-
    '$goal_expansion'(Goal, Module, Goal1),
    Goal1 \== Goal,
    !,
    '$expand_goal_again'(Goal1, Module, 1, [Goal], Expanded).
'$expand_goal_deep'(Goal, Module, Expanded) :-
    '$goal_arguments'(Goal, Spec),
    !,
    Goal =.. [Name|Args],
    '$expand_arguments'(Spec, Args, Module, Expandeds),
    Expanded =.. [Name|Expandeds].
'$expand_goal_deep'(Goal, _, Goal).

%   Expands what the goals in Before, so many, have been expanded to. Where hooks lead
%   back to one of them, expansion ends.

'$expand_goal_again'(Goal, _, _, Before, Goal) :-
    '$is_one_of'(Before, Goal),
    !.
'$expand_goal_again'(_, _, 1000, Before, _) :-
    !,
    '$last_of'(Before, Goal),
    format(atom(Message), "the expansion of ~q does not end", [Goal]),
    throw(error(resource_error(goal_expansions), context(goal_expansion/2, Message))).
'$expand_goal_again'(Goal, Module, Count, Before, Expanded) :-
    nonvar(Goal),
    '$goal_expansion'(Goal, Module, Goal1),
    Goal1 \== Goal,
    !,
    Count1 is Count+1,
    '$expand_goal_again'(Goal1, Module, Count1, [Goal|Before], Expanded).
'$expand_goal_again'(Goal, Module, _, _, Expanded) :-
    '$expand_goal_deep'(Goal, Module, Expanded).

'$is_one_of'([Goal0|Goals], Goal) :-
    (   Goal0 == Goal
    ->  true
    ;   '$is_one_of'(Goals, Goal)
    ).

'$last_of'([Goal], Goal) :-
    !.
'$last_of'([_|Goals], Goal) :-
    '$last_of'(Goals, Goal).

%   The program's hooks come before what libraries make of goals.

'$goal_expansion'(Goal, Module, Expanded) :-
    Module \== user,
    '$has_hook'(Module, goal_expansion),
    Module:goal_expansion(Goal, Expanded),
    !.
'$goal_expansion'(Goal, _, Expanded) :-
    user:goal_expansion(Goal, Expanded),
    !.
'$goal_expansion'(Goal, _, Expanded) :-
    '$library_expansion'(Goal, Expanded),
    !.

'$goal_arguments'((_, _), [0, 0]).
'$goal_arguments'((_ ; _), [0, 0]).
'$goal_arguments'((_ -> _), [0, 0]).
'$goal_arguments'((_ *-> _), [0, 0]).
'$goal_arguments'(\+ _, [0]).
'$goal_arguments'(findall(_, _, _), [?, 0, ?]).
'$goal_arguments'(findall(_, _, _, _), [?, 0, ?, ?]).
'$goal_arguments'(forall(_, _), [0, 0]).
'$goal_arguments'(once(_), [0]).
'$goal_arguments'(ignore(_), [0]).
'$goal_arguments'(call(_), [0]).
'$goal_arguments'(catch(_, _, _), [0, ?, 0]).
'$goal_arguments'(aggregate_all(_, _, _), [?, 0, ?]).
'$goal_arguments'(setup_call_cleanup(_, _, _), [0, 0, 0]).
'$goal_arguments'(call_cleanup(_, _), [0, 0]).

'$expand_arguments'([], [], _, []).
'$expand_arguments'([Spec|Specs], [Arg|Args], Module, [Expanded|Rest]) :-
    (   Spec == 0
    ->  '$expand_goal_deep'(Arg, Module, Expanded)
    ;   Expanded = Arg
    ),
    '$expand_arguments'(Specs, Args, Module, Rest).
