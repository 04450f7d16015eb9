//! Terms from and to types that serde knows.

use std::collections::BTreeMap;

use luminy::api::error::Error;
use luminy::api::serialize::{Serde, from_term, to_term};
use luminy::api::term::Term;
use luminy::params;
use serde::{Deserialize, Serialize};

use super::engine;

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
struct OrderLine {
    item: String,
    count: u32,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
struct Order {
    id: u64,
    lines: Vec<OrderLine>,
    note: Option<String>,
    state: State,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
enum State {
    Open,
    PaidAt(i64),
    Sent { carrier: String, weight: f64 },
    Moved(u8, u8),
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
struct Meters(f64);

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
struct Rgb(u8, u8, u8);

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
struct Marker;

fn round<T>(value: T, text: &str)
where
    T: Serialize + for<'de> Deserialize<'de> + PartialEq + std::fmt::Debug,
{
    let term = to_term(&value).expect("it can be written");
    assert_eq!(term.to_string(), text);
    let read: Term = text.parse().expect("it is a term");
    assert_eq!(from_term::<T>(&read).expect("it can be read"), value);
}

fn order() -> Order {
    Order {
        id: 7,
        lines: vec![OrderLine {
            item: "tea".into(),
            count: 2,
        }],
        note: None,
        state: State::Sent {
            carrier: "bike".into(),
            weight: 1.5,
        },
    }
}

#[test]
fn types_have_their_terms() {
    round(
        order(),
        "order(7, [order_line(\"tea\", 2)], null, sent(\"bike\", 1.5))",
    );
    round(State::Open, "open");
    round(State::PaidAt(3), "paid_at(3)");
    round(State::Moved(1, 2), "moved(1, 2)");
    round(Meters(2.5), "2.5");
    round(Rgb(1, 2, 3), "rgb(1, 2, 3)");
    round(Marker, "marker");
    round((1, 'x', true), "-(1, x, true)");
    round(
        BTreeMap::from([("a".to_owned(), Some(1)), ("b".to_owned(), None)]),
        "[\"a\"-1, \"b\"-null]",
    );
    round(vec![u64::MAX], "[18446744073709551615]");
    round((), "[]");
}

#[test]
fn structs_are_read_from_pairs_in_any_order() {
    let term: Term = "[count-2, item-tea]".parse().expect("it is a term");
    let line: OrderLine = from_term(&term).expect("it can be read");
    assert_eq!(
        line,
        OrderLine {
            item: "tea".into(),
            count: 2
        }
    );
}

#[test]
fn what_cannot_be_read_is_named() {
    let term: Term = "order(7, [order_line(tea, many)], null, open)"
        .parse()
        .expect("it is a term");
    let Err(Error::Mismatch(mismatch)) = from_term::<Order>(&term) else {
        panic!("a mismatch is expected");
    };
    assert_eq!(mismatch.found(), &Term::atom("many"));
    let term: Term = "closed".parse().expect("it is a term");
    let error = from_term::<State>(&term).expect_err("there is no such state");
    assert_eq!(
        error.to_string(),
        "expected one of open, paid_at, sent, moved, found closed"
    );
}

#[test]
fn facts_and_answers_are_structs() {
    let mut engine = engine();
    let orders: Vec<Order> = (0..10).map(|id| Order { id, ..order() }).collect();
    engine
        .add_terms(orders.iter().map(Serde))
        .expect("they are facts");
    #[derive(Deserialize, PartialEq, Debug)]
    struct Found {
        order_id: u64,
        lines: Vec<OrderLine>,
    }
    let found: Vec<Found> = engine
        .records("order(OrderId, Lines, _, _), OrderId > 8")
        .expect("they are read");
    assert_eq!(
        found,
        [Found {
            order_id: 9,
            lines: order().lines
        }]
    );
    let query = engine.query_with("O = order(Id, _, _, _), O", params! { "Id" => 3 });
    let (Serde(back),): (Serde<Order>,) = query
        .expect("well formed")
        .first()
        .expect("it runs")
        .expect("there is one");
    assert_eq!(back, orders[3]);
}

#[test]
fn predicates_take_and_give_structs() {
    let mut engine = engine();
    engine
        .register("heavier/2", |Serde(state): Serde<State>| match state {
            State::Sent { carrier, weight } => Some(Serde(State::Sent {
                carrier,
                weight: weight * 2.0,
            })),
            _ => None,
        })
        .expect("it is free");
    assert!(
        engine
            .run_goal("heavier(sent(\"bike\", 1.5), sent(\"bike\", 3.0)), \\+ heavier(open, _)")
            .expect("it runs")
    );
}

#[test]
fn terms_nested_too_deeply_are_refused() {
    #[derive(Deserialize)]
    enum Nat {
        Z,
        S(Box<Nat>),
    }
    fn depth(nat: &Nat) -> usize {
        match nat {
            Nat::Z => 0,
            Nat::S(inner) => 1 + depth(inner),
        }
    }
    let mut term = Term::atom("z");
    for _ in 0..100 {
        term = Term::compound("s", [term]);
    }
    assert_eq!(depth(&from_term::<Nat>(&term).expect("it is shallow")), 100);
    for _ in 0..100_000 {
        term = Term::compound("s", [term]);
    }
    assert!(from_term::<Nat>(&term).is_err());
}

#[test]
fn mistakes_of_records_are_named() {
    #[derive(Deserialize, Debug)]
    #[allow(dead_code)]
    struct Person {
        name: String,
        age: u8,
    }
    let mut engine = engine();
    let told = |engine: &mut luminy::api::engine::Engine, query: &str| {
        let found = engine.records::<Person>(query);
        found.expect_err("it cannot be read").to_string()
    };
    assert_eq!(
        told(&mut engine, "member(Name-Age, [ann-31, bob-many])"),
        "answer 2: Age: expected an integer from 0 to 255, found many"
    );
    assert_eq!(
        told(&mut engine, "member(Name-Age, [ann-300])"),
        "answer 1: Age: expected an integer from 0 to 255, found 300"
    );
    assert_eq!(
        told(&mut engine, "Name = f(x), Age = 3"),
        "answer 1: Name: expected a string or an atom, found f(x)"
    );
    assert_eq!(
        told(&mut engine, "Name = ann, Years = 3"),
        "answer 1: expected a value for the field `age`, found [Name=ann, Years=3]"
    );
    let lines = engine.records::<(String, Vec<OrderLine>)>("X = a, Y = [[item-tea, count- -1]]");
    assert_eq!(
        lines.expect_err("it cannot be read").to_string(),
        "answer 1: Y: expected an integer from 0 to 4294967295, found -1"
    );
}
