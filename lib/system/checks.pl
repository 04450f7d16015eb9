% Checks of arguments.

% What is walked by recursion must end.
'$must_be_acyclic'(Term) :-
    (   acyclic_term(Term)
    ->  true
    ;   throw(error(representation_error(cyclic_term), _))
    ).

'$must_be_bound'(Term) :-
    (   var(Term)
    ->  throw(error(instantiation_error, _))
    ;   true
    ).

'$must_be_list'(List) :-
    '$skip_list'(_, List, Tail),
    '$must_be_bound'(Tail),
    (   Tail == []
    ->  true
    ;   throw(error(type_error(list, List), _))
    ).
