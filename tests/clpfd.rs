//! Constraints: random systems against trying all values, and fixed sizes of
//! search trees.

mod common;

use std::time::Duration;

use common::Luminy;

fn run(file: &str, goal: &str) -> String {
    let path = common::root().join("tests/clpfd").join(file);
    let path = path.to_str().expect("the path is UTF-8");
    let run = Luminy::new([path, "-g", goal, "-t", "halt"])
        .limit(Duration::from_secs(120))
        .run();
    format!("{}{}", run.stdout, run.stderr)
}

#[test]
fn random_systems_have_the_solutions_that_trying_all_values_finds() {
    assert_eq!(run("oracle.pl", "oracle(1, 4000)"), "done\n");
}

#[test]
fn garbage_collection_changes_no_solution() {
    let goal = "oracle(1, 1), '$stress_collector'(true), oracle(5000, 5040)";
    assert_eq!(run("oracle.pl", goal), "done\ndone\n");
}

#[test]
fn search_trees_have_their_sizes() {
    let expected = "all(8)-324\nall(9)-1290\nall(10)-5942\nfirst(20)-33\nfirst(40)-19\n\
                    first(50)-512\nfirst(80)-21\nfirst(100)-22\nfirst(160)-8\n";
    assert_eq!(run("trees.pl", "trees"), expected);
}
