% Limits that end goals at any call: nothing else comes of them, what captured the
% output gives it back, and libraries are loaded whole.

:- dynamic held/1.

main :-
    forall(member(Goal, [used, failed, raised, cut, nested, twice, captured,
                         autoloaded]),
           ends_well(Goal)),
    forall(member(Goal, [catching, cleaning]), ends(Goal)),
    write(done), nl.

% However the calls of a loop fall, it ends.
ends(Goal) :-
    call_with_inference_limit(Goal, 10000, Result),
    print(Goal-Result), nl,
    catch(call_with_time_limit(0.01, Goal), Ball, ( print(Goal-Ball), nl )).

catching :-
    catch(true, _, true),
    catching.

cleaning :-
    setup_call_cleanup(true, true, true),
    cleaning.

% Autoloading takes calls too, so the limits reach into it at first.
ends_well(Goal) :-
    current_output(Output),
    forall(between(0, 150, Limit), ends_well(Goal, Limit, Output)).

ends_well(Goal, Limit, Output) :-
    catch(call_with_inference_limit(Goal, Limit, _), Ball, true),
    current_output(Now),
    set_output(Output),
    report(nonvar(Ball), raised(Goal, Limit, Ball)),
    report(Now \== Output, captured(Goal, Limit)),
    retractall(held(_)).

report(Wrong, What) :-
    (   Wrong
    ->  print(What), nl
    ;   true
    ).

hold :-
    assertz(held(x)).

release :-
    retract(held(x)),
    !.

used :-
    setup_call_cleanup(hold, ( numlist(1, 5, L), sum_list(L, _) ), release).

failed :-
    \+ setup_call_cleanup(hold, fail, release).

raised :-
    catch(setup_call_cleanup(hold, throw(a), release), a, true).

cut :-
    setup_call_cleanup(hold, member(_, [1, 2, 3]), release),
    !.

nested :-
    findall(X, setup_call_cleanup(hold, member(X, [1, 2]), release), _).

twice :-
    setup_call_cleanup(hold, setup_call_cleanup(hold, true, release), release).

captured :-
    with_output_to(string(S),
                   ( print(a), setup_call_cleanup(hold, print(b), release), print(c) )),
    S == "abc".

autoloaded :-
    freeze(X, Y = 1),
    X = 1,
    Y == 1,
    dif(A, b),
    \+ A = b,
    list_to_assoc([k-v], Assoc),
    get_assoc(k, Assoc, v).
