//! Constraints: random systems against trying all values, and fixed sizes of
//! search trees.

mod common;

use std::time::Duration;

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
