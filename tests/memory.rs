//! Builtins that fill a small engine raise a resource error, and the engine
//! goes on.

use luminy::api::engine::Engine;

/// Goals that want more than the engine has, in whatever builtin.
const GREEDY: &[&str] = &[
    "length(L, 10000000)",
    "numlist(1, 5000000, L)",
    "findall(X, between(1, 10000000, X), L)",
    "findall(f(X,X,X,X), repeat, L)",
    "bagof(X, between(1, 10000000, X), L)",
    "aggregate_all(bag(X), between(1, 10000000, X), L)",
    "functor(T, f, 100000000)",
    "length(L, 300000), big(L, T), copies(T)",
    "text(T), atom_codes(T, L), copies(L)",
    "text(T), atom_chars(T, L), copies(L)",
    "text(T), string_codes(T, L), copies(L)",
    "double(\"0123456789\", S)",
    "double(abcdefghij, A)",
    "list(L), msort(L, M), copies(M)",
    "list(L), sort(0, @>=, L, M), copies(M)",
    "pairs(L), keysort(L, M), copies(M)",
    "list(L), copy_term(L, M), copies(M)",
    "list(L), T =.. [f|L], copies(T)",
    "list(L), atomic_list_concat(L, ', ', A), copies(A)",
    "list(L), term_to_atom(L, A), term_to_atom(T, A), copies(T)",
    "list(L), with_output_to(string(S), print(L)), copies(S)",
    "list(L), format(atom(A), '~w', [L]), copies(A)",
    "list(L), assertz(kept(L)), kept(M), copies(M)",
    "list(L), nb_setval(kept, L), nb_getval(kept, M), copies(M)",
    "list(L), catch(throw(L), M, true), copies(M)",
    "list(L), length(L, N), length(M, N), L = M, copies(M)",
    "variables(L), term_variables(L, M), copies(M)",
    "variables(L), frozen_all(L), copy_term(L, M, Gs), copies(Gs)",
    "variables(L), assertz(kept(L))",
    "list(L), sumlist(L, S), X is 7 ** (S * 100)",
    "X is 1 << 10000000000",
    "X is 7 ** (7 ** (7 ** 7))",
    "factorial(1000000, 1, F)",
    "deep(0, T)",
    "nested(N)",
    "text(T), split_string(T, \"0\", \"\", L), copies(L)",
    "text(T), sub_atom(T, B, L, A, S), copies(S)",
    "list(L), list_to_assoc([], A), filled(L, A)",
    "list(L), append(L, L, M), append(M, M, N), append(N, N, O), copies(O)",
    "list(L), maplist([X,Y]>>(Y = f(X,X)), L, M), copies(M)",
    "tab_text(S), copies(S)",
    "format(atom(A), '~*c', [100000000, 0'x]), copies(A)",
    "format(atom(A), '~`xt~100000000|', []), copies(A)",
    "numbervars_all",
    "list(L), setof(X, member(X, L), M), copies(M)",
    "list(L), read_term_from_atom_all(L)",
    "string_of(S), atom_to_term(S, T, Bs), copies(T)",
    "list(L), unifiable(L, M, U), copies(U)",
    "list(L), T = f(L,L,L,L), term_string(T, S), copies(S)",
    "list(L), sub_lists(L)",
];

const PROGRAM: &str = "
:- dynamic(kept/1).
copies(T) :- copies(T, []).
copies(T, Ts) :- copy(T, C), copies(T, [C|Ts]).
copy(T, C) :- ( atomic(T) -> atomic_list_concat([T,T], C0), atom_codes(C0, C) ; T2 = f(_,T), duplicate_term(T2, C) ).
big(L, f(L,L)).
list(L) :- numlist(1, 100000, L).
variables(L) :- length(L, 100000).
pairs(L) :- findall(K-V, ( between(1, 100000, V), K is V mod 10 ), L).
text(T) :- numlist(1, 100000, L), atomic_list_concat(L, T).
double(S0, S) :- string_concat(S0, S0, S1), double(S1, S).
factorial(N, F0, F) :- F1 is F0 * N * N * 1000000000000, N1 is N + 1, factorial(N1, F1, F).
deep(N, T) :- N1 is N + 1, deep(N1, f(T,N)).
nested(N) :- nested(N1), N is N1 + 1.
frozen_all([]).
frozen_all([X|Xs]) :- freeze(X, true), frozen_all(Xs).
filled([], _).
filled([X|Xs], A) :- put_assoc(X, A, f(X), B), filled(Xs, B), put_assoc(x, B, X, _).
tab_text(S) :- with_output_to(string(S), tab(100000000)).
numbervars_all :- length(L, 200000), copy_term(L, M), numbervars(L-M, 0, _), copies(L).
read_term_from_atom_all(L) :- term_to_atom(L, A), findall(T, ( repeat, read_term_from_atom(A, T, []) ), _).
string_of(S) :- length(L, 500000), maplist(=(a), L), term_string(L, S).
sub_lists(L) :- findall(P, append(P, _, L), Ps), copies(Ps).
";

const AFTER: &str = "numlist(1, 1000, L), sum_list(L, S), S =:= 500500, atom_length(abc, 3)";

/// Runs all goals in one engine of this size.
fn run_in(megabytes: u64) {
    let mut engine = Engine::builder().memory(megabytes << 20).build();
    engine
        .consult_text("memory", PROGRAM)
        .expect("the program is correct");
    let mut faults = Vec::new();
    for goal in GREEDY {
        let outcome = engine.run_goal(goal).map_err(|error| error.to_string());
        if let Err(error) = &outcome
            && !error.contains("memory")
        {
            faults.push(format!("{goal}: {error}"));
        }
        if engine.run_goal(AFTER).map_err(|error| error.to_string()) != Ok(true) {
            faults.push(format!("after {goal}: the engine is unusable"));
        }
        engine
            .run_goal("retractall(kept(_)), nb_setval(kept, [])")
            .ok();
    }
    assert!(faults.is_empty(), "{megabytes} MB: {faults:#?}");
}

#[test]
fn a_full_engine_goes_on() {
    run_in(24);
}
