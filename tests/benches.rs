//! The benchmark programs give the results that are noted beside them, at a small
//! size.

mod common;

use std::fs;
use std::path::Path;

use common::Luminy;

#[test]
fn programs_give_the_results_expected() {
    check_folder("benches/programs");
}

#[test]
fn micro_programs_give_the_results_expected() {
    check_folder("benches/micro");
}

fn check_folder(folder: &str) {
    let programs = common::files(&common::root().join(folder), "pl");
    assert!(!programs.is_empty(), "no programs in {folder}");
    let failures: Vec<String> = programs.iter().filter_map(|p| failure(p)).collect();
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

/// What is wrong with a run of `program`, if anything is.
fn failure(program: &Path) -> Option<String> {
    let file = program.with_extension("expected");
    let expected = fs::read_to_string(&file).expect("a program has an expected result");
    let expected = expected.lines().find(|line| line.starts_with("small "));
    let goal = ["-q", "-g", "bench(small)", "-t", "halt"].map(Path::new);
    let run = Luminy::new(goal.iter().chain([&program])).run();
    let is_right = run.stderr.is_empty() && Some(run.stdout.trim_end()) == expected;
    (!is_right).then(|| format!("{}: {run:?}", common::shown(program)))
}
