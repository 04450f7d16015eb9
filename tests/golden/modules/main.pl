% Modules: export and import, qualification, meta-predicates, operators.

:- use_module(stack).
:- use_module(higher).
:- use_module(rules).
:- use_module(facade, [hidden_size/2 as depth]).

:- dynamic(local/1).

local(1).
local(2).

double(X, Y) :-
    Y is 2 * X.

show(X) :-
    write(X), nl.

% This definition takes the place of the library predicate.
last(List, Last) :-
    append(_, [Last], List),
    write(own_last), nl.

main :-
    new_stack(S0),
    push(S0, a, S1),
    push(S1, b, S2),
    size(S2, Size),
    show(size(Size)),
    (   b on_top_of S2
    ->  show(b on_top_of stack)
    ;   true
    ),
    pop(S2, Top, _),
    show(popped(Top)),
    count_uses(N),
    show(uses(N)),
    findall(U, stack:uses(U), Us),
    show(private(Us)),
    catch(uses(_), error(E, _), true),
    show(E),
    twice(show, hello),
    apply_to_all(double, [1,2,3], Ds),
    show(Ds),
    where(true),
    where(stack:true),
    depth(S2, Depth),
    show(depth(Depth)),
    last([1,2,3], Last),
    show(Last),
    lists:last([4,5], Library),
    show(Library),
    stack:assertz(extra(1)),
    findall(X, stack:extra(X), Xs),
    show(Xs),
    catch(extra(_), error(existence_error(procedure, PI), _), true),
    show(PI),
    Goal = stack:size([x], One),
    call(Goal),
    show(One),
    call(stack:size([x,y]), Two),
    show(Two),
    findall(L, user:local(L), Ls),
    show(Ls),
    assertz(other:fact(1)),
    assertz(other:(rule(R) :- fact(R))),
    other:rule(R1),
    show(R1),
    (   current_module(stack)
    ->  show(module_exists)
    ;   true
    ),
    (   predicate_property(push(_, _, _), imported_from(From))
    ->  show(From)
    ;   true
    ),
    (   catch(nosuch:foo, error(Ex, _), (show(Ex), fail))
    ->  true
    ;   true
    ),
    operators.

% What `rules` exports is an operator here, what it keeps is none.
operators :-
    forall(( rule(X ===> Y), stronger(Y, X) ), show(X ===> Y)),
    (   catch(term_to_atom(_, 'a **> b'), error(syntax_error(_), _), fail)
    ->  true
    ;   show(no_operator)
    ),
    module_property(rules, exported_operators(Operators)),
    show(Operators).
