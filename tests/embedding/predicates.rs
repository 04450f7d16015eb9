//! Predicates in Rust.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use luminy::api::call::Raise;
use luminy::api::error::Error;
use luminy::api::limits::{Limit, Limits};
use luminy::api::predicate::State;
use luminy::api::program::Program;
use luminy::api::term::Term;
use luminy::api::values::Atom;
use luminy::params;

use super::{answers, engine};

#[derive(Debug, PartialEq)]
struct Broken(u32);

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "broken {}", self.0)
    }
}

impl std::error::Error for Broken {}

#[test]
fn functions_of_plain_types_are_predicates() {
    let mut engine = engine();
    engine
        .register("even/1", |n: i64| n % 2 == 0)
        .expect("it is free");
    engine
        .register("plus3/4", |a: i64, b: i64, c: i64| a + b + c)
        .expect("it is free");
    engine
        .register("quotient/4", |a: i64, b: i64| {
            (b != 0).then(|| (a / b, a % b))
        })
        .expect("it is free");
    engine
        .register("is_big/2", |n: i64| n > 100)
        .expect("it is free");
    engine.register("hello/0", || ()).expect("it is free");
    engine
        .register("upper/2", |text: String| Atom(text.to_uppercase()))
        .expect("it is free");
    assert_eq!(
        answers(&mut engine, "member(X, [1, 2, 3, 4]), even(X)"),
        ["X = 2", "X = 4"]
    );
    assert_eq!(answers(&mut engine, "plus3(1, 2, 3, X)"), ["X = 6"]);
    assert_eq!(
        answers(&mut engine, "quotient(17, 5, Q, R)"),
        ["Q = 3, R = 2"]
    );
    assert!(answers(&mut engine, "quotient(1, 0, _, _)").is_empty());
    assert_eq!(answers(&mut engine, "is_big(7, X)"), ["X = false"]);
    assert_eq!(answers(&mut engine, "hello, upper(abc, X)"), ["X = 'ABC'"]);
    assert_eq!(
        answers(&mut engine, "maplist(plus3(1, 2), [1, 2], L)"),
        ["L = [4, 5]"]
    );
}

#[test]
fn wrong_registrations_are_errors() {
    let mut engine = engine();
    let wrong =
        |result: Result<(), Error>| assert!(matches!(result, Err(Error::Usage(_))), "{result:?}");
    wrong(engine.register("p", || true));
    wrong(engine.register("p/x", || true));
    wrong(engine.register("p/3", |_: i64| true));
    wrong(engine.register("p/1", |_: i64| 7));
    wrong(engine.register("atom/1", |_: i64| true));
    wrong(engine.register("atom_length/2", |_: i64| 7));
    wrong(engine.add_facts("append/3x", [(1,)]).map(drop));
    wrong(engine.add_facts("p/2", [(1,)]).map(drop));
}

#[test]
fn wrong_arguments_raise_the_errors_of_the_standard() {
    let mut engine = engine();
    engine
        .register("length_of/2", |list: Vec<i64>| list.len())
        .expect("it is free");
    assert_eq!(
        answers(&mut engine, "catch(length_of(_, _), error(E, _), true)"),
        ["E = instantiation_error"]
    );
    assert_eq!(
        answers(&mut engine, "catch(length_of(a, _), error(E, _), true)"),
        ["E = type_error(list, a)"]
    );
    assert_eq!(
        answers(
            &mut engine,
            "catch(length_of([1, b], _), error(E, _), true)"
        ),
        ["E = type_error(integer, b)"]
    );
}

#[test]
fn a_panic_is_a_system_error() {
    let mut engine = engine();
    engine
        .register("boom/1", |n: i64| -> bool { panic!("number {n}") })
        .expect("it is free");
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let caught = answers(
        &mut engine,
        "catch(boom(3), error(system_error(M), _), true)",
    );
    let uncaught = engine.run_goal("boom(4)");
    std::panic::set_hook(hook);
    assert_eq!(caught, ["M = 'a predicate in Rust panicked: number 3'"]);
    assert!(matches!(uncaught, Err(Error::Exception(_))));
    assert!(engine.run_goal("true").expect("the engine goes on"));
}

#[test]
fn errors_of_the_host_come_out_as_they_were() {
    let mut engine = engine();
    engine
        .register(
            "fragile/1",
            |n: u32| if n < 10 { Ok(()) } else { Err(Broken(n)) },
        )
        .expect("it is free");
    assert!(engine.run_goal("fragile(1)").expect("it holds"));
    let error = engine.run_goal("fragile(11)").expect_err("it is broken");
    assert_eq!(error.host_error::<Broken>(), Some(&Broken(11)));
    assert_eq!(error.to_string(), "broken 11");
    let again = engine
        .run_goal("catch(fragile(12), E, (write(E), throw(E)))")
        .expect_err("it is thrown again");
    assert_eq!(again.host_error::<Broken>(), Some(&Broken(12)));
    assert_eq!(
        answers(
            &mut engine,
            "catch(fragile(13), error(host_error(_, M), _), true)"
        ),
        ["M = \"broken 13\""]
    );
}

#[test]
fn iterators_are_asked_on_backtracking_and_dropped_on_cut() {
    struct Counted(Arc<AtomicUsize>, u32);
    impl Iterator for Counted {
        type Item = u32;
        fn next(&mut self) -> Option<u32> {
            self.1 += 1;
            Some(self.1)
        }
    }
    impl Drop for Counted {
        fn drop(&mut self) {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }
    let dropped = Arc::new(AtomicUsize::new(0));
    let count = dropped.clone();
    let mut engine = engine();
    engine
        .register_iter("count/1", move || Counted(count.clone(), 0))
        .expect("it is free");
    assert!(
        engine
            .run_goal("count(X), X > 5, !, X =:= 6")
            .expect("it holds")
    );
    assert_eq!(dropped.load(Ordering::Relaxed), 1);
    assert!(
        engine
            .run_goal("catch((count(X), X > 3, throw(enough)), enough, true)")
            .expect("it holds")
    );
    assert_eq!(dropped.load(Ordering::Relaxed), 2);
    let mut query = engine.query("count(X)").expect("well formed");
    assert!(query.advance().expect("it runs"));
    drop(query);
    assert_eq!(dropped.load(Ordering::Relaxed), 3);
    assert!(
        engine
            .run_goal("count(X), count(Y), X + Y > 7, !")
            .expect("it holds")
    );
    assert_eq!(dropped.load(Ordering::Relaxed), 5);
}

#[test]
fn the_last_solution_of_an_iterator_leaves_nothing_behind() {
    let mut engine = engine();
    engine
        .register_iter("of/2", |items: Vec<Term>| items)
        .expect("it is free");
    let query = engine.query("of([a, b], X)").expect("well formed");
    let last: Vec<bool> = query
        .map(|answer| answer.expect("an answer").is_last())
        .collect();
    assert_eq!(last, [false, true]);
}

#[test]
fn queries_run_inside_of_queries() {
    let mut engine = engine();
    engine.load_str("n(1). n(2). n(3). twice(X, Y) :- n(X), Y is 2 * X. fact(0, 1) :- !. fact(N, F) :- M is N - 1, host_fact(M, G), F is N * G.").expect("it loads");
    engine
        .register_call("sum_of/2", |call| {
            let goal = call.get::<Term>(0)?;
            let mut sum = 0;
            let mut inner = call.query("call(G, X)", params! { "G" => goal })?;
            while inner.advance()? {
                sum += inner.get::<i64>("X")?;
            }
            drop(inner);
            Ok(call.unify(1, sum))
        })
        .expect("it is free");
    engine
        .register_call("host_fact/2", |call| {
            let n: i64 = call.get(0)?;
            let rows = call.all::<(i64,)>("fact(N, F)", params! { "N" => n })?;
            Ok(call.unify(1, rows[0].0))
        })
        .expect("it is free");
    assert_eq!(
        answers(&mut engine, "X = Y, n(Y), sum_of(n, S), S > X"),
        [
            "X = 1, Y = 1, S = 6",
            "X = 2, Y = 2, S = 6",
            "X = 3, Y = 3, S = 6"
        ]
        .map(|a| a
            .replace("X = 1, Y = 1", "X = Y, Y = 1")
            .replace("X = 2, Y = 2", "X = Y, Y = 2")
            .replace("X = 3, Y = 3", "X = Y, Y = 3"))
    );
    assert_eq!(answers(&mut engine, "sum_of(twice(3), S)"), ["S = 6"]);
    assert_eq!(
        answers(&mut engine, "fact(20, F)"),
        ["F = 2432902008176640000"]
    );
    assert_eq!(
        answers(
            &mut engine,
            "catch(sum_of(atom_length(_), _), error(E, _), true)"
        ),
        ["E = instantiation_error"]
    );
    let deep = engine
        .run_goal("fact(1000, _)")
        .expect_err("it is nested too deeply");
    assert!(deep.to_string().contains("nested_queries") || matches!(deep, Error::Exception(_)));
    assert!(engine.run_goal("n(1)").expect("the engine goes on"));
}

#[test]
fn garbage_is_collected_inside_of_inner_queries() {
    let mut engine = engine();
    engine
        .load_str("work(0). work(N) :- numlist(1, 50, L), msort(L, _), M is N - 1, work(M).")
        .expect("it loads");
    engine
        .register_call("inner/2", |call| {
            let n: i64 = call.get(0)?;
            let holds = call.query("work(N)", params! { "N" => n })?.advance()?;
            Ok(holds && call.unify(1, "done"))
        })
        .expect("it is free");
    let goal = "numlist(1, 1000, L), X = f(L, Y), inner(20000, Y), garbage_collect, X = f(L2, D), sum_list(L2, 500500), D == \"done\"";
    assert!(engine.run_goal(goal).expect("it runs"));
}

#[test]
fn limits_hold_inside_of_inner_queries() {
    let mut engine = engine();
    engine
        .register_call("spin/0", |call| {
            call.query("repeat, fail", params! {})?.advance()
        })
        .expect("it is free");
    let query = engine
        .query("catch(spin, _, true)")
        .expect("well formed")
        .limits(Limits::none().steps(10_000));
    assert!(matches!(
        query.first::<()>(),
        Err(Error::Exceeded(Limit::Steps(_)))
    ));
    assert!(engine.run_goal("true").expect("the engine goes on"));
}

#[test]
fn state_is_the_engines_own() {
    struct World(AtomicUsize);
    let program = Program::builder()
        .predicate("tick/1", |world: State<World>| {
            world.0.fetch_add(1, Ordering::Relaxed)
        })
        .source("p.pl", "next(X) :- tick(X).")
        .build()
        .expect("it loads");
    let (mut one, mut other) = (program.engine(), program.engine());
    one.set_state(World(AtomicUsize::new(0)));
    other.set_state(World(AtomicUsize::new(10)));
    assert_eq!(answers(&mut one, "next(X), next(Y)"), ["X = 0, Y = 1"]);
    assert_eq!(answers(&mut other, "next(X)"), ["X = 10"]);
    let mut bare = program.engine();
    assert!(matches!(bare.run_goal("next(_)"), Err(Error::Exception(_))));
}

#[test]
fn exceptions_of_any_form_are_raised() {
    let mut engine = engine();
    engine
        .register_call("refuse/1", |call| {
            let culprit: Term = call.get(0)?;
            Err(match culprit.as_atom() {
                Some("own") => Raise::term(Term::atom("my_ball")),
                Some("domain") => Raise::domain_error("weekday", culprit),
                _ => Raise::permission_error("use", "thing", culprit),
            })
        })
        .expect("it is free");
    assert_eq!(
        answers(&mut engine, "catch(refuse(own), B, true)"),
        ["B = my_ball"]
    );
    assert_eq!(
        answers(&mut engine, "catch(refuse(domain), error(E, _), true)"),
        ["E = domain_error(weekday, domain)"]
    );
    assert_eq!(
        answers(&mut engine, "catch(refuse(x), error(E, _), true)"),
        ["E = permission_error(use, thing, x)"]
    );
}

#[test]
fn programs_cannot_redefine_what_the_host_defines() {
    let mut engine = engine();
    engine.register("answer/1", || 42).expect("it is free");
    assert!(matches!(
        engine.load_str("answer(43)."),
        Err(Error::Load(_))
    ));
    assert!(matches!(
        engine.run_goal("assertz(answer(44))"),
        Err(Error::Exception(_))
    ));
    assert_eq!(answers(&mut engine, "answer(X)"), ["X = 42"]);
    engine
        .register("answer/1", || 43)
        .expect("the host may replace it");
    assert_eq!(answers(&mut engine, "answer(X)"), ["X = 43"]);
}

#[test]
fn names_that_are_taken_are_not_registered() {
    let mut engine = engine();
    engine
        .load_str(":- dynamic(later/1). price(tea, 3).")
        .unwrap();
    let refused = |result: Result<(), Error>| match result {
        Err(Error::Usage(message)) => message,
        other => panic!("{other:?}"),
    };
    for name in ["price/2", "later/1"] {
        let result = match name {
            "price/2" => engine.register(name, |_: Term| 4),
            _ => engine.register_iter(name, || [1, 2]),
        };
        let wanted = format!("{name} is defined by clauses of the program");
        assert_eq!(refused(result), wanted);
    }
    assert_eq!(
        refused(engine.register("atom_length/2", |_: Term| 4)),
        "atom_length/2 is a predicate of the system"
    );
    assert_eq!(answers(&mut engine, "price(tea, P)"), ["P = 3"]);
    engine.register("limit/1", || 1).unwrap();
    engine.register("limit/1", || 2).unwrap();
    assert_eq!(answers(&mut engine, "limit(L)"), ["L = 2"]);
    let message = "limit/1 is a predicate in Rust";
    assert_eq!(
        refused(engine.add_facts("limit/1", [(3,)]).map(drop)),
        message
    );
    let fact: Term = "limit(3)".parse().unwrap();
    assert_eq!(refused(engine.add_terms([fact]).map(drop)), message);
}
