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

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
struct Point {
    x: i32,
    y: Option<i32>,
}

/// An enum with these variants in a representation of serde.
macro_rules! shapes {
    ($name:ident, [$($representation:meta)?], [$($more:tt)*], $made:expr) => {
        #[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
        $(#[$representation])?
        enum $name {
            Circle { radius: f64, label: String },
            Dot(Point),
            Path { points: Vec<Point>, weights: BTreeMap<String, i64>, pair: (u8, char) },
            Empty,
            $($more)*
        }

        impl $name {
            fn all() -> Vec<$name> {
                let point = |x, y| Point { x, y };
                let mut all: Vec<$name> = $made;
                all.push($name::Empty);
                for x in [i32::MIN, -1, 0, i32::MAX] {
                    all.push($name::Dot(point(x, None)));
                    all.push($name::Dot(point(x, Some(-x.max(1)))));
                }
                for label in ["", "null", "true", "[]", "it's \"quoted\"", "Empty", "1"] {
                    for radius in [0.0, -1.5, 1.0e300] {
                        all.push($name::Circle { radius, label: label.to_owned() });
                    }
                }
                for count in 1..4 {
                    let points = (0..count).map(|x| point(x, Some(x))).collect();
                    let weights = (0..i64::from(count)).map(|n| (format!("k{n}"), n - 1));
                    let weights = weights.collect();
                    all.push($name::Path { points, weights, pair: (255, '-') });
                }
                all
            }

            fn return_whole() {
                for value in $name::all() {
                    let term = to_term(&value).expect("it can be written");
                    let read = from_term::<$name>(&term);
                    assert_eq!(read.as_ref().ok(), Some(&value), "{term}: {read:?}");
                    let text = term.to_string();
                    let parsed: Term = text.parse().expect("it is a term");
                    assert_eq!(from_term::<$name>(&parsed).ok(), Some(value), "{text}");
                }
            }
        }
    };
}

shapes!(Outside, [], [Rect(i8, u8), Line(Vec<Mode>),], {
    let path = (vec![], BTreeMap::new(), (0, 'x'));
    let (points, weights, pair) = path;
    vec![
        Outside::Rect(-1, 2),
        Outside::Line(vec![Mode::Outline]),
        Outside::Line(vec![]),
        Outside::Path { points, weights, pair },
    ]
});
shapes!(Inside, [serde(tag = "kind")], [], vec![]);
shapes!(
    Beside,
    [serde(tag = "kind", content = "value")],
    [Rect(i8, u8), Line(Vec<Mode>),],
    {
        let path = (vec![], BTreeMap::new(), (0, 'x'));
        let (points, weights, pair) = path;
        vec![
            Beside::Rect(-1, 2),
            Beside::Line(vec![Mode::Outline, Mode::FillAll]),
            Beside::Line(vec![]),
            Beside::Path { points, weights, pair },
        ]
    }
);

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
enum Mode {
    FillAll,
    Outline,
}

#[test]
fn enums_return_in_each_representation() {
    Outside::return_whole();
    Inside::return_whole();
    Beside::return_whole();
}

#[test]
fn enums_with_tags_have_their_terms() {
    let point = || Point { x: 1, y: None };
    round(Outside::Dot(point()), "dot(point(1, null))");
    round(Inside::Dot(point()), "point(\"Dot\", 1, null)");
    round(Inside::Empty, "inside(\"Empty\")");
    let circle = |label: &str| (1.0, label.to_owned());
    let (radius, label) = circle("a");
    round(
        Inside::Circle { radius, label },
        "inside(\"Circle\", 1.0, \"a\")",
    );
    round(Beside::Dot(point()), "beside(dot, point(1, null))");
    round(Beside::Empty, "beside(empty)");
    let (radius, label) = circle("a");
    round(
        Beside::Circle { radius, label },
        "beside(circle, circle(1.0, \"a\"))",
    );
    // From pairs the fields may come in any order.
    for text in [
        "[kind-'Circle', label-a, radius-1.0]",
        "[radius-1.0, label-\"a\", kind-\"Circle\"]",
    ] {
        let term: Term = text.parse().expect("it is a term");
        let (radius, label) = circle("a");
        let read = from_term::<Inside>(&term).expect("it can be read");
        assert_eq!(read, Inside::Circle { radius, label });
    }
    for text in [
        "[kind-circle, value-circle(1.0, a)]",
        "[value-[radius-1.0, label-a], kind-circle]",
    ] {
        let term: Term = text.parse().expect("it is a term");
        let (radius, label) = circle("a");
        let read = from_term::<Beside>(&term).expect("it can be read");
        assert_eq!(read, Beside::Circle { radius, label });
    }
    for text in [
        "inside(\"Square\", 1.0)",
        "inside",
        "inside(1)",
        "[radius-1.0]",
        "inside(\"Circle\", x, \"a\")",
    ] {
        let term: Term = text.parse().expect("it is a term");
        assert!(from_term::<Inside>(&term).is_err(), "{text}");
    }
    for text in [
        "beside(circle)",
        "beside",
        "beside(square, 1)",
        "beside(circle, circle(1.0))",
        "beside(circle, circle(1.0, a, 2))",
        "beside(circle, circle(1.0, a), 2)",
    ] {
        let term: Term = text.parse().expect("it is a term");
        assert!(from_term::<Beside>(&term).is_err(), "{text}");
    }
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
#[serde(untagged)]
enum Bare {
    Number(i64),
    Float(f64),
    Flag(bool),
    Text(String),
    Pair(u8, Option<String>),
    Point(Point),
    Named {
        name: String,
        at: (Point, Point),
        tags: Vec<String>,
    },
    Many(Vec<i64>),
    Table(BTreeMap<String, Point>),
}

#[test]
fn enums_without_tags_return() {
    let point = |x| Point { x, y: Some(2) };
    let table = |count: i32| (0..count).map(|n| (format!("k{n}"), point(n)));
    let values = [
        Bare::Number(i64::MIN),
        Bare::Number(0),
        Bare::Float(0.5),
        Bare::Flag(true),
        Bare::Text("true".into()),
        Bare::Text("[]".into()),
        Bare::Text(String::new()),
        Bare::Pair(3, None),
        Bare::Pair(3, Some("x".into())),
        Bare::Point(point(-7)),
        Bare::Many(vec![]),
        Bare::Many(vec![1, -2, 3]),
        Bare::Table(table(1).collect()),
        Bare::Table(table(5).collect()),
    ];
    for value in values {
        let term = to_term(&value).expect("it can be written");
        let read = from_term::<Bare>(&term);
        assert_eq!(read.as_ref().ok(), Some(&value), "{term}: {read:?}");
    }
    for (text, value) in [
        ("tea", Bare::Text("tea".into())),
        ("[x-1, y-2]", Bare::Point(point(1))),
        ("[]", Bare::Many(vec![])),
        // Only pairs tell the fields of a variant without a tag.
        (
            "[at-(point(1, 2)-point(0, 2)), tags-[t], name-n]",
            Bare::Named {
                name: "n".into(),
                at: (point(1), point(0)),
                tags: vec!["t".into()],
            },
        ),
    ] {
        let term: Term = text.parse().expect("it is a term");
        assert_eq!(from_term::<Bare>(&term).expect("it can be read"), value);
    }
    for text in ["f(g(h))", "bare(n, point(1, 2)-point(0, 2), [t])"] {
        let term: Term = text.parse().expect("it is a term");
        assert!(from_term::<Bare>(&term).is_err(), "{text}");
    }
}

#[test]
fn tags_of_structs_and_enums_within_enums_are_read() {
    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
    #[serde(tag = "type")]
    struct Event {
        at: u64,
        what: Vec<Inside>,
    }
    round(
        Event {
            at: 3,
            what: vec![Inside::Empty],
        },
        "event(\"Event\", 3, [inside(\"Empty\")])",
    );
    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
    #[serde(tag = "op", rename_all = "snake_case")]
    enum Command {
        Draw { shapes: Vec<Inside>, fill: Fill },
        Undo { steps: Option<u8> },
    }
    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
    #[serde(rename_all = "snake_case")]
    enum Fill {
        EvenOdd,
        Full,
    }
    round(
        Command::Draw {
            shapes: vec![Inside::Empty, Inside::Dot(Point { x: 1, y: None })],
            fill: Fill::EvenOdd,
        },
        "command(\"draw\", [inside(\"Empty\"), point(\"Dot\", 1, null)], even_odd)",
    );
    round(Command::Undo { steps: None }, "command(\"undo\", null)");
    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
    struct Order {
        id: u32,
        #[serde(flatten)]
        shape: Inside,
    }
    let order = Order {
        id: 1,
        shape: Inside::Dot(Point { x: 1, y: Some(2) }),
    };
    round(order, "[\"id\"-1, \"kind\"-\"Dot\", \"x\"-1, \"y\"-2]");
}
