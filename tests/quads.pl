% Runs a file of queries with their answers.
%
%   ?- append(Xs, Ys, [a]).
%      Xs = [], Ys = [a]
%   ;  Xs = [a], Ys = [].
%
% A query starts with ?- and is followed by its answers as one term. An answer
% is a conjunction of
%
%   true                  nothing is bound
%   Variable = Term       a binding; variables not mentioned stay free
%   prints(Text)          what the query has written so far
%   any other goal        a residual constraint
%
% and the last one may also be
%
%   false                 there is no (further) answer
%   error(Formal, _)      an error
%   throw(Ball)           another ball
%   ...                   there are more answers, which do not matter
%
% Variables whose name starts with an underscore do not count. Directives and
% clauses between the queries are executed and added to the database.
%
% Run:  luminy tests/quads.pl -g main -t halt -- FILE FIRST
%
% Queries before number FIRST are skipped. Each query gives two lines, "begin K"
% and then "ok K" or "fail K Expected Got"; the last line is "end".

:- dynamic(collected/1).

main :-
    current_prolog_flag(argv, Argv),
    append(_, [File, FirstText], Argv),
    !,
    atom_number(FirstText, First),
    open(File, read, Stream),
    items(Stream, 1, First),
    close(Stream),
    write(end), nl.

%!  items(+Stream, +Number, +First) is det.
%
%   Handles the items up to the end of Stream. Number is that of the next query.

items(Stream, Number, First) :-
    read_item(Stream, Item),
    item(Item, Stream, Number, First).

read_item(Stream, Item) :-
    catch(
        ( read_term(Stream, Term, [variable_names(Names)]),
          Item = term(Term, Names)
        ),
        Ball,
        Item = unreadable(Ball)
    ).

item(term(Term, _), _, _, _) :-
    Term == end_of_file,
    !.
item(term((:- Goal), _), Stream, Number, First) :-
    !,
    directive(Goal),
    items(Stream, Number, First).
item(term((?- Query), Names), Stream, Number, First) :-
    !,
    query(Query, Names, Stream, Number, First).
item(unreadable(Ball), Stream, Number, First) :-
    !,
    query(throw(Ball), [], Stream, Number, First).
item(term(Term, _), Stream, Number, First) :-
    directive(( expand_term(Term, Clauses), add_clauses(Clauses) )),
    items(Stream, Number, First).

directive(Goal) :-
    (   catch(Goal, Ball, print_result(directive, Goal, Ball))
    ->  true
    ;   print_result(directive, Goal, failed)
    ).

add_clauses([]) :- !.
add_clauses([Clause|Clauses]) :-
    !,
    assertz(Clause),
    add_clauses(Clauses).
add_clauses(Clause) :-
    assertz(Clause).

query(Query, Names, Stream, Number, First) :-
    read_item(Stream, Answers),
    (   Number < First
    ->  true
    ;   write('begin '), write(Number), nl,
        flush_output,
        check(Answers, Query, Names, Number)
    ),
    Next is Number + 1,
    items(Stream, Next, First).

%!  check(+Answers, +Query, +Names, +Number) is det.
%
%   Runs Query, with variables Names, and compares what comes out with Answers.

check(unreadable(Ball), _, _, Number) :-
    print_result(fail, Number, unreadable_answer(Ball)).
check(term(Answers, AnswerNames), Query, Names0, Number) :-
    visible_names(Names0, Names),
    expected_bindings(Names, AnswerNames, Bindings),
    findall(
        Expected,
        ( alternative(Answers, Answer), expected(Answer, Bindings, Expected) ),
        Expecteds0
    ),
    with_end(Expecteds0, Expecteds),
    length(Expecteds, Limit),
    with_output_to(string(Output), outcomes(Query, Names, Limit, Outcomes)),
    (   matches(Expecteds, Outcomes, '', Output)
    ->  write('ok '), write(Number), nl
    ;   print_result(fail, Number, got(Outcomes, Output))
    ).

print_result(Kind, Number, Got) :-
    write(Kind), write(' '), writeq(Number), write(' '),
    write_term(Got, [quoted(true), max_depth(60)]), nl.

visible_names([], []).
visible_names([Name=Variable|Names0], Names) :-
    (   sub_atom(Name, 0, 1, _, '_')
    ->  Names = Names1
    ;   Names = [Name=Variable|Names1]
    ),
    visible_names(Names0, Names1).

expected_bindings([], _, []).
expected_bindings([Name=_|Names], AnswerNames, [Name=Variable|Bindings]) :-
    ignore(memberchk(Name=Variable, AnswerNames)),
    expected_bindings(Names, AnswerNames, Bindings).

alternative(Answers, Answer) :-
    nonvar(Answers),
    Answers = (First ; Others),
    !,
    (   Answer = First
    ;   alternative(Others, Answer)
    ).
alternative(Answer, Answer).

%!  expected(+Answer, +Bindings, -Expected) is det.
%
%   Expected is answer(Bindings, Residuals, Text), ball(Ball, Text), end(Text) or
%   more(Text), where Text has been printed since the answer before it.

expected(Answer, Bindings, Expected) :-
    conjuncts(Answer, Goals, []),
    printed(Goals, Goals1, '', Text),
    expected_(Goals1, Bindings, Text, Expected).

expected_([Goal], _, Text, Expected) :-
    last_outcome(Goal, Text, Expected0),
    !,
    Expected = Expected0.
expected_(Goals, Bindings, Text, answer(Bindings, Residuals, Text)) :-
    residuals(Goals, Residuals).

last_outcome(false, Text, end(Text)).
last_outcome('...', Text, more(Text)).
last_outcome(error(Formal, Context), Text, ball(error(Formal, Context), Text)).
last_outcome(throw(Ball), Text, ball(Ball, Text)).

conjuncts((Goal, Goals), Conjuncts0, Conjuncts) :-
    !,
    conjuncts(Goal, Conjuncts0, Conjuncts1),
    conjuncts(Goals, Conjuncts1, Conjuncts).
conjuncts(Goal, [Goal|Conjuncts], Conjuncts).

printed([], [], Text, Text).
printed([Goal|Goals0], Goals, Text0, Text) :-
    (   Goal = prints(Printed)
    ->  atom_concat(Text0, Printed, Text1),
        Goals = Goals1
    ;   Text1 = Text0,
        Goals = [Goal|Goals1]
    ),
    printed(Goals0, Goals1, Text1, Text).

residuals([], []).
residuals([Goal|Goals], Residuals) :-
    (   Goal == true
    ->  Residuals = Residuals1
    ;   Goal = (Variable = Value)
    ->  Variable = Value,
        Residuals = Residuals1
    ;   Residuals = [Goal|Residuals1]
    ),
    residuals(Goals, Residuals1).

with_end(Expecteds0, Expecteds) :-
    append(_, [Last], Expecteds0),
    (   Last = answer(_, _, _)
    ->  append(Expecteds0, [end('')], Expecteds)
    ;   Expecteds = Expecteds0
    ).

%!  outcomes(:Query, +Names, +Limit, -Outcomes) is det.
%
%   Outcomes has at most Limit elements: answer(Bindings, Residuals), and as the
%   last one possibly ball(Ball) or end.

outcomes(Query, Names, Limit, Outcomes) :-
    retractall(collected(_)),
    catch(collect(Query, Names, Limit), Ball, assertz(collected(ball(Ball)))),
    findall(Outcome, retract(collected(Outcome)), Outcomes).

collect(Query, Names, Limit) :-
    call(Query),
    copy_term(Names, Bindings, Residuals0),
    without_user(Residuals0, Residuals),
    assertz(collected(answer(Bindings, Residuals))),
    findall(x, collected(_), Xs),
    length(Xs, Limit),
    !.
collect(_, _, _) :-
    assertz(collected(end)).

%!  without_user(+Term0, -Term) is det.
%
%   Term is Term0 with user:Goal replaced by Goal.

without_user(Term0, Term) :-
    (   var(Term0)
    ->  Term = Term0
    ;   Term0 = user:Goal
    ->  without_user(Goal, Term)
    ;   compound(Term0)
    ->  Term0 =.. [Name|Arguments0],
        all_without_user(Arguments0, Arguments),
        Term =.. [Name|Arguments]
    ;   Term = Term0
    ).

all_without_user([], []).
all_without_user([Term0|Terms0], [Term|Terms]) :-
    without_user(Term0, Term),
    all_without_user(Terms0, Terms).

%!  matches(+Expecteds, +Outcomes, +Printed, +Output) is semidet.
%
%   Printed is the text expected up to here.

matches([], [], Printed, Output) :-
    atom_string(Printed, Output).
matches([Expected|Expecteds], Outcomes0, Printed0, Output) :-
    matches_one(Expected, Outcomes0, Outcomes, Text),
    atom_concat(Printed0, Text, Printed),
    matches(Expecteds, Outcomes, Printed, Output).

matches_one(answer(Bindings, Residuals, Text), [Outcome|Outcomes], Outcomes, Text) :-
    Outcome = answer(Bindings1, Residuals1),
    variants(Bindings-Residuals, Bindings1-Residuals1).
matches_one(ball(Ball, Text), [ball(Ball1)], [], Text) :-
    subsumes_term(Ball, Ball1).
matches_one(end(Text), [end], [], Text).
matches_one(more(Text), [_], [], Text).

% The two terms share no variables.
variants(A, B) :-
    subsumes_term(A, B),
    subsumes_term(B, A).
