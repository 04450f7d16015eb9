//! What errors of queries tell: where, about what, and whose fault it is.

use luminy::api::engine::Engine;
use luminy::api::error::Error;
use luminy::api::term::Term;
use luminy::params;

use super::engine;

fn error(engine: &mut Engine, query: &str) -> Error {
    engine.run_goal(query).expect_err("it raises an error")
}

/// The text that is marked in a query.
fn marked(error: &Error) -> Option<String> {
    let span = error.diagnostics()[0].span.as_ref()?;
    let line = span.text.as_ref()?.chars();
    let marked = line.skip(span.start.column as usize).take(span.length);
    Some(marked.collect())
}

#[test]
fn the_goal_of_a_query_that_raises_an_error_is_marked() {
    let mut engine = engine();
    engine.load_str("p(1). p(2).").expect("it is right");
    for (query, goal) in [
        ("X = 1, atom_length(f(X), Y)", "atom_length(f(X), Y)"),
        ("p(X), foo(X), p(X)", "foo(X)"),
        ("p(X), ( X > 0 -> throw(oops) ; true )", "throw(oops)"),
        ("findall(X, ( p(X), bar(X) ), Xs), p(X)", "bar(X)"),
        ("\\+ ( p(X), atom_codes(_, _) )", "atom_codes(_, _)"),
        ("atom_length(a, 1), atom_length(1, b)", "atom_length(1, b)"),
        ("p(X), Y is X + Z", "Z"),
        ("?- p(X), atom_length(f(X), Y).", "atom_length(f(X), Y)"),
    ] {
        assert_eq!(
            marked(&error(&mut engine, query)).as_deref(),
            Some(goal),
            "{query}"
        );
    }
    // Either of them may be it.
    let twice = error(&mut engine, "p(X), atom_length(A, X), atom_length(B, X)");
    assert_eq!(marked(&twice), None);
}

#[test]
fn places_are_those_in_the_text_of_the_query() {
    let mut engine = engine();
    let error = error(&mut engine, "true,\n  atom_length(X, Y),\n  true");
    let span = error.diagnostics()[0].span.as_ref().expect("it is known");
    assert_eq!(
        (span.file.as_str(), span.start.line, span.start.column),
        ("query", 2, 2)
    );
    assert!(
        error
            .to_json()
            .contains(r#""span":{"file":"query","line":2,"column":3,"length":17}"#)
    );
    let prepared = engine
        .prepare("true, atom_length(X, Y)")
        .expect("it is right");
    let params = params! { "X" => vec![1] };
    let query = engine.query_prepared(&prepared, params).expect("it has X");
    let error = query.first::<(i64,)>().expect_err("a list has no length");
    assert_eq!(marked(&error).as_deref(), Some("atom_length(X, Y)"));
    let mut input = Engine::builder()
        .input("true. true, foo.\n".as_bytes())
        .build();
    assert!(input.next_input_query().expect("it is right").is_some());
    let query = input.next_input_query().expect("it is right");
    let error = query
        .expect("there is one")
        .first::<()>()
        .expect_err("there is no foo");
    assert_eq!(marked(&error).as_deref(), Some("foo"));
}

#[test]
fn errors_are_told_on_a_line_with_predicate_argument_and_place() {
    let mut engine = engine();
    let told = |engine: &mut Engine, query: &str| error(engine, query).to_string();
    assert_eq!(
        told(&mut engine, "true, atom_length(f(x), _)"),
        "expected an atom, found `f(x)` (argument 1 of atom_length/2, query:1:7)"
    );
    assert_eq!(told(&mut engine, "foo"), "no predicate foo/0 (query:1:1)");
    assert_eq!(
        told(&mut engine, "G = atom_length(X, _), call(G)"),
        "`X` has no value yet, but one is needed here (atom_length/2, query:1:17)"
    );
}

#[test]
fn predicates_of_the_host_are_called_so() {
    let mut engine = engine();
    engine
        .register("price/2", |_: String| 3)
        .expect("it is free");
    let loaded = engine.load_str("price(tea, 1).").expect_err("it is taken");
    let expected = "price/2 is a predicate of the host, in Rust: a program cannot define it";
    assert!(loaded.to_string().contains(expected), "{loaded}");
    let asserted = error(&mut engine, "assertz(price(tea, 1))").to_string();
    let expected = "price/2 is a predicate of the host, in Rust, and cannot be changed";
    assert!(asserted.starts_with(expected), "{asserted}");
    let system = engine
        .load_str("atom_length(a, 1).")
        .expect_err("it is taken");
    assert!(system.to_string().contains("of the system"), "{system}");
}

#[test]
fn long_texts_and_terms_are_cut_off_in_errors() {
    let mut engine = engine();
    engine
        .load_str("long(0, T, T) :- !. long(N, T0, T) :- string_concat(T0, T0, T1), N1 is N - 1, long(N1, T1, T).")
        .expect("it is right");
    let text = error(&mut engine, "long(22, \"abcd\", T), atom_length(f(T), _)");
    assert!(text.to_string().len() < 1000);
    let Error::Exception(exception) = error(&mut engine, "numlist(1, 1000000, L), throw(L)") else {
        panic!("it is an exception");
    };
    assert!(exception.text.len() < 1_100_000 && exception.term.to_string().len() < 1_100_000);
    let file = error(&mut engine, "long(22, \"abcd\", T), open(T, read, _)");
    assert!(file.to_string().len() < 10_000);
}

#[test]
fn terms_are_shown_as_prolog_for_debugging() {
    let term: Term = "point(1, X, \"two\", [a])".parse().expect("it is a term");
    assert_eq!(format!("{term:?}"), "Term(point(1, X, \"two\", [a]))");
    assert_eq!(
        format!("{:?}", Some(Term::atom("A b"))),
        "Some(Term('A b'))"
    );
    let long = Term::list((0..10_000).map(Term::from));
    assert!(format!("{long:?}").len() < 1100);
}
