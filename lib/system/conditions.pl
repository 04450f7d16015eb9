% Conditional compilation.

'$is_condition'(Directive) :-
    nonvar(Directive),
    '$condition_form'(Directive).

'$condition_form'(if(_)).
'$condition_form'(elif(_)).
'$condition_form'(else).
'$condition_form'(endif).

'$condition'(if(Goal)) :-
    (   '$is_skipping'
    ->  '$condition_if'(false)
    ;   '$condition_holds'(Goal, Holds),
        '$condition_if'(Holds)
    ).
'$condition'(elif(Goal)) :-
    (   '$condition_else'(Wanted)
    ->  (   Wanted == true
        ->  '$condition_holds'(Goal, Holds),
            '$condition_set'(Holds)
        ;   true
        )
    ;   '$condition_error'(elif)
    ).
'$condition'(else) :-
    (   '$condition_else'(Wanted)
    ->  '$condition_set'(Wanted)
    ;   '$condition_error'(else)
    ).
'$condition'(endif) :-
    (   '$condition_end'
    ->  true
    ;   '$condition_error'(endif)
    ).

'$condition_holds'(Goal, Holds) :-
    '$source_module'(Module),
    (   catch(Module:Goal, Ball, ( '$report_ball'(directive, Ball), fail ))
    ->  Holds = true
    ;   Holds = false
    ).

'$condition_error'(What) :-
    '$report_ball'(directive, error(context_error(no_if(What)), _)).
