//! What embedders ask for, a test by name for each requirement. The files beside this
//! one go further.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use luminy::api::builder::Captured;
use luminy::api::capabilities::Capabilities;
use luminy::api::engine::{Engine, InterruptHandle};
use luminy::api::error::Error;
use luminy::api::limits::{Limit, Limits};
use luminy::api::observe::{Counts, Event, Port};
use luminy::api::program::Program;
use luminy::api::query::Step;
use luminy::api::term::Term;
use luminy::api::values::Atom;
use luminy::diagnostic::Severity;
use luminy::{params, record, term};

use super::{answers, engine};

#[test]
fn e1_engines_and_programs_are_plain_values() {
    let (mut one, mut other) = (engine(), engine());
    one.load_str("p(1). :- op(700, xfx, likes).").unwrap();
    other.load_str("p(2).").unwrap();
    assert_eq!(answers(&mut one, "p(X)"), ["X = 1"]);
    assert_eq!(answers(&mut other, "p(X)"), ["X = 2"]);
    assert!(
        other.query("a likes b").is_err(),
        "operators are an engine's own"
    );
}

#[test]
fn e2_values_go_to_other_threads() {
    fn sendable<T: Send + 'static>() {}
    fn shareable<T: Send + Sync + 'static>() {}
    shareable::<Program>();
    shareable::<Term>();
    shareable::<InterruptHandle>();
    sendable::<Engine>();
    sendable::<Error>();
}

#[test]
fn e3_an_engine_starts_quickly() {
    let program = Program::builder()
        .source("p.pl", "p(1). p(2).")
        .build()
        .unwrap();
    drop(program.engine());
    let start = Instant::now();
    for _ in 0..1000 {
        drop(program.engine());
    }
    // It takes a few microseconds; this build is not optimised, and others run too.
    assert!(
        start.elapsed() < Duration::from_secs(1),
        "{:?}",
        start.elapsed()
    );
}

#[test]
fn e4_the_library_prints_nothing_and_does_not_panic() {
    let (output, errors) = (Captured::new(), Captured::new());
    let mut engine = Engine::builder()
        .output(output.clone())
        .error_output(errors.clone())
        .build();
    let _ = engine.load_str("p(X) :- q(Y). :- write(loading). :- throw(ball).");
    let _ = engine.run_goal("p(1)");
    let _ = engine.run_goal("halt(3)");
    let _ = engine.run_goal("X = f(X), write(X)");
    assert!(output.take().contains("loading"));
    assert!(!engine.take_diagnostics().is_empty() || errors.take().is_empty());
}

#[test]
fn e5_queries_are_text_terms_or_macros_and_parameters_are_bound() {
    let mut engine = engine();
    engine.load_str("same(X, X).").unwrap();
    let evil = "x), halt, same(y";
    let mut query = engine
        .query_with("same(X, Y)", params! { "X" => evil })
        .unwrap();
    assert_eq!(query.column::<String>("Y").unwrap(), [evil]);
    drop(query);
    let goal = term!(same({ evil }, Y));
    let found: Option<(String,)> = engine.query_term(&goal).unwrap().first().unwrap();
    assert_eq!(found.unwrap().0, evil);
}

#[test]
fn e6_solutions_are_lazy_and_dropping_undoes() {
    let mut engine = engine();
    let three: Vec<i64> = engine
        .query("between(1, inf, X)")
        .unwrap()
        .rows::<(i64,)>()
        .unwrap()
        .take(3)
        .map(|row| row.unwrap().0)
        .collect();
    assert_eq!(three, [1, 2, 3]);
    engine.load_str(":- dynamic(closed/0).").unwrap();
    let mut query = engine
        .query("setup_call_cleanup(true, repeat, assertz(closed))")
        .unwrap();
    assert!(query.advance().unwrap());
    drop(query);
    assert!(engine.run_goal("closed").unwrap());
}

#[test]
fn e7_each_answer_says_whether_it_is_the_last() {
    let mut engine = engine();
    let query = engine.query("member(X, [1, 2])").unwrap();
    let lasts: Vec<bool> = query.map(|answer| answer.unwrap().is_last()).collect();
    assert_eq!(lasts, [false, true]);
}

#[test]
fn e8_answers_have_residual_goals() {
    let mut engine = engine();
    engine.load_library("clpfd").unwrap();
    let answer = engine
        .query_once("X #> 3, X #< 9, dif(Y, a)")
        .unwrap()
        .unwrap();
    assert_eq!(answer.residual_goals(), ["X in 4..8", "dif(Y, a)"]);
    assert_eq!(answer.goals()[1], term!(dif(Y, a)));
}

record! {
    /// A person and their age.
    #[derive(Debug, PartialEq)]
    struct Person {
        name: String = "Name",
        age: u8 = "Age",
    }
}

#[test]
fn e9_values_are_converted_and_mismatches_are_named() {
    let mut engine = engine();
    let goal = "A = 1, B = 1.5, C = \"text\", D = [x-1], E = p-[1, 2]";
    type Row = (u8, f64, String, HashMap<String, i64>, (String, Vec<i64>));
    let row: Row = engine.query(goal).unwrap().first().unwrap().unwrap();
    assert_eq!((row.0, row.1, row.3["x"], row.4.1.len()), (1, 1.5, 1, 2));
    let error = engine
        .query("X = 300")
        .unwrap()
        .first::<(u8,)>()
        .unwrap_err();
    assert!(
        error.to_string().contains('X') && error.to_string().contains("300"),
        "{error}"
    );
    let people = engine.query("member(Name-Age, [ann-31, bob-27])").unwrap();
    let people: Vec<Person> = people.rows().unwrap().map(Result::unwrap).collect();
    assert_eq!(
        people[1],
        Person {
            name: "bob".to_owned(),
            age: 27
        }
    );
    let text: Term = engine
        .query("X = \"a\"")
        .unwrap()
        .column("X")
        .unwrap()
        .remove(0);
    assert_ne!(text, term!(a), "atoms and strings are kept apart");
}

#[test]
fn e10_predicates_in_rust_and_their_errors() {
    let mut engine = engine();
    engine.register("even/1", |x: i64| x % 2 == 0).unwrap();
    engine
        .register("half/2", |x: i64| (x % 2 == 0).then_some(x / 2))
        .unwrap();
    engine.register_iter("digit/1", || 0..10).unwrap();
    engine
        .register("parsed/2", |text: String| text.parse::<i64>())
        .unwrap();
    engine
        .register("broken/0", || -> bool { panic!("broken") })
        .unwrap();
    assert!(
        engine
            .run_goal("even(4), half(8, 4), \\+ half(7, _), digit(7)")
            .unwrap()
    );
    let error = engine.run_goal("parsed(x, _)").unwrap_err();
    assert!(error.host_error::<std::num::ParseIntError>().is_some());
    assert!(
        engine
            .run_goal("catch(broken, error(system_error(_), _), true)")
            .unwrap()
    );
}

#[test]
fn e11_limits_stop_and_can_be_raised() {
    let mut engine = engine();
    let query = engine.query("catch(( repeat, fail ), _, true)").unwrap();
    let found = query.limits(Limits::none().steps(1000)).first::<()>();
    assert!(matches!(found, Err(Error::Exceeded(Limit::Steps(_)))));
    let query = engine.query("between(1, inf, X), X > 500").unwrap();
    let mut query = query.limits(Limits::none().steps(100));
    while query.advance().is_err() {
        query.add_steps(100);
    }
    assert_eq!(query.get::<i64>("X").unwrap(), 501);
    // Every limit can be changed between two answers.
    query.set_limits(Limits::none().time(Duration::from_secs(60)).depth(100));
    assert!(query.advance().unwrap());
    query.set_limits(Limits::none().memory(1));
    assert!(matches!(
        query.advance(),
        Err(Error::Exceeded(Limit::Memory(_)))
    ));
    drop(query);
    let query = engine.query("repeat, write(spam)").unwrap();
    let mut query = query.limits(Limits::none().output(6));
    assert!(query.advance().unwrap());
    query.set_limits(Limits::none().output(6));
    assert!(query.advance().unwrap());
    assert!(query.advance().is_err());
    drop(query);
    assert!(engine.run_goal("numlist(1, 1000, L), msort(L, _)").unwrap());
}

#[test]
fn e12_interrupts_come_from_other_threads() {
    let mut engine = engine();
    let handle = engine.interrupt_handle();
    let other = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(20));
        handle.clone().interrupt();
    });
    assert!(matches!(
        engine.run_goal("repeat, fail"),
        Err(Error::Interrupted)
    ));
    other.join().unwrap();
}

#[test]
fn e13_steps_are_the_same_every_time() {
    let steps = || {
        let mut engine = engine();
        engine
            .load_str("f(N) :- findall(X, between(1, N, X), L), msort(L, _), M is N + 1, f(M).")
            .unwrap();
        let query = engine.query("f(1)").unwrap();
        let _ = query.limits(Limits::none().steps(12_345)).first::<()>();
        engine.machine().steps()
    };
    assert_eq!(steps(), steps());
}

#[test]
fn e14_facts_in_bulk_and_tables() {
    let mut engine = engine();
    engine
        .add_facts("edge/2", (0..1000).map(|n| (n, n + 1)))
        .unwrap();
    engine
        .add_table(
            "capital/2",
            HashMap::from([("norway".to_owned(), "oslo".to_owned())]),
        )
        .unwrap();
    assert!(
        engine
            .run_goal("edge(500, 501), capital(\"norway\", \"oslo\")")
            .unwrap()
    );
}

#[test]
fn e15_snapshots_and_transactions() {
    let mut engine = engine();
    engine.load_str(":- dynamic(p/1). p(1).").unwrap();
    let before = engine.snapshot();
    let undone: Result<(), Error> = engine.transaction(|engine| {
        engine.run_goal("assertz(p(2))")?;
        engine.run_goal("throw(no)").map(drop)
    });
    assert!(undone.is_err());
    assert_eq!(answers(&mut engine, "p(X)"), ["X = 1"]);
    engine.run_goal("assertz(p(3))").unwrap();
    engine.restore(&before);
    assert_eq!(answers(&mut engine, "p(X)"), ["X = 1"]);
}

#[test]
fn e16_streams_are_readers_and_writers() {
    let output = Captured::new();
    let mut engine = Engine::builder()
        .input("first. ".as_bytes())
        .output(output.clone())
        .build();
    assert!(engine.run_goal("read(X), write(X)").unwrap());
    assert_eq!(output.take(), "first");
}

#[test]
fn e17_observers_are_told_of_goals() {
    let mut engine = engine();
    engine
        .load_source("p.pl", "p(X) :- q(X).\nq(1).\nq(2).")
        .unwrap();
    let counts = Counts::new();
    engine.observe(counts.clone());
    assert_eq!(answers(&mut engine, "p(X)").len(), 2);
    assert_eq!(counts.predicates()["q/1"].exits, 2);
    assert_eq!(counts.clauses()[&("p.pl".to_owned(), 3)], 1);
    let deepest = Arc::new(std::sync::Mutex::new(0));
    let told = deepest.clone();
    engine.observe(move |event: &Event<'_>| {
        if event.port() == Port::Call {
            let mut deepest = told.lock().unwrap();
            *deepest = event.depth().max(*deepest);
        }
    });
    engine.run_goal("p(1)").unwrap();
    engine.unobserve();
    assert_eq!(*deepest.lock().unwrap(), 2);
}

#[test]
fn e18_diagnostics_are_data_and_text() {
    let mut engine = engine();
    let error = engine
        .load_source("rules.pl", "ok(1).\nbad(X) :- q(X.")
        .unwrap_err();
    let found = &error.diagnostics()[0];
    assert_eq!(found.severity, Severity::Error);
    assert!(!found.code.is_empty());
    assert_eq!(found.span.as_ref().unwrap().start.line, 2);
    let report = error.report();
    assert!(
        report.contains("rules.pl:2:") && report.contains('^'),
        "{report}"
    );
    let error = engine.query("X = [1, 2").err().unwrap();
    assert!(
        error.report().contains("1 | X = [1, 2"),
        "{}",
        error.report()
    );
}

#[test]
fn e19_the_core_needs_no_host() {
    // What the core needs of a system is behind the host; the library is also built for
    // plain WebAssembly, where there is none.
    let mut engine = Engine::builder().capabilities(Capabilities::none()).build();
    assert!(
        engine
            .run_goal("X is 2 ** 100, atom_length(abc, 3), X > 1")
            .unwrap()
    );
    assert!(
        engine
            .run_goal("catch(open(f, read, _), error(permission_error(_, _, _), _), true)")
            .unwrap()
    );
}

#[test]
fn e20_versions_and_examples_are_stated() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |name: &str| std::fs::read_to_string(root.join(name)).unwrap();
    assert!(read("Cargo.toml").contains("rust-version"));
    assert!(read("docs/embedding.md").contains("semantic versioning"));
    assert!(read("CHANGELOG.md").contains("Unreleased"));
    let mut engine = engine();
    let step = engine.query("true").unwrap().run_steps(10).unwrap();
    assert_eq!(step, Step::Answer);
    assert!(engine.add_facts("unit/1", [(Atom("a"),)]).is_ok());
}
