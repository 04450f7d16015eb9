:- module(prolog_code,
          [ comma_list/2,
            semicolon_list/2,
            mkconj/3,
            mkdisj/3,
            is_control_goal/1,
            is_predicate_indicator/1,
            pi_head/2,
            head_name_arity/3,
            most_general_goal/2,
            extend_goal/3
          ]).

% Predicates that take program text apart and put it together.

%!  comma_list(?Conjunction, ?Goals) is nondet.
%
%   Goals holds the goals of Conjunction, a term (A,B,...), in order.
%
%   ?- comma_list((a,b,c), Goals).
%      Goals = [a,b,c].
%
%   ?- comma_list(Conjunction, [a,b]).
%      Conjunction = (a,b).

comma_list(Conjunction, Goals) :-
    operator_list(Conjunction, ',', Goals).

%!  semicolon_list(?Disjunction, ?Goals) is nondet.
%
%   Goals holds the goals of Disjunction, a term (A;B;...), in order.
%
%   ?- semicolon_list((a;b), Goals).
%      Goals = [a,b].

semicolon_list(Disjunction, Goals) :-
    operator_list(Disjunction, ;, Goals).

operator_list(Term, Operator, List) :-
    (   nonvar(Term)
    ->  term_list(Term, Operator, List0, []),
        List = List0
    ;   List = [X|Xs],
        term_of_list(Xs, X, Operator, Term)
    ).

term_list(Term, Operator, List0, List) :-
    (   compound(Term),
        functor(Term, Operator, 2)
    ->  arg(1, Term, Left),
        arg(2, Term, Right),
        term_list(Left, Operator, List0, List1),
        term_list(Right, Operator, List1, List)
    ;   List0 = [Term|List]
    ).

term_of_list([], X, _, X).
term_of_list([Y|Ys], X, Operator, Term) :-
    functor(Term, Operator, 2),
    arg(1, Term, X),
    arg(2, Term, Right),
    term_of_list(Ys, Y, Operator, Right).

%!  mkconj(+A, +B, -Conjunction) is det.
%
%   Conjunction is the conjunction of the goals A and B, without a goal `true`.
%
%   ?- mkconj(a, true, Goal).
%      Goal = a.

mkconj(A, B, Conjunction) :-
    (   A == true
    ->  Conjunction = B
    ;   B == true
    ->  Conjunction = A
    ;   Conjunction = (A,B)
    ).

%!  mkdisj(+A, +B, -Disjunction) is det.
%
%   Disjunction is the disjunction of the goals A and B, without a goal `false`.
%
%   ?- mkdisj(false, b, Goal).
%      Goal = b.

mkdisj(A, B, Disjunction) :-
    (   A == false
    ->  Disjunction = B
    ;   B == false
    ->  Disjunction = A
    ;   Disjunction = (A;B)
    ).

%!  is_control_goal(@Goal) is semidet.
%
%   Goal is a conjunction, disjunction, conditional or negation.
%
%   ?- is_control_goal((a,b)).
%      true.

is_control_goal(Goal) :-
    nonvar(Goal),
    control_goal(Goal).

control_goal((_,_)).
control_goal((_;_)).
control_goal((_->_)).
control_goal((_*->_)).
control_goal(\+_).

%!  is_predicate_indicator(@Term) is semidet.
%
%   Term is Name/Arity or Name//Arity, possibly with a module before it.
%
%   ?- is_predicate_indicator(user:f/1).
%      true.

is_predicate_indicator(Term) :-
    nonvar(Term),
    (   Term = Module:Indicator
    ->  atom(Module),
        is_predicate_indicator(Indicator)
    ;   (   Term = Name/Arity
        ->  true
        ;   Term = Name//Arity
        ),
        atom(Name),
        integer(Arity),
        Arity >= 0
    ).

%!  pi_head(?Indicator, ?Head) is det.
%
%   Indicator is the predicate indicator of Head. If only Indicator is known,
%   Head has fresh variables as its arguments.
%
%   ?- pi_head(Indicator, m:f(a,b)).
%      Indicator = m:f/2.
%
%   ?- pi_head(f//1, Head).
%      Head = f(_,_,_).

pi_head(Indicator, Head) :-
    (   var(Indicator),
        var(Head)
    ->  instantiation_error(Indicator)
    ;   nonvar(Head),
        Head = Module:Head1
    ->  Indicator = Module:Indicator1,
        pi_head(Indicator1, Head1)
    ;   nonvar(Indicator)
    ->  indicator_head(Indicator, Head)
    ;   functor(Head, Name, Arity),
        Indicator = Name/Arity
    ).

indicator_head(Indicator, Head) :-
    (   Indicator = Module:Indicator1
    ->  Head = Module:Head1,
        pi_head(Indicator1, Head1)
    ;   Indicator = Name/Arity
    ->  functor(Head, Name, Arity)
    ;   Indicator = Name//Arity0
    ->  (   integer(Arity0)
        ->  Arity is Arity0 + 2,
            functor(Head, Name, Arity)
        ;   functor(Head, Name, Arity),
            Arity0 is Arity - 2
        )
    ;   type_error(predicate_indicator, Indicator)
    ).

%!  head_name_arity(?Head, ?Name, ?Arity) is det.
%
%   Head is a goal with Name and Arity.
%
%   ?- head_name_arity(f(a), Name, Arity).
%      Name = f, Arity = 1.

head_name_arity(Head, Name, Arity) :-
    functor(Head, Name, Arity).

%!  most_general_goal(+Goal, -General) is det.
%
%   General is Goal with fresh variables as its arguments.
%
%   ?- most_general_goal(m:f(a,b), General).
%      General = m:f(_,_).

most_general_goal(Goal, General) :-
    (   var(Goal)
    ->  General = Goal
    ;   Goal = Module:Goal1
    ->  General = Module:General1,
        most_general_goal(Goal1, General1)
    ;   functor(Goal, Name, Arity),
        functor(General, Name, Arity)
    ).

%!  extend_goal(+Goal0, +Arguments, -Goal) is det.
%
%   Goal is Goal0 with Arguments after its arguments.
%
%   ?- extend_goal(m:f(a), [b,c], Goal).
%      Goal = m:f(a,b,c).

extend_goal(Goal0, Arguments, Goal) :-
    (   Arguments == []
    ->  Goal = Goal0
    ;   nonvar(Goal0),
        Goal0 = Module:Goal1
    ->  Goal = Module:Goal2,
        extend_goal(Goal1, Arguments, Goal2)
    ;   Goal0 =.. List0,
        append(List0, Arguments, List),
        Goal =.. List
    ).
