//! Times the parts of the engine: reading, writing, unification, the collector,
//! the database, indexing and the start.
//!
//! `cargo bench --bench parts` runs all, with a name only those that contain it.

use divan::Bencher;
use luminy::api::engine::Engine;

fn main() {
    divan::main();
}

/// The predicates that the goals below use.
const PROGRAM: &str = r"
:- dynamic(fact/3).
:- dynamic(item/2).

text(Count, Text) :-
    findall(T, (between(1, Count, N), term_text(N, T)), Texts),
    atomic_list_concat(Texts, Text).

term_text(N, Text) :-
    format(atom(Text), 'point(~d, [a, \'B c\'|Tail], f(X, -~d.5, \x22text\x22)) :- X is ~d + 1, \\+ q(Tail).\n', [N, N, N]).

read_all(Text) :-
    open_string(Text, Stream),
    repeat,
    read(Stream, Term),
    Term == end_of_file,
    !,
    close(Stream).

big(0, leaf) :- !.
big(N, node(Left, N, atom, Right)) :-
    M is N - 1,
    big(M, Left),
    big(M, Right).

open_tree(0, _) :- !.
open_tree(N, node(Left, _, atom, Right)) :-
    M is N - 1,
    open_tree(M, Left),
    open_tree(M, Right).

asserted(Count) :-
    forall(between(1, Count, N), (M is N mod 100, assertz(fact(N, M, f(N))))).

looked_up(Count) :-
    forall(between(1, Count, N), fact(N, _, _)).

looked_up_second(Count) :-
    forall(between(1, Count, N), (M is N mod 100, once(fact(_, M, _)))).

updated(Count) :-
    forall(between(1, Count, N), (retract(item(K, _)), assertz(item(K, N)))).

static(red, 1).
static(green, 2).
static(blue, 3).
static(7, 4).
static(f(_), 5).
static([], 6).
static([_|_], 7).

switched(0) :- !.
switched(N) :-
    static(green, _),
    static(7, _),
    static(f(N), _),
    static([N], _),
    static([], _),
    M is N - 1,
    switched(M).

garbage(0, _) :- !.
garbage(N, _) :-
    M is N - 1,
    garbage(M, f(N, [N])).
";

/// An engine with the program above, in which `goals` have been run.
fn engine(goals: &[&str]) -> Engine {
    let mut engine = Engine::builder().build();
    engine
        .consult_text("parts.pl", PROGRAM)
        .expect("the program has no errors");
    for goal in goals {
        run(&mut engine, goal);
    }
    engine
}

/// Runs a goal once; it must succeed.
fn run(engine: &mut Engine, goal: &str) {
    let mut query = engine.query(goal).expect("the goal can be read");
    assert!(query.advance().expect("the goal throws nothing"), "{goal}");
}

/// Times a goal in an engine in which others have been run.
fn time(bencher: Bencher, before: &[&str], goal: &str) {
    let mut engine = engine(before);
    bencher.bench_local(|| run(&mut engine, goal));
}

#[divan::bench]
fn start(bencher: Bencher) {
    bencher.bench_local(|| Engine::builder().build());
}

#[divan::bench]
fn read_terms(bencher: Bencher) {
    let before = ["text(2000, T), nb_setval(text, T)"];
    time(bencher, &before, "nb_getval(text, T), read_all(T)");
}

#[divan::bench]
fn write_terms(bencher: Bencher) {
    time(
        bencher,
        &[],
        "big(11, T), with_output_to(string(_), print(T))",
    );
}

#[divan::bench]
fn consult_facts(bencher: Bencher) {
    let facts: String = (0..20_000)
        .map(|n| format!("edge({n}, node_{}, [{n}, 'a b']).\n", n % 500))
        .collect();
    bencher
        .with_inputs(|| engine(&[]))
        .bench_local_values(|mut engine| engine.consult_text("facts.pl", &facts));
}

#[divan::bench]
fn consult_clauses(bencher: Bencher) {
    let clauses: String = (0..3_000)
        .map(|n| {
            format!(
                "p{0}([X|Xs], Y) :- X > {0}, !, Z is X + 1, p{0}(Xs, Y, Z).\n",
                n % 100
            )
        })
        .collect();
    bencher
        .with_inputs(|| engine(&[]))
        .bench_local_values(|mut engine| engine.consult_text("clauses.pl", &clauses));
}

#[divan::bench]
fn unify_ground(bencher: Bencher) {
    let goal = "big(12, S), big(12, T), S = T, S == T";
    time(bencher, &[], goal);
}

#[divan::bench]
fn unify_open(bencher: Bencher) {
    time(bencher, &[], "big(12, S), open_tree(12, T), S = T");
}

#[divan::bench]
fn copy(bencher: Bencher) {
    time(
        bencher,
        &[],
        "open_tree(12, T), copy_term(T, _), copy_term(T, _)",
    );
}

#[divan::bench]
fn collect_live(bencher: Bencher) {
    let goal = "big(15, T), garbage_collect, arg(2, T, 15)";
    time(bencher, &[], goal);
}

#[divan::bench]
fn collect_garbage(bencher: Bencher) {
    time(bencher, &[], "garbage(200000, a)");
}

#[divan::bench]
fn assert_facts(bencher: Bencher) {
    time(bencher, &[], "asserted(20000), retractall(fact(_, _, _))");
}

#[divan::bench]
fn retract_facts(bencher: Bencher) {
    let before = ["forall(between(1, 100, N), assertz(item(N, a)))"];
    time(bencher, &before, "updated(10000)");
}

#[divan::bench]
fn index_first(bencher: Bencher) {
    time(bencher, &["asserted(20000)"], "looked_up(20000)");
}

#[divan::bench]
fn index_second(bencher: Bencher) {
    time(bencher, &["asserted(20000)"], "looked_up_second(20000)");
}

#[divan::bench]
fn index_static(bencher: Bencher) {
    time(bencher, &[], "switched(20000)");
}

#[divan::bench]
fn findall(bencher: Bencher) {
    time(bencher, &[], "findall(N-f(N), between(1, 50000, N), _)");
}

#[divan::bench]
fn sort(bencher: Bencher) {
    let before =
        ["findall(f(M, N), (between(1, 20000, N), M is N * 7919 mod 1009), L), nb_setval(list, L)"];
    time(
        bencher,
        &before,
        "nb_getval(list, L), sort(L, _), msort(L, _)",
    );
}
