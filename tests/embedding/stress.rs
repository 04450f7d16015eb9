//! Much at a time, at the wrong moment, from the wrong thread.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, RwLock};
use std::thread;
use std::time::{Duration, Instant};

use luminy::api::engine::Engine;
use luminy::api::error::Error;
use luminy::api::limits::{Limit, Limits};
use luminy::api::program::Program;
use luminy::api::values::Opaque;
use luminy::error::Resource;

use super::{answers, engine};

/// Rules of a version; all that an engine sees is of one version.
fn version(number: i64) -> Program {
    let rules = format!(
        "version({number}). shared(X) :- version(X). :- dynamic(own/1).
         check(N) :- shared(V), assertz(own(N)), own(N), numlist(1, 50, L),
             foldl([X, A, B]>>(B is A + X), L, 0, S), S =:= 1275, version(V), V =:= {number}."
    );
    let program = Program::builder().source("rules.pl", &rules).build();
    program.expect("the rules are right")
}

#[test]
fn a_thousand_engines_in_eight_threads_and_rules_that_are_replaced() {
    let current = RwLock::new(version(0));
    let made = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                for round in 0..125 {
                    let mut engine = current.read().expect("no panic").engine();
                    assert!(
                        engine
                            .run_goal(&format!("check({round})"))
                            .expect("it runs")
                    );
                    let own: Vec<i64> = engine.query("own(X)").unwrap().column("X").unwrap();
                    assert_eq!(own, [round]);
                    made.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
        for number in 1..50 {
            let next = version(number);
            *current.write().expect("no panic") = next;
        }
    });
    assert_eq!(made.load(Ordering::Relaxed), 1000);
}

#[test]
fn long_iterators_are_asked_in_flat_memory() {
    let mut engine = engine();
    engine
        .register_iter("count/2", |n: u64| 1..=n)
        .expect("it is free");
    let goal = "nb_setval(sum, 0),
        ( count(300000, X), nb_getval(sum, S0), S is S0 + X, nb_setval(sum, S), fail ; true ),
        nb_getval(sum, Sum), Sum =:= 300000 * 300001 // 2";
    let query = engine.query(goal).expect("well formed");
    let query = query.limits(Limits::none().memory(8 << 20));
    assert!(
        query
            .first::<()>()
            .expect("it keeps to the limit")
            .is_some()
    );
    // An iterator of large values is stopped by the limit, and dropped.
    engine
        .register_iter("texts/1", || (0..).map(|n| format!("{n:050000}")))
        .expect("it is free");
    let query = engine
        .query("findall(X, texts(X), L)")
        .expect("well formed");
    let found = query.limits(Limits::none().memory(8 << 20)).first::<()>();
    assert!(matches!(found, Err(Error::Exceeded(Limit::Memory(_)))));
    assert!(engine.run_goal("texts(_), !").expect("it goes on"));
}

#[test]
fn panics_in_the_middle_of_iterators_leave_the_engine_usable() {
    let mut engine = engine();
    let panics = |n: u32| (0..).map(move |k| if k == n { panic!("enough") } else { k });
    engine.register_iter("until/2", panics).expect("it is free");
    for n in 0..50 {
        let goal = format!("catch(( until({n}, _), fail ), error(system_error(_), _), true)");
        assert!(engine.run_goal(&goal).expect("it is caught"));
        let goal = format!("findall(X, until({n}, X), _)");
        assert!(matches!(engine.run_goal(&goal), Err(Error::Exception(_))));
    }
    assert_eq!(answers(&mut engine, "until(9, X), X > 3, !"), ["X = 4"]);
}

#[test]
fn errors_of_the_host_pass_through_all_that_prolog_does() {
    let mut engine = engine();
    let fails = |text: String| text.parse::<i64>();
    engine.register("parsed/2", fails).expect("it is free");
    for goal in [
        "parsed(x, _)",
        "catch(parsed(x, _), other, true)",
        "catch(parsed(x, _), E, throw(E))",
        "findall(X, parsed(x, X), _)",
        "forall(member(X, [\"1\", x]), parsed(X, _))",
        "setup_call_cleanup(true, parsed(x, _), true)",
        "catch(( member(X, [1, 2]), X > 1, parsed(x, _) ), E, ( assertz(e(E)), retract(e(F)), throw(F) ))",
        "freeze(X, parsed(X, _)), X = x",
        "call_with_depth_limit(parsed(x, _), 100, _)",
        "maplist(parsed, [\"1\", \"2\", x], _)",
    ] {
        let error = engine.run_goal(goal).expect_err(goal);
        assert!(
            error.host_error::<std::num::ParseIntError>().is_some(),
            "{goal}: {error}"
        );
    }
}

#[test]
fn queries_and_engines_are_dropped_anywhere() {
    let alive = Arc::new(());
    let program = Program::builder()
        .source("w.pl", "w(X) :- repeat, X = 1.")
        .build()
        .unwrap();
    for steps in 0..300 {
        let mut engine = program.engine();
        let value = alive.clone();
        engine
            .register_iter("given/1", move || {
                let value = value.clone();
                (0..).map(move |_| Opaque::new(value.clone()))
            })
            .expect("it is free");
        let goal = "setup_call_cleanup(true, ( given(X), w(_), numlist(1, 40, L), assertz(l(L)),
            findall(Y, ( member(Y, L), w(_) ; given(Y) ), _), atom(X) ), assertz(done))";
        let mut query = engine.query(goal).expect("well formed");
        let _ = query.run_steps(steps);
        if steps % 3 == 0 {
            drop(query);
            assert!(engine.run_goal("atom(a)").expect("it goes on"));
        } else {
            // The query and then the engine, at once.
            drop(query);
        }
    }
    drop(program);
    assert_eq!(Arc::strong_count(&alive), 1, "all values are freed");
}

#[test]
fn short_queries_leave_nothing_behind() {
    let mut engine = engine();
    engine
        .load_str("p(1). p(2). q(X) :- p(X), atom_length(abc, _).")
        .unwrap();
    let run = |engine: &mut Engine, count: usize| {
        for _ in 0..count {
            assert!(engine.exists("q(X), X > 1").expect("it runs"));
        }
    };
    run(&mut engine, 1000);
    let before = engine.machine().room();
    run(&mut engine, 20_000);
    assert!(engine.machine().room() + 1024 >= before);
}

/// Goals that run until they are interrupted, mostly inside of single predicates.
const ENDLESS: [&str; 8] = [
    "repeat, fail",
    "numlist(1, 300000, L), repeat, msort(L, _), fail",
    "numlist(1, 300000, L), repeat, sort(0, @>=, L, _), fail",
    "findall(X, ( repeat, X = f(_, _) ), _)",
    "repeat, _ is 3 ** 100000 mod 1000, fail",
    "repeat, findall(X, between(1, 10000, X), L), length(L, _), fail",
    "length(L, 40), L ins 1..39, all_distinct_pairs(L), labeling([], L)",
    "repeat, length(L, 100000), copy_term(L, M), L = M, atomic_list_concat([a, b], _), fail",
];

const PAIRS: &str = ":- use_module(library(clpfd)).
    all_distinct_pairs([]).
    all_distinct_pairs([X|Xs]) :- maplist(#\\=(X), Xs), all_distinct_pairs(Xs).";

#[test]
fn interrupts_from_another_thread_reach_every_loop() {
    let mut engine = engine();
    engine.load_str(PAIRS).expect("it loads");
    for goal in ENDLESS {
        let handle = engine.interrupt_handle();
        let other = thread::spawn(move || {
            thread::sleep(Duration::from_millis(100));
            handle.interrupt();
            Instant::now()
        });
        let found = engine.run_goal(goal);
        let asked = other.join().expect("nothing panics");
        assert!(
            matches!(found, Err(Error::Interrupted)),
            "{goal}: {found:?}"
        );
        // Far more than it takes, for machines that have much else to do.
        assert!(
            asked.elapsed() < Duration::from_secs(3),
            "{goal}: {:?}",
            asked.elapsed()
        );
        assert!(engine.run_goal("X = 1, X =:= 1").expect("it goes on"));
    }
}

/// A small generator of numbers, the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, most: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % most
    }
}

/// Parts of goals, each of which may go on for long, take much, or fail.
const PARTS: [&str; 16] = [
    "between(1, inf, X), atom_length(abc, X)",
    "length(L, 50000), copy_term(L, M), L = M",
    "numlist(1, 20000, L), foldl([X, A, B]>>(B is A + X), L, 0, _)",
    "catch(throw(ball), _, true)",
    "setup_call_cleanup(true, between(1, 3, _), atom(a))",
    "findall(X-Y, ( between(1, 300, X), between(1, 300, Y) ), _)",
    "write(hello), tab(1000), nl",
    "assertz(kept(1)), retract(kept(1))",
    "deep(100000)",
    "atom_codes(A, \"abc\"), atom_concat(A, A, _)",
    "forall(between(1, 1000, X), atom_number(_, X))",
    "call_with_inference_limit(deep(1000), 100, _)",
    "X = f(X), copy_term(X, Y), X = Y",
    "length(L, 12), L ins 1..11, all_different(L), label(L)",
    "freeze(X, X > 1), member(X, [1, 2, 3])",
    "sort(0, @>=, [c, a, b], _), 2 ** 1000 =:= 2 ** 1000",
];

#[test]
fn random_limits_end_random_goals_cleanly() {
    let mut engine = engine();
    let rules = ":- use_module(library(clpfd)). :- dynamic(kept/1).
        deep(0) :- !. deep(N) :- M is N - 1, deep(M), atom(a).";
    engine.load_str(rules).expect("it loads");
    let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15);
    let mut ended = [0; 2];
    for _ in 0..300 {
        let mut parts = Vec::new();
        for _ in 0..=numbers.below(3) {
            let part = PARTS[numbers.below(PARTS.len() as u64) as usize];
            parts.push(match numbers.below(4) {
                0 => format!("catch(({part}), _, true)"),
                1 => format!("\\+ \\+ ({part})"),
                2 => format!("findall(t, ({part}), _)"),
                _ => format!("ignore(({part}))"),
            });
        }
        let limits = match numbers.below(5) {
            0 => Limits::none().steps(numbers.below(50_000)),
            1 => Limits::none().memory(numbers.below(8 << 20)).steps(200_000),
            2 => Limits::none().depth(numbers.below(50_000)).steps(200_000),
            3 => Limits::none().output(numbers.below(2_000)).steps(200_000),
            _ => Limits::none().time(Duration::from_micros(numbers.below(20_000))),
        };
        let goal = parts.join(", ");
        let query = engine.query(&goal).expect("well formed").limits(limits);
        let start = Instant::now();
        let found = query.first::<()>();
        let took = start.elapsed();
        if took > Duration::from_millis(500) {
            eprintln!("{took:?} {limits:?}: {goal}");
        }
        match found {
            Ok(_) => ended[0] += 1,
            Err(Error::Exceeded(_)) => ended[1] += 1,
            Err(Error::Exception(_)) => {}
            Err(other) => panic!("{goal}: {other}"),
        }
        let goal = "numlist(1, 100, L), sum_list(L, 5050), atom_length(abc, 3)";
        assert!(engine.run_goal(goal).expect("it goes on"));
    }
    assert!(ended[0] > 10 && ended[1] > 10, "{ended:?}");
}

#[test]
fn depth_and_output_are_limited_inside_of_everything() {
    let mut engine = engine();
    engine.load_str("deep(N) :- M is N + 1, deep(M), atom(a). len([], 0). len([_|T], N) :- len(T, M), N is M + 1.")
        .expect("it loads");
    let limits = Limits::none().depth(10_000).output(10_000);
    for (goal, wanted) in [
        ("deep(0)", Resource::Depth),
        ("catch(deep(0), _, true)", Resource::Depth),
        ("findall(X, deep(0), _)", Resource::Depth),
        ("numlist(1, 100000, L), len(L, _)", Resource::Depth),
        ("repeat, write(spam), fail", Resource::Output),
        ("catch(( repeat, nl, fail ), _, true)", Resource::Output),
        (
            "numlist(1, 100000, L), print(L), repeat, fail",
            Resource::Output,
        ),
        (
            "format(\"~*c\", [100000, 0'x]), repeat, fail",
            Resource::Output,
        ),
        ("tab(100000), repeat, fail", Resource::Output),
    ] {
        let found = engine
            .query(goal)
            .expect("well formed")
            .limits(limits)
            .first::<()>();
        assert!(
            matches!(found, Err(Error::Exceeded(limit)) if limit.resource() == wanted),
            "{goal}: {found:?}"
        );
        assert!(engine.run_goal("atom(a)").expect("it goes on"));
    }
    // What is written to memory is no output.
    let goal =
        "numlist(1, 5000, L), with_output_to(string(S), print(L)), string_length(S, N), N > 20000";
    let found = engine
        .query(goal)
        .expect("well formed")
        .limits(limits)
        .first::<()>();
    assert!(found.expect("it keeps to the limits").is_some());
}
