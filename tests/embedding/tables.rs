//! Facts in bulk and tables.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use luminy::api::program::Program;
use luminy::api::table::{Pattern, Table, TableRows};
use luminy::api::values::Atom;

use super::{answers, engine};

#[test]
fn facts_come_from_any_iterator() {
    let mut engine = engine();
    assert_eq!(
        engine
            .add_facts("edge/2", (0..10_000).map(|n| (n, n + 1)))
            .expect("they are added"),
        10_000
    );
    assert_eq!(answers(&mut engine, "edge(9999, X)"), ["X = 10000"]);
    assert_eq!(
        answers(&mut engine, "aggregate_all(count, edge(_, _), N)"),
        ["N = 10000"]
    );
    engine
        .add_facts("edge/2", [(-1, 0)])
        .expect("one more is added");
    assert_eq!(answers(&mut engine, "edge(X, 0)"), ["X = -1"]);
    engine
        .add_facts::<()>("nothing/0", [])
        .expect("none are added");
    assert!(!engine.run_goal("nothing").expect("it is defined and fails"));
}

#[test]
fn facts_are_part_of_programs() {
    let towns = [("oslo", 700_000_u32), ("bergen", 290_000)];
    let program = Program::builder()
        .facts("town/2", towns.map(|(name, people)| (Atom(name), people)))
        .source("p.pl", "large(T) :- town(T, N), N > 500000.")
        .build()
        .expect("it loads");
    assert_eq!(answers(&mut program.engine(), "large(T)"), ["T = oslo"]);
}

struct Watched {
    rows: Vec<(u32, String)>,
    looked_at: Arc<AtomicUsize>,
}

impl Table for Watched {
    type Row = (u32, String);

    fn scan(self: Arc<Self>, pattern: &Pattern<'_>) -> TableRows<(u32, String)> {
        if let Some(key) = pattern.wanted::<u32>(0) {
            self.looked_at.fetch_add(1, Ordering::Relaxed);
            let found = key.and_then(|key| self.rows.get(key as usize).cloned());
            return Box::new(found.into_iter());
        }
        self.looked_at.fetch_add(self.rows.len(), Ordering::Relaxed);
        Box::new((0..self.rows.len()).map(move |at| self.rows[at].clone()))
    }
}

#[test]
fn tables_see_what_is_bound() {
    let looked_at = Arc::new(AtomicUsize::new(0));
    let rows = (0..100).map(|n| (n, format!("name{n}"))).collect();
    let mut engine = engine();
    engine
        .add_table(
            "person/2",
            Watched {
                rows,
                looked_at: looked_at.clone(),
            },
        )
        .expect("it is free");
    assert_eq!(answers(&mut engine, "person(7, N)"), ["N = \"name7\""]);
    assert_eq!(looked_at.swap(0, Ordering::Relaxed), 1);
    assert!(answers(&mut engine, "person(a, N)").is_empty());
    assert_eq!(answers(&mut engine, "person(N, \"name9\")"), ["N = 9"]);
    assert_eq!(looked_at.load(Ordering::Relaxed), 101);
    assert!(
        engine
            .run_goal("person(X, N), X >= 3, !, N == \"name3\"")
            .expect("it holds")
    );
}

#[test]
fn maps_look_keys_up() {
    let mut engine = engine();
    engine
        .add_table("hash/2", HashMap::from([(1, true), (2, false)]))
        .expect("it is free");
    engine
        .add_table("tree/2", BTreeMap::from([(3, 'c'), (1, 'a'), (2, 'b')]))
        .expect("it is free");
    engine
        .add_table("list/1", vec![(1,), (2,)])
        .expect("it is free");
    assert_eq!(answers(&mut engine, "hash(2, X)"), ["X = false"]);
    assert_eq!(
        answers(&mut engine, "tree(K, V)"),
        ["K = 1, V = a", "K = 2, V = b", "K = 3, V = c"]
    );
    assert_eq!(
        answers(&mut engine, "findall(X, list(X), L)"),
        ["L = [1, 2]"]
    );
    let last = engine
        .query_once("hash(1, X)")
        .expect("it runs")
        .expect("an answer");
    assert!(last.is_last());
}

#[test]
fn loaded_text_cannot_touch_a_table() {
    for text in [
        "owner(plan, eve).",
        ":- abolish(owner/2).",
        ":- dynamic(owner/2).",
        ":- assertz(owner(plan, eve)).",
        ":- retractall(owner(_, _)).",
        ":- multifile(owner/2). owner(plan, eve).",
        "user:owner(plan, eve).",
        ":- initialization(assertz(owner(plan, eve))).",
        ":- redefine_system_predicate(owner(_, _)). owner(plan, eve).",
    ] {
        let mut engine = engine();
        engine
            .add_table("owner/2", vec![(Atom("plan"), Atom("ann"))])
            .unwrap();
        engine.load_str("may(U, D) :- owner(D, U).").unwrap();
        assert!(engine.load_source("tenant.pl", text).is_err(), "{text}");
        assert_eq!(answers(&mut engine, "may(U, plan)"), ["U = ann"], "{text}");
    }
}
