//! Answers read back: an answer asked as a query is its own answer.

use std::cell::RefCell;

use luminy::api::engine::Engine;
use proptest::prelude::{Just, Strategy, prop_assert, prop_oneof};
use proptest::test_runner::{Config, TestRunner};

/// The text of some term over a few variables.
fn term() -> impl Strategy<Value = String> {
    let variable = prop_oneof!["X", "Y", "Z", "_A", "_", "_G1"].prop_map(String::from);
    let atom = prop_oneof![
        "[a-c]{1,2}",
        Just("[]".to_owned()),
        Just("'quoted atom'".to_owned()),
        Just("'don\\'t\\n'".to_owned()),
        Just("(-)".to_owned()),
        Just("(:-)".to_owned()),
        Just("{}".to_owned()),
    ];
    let other = prop_oneof![
        "-?[1-9][0-9]{0,22}",
        "-?[0-9]\\.[0-9]{1,3}",
        Just("\"a string\"".to_owned()),
        Just("`codes`".to_owned()),
    ];
    let leaf = prop_oneof![3 => variable, 2 => atom, 2 => other];
    leaf.prop_recursive(4, 24, 3, |inner| {
        let pair = (inner.clone(), inner.clone());
        prop_oneof![
            pair.clone().prop_map(|(a, b)| format!("f({a},{b})")),
            pair.clone().prop_map(|(a, b)| format!("[{a}|{b}]")),
            pair.clone().prop_map(|(a, b)| format!("[{a},{b}]")),
            pair.clone().prop_map(|(a, b)| format!("(({a})-({b}))")),
            pair.clone().prop_map(|(a, b)| format!("(({a}):-({b}))")),
            pair.clone().prop_map(|(a, b)| format!("(({a}),({b}))")),
            pair.prop_map(|(a, b)| format!("(({a})=({b}))")),
            inner.clone().prop_map(|a| format!("{{{a}}}")),
            inner.clone().prop_map(|a| format!("(-({a}))")),
            inner.prop_map(|a| format!("(\\+ ({a}))")),
        ]
    })
}

/// The first answer of a query as text, if it has one.
fn answer(engine: &mut Engine, query: &str) -> Option<String> {
    let mut query = engine
        .query(query)
        .unwrap_or_else(|error| panic!("{query}: {error}"));
    let answer = query.next()?.expect("unification raises nothing");
    Some(answer.to_string())
}

#[test]
fn answers_read_back() {
    let engine = RefCell::new(Engine::builder().build());
    let config = Config {
        failure_persistence: None,
        ..Config::with_cases(1000)
    };
    let parts = (term(), term(), term());
    let result = TestRunner::new(config).run(&parts, |(one, other, third)| {
        let mut engine = engine.borrow_mut();
        let query = format!("X = {one}, f(Y) = f({other}), Z = {third}");
        if let Some(text) = answer(&mut engine, &query) {
            let names = ["X", "Y", "Z", "_A", "_G1"];
            let names = names.into_iter().filter(|name| query.contains(name));
            let all = format!("v({})", names.collect::<Vec<_>>().join(", "));
            let goal = format!(
                "findall({all}, ({query}), [One]), findall({all}, ({text}), [Other]), \
                 ( acyclic_term(One) -> One =@= Other ; cyclic_term(Other) )"
            );
            let holds = engine.run_goal(&goal);
            let holds = holds.unwrap_or_else(|error| panic!("{text}: {error}"));
            prop_assert!(holds, "{query}\n{text}");
        }
        Ok(())
    });
    result.expect("every answer reads back");
}
