//! What is said about wrong programs: each program in `tests/messages` is loaded
//! and its `main/0` is run; the messages are compared with those in the file of
//! the same name that ends in `.stderr`.

#[allow(dead_code, reason = "the tests use a part of it")]
#[path = "../src/bin/luminy/render.rs"]
mod render;

mod common;

use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex};

use luminy::api::engine::Engine;
use luminy::atom::known;
use luminy::diagnostic::Diagnostic;
use luminy::engine::machine::{Machine, Stop, Uncaught};
use luminy::host::StdHost;
use luminy::term::cell::{Cell, Functor};
use render::Painter;

/// The memory that a program gets: endless recursions end soon.
const MEMORY: u64 = 64 << 20;

/// The messages of loading a program and running its `main/0`.
fn messages(program: &Path) -> String {
    let mut engine = Engine::builder().host(Box::new(StdHost::new())).build();
    let machine = engine.machine();
    machine.mem.limit_memory(MEMORY);
    let said: Arc<Mutex<Vec<Diagnostic>>> = Arc::default();
    let sink = said.clone();
    machine.reporter = Some(Box::new(move |diagnostic| {
        sink.lock().expect("nobody panics").push(diagnostic.clone());
    }));
    let path = machine.atom(&program.display().to_string());
    let consult = machine.compound("consult", &[path]);
    run(machine, consult, &said);
    let main = Functor::new(machine.atoms.intern("main"), 0);
    if machine.db.find(known::USER, main).is_some() {
        run(machine, Cell::atom(main.name()), &said);
    }
    let mut painter = Painter::new(false);
    let said = said.lock().expect("nobody panics");
    said.iter()
        .map(|d| painter.paint(d))
        .collect::<Vec<_>>()
        .join("\n")
}

/// Runs a goal; an error that it ends with is explained.
fn run(machine: &mut Machine, goal: Cell, said: &Mutex<Vec<Diagnostic>>) {
    let stop = machine.start(goal, known::USER);
    if let Stop::Error(Uncaught::Term(ball)) = stop {
        let diagnostic = machine.explain(&ball);
        said.lock().expect("nobody panics").push(diagnostic);
    }
    machine.finish();
    machine.reset();
}

#[test]
fn wrong_programs_are_explained() {
    let dir = common::root().join("tests/messages");
    std::env::set_current_dir(&dir).expect("the directory is there");
    let mut failures = Vec::new();
    for program in common::files(&dir, "pl") {
        let found = messages(&program);
        let expected = program.with_extension("stderr");
        if common::is_update() {
            fs::write(&expected, found).expect("the expected messages can be written");
            continue;
        }
        let want = fs::read_to_string(&expected).unwrap_or_default();
        if want != found {
            failures.push(format!("{}\n{found}", common::shown(&program)));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
