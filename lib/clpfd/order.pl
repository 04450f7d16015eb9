% Comparison.

%!  zcompare(?Order, ?X, ?Y) is semidet.
%
%   Order is `<`, `=` or `>` as the integers X and Y compare.
%
%   ?- X in 1..3, zcompare(<, X, 2).
%      X = 1.

zcompare(Order, X, Y) :-
    check_each([X,Y]),
    (   nonvar(Order)
    ->  order_relation(Order, X, Y)
    ;   integer(X),
        integer(Y)
    ->  compare(Order, X, Y)
    ;   Z in 1..3,
        '$fd_list'(order, [X,Y], 0, Z, none),
        link_order(Z, Order, X, Y)
    ).

order_relation(<, X, Y) :-
    X #< Y.
order_relation(=, X, Y) :-
    X #= Y.
order_relation(>, X, Y) :-
    X #> Y.

order_number(<, 1).
order_number(=, 2).
order_number(>, 3).

link_order(Z, Order, X, Y) :-
    (   integer(Z)
    ->  order_number(Order0, Z),
        !,
        Order = Order0
    ;   put_attr(Z, clpfd, order(Order)),
        put_attr(Order, clpfd, number(Z,X,Y))
    ).

attr_unify_hook(trigger(Propagator), _) :-
    triggered(Propagator).
attr_unify_hook(watched, Other) :-
    (   var(Other),
        \+ get_attr(Other, clpfd, _)
    ->  put_attr(Other, clpfd, watched)
    ;   true
    ).
attr_unify_hook(order(Order), Other) :-
    (   integer(Other)
    ->  order_number(Order, Other),
        !
    ;   true
    ).
attr_unify_hook(number(Z,X,Y), Other) :-
    (   nonvar(Other)
    ->  order_number(Other, Z)
    ;   get_attr(Other, clpfd, number(Z1,_,_))
    ->  Z = Z1
    ;   put_attr(Other, clpfd, number(Z,X,Y))
    ).

attribute_goals(Variable, Goals0, Goals) :-
    get_attr(Variable, clpfd, Value),
    (   Value = number(_,X,Y)
    ->  Goals0 = [clpfd:zcompare(Variable,X,Y)|Goals]
    ;   Goals0 = Goals
    ).
