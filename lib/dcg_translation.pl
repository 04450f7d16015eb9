:- module(dcg_translation,
          [ dcg_translate_rule/2,
            dcg_translate_rule/4,
            phrase/2,
            phrase/3,
            call_dcg/3
          ]).

% Definite clause grammars: the translation of `-->` rules into clauses, and
% the predicates that parse with them. A nonterminal becomes a goal with two
% more arguments, the list before and the list after what it describes.

:- meta_predicate
    phrase(//, ?),
    call_dcg(//, ?, ?),
    phrase(//, ?, ?).

%!  dcg_translate_rule(+Rule, -Clause) is semidet.
%
%   Clause is the clause that the grammar rule Rule stands for. It fails if Rule
%   is not of the form Head --> Body.
%
%   ?- dcg_translate_rule((a --> b, [x]), Clause).
%      Clause = (a(S0,S) :- b(S0,S1), S1 = [x|S]).

dcg_translate_rule((Head0 --> Body0), (Head :- Body)) :-
    check_finite(Body0),
    rule_head(Head0, NonTerminal, PushBack),
    checked_head(NonTerminal, S0, S, Head),
    (   PushBack == none
    ->  body_goal(Body0, S0, S, Body)
    ;   body_goal(Body0, S0, S1, Body1),
        body_goal(PushBack, S, S1, Body2),
        conjunction(Body1, Body2, Body)
    ).

%!  dcg_translate_rule(+Rule, ?Positions0, -Clause, ?Positions) is semidet.
%
%   As dcg_translate_rule/2, with the source positions of Rule. They are passed
%   on as they are.
%
%   ?- dcg_translate_rule((a --> []), P0, Clause, P).
%      Clause = (a(S0,S) :- S0 = S), P = P0.

dcg_translate_rule(Rule, Positions, Clause, Positions) :-
    dcg_translate_rule(Rule, Clause).

%   A head may have terminals that are put back in front of the list, and goals in
%   braces among them.

rule_head(Head, NonTerminal, PushBack) :-
    (   var(Head)
    ->  instantiation_error(Head)
    ;   Head = (NonTerminal0,PushBack0)
    ->  NonTerminal = NonTerminal0,
        push_back(PushBack0, PushBack)
    ;   NonTerminal = Head,
        PushBack = none
    ).

push_back(Body0, Body) :-
    (   nonvar(Body0),
        Body0 = (A0,B0)
    ->  Body = (A,B),
        push_back(A0, A),
        push_back(B0, B)
    ;   nonvar(Body0),
        Body0 = {_}
    ->  Body = Body0
    ;   terminals(Body0, Body)
    ).

terminals(Terminals, List) :-
    (   var(Terminals)
    ->  instantiation_error(Terminals)
    ;   string(Terminals)
    ->  string_codes(Terminals, List)
    ;   is_list(Terminals)
    ->  List = Terminals
    ;   type_error(list, Terminals)
    ).

checked_head(Head, S0, S, Extended) :-
    (   var(Head)
    ->  instantiation_error(Head)
    ;   Head = Module:Head1
    ->  Extended = Module:Extended1,
        checked_head(Head1, S0, S, Extended1)
    ;   \+ callable(Head)
    ->  type_error(callable, Head)
    ;   is_control(Head)
    ->  permission_error(define, dcg_nonterminal, Head)
    ;   extended(Head, S0, S, Extended)
    ).

%   A body that contains itself would be walked for ever. The arguments of
%   nonterminals, which may be large, are looked at only if Body is a deep one.

check_finite(Body) :-
    (   is_deeper(Body, 200)
    ->  '$must_be_acyclic'(Body)
    ;   true
    ).

is_deeper(Body, Depth) :-
    nonvar(Body),
    body_parts(Body, A, B),
    (   Depth =:= 0
    ->  true
    ;   Depth1 is Depth - 1,
        (   is_deeper(A, Depth1)
        ->  true
        ;   is_deeper(B, Depth1)
        )
    ).

body_parts((A,B), A, B).
body_parts((A;B), A, B).
body_parts('|'(A,B), A, B).
body_parts((A->B), A, B).
body_parts((A*->B), A, B).
body_parts(\+A, A, []).
body_parts(_:A, A, []).

%   Body has a meaning of its own in a grammar, so it is no nonterminal.

is_control(Body) :-
    control(Body, _, _, _),
    !.

extended(NonTerminal, S0, S, Goal) :-
    NonTerminal =.. [Name|Arguments0],
    append(Arguments0, [S0,S], Arguments),
    Goal =.. [Name|Arguments].

%   Goal is true if Body describes the list from S0 up to S.

body_goal(Body, S0, S, Goal) :-
    (   var(Body)
    ->  Goal = phrase(Body, S0, S)
    ;   control(Body, S0, S, Goal0)
    ->  Goal = Goal0
    ;   string(Body)
    ->  string_codes(Body, Codes),
        terminals_goal(Codes, S0, S, Goal)
    ;   callable(Body)
    ->  extended(Body, S0, S, Goal)
    ;   type_error(callable, Body)
    ).

%   The bodies that are not nonterminals. After a goal that reads nothing, and
%   after a cut, S is unified only once that goal is done.

control((A,B), S0, S, Goal) :-
    body_goal(A, S0, S1, GoalA),
    body_goal(B, S1, S, GoalB),
    conjunction(GoalA, GoalB, Goal).
control((A;B), S0, S, (GoalA;GoalB)) :-
    body_goal(A, S0, S, GoalA),
    body_goal(B, S0, S, GoalB).
control('|'(A,B), S0, S, (GoalA;GoalB)) :-
    body_goal(A, S0, S, GoalA),
    body_goal(B, S0, S, GoalB).
control((A->B), S0, S, (GoalA->GoalB)) :-
    body_goal(A, S0, S1, GoalA),
    body_goal(B, S1, S, GoalB).
control((A*->B), S0, S, (GoalA*->GoalB)) :-
    body_goal(A, S0, S1, GoalA),
    body_goal(B, S1, S, GoalB).
control(\+A, S0, S, (\+Goal, S = S0)) :-
    body_goal(A, S0, _, Goal).
control(!, S0, S, (!, S = S0)).
control({}, S0, S, S0 = S).
control({Goal}, S0, S, (Goal, S = S0)).
control([], S0, S, S0 = S).
control([X|Xs], S0, S, Goal) :-
    terminals_goal([X|Xs], S0, S, Goal).
control(call(Closure), S0, S, call(Closure, S0, S)).
control(call(Closure,A), S0, S, call(Closure, A, S0, S)).
control(call(Closure,A,B), S0, S, call(Closure, A, B, S0, S)).
control(call(Closure,A,B,C), S0, S, call(Closure, A, B, C, S0, S)).
control(call(Closure,A,B,C,D), S0, S, call(Closure, A, B, C, D, S0, S)).
control(call(Closure,A,B,C,D,E), S0, S, call(Closure, A, B, C, D, E, S0, S)).
control(Module:Body, S0, S, Goal) :-
    (   atom(Module),
        nonvar(Body)
    ->  Goal = Module:Goal1,
        body_goal(Body, S0, S, Goal1)
    ;   Goal = phrase(Module:Body, S0, S)
    ).

%   The list S0 is the Terminals followed by S. A list of terminals that is not
%   known to its end is appended when the goal runs.

terminals_goal(Terminals, S0, S, Goal) :-
    '$skip_list'(_, Terminals, Tail),
    (   Tail == []
    ->  append(Terminals, S, List),
        Goal = (S0 = List)
    ;   var(Tail)
    ->  Goal = lists:append(Terminals, S, S0)
    ;   type_error(list, Terminals)
    ).

%   Both is A and then B, without a conjunction on the left of a conjunction.

conjunction(A, B, Both) :-
    (   nonvar(A),
        A = (A1,A2)
    ->  Both = (A1,Both2),
        conjunction(A2, B, Both2)
    ;   Both = (A,B)
    ).

%!  phrase(:Body, ?List) is nondet.
%
%   The grammar body Body describes List. A string is taken as the list of its
%   character codes.
%
%   ?- phrase(([a],[X]), [a,b]).
%      X = b.

phrase(Body, List) :-
    phrase(Body, List, []).

%!  phrase(:Body, ?List, ?Rest) is nondet.
%
%   Body describes what precedes Rest in List.
%
%   ?- phrase([a], [a,b,c], Rest).
%      Rest = [b,c].
%
%   ?- phrase([a], foo, _).
%      error(type_error(list,foo), _).

phrase(Body, List, Rest) :-
    check_finite(Body),
    body_module(Body, user, Module, Plain),
    text_list(List, S0),
    text_list(Rest, S),
    (   control(Plain, S0, S, Goal)
    ->  call(Module:Goal)
    ;   string(Plain)
    ->  string_codes(Plain, Codes),
        append(Codes, S, S0)
    ;   call(Module:Plain, S0, S)
    ).

%!  call_dcg(:Body, ?State0, ?State) is nondet.
%
%   As phrase/3, but what Body passes through need not be lists.
%
%   ?- call_dcg(succ, 1, X).
%      X = 2.

call_dcg(Body, S0, S) :-
    check_finite(Body),
    body_module(Body, user, Module, Plain),
    body_goal(Plain, S0, S, Goal),
    call(Module:Goal).

body_module(Body, Module0, Module, Plain) :-
    (   var(Body)
    ->  instantiation_error(Body)
    ;   Body = Module1:Body1
    ->  must_be(atom, Module1),
        body_module(Body1, Module1, Module, Plain)
    ;   is_body(Body)
    ->  Module = Module0,
        Plain = Body
    ;   type_error(callable, Body)
    ).

is_body(Body) :-
    (   callable(Body)
    ->  true
    ;   string(Body)
    ->  true
    ;   Body == []
    ).

text_list(Text, List) :-
    (   string(Text)
    ->  string_codes(Text, List)
    ;   '$skip_list'(_, Text, Tail),
        (   Tail == []
        ->  true
        ;   var(Tail)
        )
    ->  List = Text
    ;   type_error(list, Text)
    ).
