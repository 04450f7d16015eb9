:- module(yall,
          [ (>>)/2,
            (>>)/3,
            (>>)/4,
            (>>)/5,
            (>>)/6,
            (>>)/7,
            (>>)/8,
            (>>)/9,
            (/)/2,
            (/)/3,
            (/)/4,
            (/)/5,
            (/)/6,
            (/)/7,
            (/)/8,
            (/)/9,
            is_lambda/1
          ]).

% Lambda expressions: goals without a name, with parameters.
%
%   - [X1,...]>>Goal is Goal with the parameters X1, ... Each call uses a fresh
%     copy of the expression, so the variables of Goal are local to it. Values
%     that they have at the call are kept.
%   - {V1,...}/Lambda, where Lambda is [X1,...]>>Goal or a goal, shares the
%     variables V1, ... with the context instead.
%
% More arguments than parameters are passed on to Goal.

:- meta_predicate
    '>>'(?, 0),
    '>>'(?, :, ?),
    '>>'(?, :, ?, ?),
    '>>'(?, :, ?, ?, ?),
    '>>'(?, :, ?, ?, ?, ?),
    '>>'(?, :, ?, ?, ?, ?, ?),
    '>>'(?, :, ?, ?, ?, ?, ?, ?),
    '>>'(?, :, ?, ?, ?, ?, ?, ?, ?),
    '/'(?, 0),
    '/'(?, :, ?),
    '/'(?, :, ?, ?),
    '/'(?, :, ?, ?, ?),
    '/'(?, :, ?, ?, ?, ?),
    '/'(?, :, ?, ?, ?, ?, ?),
    '/'(?, :, ?, ?, ?, ?, ?, ?),
    '/'(?, :, ?, ?, ?, ?, ?, ?, ?).

%!  >>(+Parameters, :Goal) is nondet.
%
%   Goal is true for no arguments, so Parameters is `[]`.
%
%   ?- []>>(1 < 2).
%      true.

'>>'(Parameters, Goal) :-
    call_lambda(Parameters, Goal, []).

%!  >>(+Parameters, :Goal, ?A1) is nondet.
%
%   Goal is true for the argument A1 as its parameter.
%
%   ?- maplist([X]>>(X > 0), [1,2]).
%      true.

'>>'(Parameters, Goal, A1) :-
    call_lambda(Parameters, Goal, [A1]).

%!  >>(+Parameters, :Goal, ?A1, ?A2) is nondet.
%
%   Goal is true for the arguments A1 to A2 as its parameters.
%
%   ?- maplist([X,Y]>>(Y is X * 2), [1,2], Ys).
%      Ys = [2,4].

'>>'(Parameters, Goal, A1, A2) :-
    call_lambda(Parameters, Goal, [A1,A2]).

%!  >>(+Parameters, :Goal, ?A1, ?A2, ?A3) is nondet.
%
%   Goal is true for the arguments A1 to A3 as its parameters.
%
%   ?- foldl([X,S0,S]>>(S is S0 + X), [1,2,3], 0, Sum).
%      Sum = 6.

'>>'(Parameters, Goal, A1, A2, A3) :-
    call_lambda(Parameters, Goal, [A1,A2,A3]).

%!  >>(+Parameters, :Goal, ?A1, ?A2, ?A3, ?A4) is nondet.
%
%   Goal is true for the arguments A1 to A4 as its parameters.
%
%   ?- call([X]>>nth0(X), 0, List, a, [b]).
%      List = [a,b].

'>>'(Parameters, Goal, A1, A2, A3, A4) :-
    call_lambda(Parameters, Goal, [A1,A2,A3,A4]).

%!  >>(+Parameters, :Goal, ?A1, ?A2, ?A3, ?A4, ?A5) is nondet.
%
%   Goal is true for the arguments A1 to A5 as its parameters.
%
%   ?- call([A,B,C,D,E]>>(E is A + B + C + D), 1, 2, 3, 4, Sum).
%      Sum = 10.

'>>'(Parameters, Goal, A1, A2, A3, A4, A5) :-
    call_lambda(Parameters, Goal, [A1,A2,A3,A4,A5]).

%!  >>(+Parameters, :Goal, ?A1, ?A2, ?A3, ?A4, ?A5, ?A6) is nondet.
%
%   Goal is true for the arguments A1 to A6 as its parameters.
%
%   ?- call([A,B,C,D,E,F]>>(F = v(A,B,C,D,E)), 1, 2, 3, 4, 5, V).
%      V = v(1,2,3,4,5).

'>>'(Parameters, Goal, A1, A2, A3, A4, A5, A6) :-
    call_lambda(Parameters, Goal, [A1,A2,A3,A4,A5,A6]).

%!  >>(+Parameters, :Goal, ?A1, ?A2, ?A3, ?A4, ?A5, ?A6, ?A7) is nondet.
%
%   Goal is true for the arguments A1 to A7 as its parameters.
%
%   ?- call([A,B,C,D,E,F,G]>>(G = v(A,B,C,D,E,F)), 1, 2, 3, 4, 5, 6, V).
%      V = v(1,2,3,4,5,6).

'>>'(Parameters, Goal, A1, A2, A3, A4, A5, A6, A7) :-
    call_lambda(Parameters, Goal, [A1,A2,A3,A4,A5,A6,A7]).

%!  /(+Shared, :Lambda) is nondet.
%
%   Lambda is true; it shares the variables in
%   Shared with its context.
%
%   ?- {X}/(X = 1).
%      X = 1.

'/'(Shared, Lambda) :-
    call_sharing(Shared, Lambda, []).

%!  /(+Shared, :Lambda, ?A1) is nondet.
%
%   Lambda is true for the argument A1; it shares the variables in
%   Shared with its context.
%
%   ?- maplist({Y}/[X]>>(X = Y), [1,Z]).
%      Y = 1, Z = 1.

'/'(Shared, Lambda, A1) :-
    call_sharing(Shared, Lambda, [A1]).

%!  /(+Shared, :Lambda, ?A1, ?A2) is nondet.
%
%   Lambda is true for the arguments A1 to A2; it shares the variables in
%   Shared with its context.
%
%   ?- maplist({N}/[X,Y]>>(Y = X-N), [a,b], Ys), N = 1.
%      N = 1, Ys = [a-1,b-1].

'/'(Shared, Lambda, A1, A2) :-
    call_sharing(Shared, Lambda, [A1,A2]).

%!  /(+Shared, :Lambda, ?A1, ?A2, ?A3) is nondet.
%
%   Lambda is true for the arguments A1 to A3; it shares the variables in
%   Shared with its context.
%
%   ?- foldl({N}/[X,S0,S]>>(S = f(X,S0,N)), [a], b, T).
%      T = f(a,b,N).

'/'(Shared, Lambda, A1, A2, A3) :-
    call_sharing(Shared, Lambda, [A1,A2,A3]).

%!  /(+Shared, :Lambda, ?A1, ?A2, ?A3, ?A4) is nondet.
%
%   Lambda is true for the arguments A1 to A4; it shares the variables in
%   Shared with its context.
%
%   ?- call({N}/[A,B,C,D]>>(D = v(A,B,C,N)), 1, 2, 3, V).
%      V = v(1,2,3,N).

'/'(Shared, Lambda, A1, A2, A3, A4) :-
    call_sharing(Shared, Lambda, [A1,A2,A3,A4]).

%!  /(+Shared, :Lambda, ?A1, ?A2, ?A3, ?A4, ?A5) is nondet.
%
%   Lambda is true for the arguments A1 to A5; it shares the variables in
%   Shared with its context.
%
%   ?- call({N}/[A,B,C,D,E]>>(E = v(A,B,C,D,N)), 1, 2, 3, 4, V).
%      V = v(1,2,3,4,N).

'/'(Shared, Lambda, A1, A2, A3, A4, A5) :-
    call_sharing(Shared, Lambda, [A1,A2,A3,A4,A5]).

%!  /(+Shared, :Lambda, ?A1, ?A2, ?A3, ?A4, ?A5, ?A6) is nondet.
%
%   Lambda is true for the arguments A1 to A6; it shares the variables in
%   Shared with its context.
%
%   ?- call({N}/[A,B,C,D,E,F]>>(F = v(A,B,C,D,E,N)), 1, 2, 3, 4, 5, V).
%      V = v(1,2,3,4,5,N).

'/'(Shared, Lambda, A1, A2, A3, A4, A5, A6) :-
    call_sharing(Shared, Lambda, [A1,A2,A3,A4,A5,A6]).

%!  /(+Shared, :Lambda, ?A1, ?A2, ?A3, ?A4, ?A5, ?A6, ?A7) is nondet.
%
%   Lambda is true for the arguments A1 to A7; it shares the variables in
%   Shared with its context.
%
%   ?- call({N}/[A,B,C,D,E,F,G]>>(G = v(A,B,C,D,E,F,N)), 1, 2, 3, 4, 5, 6, V).
%      V = v(1,2,3,4,5,6,N).

'/'(Shared, Lambda, A1, A2, A3, A4, A5, A6, A7) :-
    call_sharing(Shared, Lambda, [A1,A2,A3,A4,A5,A6,A7]).

%!  is_lambda(@Term) is semidet.
%
%   Term is a lambda expression: [X1,...]>>Goal or {V1,...}/Lambda.
%
%   ?- is_lambda([X]>>atom(X)).
%      true.

is_lambda(Term) :-
    compound(Term),
    (   Term = Parameters>>_
    ->  (   nonvar(Parameters),
            Parameters = Shared/List
        ->  is_shared(Shared)
        ;   List = Parameters
        ),
        is_list(List)
    ;   Term = Shared/_,
        is_shared(Shared)
    ).

is_shared(Shared) :-
    nonvar(Shared),
    (   Shared == {}
    ->  true
    ;   Shared = {_}
    ).

call_lambda(Parameters, Goal, Arguments) :-
    (   '$lambda_call'(Parameters, Goal, Arguments, Call)
    ->  call(Call)
    ;   copied_lambda(Parameters, Goal, Arguments)
    ).

%   Parameters that are no list, or more than the arguments.

copied_lambda(Parameters, Goal, Arguments) :-
    (   nonvar(Parameters),
        Parameters = Shared/List
    ->  check_shared(Shared),
        copy_term_nat(Shared-List-Goal, Shared-List1-Goal1)
    ;   copy_term_nat(Parameters-Goal, List1-Goal1)
    ),
    bind_parameters(List1, Arguments, Rest, Parameters>>Goal),
    call_with_arguments(Rest, Goal1).

call_sharing(Shared, Lambda, Arguments) :-
    check_shared(Shared),
    copy_term_nat(Shared-Lambda, Shared-Lambda1),
    call_with_arguments(Arguments, Lambda1).

check_shared(Shared) :-
    (   is_shared(Shared)
    ->  true
    ;   var(Shared)
    ->  instantiation_error(Shared)
    ;   type_error(lambda_free, Shared)
    ).

%   Rest holds the Arguments for which there is no parameter.

bind_parameters(Parameters, Arguments, Rest, Lambda) :-
    (   var(Parameters)
    ->  instantiation_error(Parameters)
    ;   Parameters == []
    ->  Rest = Arguments
    ;   Parameters = [Parameter|Parameters1]
    ->  (   Arguments = [Argument|Arguments1]
        ->  Parameter = Argument,
            bind_parameters(Parameters1, Arguments1, Rest, Lambda)
        ;   domain_error(lambda_parameters, Lambda)
        )
    ;   type_error(list, Parameters)
    ).

call_with_arguments([], Goal) :-
    call(Goal).
call_with_arguments([Argument|Arguments], Goal) :-
    Call =.. [call,Goal,Argument|Arguments],
    call(Call).
