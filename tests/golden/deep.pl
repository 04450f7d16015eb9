% Deep recursion, long lists and deeply nested terms.

main :-
    nested_calls,
    long_list,
    deep_term,
    right_deep_term,
    wide_term,
    deep_failure,
    deep_exception.

% Two million calls that are not last calls.
nested_calls :-
    depth(2000000, Depth),
    write(depth(Depth)), nl.

depth(0, 0) :- !.
depth(N, Depth) :-
    M is N - 1,
    depth(M, Depth0),
    Depth is Depth0 + 1.

long_list :-
    numlist(1, 1000000, List),
    reverse(List, Reversed),
    sort(Reversed, Sorted),
    (   Sorted == List
    ->  write(sorted)
    ;   write(not_sorted)
    ),
    nl,
    copy_term(List, Copy),
    compare(Order, List, Copy),
    write(Order), nl,
    msort(Reversed, MSorted),
    length(MSorted, Length),
    write(Length), nl,
    sum_list(List, Sum),
    write(Sum), nl,
    findall(X, member(X, List), Found),
    last(Found, Last),
    write(Last), nl,
    atomic_list_concat(List, ' ', Text),
    atom_length(Text, TextLength),
    write(TextLength), nl,
    with_output_to(string(Printed), print(List)),
    string_length(Printed, PrintedLength),
    write(PrintedLength), nl,
    append(List, [end], Longer),
    nth1(1000001, Longer, End),
    write(End), nl.

% f(f(f(...))) two million deep.
deep_term :-
    nested(2000000, a, Term),
    copy_term(Term, Copy),
    (   Copy == Term
    ->  write(same)
    ;   write(different)
    ),
    nl,
    (   Copy = Term
    ->  write(unified)
    ;   write(not_unified)
    ),
    nl,
    term_variables(Term, Variables),
    write(Variables), nl,
    (   ground(Term)
    ->  write(ground)
    ;   write(not_ground)
    ),
    nl,
    assertz(kept(Term)),
    kept(Kept),
    compare(Order, Kept, Term),
    write(Order), nl,
    with_output_to(string(Text), write(Term)),
    string_length(Text, Length),
    write(Length), nl,
    term_to_atom(Read, Text),
    (   Read == Term
    ->  write(read_back)
    ;   write(lost)
    ),
    nl.

:- dynamic(kept/1).

nested(0, Term, Term) :- !.
nested(N, Term0, Term) :-
    M is N - 1,
    nested(M, f(Term0), Term).

% 1+(1+(1+...)), which is evaluated from the inside.
right_deep_term :-
    sum_of_ones(500000, 0, Sum),
    X is Sum,
    write(X), nl.

sum_of_ones(0, Sum, Sum) :- !.
sum_of_ones(N, Sum0, Sum) :-
    M is N - 1,
    sum_of_ones(M, 1 + Sum0, Sum).

wide_term :-
    length(Arguments, 100000),
    Term =.. [f|Arguments],
    functor(Term, Name, Arity),
    write(Name/Arity), nl,
    term_variables(Term, Variables),
    length(Variables, Count),
    write(Count), nl.

deep_failure :-
    (   fails_at(1000000)
    ->  write(succeeded)
    ;   write(failed)
    ),
    nl.

fails_at(0) :- !, fail.
fails_at(N) :-
    M is N - 1,
    fails_at(M),
    true.

deep_exception :-
    catch(throws_at(1000000), Ball, true),
    write(Ball), nl.

throws_at(0) :- !, throw(from_the_bottom).
throws_at(N) :-
    M is N - 1,
    throws_at(M),
    true.
