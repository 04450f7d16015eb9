% What is imported and not defined, or not defined any more, does not exist.

shown(Goal) :-
    catch((Goal -> print(Goal) ; print(no)), error(Error, _), print(Error)),
    nl.

main :-
    import(nowhere:nope/1),
    shown(nope(1)),
    shown(nowhere:nope(1)),
    assertz(somewhere:known(1)),
    import(somewhere:known/1),
    shown(known(_)),
    abolish(somewhere:known/1),
    shown(known(_)),
    shown(somewhere:known(_)),
    import(one:p/0),
    one:import(two:p/0),
    two:import(one:p/0),
    shown(p),
    shown(lists:append([1], [2], _)),
    shown(append([1], [2], _)),
    abolish(lists:append/3),
    shown(append([1], [2], _)),
    shown(lists:append([1], [2], _)).
