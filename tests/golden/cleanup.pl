% When cleanup handlers run, and in which order.

main :-
    forall(test(Name, Goal), run(Name, Goal)).

run(Name, Goal) :-
    write(Name), write(': '),
    (   catch(Goal, Ball, ( write(' ball:'), write(Ball) ))
    ->  true
    ;   write(' failed')
    ),
    nl.

say(X) :-
    write(X), write(' ').

guarded(Goal) :-
    setup_call_cleanup(say(setup), Goal, say(cleanup)).

test(deterministic, (guarded(say(goal)), say(after))).
test(fails, guarded((say(goal), fail))).
test(throws, guarded((say(goal), throw(oops)))).
test(cut, (guarded(member(X, [1,2,3])), say(X), !, say(after))).
test(exhausted, (guarded(member(X, [1,2])), say(X), fail)).
test(last_answer, (guarded(member(X, [1,2])), X == 2, say(after))).
test(if_then_else, ((guarded(member(_, [1,2])) -> say(then) ; say(else)))).
test(once, (once(guarded(member(X, [1,2]))), say(X))).
test(negation, (\+ guarded(member(_, [1,2])) ; say(negated))).
test(findall, (findall(X, guarded(member(X, [1,2])), L), say(L))).
test(nested, (guarded(guarded(member(X, [1,2]))), say(X), !)).
test(later_throw, (guarded(member(_, [1,2])), say(before), throw(later))).
test(cleanup_fails, (setup_call_cleanup(true, say(goal), fail), say(after))).
test(cleanup_binds, (setup_call_cleanup(true, say(goal), X = bound), say(X))).
test(setup_fails, setup_call_cleanup(fail, say(goal), say(cleanup))).
test(setup_throws, setup_call_cleanup(throw(early), say(goal), say(cleanup))).
test(setup_once, (setup_call_cleanup(member(X, [1,2]), say(X), say(cleanup)), fail)).
test(both_throw, setup_call_cleanup(true, throw(goal), throw(cleanup))).
test(catch_inside, guarded(catch(throw(a), a, say(caught)))).
test(call_cleanup, (call_cleanup(say(goal), say(cleanup)), say(after))).
test(call_cleanup_fails, call_cleanup(fail, say(cleanup))).
