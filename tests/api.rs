//! The embedding interface.

use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use luminy::api::engine::Engine;
use luminy::api::error::Error;
use luminy::host::StdHost;

fn engine() -> Engine {
    Engine::builder().build()
}

/// The answers of a query as text.
fn answers(engine: &mut Engine, query: &str) -> Vec<String> {
    let found = engine.query(query).expect("the query is well formed");
    found
        .map(|answer| answer.expect("the query has answers").to_string())
        .collect()
}

#[test]
fn answers_are_searched_for_one_by_one() {
    let mut engine = engine();
    let three: Vec<i64> = engine
        .query("between(1, inf, X), X mod 5 =:= 0")
        .expect("the query is well formed")
        .take(3)
        .map(|answer| answer.expect("an answer"))
        .filter_map(|answer| answer.value("X").and_then(|x| x.as_i64()))
        .collect();
    assert_eq!(three, [5, 10, 15]);
    assert_eq!(
        answers(&mut engine, "member(X, [a, b])"),
        ["X = a", "X = b"]
    );
}

#[test]
fn the_last_answer_says_so() {
    let mut engine = engine();
    let query = engine
        .query("member(X, [a, b])")
        .expect("the query is well formed");
    let last: Vec<bool> = query
        .map(|answer| answer.expect("an answer").is_last())
        .collect();
    assert_eq!(last, [false, true]);
}

#[test]
fn a_dropped_query_leaves_nothing_behind() {
    let mut engine = engine();
    engine
        .consult_text("p.pl", ":- dynamic done/1.\n")
        .expect("it loads");
    let mut query = engine
        .query("setup_call_cleanup(true, member(X, [1, 2]), assertz(done(yes)))")
        .expect("the query is well formed");
    assert!(query.advance().expect("an answer"));
    drop(query);
    assert_eq!(answers(&mut engine, "done(X)"), ["X = yes"]);
}

#[test]
fn values_outlive_the_engine() {
    let mut engine = engine();
    let query = "X = f(A, 'b c', \"text\", 1.5, [1, 2|T], A), Y is 2 ** 100";
    let answer = engine
        .query(query)
        .expect("well formed")
        .next()
        .expect("one")
        .expect("one");
    drop(engine);
    let x = answer.value("X").expect("X is in the query").clone();
    let x = thread::spawn(move || x).join().expect("it can be sent");
    assert_eq!((x.name(), x.arity()), (Some("f"), 6));
    assert!(x.argument(0).is_some_and(|a| a.is_variable()));
    assert_eq!(
        x.argument(1).and_then(|b| b.as_atom().map(str::to_owned)),
        Some("b c".to_owned())
    );
    assert_eq!(
        x.argument(2).and_then(|t| t.as_text().map(str::to_owned)),
        Some("text".to_owned())
    );
    assert_eq!(x.argument(3).and_then(|f| f.as_f64()), Some(1.5));
    assert!(x.argument(4).is_some_and(|list| list.items().is_none()));
    assert!(
        answer
            .value("Y")
            .is_some_and(|y| y.as_i64().is_none() && y.as_number().is_some())
    );
    assert!(answer.value("Z").is_none());
}

#[test]
fn terms_may_be_deep_shared_or_cyclic() {
    let mut engine = engine();
    let deep = "numlist(1, 300000, L), foldl([_, T, f(T)]>>true, L, a, X), L = [_|_]";
    let answer = engine
        .query(deep)
        .expect("well formed")
        .next()
        .expect("one")
        .expect("one");
    let mut term = answer.value("X").expect("X is in the query").clone();
    let mut depth = 0;
    while let Some(inner) = term.argument(0) {
        term = inner;
        depth += 1;
    }
    assert_eq!((depth, term.as_atom()), (300_000, Some("a")));
    let shared = "numlist(1, 100, _L), foldl([_, T, f(T, T)]>>true, _L, a, X)";
    let text = answers(&mut engine, shared).concat();
    assert!(
        text.contains("_S1") && text.len() < 10_000,
        "{}",
        text.len()
    );
    assert_eq!(answers(&mut engine, "X = [a|X]"), ["X = [a|X]"]);
}

#[test]
fn what_is_left_of_constraints_is_part_of_the_answer() {
    let mut engine = engine();
    let mut query = engine.query("dif(X, a), Y = f(X)").expect("well formed");
    let answer = query.next().expect("one").expect("one");
    assert_eq!(answer.residual_goals(), ["dif(X, a)"]);
    assert_eq!(answer.to_string(), "Y = f(X), dif(X, a)");
}

#[test]
fn errors_are_values() {
    let mut engine = engine();
    assert!(matches!(engine.query("foo("), Err(Error::Syntax(_))));
    let Err(Error::Exception(exception)) = engine.run_goal("atom_length(X, Y)") else {
        panic!("an exception is expected");
    };
    assert_eq!(
        exception
            .term
            .argument(0)
            .and_then(|e| e.as_atom().map(str::to_owned))
            .as_deref(),
        Some("instantiation_error")
    );
    assert!(matches!(engine.run_goal("halt(3)"), Err(Error::Halt(3))));
    assert!(engine.run_goal("true").expect("the engine goes on"));
    assert!(!engine.run_goal("fail").expect("the engine goes on"));
    let Err(Error::Load(diagnostics)) = engine.consult_text("bad.pl", "p(1).\np(.\nq(\n") else {
        panic!("errors are expected");
    };
    assert_eq!(diagnostics.len(), 2);
    assert!(engine.run_goal("p(1)").expect("what is right was loaded"));
}

#[test]
fn a_query_can_be_interrupted_from_another_thread() {
    let mut engine = engine();
    let handle = engine.interrupt_handle();
    let watchdog = thread::spawn(move || {
        thread::sleep(Duration::from_millis(50));
        handle.interrupt();
    });
    assert!(matches!(
        engine.run_goal("repeat, fail"),
        Err(Error::Interrupted)
    ));
    watchdog.join().expect("it ends");
    assert!(engine.run_goal("true").expect("the engine goes on"));
}

#[test]
fn memory_is_limited() {
    let mut engine = Engine::builder().memory(32 << 20).build();
    let goal = "catch((length(L, 100000000)), error(resource_error(_), _), true)";
    assert!(engine.run_goal(goal).expect("the error is caught"));
    assert!(
        engine
            .run_goal("length(L, 1000)")
            .expect("the engine goes on")
    );
}

#[test]
fn strict_mode_is_an_option() {
    let mut engine = Engine::builder().iso(true).build();
    assert!(
        engine
            .run_goal("X = \"a\", X == [97]")
            .expect("it succeeds")
    );
    assert_eq!(answers(&mut engine, "append([a], [b], X)"), ["X = [a, b]"]);
}

/// The bytes that an engine uses.
fn memory(engine: &mut Engine) -> i64 {
    let mut query = engine
        .query("statistics(memory, [Used, _])")
        .expect("well formed");
    let answer = query.next().expect("one").expect("one");
    answer
        .value("Used")
        .and_then(|used| used.as_i64())
        .expect("it is an integer")
}

#[test]
fn many_short_queries_need_no_more_memory() {
    let mut engine = engine();
    engine
        .consult_text("p.pl", "p(X, Y) :- atom_length(X, Y).")
        .expect("it loads");
    let before = memory(&mut engine);
    for _ in 0..20_000 {
        assert!(engine.run_goal("p(abc, N), N =:= 3").expect("it succeeds"));
    }
    assert!(memory(&mut engine) < before + (1 << 20));
}

#[test]
fn engines_do_not_disturb_each_other() {
    let mut one = engine();
    let mut other = engine();
    one.consult_text("p.pl", "p(1).").expect("it loads");
    other.consult_text("p.pl", "p(2).").expect("it loads");
    let mut first = one.query("p(X)").expect("well formed");
    let mut second = other.query("p(X)").expect("well formed");
    assert_eq!(
        first.next().expect("one").expect("one").to_string(),
        "X = 1"
    );
    assert_eq!(
        second.next().expect("one").expect("one").to_string(),
        "X = 2"
    );
}

#[test]
fn warnings_go_to_the_reporter() {
    let mut engine = Engine::builder().host(Box::new(StdHost::new())).build();
    let seen: Arc<Mutex<Vec<String>>> = Arc::default();
    let sink = seen.clone();
    engine.set_reporter(Box::new(move |diagnostic| {
        sink.lock()
            .expect("nobody panics")
            .push(diagnostic.message.clone());
    }));
    engine
        .consult_text("p.pl", "p(X, Y) :- q(Y).\nq(1).\n")
        .expect("it loads");
    assert_eq!(seen.lock().expect("nobody panics").len(), 1);
}
