% Builtins called with every combination of unfit arguments: whatever comes
% out, the system must survive it, and no predicate may be missing.

main :-
    findall(Name/Arity, ( builtins(Arity, Names), member(Name, Names) ), Builtins),
    forall(member(Builtin, Builtins), try(Builtin)),
    length(Builtins, Count),
    write(Count), write(' builtins survived'), nl.

builtins(0, [garbage_collect]).
builtins(1, [
    var, nonvar, atom, number, integer, float, atomic, compound, callable, is_list, string, ground,
    acyclic_term, cyclic_term, is_stream, call, once, ignore, \+, not, throw, assertz, asserta, assert,
    retract, retractall, abolish, write, writeq, print, write_canonical, writeln, nl, tab, put_char,
    flush_output, is_assoc, format, portray_clause, listing, current_input,
    current_output, at_end_of_stream, erase, numbervars, attvar]).
builtins(2, [
    =, \=, ==, \==, @<, @>, @=<, @>=, =:=, =\=, <, >, =<, >=, is, =.., unify_with_occurs_check,
    subsumes_term, =@=, \=@=, ?=, atom_length, atom_chars, atom_codes, char_code, number_chars,
    number_codes, atom_number, name, upcase_atom, downcase_atom, atom_string, number_string,
    string_chars, string_codes, string_to_atom, string_length, string_lower, string_upper,
    term_to_atom, term_string, atomic_list_concat, text_to_string, copy_term, term_variables,
    sort, msort, keysort, length, member, memberchk, reverse, last, sum_list, max_list, min_list,
    list_to_set, permutation, flatten, append, list_to_assoc, assoc_to_list,
    assoc_to_keys, assoc_to_values, pairs_keys, pairs_values, succ, clause,
    call, forall, freeze, frozen, dif, when, del_attr,
    nb_setval, nb_getval, b_setval, b_getval, char_type, code_type, writeq, print, write, write_term,
    format, phrase, stream_property, close, set_stream_position, must_be, is_of_type,
    maplist, expand_term, statistics, term_hash, tab,
    predicate_property, current_prolog_flag, with_output_to,
    subset, list_to_ord_set, sumlist]).
builtins(3, [
    functor, arg, compare, atom_concat, append, nth0, nth1, select, selectchk, subtract,
    intersection, union, delete, exclude, include, maplist, findall, bagof, setof, aggregate_all,
    between, plus, numlist, numbervars, catch, call, setup_call_cleanup,
    atomic_list_concat, string_concat, string_code, put_attr, get_attr, copy_term, setarg, nb_setarg,
    get_assoc, pairs_keys_values, predsort, format, phrase, current_op, open, ord_union, ord_subtract,
    read_term_from_atom, atom_to_term, write_term, term_variables, unifiable, compound_name_arguments,
    compound_name_arity, max_assoc, min_assoc, recorda, recorded, clause,
    flag, nextto]).
builtins(4, [put_assoc, sort, foldl, maplist, select, partition, nth0, nth1, split_string, findall, aggregate_all, open]).
builtins(5, [sub_atom, sub_string]).

argument(Arity, Argument) :-
    (   Arity > 3
    ->  argument_(small, Argument)
    ;   argument_(_, Argument)
    ).

argument_(small, _).
argument_(small, a).
argument_(small, f(x, _)).
argument_(small, [a|b]).
argument_(small, -1).
argument_(large, []).
argument_(large, [a,_|_]).
argument_(large, [b-1,a]).
argument_(large, 3).
argument_(large, 1.5).
argument_(large, "str").
argument_(large, 100000000000000000000).
argument_(large, (a , 1)).
argument_(large, foo:bar).
argument_(large, a/1).
try(Name/Arity) :-
    length(Arguments, Arity),
    Goal =.. [Name|Arguments],
    (   candidate(Arguments, Arity),
        attempt(Goal, Name/Arity),
        fail
    ;   true
    ).

candidate([], _).
candidate([Argument|Arguments], Arity) :-
    argument(Arity, Argument),
    candidate(Arguments, Arity).

% At most three answers of Goal are looked at.
attempt(Goal, PI) :-
    \+ is_endless(Goal),
    with_output_to(string(_), answers(Goal, Ball)),
    (   nonvar(Ball),
        Ball = error(existence_error(procedure, PI0), _),
        PI0 == PI
    ->  throw(missing(PI))
    ;   true
    ).

answers(Goal, Ball) :-
    nb_setval(answers, 0),
    catch(some_answers(Goal), Ball, true).

some_answers(Goal) :-
    copy_term(Goal, Copy),
    call(Copy),
    nb_getval(answers, N0),
    N is N0 + 1,
    nb_setval(answers, N),
    N >= 3,
    !.
some_answers(_).

% A list as a goal consults files.
is_endless(Goal) :-
    functor(Goal, Name, _),
    memberchk(Name, [call, once, ignore, \+, not, catch, forall, findall, bagof, setof, aggregate_all, setup_call_cleanup, with_output_to, freeze, when, phrase, maplist, foldl, include, exclude, partition, predsort]),
    Goal =.. [_|Arguments],
    member([_|_], Arguments).
% These would go on for ever, or for too long.
is_endless(Goal) :-
    Goal =.. [_|Arguments],
    member(Argument, Arguments),
    integer(Argument),
    Argument > 1000,
    functor(Goal, Name, _),
    memberchk(Name, [numlist, tab, length, functor, between, **, ^, compound_name_arity, nth0, nth1]).
is_endless(append(A, B)) :-
    partial(A), partial(B).
is_endless(Goal) :-
    functor(Goal, Name, _),
    memberchk(Name, [ord_union, ord_subtract, list_to_ord_set, assoc_to_list, assoc_to_keys, assoc_to_values, get_assoc, put_assoc, max_assoc, min_assoc, append, nth0, nth1, select, selectchk, delete, subtract, intersection, union, permutation, reverse, last, subset, maplist, foldl, nextto, sum_list, sumlist, pairs_keys_values, pairs_keys, pairs_values, list_to_set, member, include, exclude, partition, flatten, max_list, min_list]),
    Goal =.. [_|Arguments],
    member(Argument, Arguments),
    partial(Argument).

partial(Term) :-
    var(Term),
    !.
partial([_|Tail]) :-
    partial(Tail).
