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
    let mut engine = Engine::builder()
        .host(Box::new(StdHost::new()))
        .memory(MEMORY)
        .build();
    let machine = engine.machine();
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

/// The text with counts of goals replaced: they depend on the size of frames.
fn without_counts(text: &str) -> String {
    let is_group = |group: &str| group.len() == 3 && group.bytes().all(|b| b.is_ascii_digit());
    let is_count = |word: &str| match word.split_once(',') {
        Some((first, rest)) => {
            first.bytes().all(|b| b.is_ascii_digit()) && rest.split(',').all(is_group)
        }
        None => false,
    };
    let words = text.split(' ');
    let words: Vec<&str> = words
        .map(|word| if is_count(word) { "N" } else { word })
        .collect();
    words.join(" ").replace("more than N", "N")
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
        let found = without_counts(&messages(&program));
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

/// The codes of diagnostics in a text, such as `E0101`.
fn codes(text: &str) -> Vec<&str> {
    let is_code = |word: &&str| {
        let digits = word.strip_prefix('E').or(word.strip_prefix('W'));
        digits.is_some_and(|d| d.len() == 4 && d.chars().all(|c| c.is_ascii_digit()))
    };
    let words = text.split(|c: char| !c.is_ascii_alphanumeric());
    words.filter(is_code).collect()
}

#[test]
fn every_documented_code_is_unique_and_in_use() {
    let manual = fs::read_to_string(common::root().join("docs/messages.md"));
    let manual = manual.expect("the manual of messages can be read");
    let headings = manual.lines().filter_map(|line| {
        let (code, _) = line.strip_prefix("**")?.split_once("**")?;
        Some(code)
    });
    let sources: Vec<String> = common::files(&common::root().join("src"), "rs")
        .iter()
        .map(|file| fs::read_to_string(file).expect("a source file can be read"))
        .collect();
    let mut met = Vec::new();
    for code in headings {
        assert!(!met.contains(&code), "{code} is described twice");
        let quoted = format!("\"{code}\"");
        assert!(
            sources.iter().any(|source| source.contains(&quoted)),
            "nothing reports {code}"
        );
        met.push(code);
    }
    assert!(met.len() > 40, "only {} codes are described", met.len());
}

#[test]
fn every_code_is_documented() {
    let manual = fs::read_to_string(common::root().join("docs/messages.md"));
    let manual = manual.expect("the manual of messages can be read");
    let documented = codes(&manual);
    for file in common::files(&common::root().join("src"), "rs") {
        let source = fs::read_to_string(&file).expect("a source file can be read");
        for code in codes(&source) {
            assert!(
                documented.contains(&code),
                "{code} in {}",
                common::shown(&file)
            );
        }
    }
}
