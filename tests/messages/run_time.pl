:- initialization(all).

all :-
    forall(case(Goal), catch(Goal, Error, print_message(error, Error))).

case(call(_)).
case(text_for_list).
case(atom_in_sum).
case(unknown_function).
case(static_change).
case(read_only).
case(no_file).
case(zero).
case(no_goal).
case(negative).
case(call_variable).
case(two_unknown).
case(tabled).
case(traced).
case(spied).
case(threaded).
case(same_keys).
case(misspelt).
case(bad_text).
case(closed).
case(throw(my_own)).
case(lost(1)).

text_for_list :- length("abc", _), atom_length(L, L).
atom_in_sum :- X = 1, Y is X + width, write(Y).
unknown_function :- X is len([a]) + 1, write(X).
static_change :- assertz(case(more)).
read_only :- assertz(atom_length(a, 2)).
no_file :- open('no_such_file.txt', read, _).
zero :- X = 0, _ is 1 / X.
no_goal :- G = 3, call(G).
negative :- length(_, -1), functor(_, foo, -1).
call_variable :- goal(G), G, write(G).
goal(_).
two_unknown :- sum(_, _, S), write(S).
sum(A, B, S) :- S is A + B.
misspelt :- wirte(hello).
bad_text :- atom_to_term('foo(', _, _).
closed :- write(no_such_stream, x).
lost(N) :- Count = 1, N1 is Cuont + N, write(Count), write(N1).

tabled :-
    abolish_table_subgoals(p).

traced :-
    trace,
    true.

spied :-
    spy(tabled),
    true.

threaded :-
    thread_create(tabled, _, []),
    true.

same_keys :-
    list_to_assoc([a-1,a-2], _),
    true.
