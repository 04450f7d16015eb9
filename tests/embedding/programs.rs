//! Programs, engines that share them, snapshots.

use std::thread;
use std::time::{Duration, Instant};

use luminy::api::builder::Captured;
use luminy::api::engine::Engine;
use luminy::api::error::Error;
use luminy::api::program::Program;
use luminy::params;

use super::{answers, engine};

const RULES: &str = "
:- dynamic seen/1.
:- op(700, xfx, likes).
seen(nobody).
ann likes tea.
bob likes cake.
path(X, Y) :- edge(X, Y).
path(X, Y) :- edge(X, Z), path(Z, Y).
edge(a, b). edge(b, c). edge(c, d).
count(N) :- aggregate_all(count, edge(_, _), N).
";

fn program() -> Program {
    let program = Program::builder().source("rules.pl", RULES).build();
    program.expect("the rules are right")
}

#[test]
fn engines_of_one_program_in_two_threads_do_not_influence_each_other() {
    let program = program();
    let work = |number: i64| {
        let program = program.clone();
        move || {
            let mut engine = program.engine();
            for round in 0..300 {
                let fact = number * 1000 + round;
                let goal = format!(
                    "assertz(seen({fact})), nb_setval(k, {fact}), atom_codes(A{number}x{round}, \"n{fact}\")"
                );
                assert!(engine.run_goal(&goal).expect("it runs"));
                let goal = format!(
                    "path(a, d), seen({fact}), nb_getval(k, {fact}), findall(X, seen(X), L), length(L, N), N =:= {}",
                    round + 2
                );
                assert!(engine.run_goal(&goal).expect("it runs"));
            }
            engine
                .load_str(&format!("own({number})."))
                .expect("it loads");
            assert_eq!(answers(&mut engine, "own(X)"), [format!("X = {number}")]);
            assert!(
                engine
                    .run_goal("retract(seen(nobody)), op(200, xfx, likes)")
                    .expect("it runs")
            );
        }
    };
    let threads: Vec<_> = (1..=3).map(|number| thread::spawn(work(number))).collect();
    for thread in threads {
        thread.join().expect("nothing panics");
    }
    let mut fresh = program.engine();
    assert_eq!(answers(&mut fresh, "seen(X)"), ["X = nobody"]);
    assert_eq!(answers(&mut fresh, "X likes tea"), ["X = ann"]);
    assert!(matches!(fresh.run_goal("own(_)"), Err(Error::Exception(_))));
}

#[test]
fn what_is_compiled_in_one_engine_is_not_seen_in_another() {
    let program = program();
    let (mut one, mut other) = (program.engine(), program.engine());
    one.load_str("first(1). helper(X) :- first(X). edge2(X) :- helper(X), count(_).")
        .expect("it loads");
    other
        .load_str("second(2). other(X) :- second(X), count(3).")
        .expect("it loads");
    assert_eq!(answers(&mut one, "edge2(X)"), ["X = 1"]);
    assert_eq!(answers(&mut other, "other(X)"), ["X = 2"]);
    assert_eq!(
        answers(&mut one, "( helper(X), path(a, c) -> true ; X = no )"),
        ["X = 1"]
    );
    assert_eq!(
        answers(&mut other, "( other(X), path(a, c) -> true ; X = no )"),
        ["X = 2"]
    );
}

#[test]
fn an_engine_moves_to_another_thread_between_queries() {
    let mut engine = program().engine();
    assert!(engine.run_goal("assertz(seen(here))").expect("it runs"));
    let mut engine = thread::spawn(move || {
        assert!(
            engine
                .run_goal("seen(here), assertz(seen(there))")
                .expect("it runs")
        );
        engine
    })
    .join()
    .expect("nothing panics");
    assert!(engine.run_goal("seen(there)").expect("it runs"));
}

#[test]
fn a_program_keeps_all_errors_with_their_places() {
    let built = Program::builder()
        .source("one.pl", "p(1).\np(.\n")
        .source("two.pl", "q(1).\n\nq(2.\n")
        .build();
    let Err(Error::Load(diagnostics)) = built else {
        panic!("errors are expected");
    };
    let places: Vec<(String, u32)> = diagnostics
        .iter()
        .filter_map(|diagnostic| diagnostic.span.as_ref())
        .map(|span| (span.file.clone(), span.start.line))
        .collect();
    assert_eq!(places, [("one.pl".to_owned(), 2), ("two.pl".to_owned(), 3)]);
}

#[test]
fn nothing_half_loaded_stays() {
    let mut engine = program().engine();
    let before = answers(&mut engine, "path(a, X)");
    let wrong = ":- op(700, xfx, hates). :- assertz(seen(now)). edge(a, z). zebra(1). zebra(";
    assert!(matches!(engine.load_str(wrong), Err(Error::Load(_))));
    assert_eq!(answers(&mut engine, "path(a, X)"), before);
    assert_eq!(answers(&mut engine, "seen(X)"), ["X = nobody"]);
    assert!(matches!(
        engine.query("X = (a hates b)"),
        Err(Error::Syntax(_))
    ));
    assert!(
        engine
            .run_goal("catch(zebra(_), error(existence_error(_, _), _), true)")
            .expect("it runs")
    );
    engine.load_str("zebra(1). zebra(2).").expect("it loads");
    assert_eq!(answers(&mut engine, "zebra(X)").len(), 2);
    engine.load_str("zebra(3).").expect("it loads again");
    assert_eq!(answers(&mut engine, "zebra(X)"), ["X = 3"]);
}

#[test]
fn transactions_are_undone_after_a_panic() {
    let mut engine = engine();
    engine.load_str(":- dynamic seen/1.").expect("it loads");
    let work = std::panic::AssertUnwindSafe(|| {
        engine.transaction(|engine| -> Result<(), Error> {
            engine.run_goal("assertz(seen(a))")?;
            panic!("in the middle")
        })
    });
    assert!(std::panic::catch_unwind(work).is_err());
    assert!(!engine.run_goal("seen(_)").expect("it runs"));
}

#[test]
fn transactions_are_undone_after_an_error() {
    let mut engine = program().engine();
    let failed: Result<(), Error> = engine.transaction(|engine| {
        engine.run_goal("assertz(seen(a)), nb_setval(key, 1), retractall(edge(_, _))")?;
        engine.run_goal("throw(stop)").map(drop)
    });
    assert!(failed.is_err());
    assert_eq!(answers(&mut engine, "seen(X)"), ["X = nobody"]);
    assert!(!engine.run_goal("nb_current(key, _)").expect("it runs"));
    let done: Result<bool, Error> =
        engine.transaction(|engine| engine.run_goal("assertz(seen(b))"));
    assert!(done.expect("it runs"));
    assert_eq!(answers(&mut engine, "seen(X)"), ["X = nobody", "X = b"]);
}

#[test]
fn snapshots_can_be_restored_again_and_again() {
    let mut engine = program().engine();
    let start = engine.snapshot();
    for round in 0..50 {
        let goal = format!("assertz(seen({round})), assertz((r{round}(X) :- seen(X), path(a, _)))");
        assert!(engine.run_goal(&goal).expect("it runs"));
        assert!(
            engine
                .run_goal(&format!("r{round}({round})"))
                .expect("it runs")
        );
        engine.restore(&start);
        assert_eq!(answers(&mut engine, "seen(X)"), ["X = nobody"]);
    }
}

#[test]
fn what_an_engine_has_loaded_becomes_a_program() {
    let mut engine = engine();
    engine
        .load_str(":- dynamic n/1. n(1). m(X) :- n(X).")
        .expect("it loads");
    assert!(
        engine
            .run_goal("assertz(n(2)), nb_setval(v, f(x)), m(2)")
            .expect("it runs")
    );
    let program = engine.to_program();
    assert!(engine.run_goal("assertz(n(3))").expect("it runs"));
    let mut fork = program.engine();
    assert_eq!(answers(&mut fork, "m(X)"), ["X = 1", "X = 2"]);
    assert_eq!(answers(&mut fork, "nb_getval(v, X)"), ["X = f(x)"]);
    assert!(fork.run_goal("retract(n(1)), \\+ m(1)").expect("it runs"));
    assert_eq!(answers(&mut engine, "m(X)"), ["X = 1", "X = 2", "X = 3"]);
}

#[test]
fn an_engine_starts_in_microseconds() {
    let mut rules: String = (0..1000)
        .map(|n| format!("p{}(x{n}, Y) :- q(Y, {n}).\n", n % 100))
        .collect();
    rules.push_str(":- discontiguous q/2. q(1, 1). q(2, 2).\n");
    let rules: String = sorted_by_predicate(&rules);
    let program = Program::builder()
        .source("rules.pl", &rules)
        .build()
        .expect("it loads");
    let times = (0..50).map(|_| {
        let start = Instant::now();
        let engine = program.engine();
        let time = start.elapsed();
        drop(engine);
        time
    });
    let best = times.min().expect("there are times");
    // A debug build on a busy machine; the benchmark tells the real figure.
    assert!(best < Duration::from_micros(500), "{best:?}");
}

fn sorted_by_predicate(rules: &str) -> String {
    let mut lines: Vec<&str> = rules.lines().collect();
    lines.sort_by_key(|line| line.split('(').next().map(str::to_owned));
    lines.join("\n")
}

#[test]
fn parameters_are_bound_and_never_read() {
    let mut engine = program().engine();
    let evil = "b), assertz(seen(evil)), true(";
    let query = engine.query_with("X = Name, atom_length(Name, N)", params! { "Name" => evil });
    let found: Option<(String, usize)> = query.expect("well formed").first().expect("it runs");
    assert_eq!(found, Some((evil.to_owned(), evil.len())));
    assert_eq!(answers(&mut engine, "seen(X)"), ["X = nobody"]);
    assert!(matches!(
        engine.query_with("path(a, X)", params! { "Y" => 1 }),
        Err(Error::Usage(_))
    ));
}

#[test]
fn prepared_queries_go_from_engine_to_engine() {
    let program = program();
    let prepared = program
        .engine()
        .prepare("path(From, To), \\+ edge(From, To)")
        .expect("well formed");
    let threads: Vec<_> = (0..2)
        .map(|_| {
            let (program, prepared) = (program.clone(), prepared.clone());
            thread::spawn(move || {
                let mut engine = program.engine();
                for _ in 0..100 {
                    let params = params! { "From" => luminy::api::values::Atom("a") };
                    let query = engine
                        .query_prepared(&prepared, params)
                        .expect("it has From");
                    let rows = query.rows::<(String,)>().expect("one column");
                    let found: Vec<String> = rows.map(|row| row.expect("text").0).collect();
                    assert_eq!(found, ["c", "d"]);
                }
            })
        })
        .collect();
    for thread in threads {
        thread.join().expect("nothing panics");
    }
}

#[test]
fn streams_are_the_embedders() {
    let (output, errors) = (Captured::new(), Captured::new());
    let mut engine = Engine::builder()
        .input("first. second(2).".as_bytes())
        .output(output.clone())
        .error_output(errors.clone())
        .build();
    assert!(
        engine
            .run_goal("read(X), read(Y), print(X-Y), nl, format(user_error, \"oops\", [])")
            .expect("it runs")
    );
    assert_eq!(output.take(), "first-second(2)\n");
    assert_eq!(errors.take(), "oops");
}

#[test]
fn flags_of_the_builder_hold() {
    let mut engine = Engine::builder()
        .flag("double_quotes", "atom")
        .flag("unknown", "fail")
        .build();
    assert_eq!(answers(&mut engine, "X = \"abc\""), ["X = abc"]);
    assert!(!engine.run_goal("no_such_predicate").expect("it fails"));
}

#[test]
fn two_queries_of_two_engines_take_turns() {
    let program = program();
    let (mut one, mut other) = (program.engine(), program.engine());
    let mut first = one.query("between(1, 3, X)").expect("well formed");
    let mut second = other.query("between(11, 13, X)").expect("well formed");
    for n in 1..=3 {
        assert!(first.advance().expect("it runs") && second.advance().expect("it runs"));
        assert_eq!(first.get::<i64>("X").expect("an integer"), n);
        assert_eq!(second.get::<i64>("X").expect("an integer"), n + 10);
    }
    assert!(!first.advance().expect("it ends") && !second.advance().expect("it ends"));
}

#[test]
fn an_engine_is_dropped_in_the_middle_of_a_query() {
    let mut engine = program().engine();
    let mut query = engine
        .query("setup_call_cleanup(true, path(a, X), assertz(seen(cleanup)))")
        .expect("well formed");
    assert!(query.advance().expect("it runs"));
    drop(query);
    assert!(engine.run_goal("seen(cleanup)").expect("it runs"));
    drop(engine);
}
