% Control constructs, and control predicates.

:- meta_predicate once(0), ignore(0), \+(0), not(0), forall(0, 0), apply(:, +),
       call_cleanup(0, 0), setup_call_cleanup(0, 0, 0),
       setup_call_catcher_cleanup(0, 0, ?, 0), catch_with_backtrace(0, ?, 0),
       '$count'(0, -).

% The control constructs belong to the machine.

%!  true is det.
%
%   Is true.

%!  fail is failure.
%
%   Has no solution. So has `false`.

%!  ! is det.
%
%   The cut: no other clause of this predicate is tried, and no other solution of
%   the goals before it in the clause is searched for.

%!  call(:Goal) is nondet.
%
%   Goal is true. With further arguments, they are added behind its own.

%!  \+(:Goal) is semidet.
%
%   Goal has no solution, as far as is known now.

%!  ->(:Condition, :Then) is nondet.
%
%   Then is true for the first solution of Condition. `( C -> T ; E )` is E if
%   there is none.

%!  *->(:Condition, :Then) is nondet.
%
%   Then is true for a solution of Condition. `( C *-> T ; E )` is E if there is none.

%!  ,(:Goal1, :Goal2) is nondet.
%
%   Both goals are true.

%!  ;(:Goal1, :Goal2) is nondet.
%
%   One of the goals is true.

%!  catch(:Goal, ?Catcher, :Recovery) is nondet.
%
%   As call/1, but if Goal raises a ball that unifies with Catcher, Recovery is
%   called instead.

%!  once(:Goal) is semidet.
%
%   Goal is true; no other solution of it is searched for.
%
%   ?- once(member(X, [a,b])).
%      X = a.

once(Goal) :-
    call(Goal),
    !.

%!  ignore(:Goal) is det.
%
%   As once/1, but true also if Goal fails.

ignore(Goal) :-
    (   call(Goal)
    ->  true
    ;   true
    ).

%!  not(:Goal) is semidet.
%
%   Goal has no solution, as far as is known now: `\+`.

not(Goal) :-
    \+ call(Goal).

%!  \=(?X, ?Y) is semidet.
%
%   X and Y do not unify.
%
%   ?- f(X) \= g(X).
%      true.

% Goals that unification wakes have a say in this, too.
X \= Y :-
    \+ X = Y.

%!  forall(:Condition, :Action) is semidet.
%
%   Action is true for each solution of Condition.
%
%   ?- forall(member(X, [1,2]), X > 0).
%      true.

forall(Condition, Action) :-
    \+ ( call(Condition), \+ call(Action) ).

%!  repeat is multi.
%
%   Is true again and again.

repeat.
repeat :-
    repeat.

%!  apply(:Goal, +Arguments) is nondet.
%
%   Calls Goal with the items of the list Arguments behind its own arguments.

apply(Goal, Extra) :-
    '$strip'(Goal, Module, Plain),
    '$must_be_callable'(Plain),
    '$must_be_list'(Extra),
    Plain =.. Parts0,
    '$append'(Parts0, Extra, Parts),
    Full =.. Parts,
    call(Module:Full).

%!  catch_with_backtrace(:Goal, ?Ball, :Recovery) is nondet.
%
%   As catch/3.

catch_with_backtrace(Goal, Ball, Recovery) :-
    catch(Goal, Ball, Recovery).

%!  setup_call_cleanup(:Setup, :Goal, :Cleanup) is nondet.
%
%   Runs Setup once, then Goal; Cleanup runs once when Goal is done: when it
%   fails, raises an error, is cut, or has no further solution.

setup_call_cleanup(Setup, Goal, Cleanup) :-
    once(Setup),
    '$must_be_callable'(Cleanup),
    '$call_cleanup'(Goal, Cleanup).

%!  setup_call_catcher_cleanup(:Setup, :Goal, ?Catcher, :Cleanup) is nondet.
%
%   As setup_call_cleanup/3, but Cleanup runs only if Catcher unifies with what has
%   become of Goal: `exit`, `fail`, `!` or `exception(Ball)`.
%
%   ?- setup_call_catcher_cleanup(true, fail, How, (write(How), nl)) ; true.
%      prints("fail\n"), true.

setup_call_catcher_cleanup(Setup, Goal, Catcher, Cleanup) :-
    once(Setup),
    '$must_be_callable'(Cleanup),
    How = how(fail),
    '$call_cleanup'('$call_noting'(Goal, How),
                    '$cleanup_if'(How, Catcher, Cleanup)),
    setarg(1, How, !).

% Backtracking into Goal takes back that it was left.
'$call_noting'(Goal, How) :-
    catch(Goal, Ball, '$rethrow_noting'(Ball, How)),
    setarg(1, How, exit).

'$rethrow_noting'(Ball, How) :-
    nb_setarg(1, How, exception(Ball)),
    throw(Ball).

'$cleanup_if'(how(How), Catcher, Cleanup) :-
    (   Catcher = How
    ->  '$run_cleanup'(Cleanup)
    ;   true
    ).

%!  call_cleanup(:Goal, :Cleanup) is nondet.
%
%   As setup_call_cleanup/3 without a set-up.

call_cleanup(Goal, Cleanup) :-
    '$must_be_callable'(Cleanup),
    '$call_cleanup'(Goal, Cleanup).

'$must_be_callable'(Goal) :-
    (   var(Goal)
    ->  throw(error(instantiation_error, _))
    ;   callable(Goal)
    ->  true
    ;   throw(error(type_error(callable, Goal), _))
    ).

% Limits and interrupts wait for a while, so that they do not come in the place of
% what the cleanup does first.
'$run_cleanup'(Goal) :-
    '$undisturbed'(1000, Before),
    (   call(Goal)
    ->  true
    ;   true
    ),
    '$disturbed'(Before).

'$cleanup_then_fail'(Goal) :-
    '$run_cleanup'(Goal),
    fail.

% After an exception: cleanups run before the recovery, and what they raise is dropped.
'$recover'(Recovery, Cleanups) :-
    '$run_cleanups'(Cleanups),
    call(Recovery).

'$run_cleanups'([]).
'$run_cleanups'([Cleanup|Cleanups]) :-
    catch('$run_cleanup'(Cleanup), _, true),
    '$run_cleanups'(Cleanups).

:- '$lock'(once, 1), '$lock'(repeat, 0), '$lock'(\+, 1), '$lock'(\=, 2).
