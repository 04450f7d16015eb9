//! The garbage collector keeps what is in use, and nothing else.

mod common;

use common::Luminy;
use luminy::api::engine::Engine;

const PROGRAM: &str = "tests/collector/roots.pl";

/// The program's output with a collection at every call.
#[test]
fn what_is_in_use_is_kept() {
    let goal = "'$stress_collector'(true), main, '$collections'(Count), Count > 1000";
    let run = Luminy::new([PROGRAM, "-g", goal, "-t", "halt"]).run();
    assert_eq!(
        run.stdout,
        include_str!("collector/roots.expected"),
        "{}",
        run.stderr
    );
    assert_eq!(run.status, Some(0), "{}", run.stderr);
}

/// Atoms that nothing refers to are freed, those in use are not, wherever they are.
#[test]
fn atoms_in_use_are_kept() {
    let stressed = "'$stress_collector'(true), main";
    for goal in ["main", stressed] {
        let run = Luminy::new(["tests/collector/atoms.pl", "-g", goal, "-t", "halt"]).run();
        assert_eq!(
            run.stdout,
            include_str!("collector/atoms.expected"),
            "{goal}: {}",
            run.stderr
        );
        assert_eq!(run.status, Some(0), "{goal}: {}", run.stderr);
    }
}

/// Programs of the golden suite that take too long with a collection at every call.
const SLOW: [&str; 4] = ["deep", "memory", "tabling", "wrong_calls"];

/// Queries that do not.
const QUADS: [&str; 14] = [
    "apply",
    "assoc",
    "attributed",
    "clpfd",
    "dcg",
    "dialects",
    "format",
    "lists",
    "modules",
    "solutions",
    "strings",
    "terms",
    "types",
    "unification",
];

/// The golden programs print the same with a collection at every call.
#[test]
fn programs_do_not_notice_the_collector() {
    let goal = "'$stress_collector'(true), main";
    for file in common::files(&common::root().join("tests/golden"), "pl") {
        let name = file.file_stem().expect("a program has a name");
        let expected = file.with_extension("expected");
        if SLOW.iter().any(|slow| name == *slow) || !expected.exists() {
            continue;
        }
        let scratch = common::Scratch::new();
        let file = file.to_string_lossy().into_owned();
        let run = Luminy::new(["-q", &file, "-g", goal, "-t", "halt"])
            .dir(scratch.path())
            .run();
        let want = std::fs::read_to_string(expected).expect("a program has its output");
        assert_eq!(run.stdout, want, "{file}: {}", run.stderr);
    }
}

/// Queries have the same answers with a collection at every call.
#[test]
fn queries_do_not_notice_the_collector() {
    let root = common::root();
    let runner = root.join("tests/quads.pl").to_string_lossy().into_owned();
    for name in QUADS {
        let file = root.join(format!("tests/quads/{name}.quads"));
        let goal = format!(
            "'$stress_collector'(true), quads('{}', 1)",
            file.to_string_lossy()
        );
        let scratch = common::Scratch::new();
        let run = Luminy::new(["-q", &runner, "-g", &goal, "-t", "halt"])
            .dir(scratch.path())
            .run();
        let failures: Vec<&str> = run
            .stdout
            .lines()
            .filter(|line| line.starts_with("fail"))
            .collect();
        assert_eq!(failures, [""; 0], "{name}");
        assert_eq!(run.status, Some(0), "{name}: {}", run.stderr);
    }
}

/// Loops that build and drop terms run in a small engine, however long they are.
#[test]
fn loops_run_in_bounded_memory() {
    let mut engine = Engine::builder().memory(48 << 20).build();
    let program = "
        :- use_module(library(clpfd)).
        count(0, _) :- !.
        count(N, State) :- M is N - 1, next(State, Next), count(M, Next).
        next(state(A, _), state(B, [A, f(A), \"text\"])) :- B is A + 1.
        assigned(0, _) :- !.
        assigned(N, T) :- M is N - 1, setarg(1, T, f(N)), b_setval(v, g(N)), assigned(M, T).
        frozen(0) :- !.
        frozen(N) :- M is N - 1, freeze(X, X == N), X = N, frozen(M).
        set(0) :- !.
        set(N) :- M is N - 1, b_setval(v, f(N, M)), set(M).
        named(0) :- !.
        named(N) :- M is N - 1, atom_concat(a_name_of_some_length_, N, _), named(M).
        solved(0) :- !.
        solved(N) :- M is N - 1, Vs = [X,Y], Vs ins 0..9, X + Y #= 11, once(label(Vs)),
            X #\\= Y, solved(M).
        thrown(0) :- !.
        thrown(N) :- M is N - 1, catch(throw(ball(N)), ball(_), true), thrown(M).
    ";
    engine
        .consult_text("loops", program)
        .expect("the program is correct");
    for goal in [
        "count(1000000, state(0, []))",
        "assigned(300000, t(a))",
        "frozen(100000)",
        "thrown(100000)",
        "set(1000000)",
        "named(500000)",
        "solved(15000)",
    ] {
        assert_eq!(
            engine.run_goal(goal).map_err(|error| error.to_string()),
            Ok(true),
            "{goal}"
        );
    }
}
