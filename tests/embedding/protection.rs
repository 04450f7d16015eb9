//! Predicates of the host that untrusted rules try to change.

use luminy::api::engine::Engine;
use luminy::api::error::Error;
use luminy::api::program::Program;
use luminy::api::values::Atom;

use super::{answers, engine};

/// An engine whose host has rules, facts, a table and a predicate in Rust.
fn host() -> Engine {
    let mut engine = engine();
    engine
        .load_source(
            "base.pl",
            ":- dynamic(seen/1). may(U) :- admin(U). seen(1).",
        )
        .expect("it loads");
    engine
        .add_facts("admin/1", [(Atom("ann"),)])
        .expect("facts");
    engine
        .add_table("age/2", [(Atom("ann"), 41)].to_vec())
        .expect("a table");
    engine
        .register("twice/2", |x: i64| 2 * x)
        .expect("a function");
    engine.protect_all();
    engine
}

fn is_unchanged(engine: &mut Engine, by: &str) {
    assert_eq!(answers(engine, "may(X)"), ["X = ann"], "{by}");
    assert_eq!(answers(engine, "admin(X)"), ["X = ann"], "{by}");
    assert_eq!(answers(engine, "seen(X)"), ["X = 1"], "{by}");
    assert_eq!(answers(engine, "age(ann, X)"), ["X = 41"], "{by}");
    assert_eq!(answers(engine, "twice(2, X)"), ["X = 4"], "{by}");
}

/// Goals that must raise a permission error.
const GOALS: [&str; 22] = [
    "assertz(admin(eve))",
    "asserta(admin(eve))",
    "assertz(user:admin(eve))",
    "assertz((may(_) :- true))",
    "assertz(seen(2))",
    "assertz(age(eve, 1))",
    "assertz(twice(1, 1))",
    "retract(admin(ann))",
    "retract((may(_) :- _))",
    "retract(seen(1))",
    "retractall(admin(_))",
    "retractall(seen(_))",
    "abolish(admin/1)",
    "abolish(seen/1)",
    "abolish(user:may/1)",
    "abolish(age/2)",
    "clause(seen(1), true, Ref), erase(Ref)",
    "dynamic(admin/1)",
    "discontiguous(may/1)",
    "multifile(user:admin/1)",
    "assertz(user:goal_expansion(may(_), true))",
    "assertz(term_expansion(_, []))",
];

#[test]
fn goals_cannot_change_what_is_protected() {
    let mut engine = host();
    for goal in GOALS {
        let caught = format!(
            "catch(({goal}), error(permission_error(modify, static_procedure, _), _), true)"
        );
        assert!(
            engine.run_goal(&caught).unwrap_or(false),
            "{goal}: {:?}",
            engine.run_goal(goal)
        );
        assert!(engine.run_goal(goal).is_err(), "{goal}");
        is_unchanged(&mut engine, goal);
    }
}

/// Texts that try to change the host's predicates.
const TEXTS: [&str; 16] = [
    "admin(eve).",
    "user:admin(eve).",
    "may(_).",
    "seen(2).",
    "twice(_, 0).",
    "age(eve, 1).",
    ":- dynamic(admin/1). admin(eve).",
    ":- discontiguous(admin/1).",
    ":- multifile(admin/1). admin(eve).",
    ":- multifile(seen/1). :- dynamic(seen/1). seen(3).",
    ":- module(evil, [admin/1]). user:admin(eve).",
    "term_expansion(may(_), []). may(_).",
    ":- multifile(goal_expansion/2). goal_expansion(admin(_), true).",
    ":- initialization(assertz(admin(eve))).",
    ":- assertz(admin(eve)).",
    ":- meta_predicate(may(0)).",
];

#[test]
fn texts_cannot_change_what_is_protected() {
    let mut engine = host();
    for text in TEXTS {
        let loaded = engine.load_source("evil.pl", text);
        let warned = !engine.take_diagnostics().is_empty();
        assert!(
            matches!(loaded, Err(Error::Load(_))) || warned,
            "{text}: {loaded:?}"
        );
        is_unchanged(&mut engine, text);
        // A text that takes the name of the host's own does not remove that.
        let _ = engine.load_source("base.pl", text);
        engine.take_diagnostics();
        is_unchanged(&mut engine, text);
    }
}

#[test]
fn modules_do_not_get_between_the_host_and_its_predicates() {
    let mut engine = host();
    let evil = ":- module(evil, [admin/1, may/1, other/1, term_expansion/2, goal_expansion/2]).
        admin(eve). may(eve). other(X) :- admin(X).
        term_expansion(_, []). goal_expansion(admin(_), true).";
    let _ = engine.load_source("evil.pl", evil);
    let _ = engine.load_str(":- use_module('evil.pl', [admin/1]).");
    let _ = engine.run_goal("import_module(user, evil)");
    let _ = engine.run_goal("user:import(evil:admin/1)");
    let _ = engine.run_goal("add_import_module(user, evil, start)");
    engine.take_diagnostics();
    is_unchanged(&mut engine, "modules");
    engine
        .load_source("later.pl", "later(1). asks(X) :- admin(X).")
        .expect("it loads");
    assert_eq!(
        answers(&mut engine, "later(X), asks(Y)"),
        ["X = 1, Y = ann"]
    );
}

#[test]
fn system_hooks_are_out_of_reach() {
    let mut engine = host();
    for text in [
        "system:goal_expansion(admin(_), true).",
        "system:term_expansion(_, []).",
        ":- assertz(system:goal_expansion(admin(_), true)).",
        ":- assertz(system:admin(eve)).",
        "prolog:admin(eve).",
    ] {
        let _ = engine.load_source("evil.pl", text);
        engine.take_diagnostics();
        is_unchanged(&mut engine, text);
        engine
            .load_source("later.pl", "later(1). asks(X) :- admin(X).")
            .expect("it loads");
        assert_eq!(
            answers(&mut engine, "later(X), asks(Y)"),
            ["X = 1, Y = ann"],
            "{text}"
        );
    }
}

#[test]
fn protection_comes_with_the_program_and_the_host_may_add_facts() {
    let program = Program::builder()
        .facts("admin/1", [(Atom("ann"),)])
        .protect_all()
        .source("tenant.pl", "may(U) :- admin(U).")
        .build()
        .expect("a program");
    let mut engine = program.engine();
    assert!(engine.run_goal("assertz(admin(eve))").is_err());
    // What came after is not protected.
    assert!(engine.run_goal("abolish(may/1)").expect("it runs"));
    engine
        .add_facts("admin/1", [(Atom("bob"),)])
        .expect("facts");
    assert_eq!(answers(&mut engine, "admin(X)").len(), 2);
    engine.protect("later/1").expect("a name");
    engine.protect("m:p/2").expect("a name");
    assert!(engine.protect("m").is_err());
    assert!(engine.load_source("a.pl", "later(1).").is_err());
    assert!(engine.run_goal("assertz(m:p(1, 2))").is_err());
    let snapshot = engine.snapshot();
    engine.restore(&snapshot);
    assert!(engine.run_goal("assertz(admin(eve))").is_err());
}

/// Rules that call libraries: straight away, as parts of goals, and from a goal made
/// with the module of the library.
const CALLERS: &str = "may(U) :- member(U, [\"ann\"]).
    may_all(U) :- maplist(==(\"ann\"), [U]).
    may_call(U) :- G = member(U), call(G, [\"ann\"]).
    may_named(U) :- G = lists:memberchk(U, [\"ann\"]), call(G).
    may_sub(U) :- subset([U], [\"ann\"]).";

const ASKED: [&str; 5] = ["may", "may_all", "may_call", "may_named", "may_sub"];

/// Texts that try to get between the rules and the libraries.
const OVER_LIBRARIES: [&str; 16] = [
    "member(_, _).",
    "maplist(_, _).",
    "subset(_, _).",
    "lists:member(_, _).",
    "lists:memberchk(_, _).",
    "lists:member_(_, _, _).",
    "apply:maplist(_, _).",
    "system:memberchk(_, _).",
    ":- module(lists, [member/2]). member(_, _).",
    ":- module(lists, [memberchk/2]). memberchk(_, _).",
    ":- dynamic(lists:member/2). lists:member(_, _).",
    ":- dynamic(user:member/2).",
    ":- assertz(member(_, _)).",
    ":- assertz(lists:memberchk(_, _)).",
    ":- abolish(lists:member/2). lists:member(_, _).",
    ":- add_import_module(lists, user, start).",
];

fn are_for_ann_only(engine: &mut Engine, by: &str) {
    for asked in ASKED {
        let eve = engine.run_goal(&format!("{asked}(\"eve\")"));
        assert!(!eve.expect("it runs"), "{asked} after {by}");
        let ann = engine.run_goal(&format!("{asked}(\"ann\")"));
        assert!(ann.expect("it runs"), "{asked} after {by}");
    }
}

#[test]
fn what_protected_rules_call_of_libraries_is_protected() {
    for text in OVER_LIBRARIES {
        let mut engine = engine();
        engine.load_source("base.pl", CALLERS).expect("it loads");
        engine.protect_all();
        let loaded = engine.load_source("evil.pl", text);
        let reported = !engine.take_diagnostics().is_empty();
        assert!(loaded.is_err() || reported, "{text}: {loaded:?}");
        are_for_ann_only(&mut engine, text);
        let program = Program::builder()
            .source("base.pl", CALLERS)
            .protect_all()
            .build()
            .expect("a program");
        let mut engine = program.engine();
        assert!(
            engine.load_source("evil.pl", text).is_err() || !engine.take_diagnostics().is_empty()
        );
        are_for_ann_only(&mut engine, text);
    }
}

#[test]
fn modules_do_not_get_between_protected_rules_and_libraries() {
    let mut engine = engine();
    engine.load_source("base.pl", CALLERS).expect("it loads");
    engine.protect_all();
    let evil = ":- module(evil, [member/2, maplist/2, subset/2, memberchk/2]).
        member(_, _). maplist(_, _). subset(_, _). memberchk(_, _).";
    let _ = engine.load_source("evil.pl", evil);
    for goal in [
        "use_module('evil.pl')",
        "use_module('evil.pl', [member/2, subset/2])",
        "user:import(evil:member/2)",
        "lists:import(evil:memberchk/2)",
        "add_import_module(user, evil, start)",
        "add_import_module(lists, evil, start)",
        "assertz(member(_, _))",
        "retract((lists:member(_, _) :- _))",
    ] {
        let _ = engine.run_goal(goal);
        let _ = engine.load_str(&format!(":- {goal}."));
        engine.take_diagnostics();
        are_for_ann_only(&mut engine, goal);
    }
}

#[test]
fn libraries_go_on_working_after_protection() {
    let mut engine = engine();
    engine.load_source("base.pl", CALLERS).expect("it loads");
    engine.protect_all();
    engine
        .load_source(
            "tenant.pl",
            ":- use_module(library(assoc)). :- use_module(library(lists)).
            last([own], mine). sum(X) :- sum_list([1, 2], X).
            pairs(X) :- list_to_assoc([a-1], A), get_assoc(a, A, X).
            kept(X) :- recordz(k, 1), recorded(k, X).",
        )
        .expect("it loads");
    assert_eq!(
        answers(
            &mut engine,
            "sum(X), pairs(Y), kept(Z), G = nth0(0, [a], E), call(G)"
        ),
        ["X = 3, Y = Z, Z = 1, G = nth0(0, [a], a), E = a"]
    );
}
