//! Figures of the embedding interface: `cargo bench --no-default-features`.

use std::alloc::{GlobalAlloc, Layout, System};
use std::hint::black_box;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use luminy::api::engine::Engine;
use luminy::api::program::Program;
use luminy::params;

/// Counts the bytes in use.
struct Counting;

static BYTES: AtomicUsize = AtomicUsize::new(0);

// SAFETY: all work is left to the allocator of the system.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        BYTES.fetch_add(layout.size(), Ordering::Relaxed);
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        BYTES.fetch_add(layout.size(), Ordering::Relaxed);
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        BYTES.fetch_sub(layout.size(), Ordering::Relaxed);
        unsafe { System.dealloc(block, layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        BYTES.fetch_add(size, Ordering::Relaxed);
        BYTES.fetch_sub(layout.size(), Ordering::Relaxed);
        unsafe { System.realloc(block, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The best time of a few rounds, in nanoseconds a repetition.
fn time(name: &str, repetitions: u32, mut work: impl FnMut()) {
    let mut best = f64::INFINITY;
    for _ in 0..7 {
        let start = Instant::now();
        for _ in 0..repetitions {
            work();
        }
        best = best.min(start.elapsed().as_nanos() as f64 / f64::from(repetitions));
    }
    println!("{name:<48} {best:>12.0} ns");
}

/// A program of a thousand clauses in a hundred predicates.
fn rules() -> String {
    let mut rules = String::new();
    for predicate in 0..100 {
        for clause in 0..10 {
            rules +=
                &format!("p{predicate}({clause}, Y) :- q(X, {clause}), Y is X + {predicate}.\n");
        }
    }
    rules + "q(1, 1). q(2, 2).\n:- dynamic(fact/1).\nfact(0).\n"
}

fn main() {
    let start = Instant::now();
    let mut engine = Engine::builder().build();
    println!(
        "{:<48} {:>12} ns",
        "first engine of the process",
        start.elapsed().as_nanos()
    );
    time("another engine", 200, || {
        drop(black_box(Engine::builder().build()))
    });

    let start = Instant::now();
    let program = Program::builder()
        .source("rules.pl", &rules())
        .build()
        .expect("it loads");
    println!(
        "{:<48} {:>12} ns",
        "program of 1000 clauses",
        start.elapsed().as_nanos()
    );
    time("engine of a program of 1000 clauses", 1000, || {
        drop(black_box(program.engine()))
    });
    let before = BYTES.load(Ordering::Relaxed);
    let fork = program.engine();
    println!(
        "{:<48} {:>12} bytes",
        "its memory",
        BYTES.load(Ordering::Relaxed) - before
    );
    drop(fork);
    time("engine, query p50(2, Y), drop", 1000, || {
        let mut engine = program.engine();
        assert!(engine.run_goal("p50(2, _)").expect("it runs"));
    });
    time("engine, assertz(fact(1)), drop", 1000, || {
        let mut engine = program.engine();
        assert!(engine.run_goal("assertz(fact(1))").expect("it runs"));
    });

    time("X = 1, from text, answer as text", 20_000, || {
        black_box(engine.query_once("X = 1").expect("it runs"));
    });
    time("X = 1, from text, answer as i64", 20_000, || {
        black_box(
            engine
                .query("X = 1")
                .expect("well formed")
                .first::<(i64,)>()
                .expect("it runs"),
        );
    });
    let prepared = engine.prepare("X = 1").expect("well formed");
    time("X = 1, prepared, answer as i64", 20_000, || {
        let query = engine
            .query_prepared(&prepared, params! {})
            .expect("well formed");
        black_box(query.first::<(i64,)>().expect("it runs"));
    });
    time("true, prepared", 20_000, || {
        let prepared = &prepared;
        black_box(
            engine
                .query_prepared(prepared, params! {})
                .expect("well formed"),
        );
    });
    let query = "between(1, 100000, X), Y = X";
    time("100,000 rows (i64, i64)", 1, || {
        let rows = engine
            .query(query)
            .expect("well formed")
            .rows::<(i64, i64)>();
        let rows: Vec<(i64, i64)> = rows
            .expect("two columns")
            .collect::<Result<_, _>>()
            .expect("they are integers");
        assert_eq!(rows.len(), 100_000);
    });
    engine
        .add_facts("fact/2", (0..100_000).map(|n| (n, n + 1)))
        .expect("they are added");
    time("100,000 rows (i64, i64) of facts", 1, || {
        let rows = engine
            .query("fact(X, Y)")
            .expect("well formed")
            .rows::<(i64, i64)>();
        let rows: Vec<(i64, i64)> = rows
            .expect("two columns")
            .collect::<Result<_, _>>()
            .expect("they are integers");
        assert_eq!(rows.len(), 100_000);
    });
    time("100,000 facts added", 1, || {
        let mut engine = program.engine();
        engine
            .add_facts("more/2", (0..100_000).map(|n| (n, n + 1)))
            .expect("they are added");
    });
    engine
        .register("plus_one/2", |n: i64| n + 1)
        .expect("it is free");
    time("100,000 calls of a function of Rust", 1, || {
        assert!(
            engine
                .run_goal("between(1, 100000, X), plus_one(X, Y), Y =:= 100001")
                .expect("it runs")
        );
    });
}
