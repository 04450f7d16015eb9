//! Checks a configuration, and explains all that is wrong with it.
//!
//! What must hold is a list of rules in Prolog; each says in words what is wrong
//! where it does not hold.

use std::collections::BTreeMap;

use luminy::api::engine::Engine;
use luminy::api::error::Error;

const RULES: &str = "
wrong(Key, \"is missing\") :-
    required(Key),
    \\+ setting(Key, _).
wrong(Key, Why) :-
    setting(Key, Value),
    type(Key, Type),
    \\+ is_of_type(Type, Value),
    format(string(Why), \"is ~q, which is not ~w\", [Value, Type]).
wrong(\"tls_port\", \"must differ from port\") :-
    setting(\"port\", Port),
    setting(\"tls_port\", Port).
wrong(Key, Why) :-
    setting(Key, _),
    \\+ type(Key, _),
    findall(Distance-Known, ( type(Known, _), distance(Key, Known, Distance) ), All),
    msort(All, [_-Nearest|_]),
    format(string(Why), \"is not known; is it ~s?\", [Nearest]).

required(\"host\").
required(\"port\").

type(\"host\", text).
type(\"port\", port).
type(\"tls_port\", port).
type(\"workers\", between(1, 64)).

is_of_type(text, Value) :- string(Value).
is_of_type(port, Value) :- integer(Value), between(1, 65535, Value).
is_of_type(between(Low, High), Value) :- integer(Value), between(Low, High, Value).
";

/// A value of a configuration file.
#[derive(Clone)]
enum Value {
    Number(i64),
    Text(&'static str),
}

impl luminy::api::convert::IntoTerm for Value {
    fn into_term(self, to: &mut luminy::api::build::Builder<'_>) -> luminy::api::build::Built {
        match self {
            Value::Number(value) => to.integer(value),
            Value::Text(value) => to.string(value),
        }
    }
}

/// How many characters differ.
fn distance(a: &str, b: &str) -> usize {
    let common = a.chars().zip(b.chars()).filter(|(a, b)| a == b).count();
    a.chars().count().max(b.chars().count()) - common
}

fn check(settings: BTreeMap<String, Value>) -> Result<Vec<(String, String)>, Error> {
    let mut engine = Engine::builder().build();
    engine.add_table("setting/2", settings)?;
    engine.register("distance/3", |a: String, b: String| distance(&a, &b))?;
    engine.load_str(RULES)?;
    engine.query("wrong(Key, Why)")?.rows()?.collect()
}

pub fn main() -> Result<(), Error> {
    let settings = BTreeMap::from([
        ("port".to_owned(), Value::Number(8080)),
        ("tls_port".to_owned(), Value::Number(8080)),
        ("worker".to_owned(), Value::Number(4)),
        ("workers".to_owned(), Value::Text("many")),
    ]);
    let wrong = check(settings)?;
    for (key, why) in &wrong {
        println!("{key} {why}");
    }
    let keys: Vec<&str> = wrong.iter().map(|(key, _)| key.as_str()).collect();
    assert_eq!(keys, ["host", "workers", "tls_port", "worker"]);
    Ok(())
}
