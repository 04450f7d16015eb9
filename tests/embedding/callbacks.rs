//! Predicates in Rust that ask queries, and what they make of what ends them.

use std::thread;
use std::time::{Duration, Instant};

use luminy::api::engine::Engine;
use luminy::api::error::Error;
use luminy::api::limits::Limits;

use super::engine;

/// An engine with `holds/1`, and `ignored/1`, which takes errors of its goal for success.
fn asking() -> Engine {
    let mut engine = engine();
    engine
        .register_call("holds/1", |call| {
            let goal = call.arg(0).to_term();
            call.holds(&goal)
        })
        .expect("the name is free");
    engine
        .register_call("ignored/1", |call| {
            let goal = call.arg(0).to_term();
            Ok(call.holds(&goal).unwrap_or(true))
        })
        .expect("the name is free");
    engine
        .load_str("r :- holds(r). loop :- loop. dirty :- setup_call_cleanup(true, loop, loop).")
        .expect("it loads");
    engine
}

#[test]
fn queries_without_end_inside_of_queries_leave_the_stack_of_a_thread_alone() {
    let small = thread::Builder::new().stack_size(2 << 20);
    let run = small.spawn(|| {
        let mut engine = asking();
        let error = engine.run_goal("r").expect_err("it is nested too deeply");
        let Error::Exception(error) = error else {
            panic!("{error:?}");
        };
        assert!(
            error.text.contains("resource_error(nested_queries)"),
            "{}",
            error.text
        );
        assert!(
            engine
                .run_goal("catch(r, error(resource_error(_), _), true)")
                .expect("caught")
        );
        assert!(
            engine
                .run_goal("holds(holds(holds(true)))")
                .expect("a few are fine")
        );
    });
    run.expect("a thread starts")
        .join()
        .expect("the stack has been enough");
}

#[test]
fn limits_that_a_predicate_ignores_end_the_query_all_the_same() {
    let mut engine = asking();
    let time = Limits::none().time(Duration::from_millis(50));
    let steps = Limits::none().steps(10_000);
    for limits in [steps, steps.time(Duration::from_secs(60)), time] {
        for goal in [
            "ignored(loop), loop",
            "ignored(ignored(loop)), ignored(loop)",
            "ignored(dirty), loop",
            "catch(ignored(loop), _, true)",
        ] {
            let query = engine.query(goal).expect("well formed").limits(limits);
            let outcome = query.first::<()>();
            assert!(
                matches!(outcome, Err(Error::Exceeded(_))),
                "{goal}: {outcome:?}"
            );
        }
    }
    assert!(
        engine
            .run_goal("ignored(throw(ball))")
            .expect("other errors may be ignored")
    );
}

#[test]
fn an_interrupt_that_a_predicate_ignores_is_not_lost() {
    let mut engine = asking();
    let handle = engine.interrupt_handle();
    let other = thread::spawn(move || {
        thread::sleep(Duration::from_millis(50));
        handle.interrupt();
    });
    let start = Instant::now();
    assert!(matches!(
        engine.run_goal("ignored(loop), loop"),
        Err(Error::Interrupted)
    ));
    assert!(start.elapsed() < Duration::from_secs(30));
    other.join().expect("it interrupts");
}
