//! What is said to those who embed: that it is all, that it is clear, and where it is.

use luminy::api::engine::Engine;
use luminy::api::error::Error;
use luminy::api::program::Program;
use luminy::api::values::Opaque;
use luminy::params;

use super::engine;

/// What is said of a goal that raises an error.
fn said(engine: &mut Engine, goal: &str) -> String {
    let error = engine.run_goal(goal).expect_err("it raises an error");
    error.report()
}

#[test]
fn an_undefined_main_is_an_unknown_predicate() {
    let mut engine = engine();
    assert!(said(&mut engine, "main").contains("no predicate main/0"));
    let caught = engine.run_goal("catch(main, error(existence_error(_, _), _), true)");
    assert!(caught.expect("it is caught"));
    engine.load_str("go :- main.").expect("it loads");
    assert!(said(&mut engine, "go").contains("no predicate main/0"));
    let program = Program::builder().source("go.pl", "go :- main.").build();
    let mut started = program.expect("it is well formed").engine();
    assert!(said(&mut started, "go").contains("no predicate main/0"));
    engine.load_str("main(_).").expect("it loads");
    assert!(matches!(engine.run_goal("main"), Err(Error::Halt(0))));
}

#[test]
fn a_panic_of_an_iterator_is_blamed_on_its_predicate() {
    let mut engine = engine();
    engine
        .register_iter("burst/1", || {
            (0..3).map(|n| if n < 2 { n } else { panic!("no more") })
        })
        .expect("the name is free");
    let report = said(&mut engine, "burst(X), term_variables(f(X, _), _), X > 1");
    assert!(
        report.contains("| ^^^^^^^^\n") || report.ends_with("| ^^^^^^^^"),
        "{report}"
    );
    assert!(!report.contains("raised by term_"), "{report}");
}

#[test]
fn arguments_of_another_type_are_told_with_what_was_expected() {
    struct Picture;
    let mut engine = engine();
    let sq = engine.register("sq/2", |x: i64| x.checked_mul(x));
    sq.expect("the name is free");
    let shown = engine.register("shown/1", |_: Opaque<Picture>| true);
    shown.expect("the name is free");
    let sum = engine.register("sum/2", |_: bool, of: Vec<u8>| of.len() < 300);
    sum.expect("the name is free");
    for (goal, what, argument) in [
        (
            "sq(99999999999999999999999, _)",
            "expected an integer from -9223372036854775808 to 9223372036854775807",
            "argument 1 of sq/2",
        ),
        (
            "shown(7)",
            "a value of type Picture, found `7`",
            "argument 1 of shown/1",
        ),
        (
            "sum(true, [1, 1000])",
            "from 0 to 255, found `1000`",
            "argument 2 of sum/2",
        ),
    ] {
        let report = said(&mut engine, goal);
        assert!(
            report.contains(what) && report.contains(argument),
            "{report}"
        );
    }
    let caught = engine.run_goal("catch(sq(a, _), error(type_error(integer, a), _), true)");
    assert!(caught.expect("it is caught"));
}

#[test]
fn a_program_tells_all_that_is_wrong_with_it() {
    let built = Program::builder()
        .source("a.pl", "x(")
        .file("no/such/file.pl")
        .library("no_such_library")
        .predicate("f/1", |x: i64, y: i64| x < y)
        .build();
    let Err(Error::Load(found)) = built else {
        panic!("it is not built");
    };
    let said: Vec<String> = found.iter().map(ToString::to_string).collect();
    let said = said.join("\n");
    for part in [
        "a.pl:1:",
        "cannot read no/such/file.pl",
        "no_such_library",
        "f/1 has 1 argument, but its function takes 2",
    ] {
        assert!(said.contains(part), "{part} in {said}");
    }
}

#[test]
fn errors_of_texts_that_the_host_has_loaded_show_the_line() {
    let mut engine = engine();
    let text = "ok.\n\nbad(X) :- Y is X + foo, Y > 1.\n";
    engine.load_source("st", text).expect("it loads");
    let report = said(&mut engine, "bad(1)");
    assert!(
        report.contains("3 | bad(X) :- Y is X + foo, Y > 1."),
        "{report}"
    );
    assert!(report.contains("^"), "{report}");
    let program = Program::builder()
        .source("st", text)
        .build()
        .expect("it is well formed");
    let report = said(&mut program.engine(), "bad(1)");
    assert!(
        report.contains("3 | bad(X) :- Y is X + foo, Y > 1."),
        "{report}"
    );
    engine
        .load_source("w", "\nlone(X, Y) :- atom(X).\n")
        .expect("it loads");
    let warnings = engine.take_diagnostics();
    let shown: Vec<String> = warnings.iter().map(ToString::to_string).collect();
    let shown = shown.join("\n");
    assert!(shown.contains("2 | lone(X, Y) :- atom(X)."), "{shown}");
    assert!(!shown.contains(": \n"), "{shown}");
}

#[test]
fn syntax_errors_of_files_show_the_line() {
    let name = format!("luminy-line-{}.pl", std::process::id());
    let path = std::env::temp_dir().join(name);
    std::fs::write(&path, "p(1).\nq(X :- p(X).\n").expect("it can be written");
    let mut engine = Engine::new();
    let loaded = engine.load_file(path.to_str().expect("a name in UTF-8"));
    std::fs::remove_file(&path).expect("it is there");
    let report = loaded.expect_err("it is no term").report();
    assert!(report.contains("2 | q(X :- p(X)."), "{report}");
}

#[test]
fn errors_of_queries_inside_of_predicates_are_placed_where_they_are() {
    let mut engine = engine();
    let asked = engine.register_call("asked/1", |call| {
        let text: String = call.get(0)?;
        let mut inner = call.query(&text, params! {})?;
        inner.advance()
    });
    asked.expect("the name is free");
    let text = "outer(T) :- asked(T).\ninner(X) :- atom_length(X, _).\n";
    engine.load_source("st", text).expect("it loads");
    let report = said(&mut engine, "outer('inner(f(x))')");
    assert!(
        report.contains("2 | inner(X) :- atom_length(X, _)."),
        "{report}"
    );
    let report = said(&mut engine, "outer('inner(')");
    assert!(!report.contains("E0300"), "{report}");
    assert!(
        report.contains("query:1:") && report.contains("1 | inner("),
        "{report}"
    );
}

#[test]
fn what_the_host_asks_for_wrongly_is_told_clearly() {
    let mut engine = engine();
    for (register, expected) in [
        (
            engine.register("sq/1", |x: i64, y: i64| x + y),
            "sq/1 has 1 argument, but its function takes 2",
        ),
        (
            engine.register("sq/1", |x: i64| x * x),
            "the function of sq/1 takes all its arguments and returns a value: return a bool, \
             or add an argument for the value",
        ),
        (
            engine.register("sq/4", |x: i64| x * x),
            "sq/4 has 4 arguments: its function takes 1, and what it returns does not fill \
             the other 3",
        ),
    ] {
        assert_eq!(register.expect_err("it does not fit").to_string(), expected);
    }
    let twice = engine.query_with("Y is X + 1", params! { "X" => 1, "X" => 2 });
    let twice = twice.expect_err("two values");
    assert_eq!(twice.to_string(), "two values were given for X");
    let query = engine.query("X = 1, Y = 2").expect("well formed");
    let row = query.first::<(i64,)>().expect_err("there are two");
    assert_eq!(
        row.to_string(),
        "a row of 1 column was asked for, but the query has 2 variables: X, Y"
    );
    for text in ["", "  ", "% nothing"] {
        let empty = engine.run_goal(text).expect_err("there is no goal");
        assert!(empty.to_string().contains("there is no goal"), "{empty}");
    }
}
