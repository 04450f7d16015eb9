//! Constraints: random systems against trying all values, and fixed sizes of
//! search trees.

mod common;
#[path = "clpfd/turns.rs"]
mod turns;

use std::time::{Duration, Instant};

use common::Luminy;
use luminy::api::engine::Engine;
use luminy::api::limits::Limits;

fn run(file: &str, goal: &str) -> String {
    let path = common::root().join("tests/clpfd").join(file);
    let path = path.to_str().expect("the path is UTF-8");
    let run = Luminy::new([path, "-g", goal, "-t", "halt"])
        .limit(Duration::from_secs(120))
        .run();
    format!("{}{}", run.stdout, run.stderr)
}

#[test]
fn random_systems_have_the_solutions_that_trying_all_values_finds() {
    assert_eq!(run("oracle.pl", "oracle(1, 4000)"), "done\n");
}

#[test]
fn all_combinations_of_options_find_the_solutions() {
    assert_eq!(run("options.pl", "combinations(1, 800)"), "done\n");
}

#[test]
fn garbage_collection_changes_no_solution() {
    let goal = "oracle(1, 1), '$stress_collector'(true), oracle(5000, 5040)";
    assert_eq!(run("oracle.pl", goal), "done\ndone\n");
}

#[test]
fn search_trees_have_their_sizes() {
    let expected = "all(8)-324\nall(9)-1290\nall(10)-5942\nfirst(20)-33\nfirst(40)-19\n\
                    first(50)-512\nfirst(80)-21\nfirst(100)-22\nfirst(160)-8\n";
    assert_eq!(run("trees.pl", "trees"), expected);
}

/// Runs one of the laws of propagation and search on random systems.
fn law(name: &str, count: u32) {
    let goal = format!("laws({name}, 1, {count})");
    assert_eq!(run("laws.pl", &goal), "done\n");
}

#[test]
fn the_order_of_posting_does_not_matter() {
    law("confluent", 500);
}

#[test]
fn more_constraints_leave_fewer_values() {
    law("monotone", 400);
}

#[test]
fn propagation_in_steps_arrives_where_a_fresh_network_does() {
    law("incremental", 500);
}

#[test]
fn residual_goals_say_what_has_been_posted() {
    law("projected", 500);
}

#[test]
fn failures_exceptions_and_limits_restore_the_network() {
    law("restored", 300);
}

#[test]
fn solutions_do_not_depend_on_the_size_of_integers() {
    law("shifted", 300);
}

#[test]
fn waiting_goals_run_in_time() {
    law("interplay", 300);
}

#[test]
fn long_runs_without_choices_take_constant_memory() {
    let mut engine = Engine::builder().memory(160 << 20).build();
    let text = "
        :- use_module(library(clpfd)).
        lost(0) :- !.
        lost(N) :- [X,Y] ins 0..10, X #< Y, X + Y #= Z, Z #> 3, N1 is N - 1, lost(N1).
        kept(N, X) :- X in 0..1000000, narrowed(N, X).
        narrowed(0, _) :- !.
        narrowed(N, X) :- X #\\= N, Y in 0..10, Y #< X, Y #> 3, N1 is N - 1, narrowed(N1, X).
    ";
    engine.consult_text("long", text).expect("it loads");
    for goal in ["lost(400000).", "kept(100000, X), fd_inf(X, 100001)."] {
        let mut query = engine.query(goal).expect("it is read");
        assert!(query.advance().expect("it needs little"), "{goal}");
    }
}

/// Pigeons that do not fit, by disequalities: no search in reach ends.
const PIGEONS: &str = "
    :- use_module(library(clpfd)).
    pigeons(N) :- length(Xs, N), Holes is N - 1, Xs ins 1..Holes, apart(Xs), label(Xs).
    apart([]).
    apart([X|Xs]) :- maplist(#\\=(X), Xs), apart(Xs).
    steps(X, Y) :- [X,Y] ins 0..1000000000, 3*X #< 2*Y, 2*Y #< 3*X.
";

fn engine() -> Engine {
    let mut engine = Engine::builder().memory(64 << 20).build();
    engine.consult_text("pigeons", PIGEONS).expect("it loads");
    engine
}

#[test]
fn search_and_propagation_can_be_interrupted() {
    let mut engine = engine();
    for goal in ["pigeons(30).", "steps(_, _)."] {
        let handle = engine.interrupt_handle();
        let thread = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(100));
            handle.interrupt();
        });
        let mut query = engine.query(goal).expect("it is read");
        assert!(query.advance().is_err(), "{goal}");
        drop(query);
        thread.join().expect("the thread ends");
        let mut query = engine.query("X in 1..2, label([X]).").expect("it is read");
        assert!(query.advance().expect("the engine goes on"));
    }
}

#[test]
fn a_search_can_be_stopped_after_some_steps() {
    let mut engine = engine();
    let query = engine.query("pigeons(30).").expect("it is read");
    let mut query = query.limits(Limits::none().steps(200_000));
    assert!(query.advance().is_err());
    query.add_steps(1000);
    assert!(query.advance().is_err());
    drop(query);
    let query = engine.query("pigeons(30).").expect("it is read");
    let mut query = query.limits(Limits::none().time(Duration::from_millis(50)));
    assert!(query.advance().is_err());
    drop(query);
    let mut query = engine.query("X in 1..2, label([X]).").expect("it is read");
    assert!(query.advance().expect("the engine goes on"));
}

#[test]
fn networks_that_are_too_large_are_an_error() {
    let mut engine = engine();
    let goal = "length(L, 1000000), catch(L ins 0..9, error(E, _), true).";
    let mut query = engine.query(goal).expect("it is read");
    let answer = query.advance();
    assert!(answer.is_err() || answer.is_ok_and(|found| found));
    drop(query);
    let mut query = engine.query("X in 1..2, label([X]).").expect("it is read");
    assert!(query.advance().expect("the engine goes on"));
}

/// Constraints that take long to post or to propagate, and searches with long steps.
const LONG: &[&str] = &[
    "evens(200000, D), X in D, Y #= X + 1, Y in D.",
    "numlist(1, 100000, L), X in 0..100000, all_different([X|L]), all_distinct(L), label([X]), fail.",
    "rows(100000, Rs), length(Ts, 1000), maplist([[_,_]]>>true, Ts), tuples_in(Ts, Rs), fail.",
    "length(L, 1000), circuit(L), labeling([ff], L), fail.",
    "length(L, 1000), L ins 1..1000, length(M, 1000), M ins 1..1000, sorting(L, _, M), label(L), fail.",
    "length(L, 2000), L ins 0..100000, boxes(L, Bs), disjoint2(Bs), label(L), fail.",
    "length(L, 100000), L ins 0..1, labeling([ffc], L), fail.",
    "length(L, 100000), numlist(1, 100000, N), findall(K-_, member(K, N), Ps),
        global_cardinality(L, Ps), label(L), fail.",
];

const LONG_RULES: &str = "
    :- use_module(library(clpfd)).
    evens(N, D) :- numlist(1, N, Ns), foldl([I,D0,D0\\/E]>>(E is 2*I), Ns, 0, D).
    rows(N, Rs) :- numlist(1, N, Ns), maplist([I,[I,J]]>>(J is I mod 1000), Ns, Rs).
    boxes([], []).
    boxes([X|Xs], [box(X,3,Y,3)|Bs]) :- Y in 0..10, boxes(Xs, Bs).
";

#[test]
fn time_limits_hold_within_long_propagation() {
    let mut engine = Engine::new();
    engine.consult_text("long", LONG_RULES).expect("it loads");
    for goal in LONG {
        let query = engine.query(goal).expect("it is read");
        let limit = Duration::from_millis(100);
        let mut query = query.limits(Limits::none().time(limit));
        let start = Instant::now();
        // Some may have come to their end, without a solution.
        let answer = query.advance();
        assert!(!matches!(answer, Ok(true)), "{goal}");
        drop(query);
        let took = start.elapsed();
        assert!(took < Duration::from_secs(3), "{goal} took {took:?}");
    }
}

#[test]
fn what_time_limits_stop_leaves_the_network_as_it_was() {
    let mut engine = Engine::new();
    engine.consult_text("long", LONG_RULES).expect("it loads");
    for goal in [
        "sorting(L, _, M), labeling([], L)",
        "all_distinct(L), circuit(M), labeling([ff], M)",
        "boxes(L, Bs), disjoint2(Bs), append(L, M, Vs), sum(Vs, #=, 5000), label(Vs)",
    ] {
        let goal = format!(
            "X in 1..9, length(L, 1000), length(M, 1000), L ins 1..1000, M ins 1..1000, M = [Y|_],
            catch(call_with_time_limit(0.1, (X #> 3, Y #< 5, {goal}, fail)), E, true), nonvar(E),
            fd_dom(X, DX), DX == 1..9, fd_dom(Y, DY), DY == 1..1000, Y #= X, Y #> 8, Y == 9."
        );
        let mut query = engine.query(&goal).expect("it is read");
        assert!(query.advance().expect("the limit is caught"), "{goal}");
    }
}
