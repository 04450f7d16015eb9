//! Observers: what they are told, and that nothing else changes.

use std::sync::{Arc, Mutex};

use luminy::api::builder::Captured;
use luminy::api::engine::Engine;
use luminy::api::error::Error;
use luminy::api::limits::{Limit, Limits};
use luminy::api::observe::{Counts, Event, Port, Tracer};
use luminy::api::params::Params;
use luminy::api::program::Program;

use super::{answers, engine};

/// What a tracer writes of all answers of a query.
fn traced(engine: &mut Engine, query: &str) -> Vec<String> {
    let lines = Captured::new();
    engine.observe(Tracer::new(lines.clone()));
    let query = engine.query(query).unwrap();
    let _ = query.count();
    engine.unobserve();
    lines.take().lines().map(str::to_owned).collect()
}

#[test]
fn the_ports_of_a_goal_come_in_order() {
    let mut engine = engine();
    engine
        .load_source("p.pl", "p(X) :- q(X), r(X).\nq(1).\nq(2).\nr(2).")
        .unwrap();
    let expected = [
        "1 call p(_1)",
        "1 clause p(_1) p.pl:1",
        "2 call q(_1)",
        "2 clause q(1) p.pl:2",
        "2 exit q(1)",
        "2 call r(1)",
        "2 fail r(1)",
        "2 redo q(1)",
        "2 clause q(2) p.pl:3",
        "2 exit q(2)",
        "2 call r(2)",
        "2 clause r(2) p.pl:4",
        "2 exit r(2)",
        "1 exit p(2)",
    ];
    assert_eq!(traced(&mut engine, "p(X)"), expected);
}

#[test]
fn cuts_commit_and_exceptions_leave_every_goal() {
    let mut engine = engine();
    engine
        .load_source(
            "c.pl",
            "c(X) :- d(X), !.\nc(9).\nd(1).\nd(2).\n\
             e :- f(0), true.\nf(X) :- X > 1, true.\nf(X) :- g(X), true.\ng(X) :- Y is 1 // X, h(Y).",
        )
        .unwrap();
    let expected = [
        "1 call c(_1)",
        "1 clause c(_1) c.pl:1",
        "2 call d(_1)",
        "2 clause d(1) c.pl:3",
        "2 exit d(1)",
        "1 exit c(1)",
    ];
    assert_eq!(traced(&mut engine, "c(X)"), expected);
    let lines = traced(&mut engine, "catch(e, error(E, _), true), c(9)");
    let exceptions: Vec<&String> = lines.iter().filter(|l| l.contains("exception")).collect();
    assert_eq!(exceptions.len(), 3, "{lines:#?}");
    assert!(exceptions[0].starts_with("3 exception g(0) error(evaluation_error(zero_divisor)"));
    assert!(exceptions[2].starts_with("1 exception e "));
    // Behind the catch the depth is that of the query.
    assert!(lines.contains(&"1 call c(9)".to_owned()), "{lines:#?}");
    assert!(lines.contains(&"1 exit c(9)".to_owned()) || lines.contains(&"1 fail c(9)".to_owned()));
}

#[test]
fn dynamic_predicates_libraries_and_the_host_are_observed() {
    let mut engine = engine();
    engine.register("twice/2", |x: i64| 2 * x).unwrap();
    engine
        .load_str(
            ":- dynamic(seen/1).\n\
             run(Y) :- assertz((seen(X) :- X > 1)), seen(3), twice(3, Y), nested(Y).\n\
             nested(Y) :- append([Y], [], L), maplist(small, L), \\+ missing(1).\n\
             small(_).\nmissing(_) :- fail.",
        )
        .unwrap();
    let lines = traced(&mut engine, "run(Y)");
    for line in [
        "2 call seen(3)",
        "2 clause seen(3) clause 1",
        "2 call twice(3,_1)",
        "2 exit twice(3,6)",
        "3 exit append([6],[],[6])",
        "3 call maplist(small,[6])",
        "4 call small(6)",
        "3 fail missing(1)",
        "1 exit run(6)",
    ] {
        let bare = |text: &str| text.replace(' ', "");
        let found = lines.iter().any(|found| bare(found) == bare(line));
        assert!(found, "{line} in {lines:#?}");
    }
    // An undefined predicate is called and raises its error.
    let lines = traced(&mut engine, "catch(nowhere(1), _, true)");
    assert_eq!(lines[0], "1 call nowhere(1)");
    assert!(lines[1].starts_with("1 exception nowhere(1)"), "{lines:?}");
}

/// Programs whose answers must be the same whether they are observed or not.
const QUERIES: [(&str, &str); 6] = [
    (
        "perm([], []). perm(L, [X|P]) :- sel(X, L, R), perm(R, P).
         sel(X, [X|T], T). sel(X, [H|T], [H|R]) :- sel(X, T, R).",
        "perm([1, 2, 3], P)",
    ),
    (
        "queens(N, Qs) :- numlist(1, N, Ns), perm(Ns, Qs), safe(Qs).
         perm([], []). perm(L, [X|P]) :- select(X, L, R), perm(R, P).
         safe([]). safe([Q|Qs]) :- no_attack(Q, Qs, 1), safe(Qs).
         no_attack(_, [], _).
         no_attack(Q, [Q1|Qs], D) :- Q =\\= Q1 + D, Q =\\= Q1 - D, D1 is D + 1, no_attack(Q, Qs, D1).",
        "queens(6, Q)",
    ),
    (
        ":- dynamic(n/1). n(0). next(N) :- retract(n(M)), !, N is M + 1, assertz(n(N)).
         loop(5, []) :- !. loop(I, [N|Ns]) :- next(N), J is I + 1, loop(J, Ns).",
        "loop(0, Ns)",
    ),
    (
        "a(X) :- ( X = 1 ; b(X) -> true ; X = 3 ). a(4) :- \\+ b(9). b(2). b(5).
         c(X, Y) :- catch(d(X), Y, true). d(1). d(_) :- throw(oops).",
        "( a(X), Y = 0 ; c(X, Y) ; b(X), once(a(Y)) ; forall(b(X), a(X)) )",
    ),
    (
        "p(X) :- freeze(X, q(X)), member(X, [1, 2, 3]). q(2). q(3).
         r(X) :- setup_call_cleanup(true, p(X), s). s.",
        "r(X)",
    ),
    (
        "len([], 0). len([_|T], N) :- len(T, M), N is M + 1.
         big(N) :- numlist(1, 20000, L), len(L, N), garbage_collect, len(L, N), atom(a).",
        "big(N)",
    ),
];

#[test]
fn observed_programs_have_the_same_answers() {
    for (program, query) in QUERIES {
        let mut engine = engine();
        engine.load_str(program).unwrap();
        let before = engine.snapshot();
        let plain = answers(&mut engine, query);
        engine.restore(&before);
        let events = Arc::new(Mutex::new(Vec::new()));
        let told = events.clone();
        engine.observe(move |event: &Event<'_>| {
            let mut told = told.lock().unwrap();
            told.push((event.port(), event.call(), event.parent(), event.depth()));
        });
        assert_eq!(answers(&mut engine, query), plain, "{query}");
        engine.restore(&before);
        assert_eq!(answers(&mut engine, query), plain, "{query}, once more");
        engine.unobserve();
        engine.restore(&before);
        assert_eq!(
            answers(&mut engine, query),
            plain,
            "{query}, no longer observed"
        );
        check_events(&events.lock().unwrap());
    }
}

/// Each goal is called before anything else happens to it, and its caller before it.
fn check_events(events: &[(Port, u64, Option<u64>, u64)]) {
    let mut called = std::collections::HashMap::new();
    for &(port, call, parent, depth) in events {
        if port == Port::Call {
            let above = parent.map_or(0, |parent| called[&parent]);
            assert_eq!(depth, above + 1);
            called.insert(call, depth);
        }
        assert_eq!(called.get(&call), Some(&depth), "{port:?} of call {call}");
    }
    assert!(!events.is_empty());
}

#[test]
fn observed_engines_collect_garbage_at_every_call() {
    for (program, query) in &QUERIES[..5] {
        let mut engine = engine();
        engine.load_str(program).unwrap();
        let before = engine.snapshot();
        let plain = answers(&mut engine, query);
        engine.restore(&before);
        engine.observe(Counts::new());
        engine.machine().stress_collector(true);
        assert_eq!(answers(&mut engine, query), plain, "{query}");
    }
}

#[test]
fn an_observer_counts_what_runs() {
    let mut engine = engine();
    let program = "fib(0, 0).\nfib(1, 1).\nfib(N, F) :- N > 1, A is N - 1, B is N - 2, \
                   fib(A, X), fib(B, Y), F is X + Y.\nunused(1).";
    engine.load_source("fib.pl", program).unwrap();
    let counts = Counts::new();
    engine.observe(counts.clone());
    assert_eq!(
        engine.query("fib(10, F)").unwrap().first().unwrap(),
        Some((55i64,))
    );
    let fib = counts.predicates()["fib/2"];
    assert_eq!((fib.calls, fib.exits, fib.exceptions), (177, 177, 0));
    let clauses = counts.clauses();
    assert_eq!(clauses[&("fib.pl".to_owned(), 1)], 34);
    assert_eq!(clauses.len(), 3, "unused/1 has not been entered");
}

#[test]
fn a_search_tree_is_built_from_events() {
    let mut engine = engine();
    engine
        .load_str("g(X) :- p(X), q(X). p(1). p(2). q(2).")
        .unwrap();
    let tree = Arc::new(Mutex::new(Vec::<(u64, Option<u64>, String)>::new()));
    let nodes = tree.clone();
    engine.observe(move |event: &Event<'_>| {
        if event.port() == Port::Call {
            let node = (event.call(), event.parent(), event.goal().to_string());
            nodes.lock().unwrap().push(node);
        }
    });
    assert!(engine.exists("g(X)").unwrap());
    let tree = tree.lock().unwrap();
    let children: Vec<&str> = tree
        .iter()
        .filter(|n| n.1 == Some(1))
        .map(|n| &*n.2)
        .collect();
    assert_eq!(children, ["p(_1)", "q(1)", "q(2)"]);
}

#[test]
fn engines_of_a_program_are_observed_one_by_one() {
    let program = Program::builder()
        .source("p.pl", "p(1). p(2).")
        .build()
        .unwrap();
    let (mut seen, mut unseen) = (program.engine(), program.engine());
    let counts = Counts::new();
    seen.observe(counts.clone());
    assert_eq!(answers(&mut seen, "p(X)").len(), 2);
    assert_eq!(answers(&mut unseen, "p(X)").len(), 2);
    assert_eq!(counts.predicates()["p/1"].calls, 1);
    // What an observed engine has loaded becomes a program without the observer.
    let copy = seen.to_program();
    assert_eq!(answers(&mut copy.engine(), "p(X)").len(), 2);
    seen.load_str("q(X) :- p(X).").unwrap();
    assert_eq!(answers(&mut seen, "q(X)").len(), 2);
    assert_eq!(counts.predicates()["q/1"].exits, 2);
    assert_eq!(counts.predicates()["p/1"].calls, 2);
}

#[test]
fn panics_limits_and_nested_queries_of_observed_engines() {
    let mut engine = engine();
    engine
        .register_call("ask/1", |call| {
            let mut inner = call.query("p(X), X > 1", Params::new())?;
            let found = inner.advance()?;
            drop(inner);
            Ok(found)
        })
        .unwrap();
    engine
        .load_str("p(1). p(2). loop :- loop. top :- ask(1), p(2).")
        .unwrap();
    let lines = traced(&mut engine, "top");
    assert!(lines.contains(&"3 call p(_1)".to_owned()), "{lines:#?}");
    assert!(lines.contains(&"2 exit p(2)".to_owned()), "{lines:#?}");
    engine.observe(|_: &Event<'_>| panic!("not today"));
    let error = engine.run_goal("p(1)").unwrap_err();
    assert!(error.to_string().contains("not today"), "{error}");
    assert!(engine.run_goal("true").unwrap());
    engine.observe(|_: &Event<'_>| {});
    let limits = Limits::none().steps(10_000);
    let looped = engine.query("loop").unwrap().limits(limits).first::<()>();
    assert!(matches!(looped, Err(Error::Exceeded(Limit::Steps(_)))));
    let limits = Limits::none().memory(8 << 20);
    let looped = engine.query("loop").unwrap().limits(limits).first::<()>();
    assert!(matches!(looped, Err(Error::Exceeded(Limit::Memory(_)))));
    assert!(engine.run_goal("p(1)").unwrap());
}

#[test]
fn errors_of_observed_goals_keep_their_places() {
    let mut engine = engine();
    engine
        .load_source(
            "e.pl",
            "e(X) :-\n    atom(a),\n    Y is X + foo,\n    print(Y).",
        )
        .unwrap();
    let place = |engine: &mut Engine| {
        let error = engine.run_goal("e(1), true").unwrap_err();
        let found = error.diagnostics();
        (
            found[0].span.clone().map(|s| (s.file, s.start.line)),
            found[0].message.clone(),
        )
    };
    let plain = place(&mut engine);
    engine.observe(|_: &Event<'_>| {});
    assert_eq!(place(&mut engine), plain);
}

#[test]
fn observed_engines_reach_limits_earlier_at_the_same_point() {
    let mut engine = engine();
    engine
        .load_str("count(N, N) :- !. count(I, N) :- J is I + 1, count(J, N).")
        .unwrap();
    let depth = Limits::none().depth(1_000);
    let mut run = |goal: &str, limits: Limits, is_observed: bool| {
        match is_observed {
            true => engine.observe(|_: &Event<'_>| {}),
            false => engine.unobserve(),
        }
        engine.query(goal).unwrap().limits(limits).first::<()>()
    };
    assert!(matches!(run("count(0, 50000)", depth, false), Ok(Some(()))));
    let deep = run("count(0, 50000)", depth, true);
    assert!(matches!(deep, Err(Error::Exceeded(Limit::Depth(_)))));
    assert!(matches!(run("count(0, 100)", depth, true), Ok(Some(()))));
    let mut least = |is_observed| {
        let enough = |steps: &u64| {
            let limits = Limits::none().steps(*steps);
            run("count(0, 100)", limits, is_observed).is_ok()
        };
        (1..1_000).find(enough).expect("it ends")
    };
    let (plain, observed) = (least(false), least(true));
    assert!(plain < observed, "{plain} {observed}");
    assert_eq!(least(true), observed);
}
