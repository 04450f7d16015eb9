//! Terms and their conversion.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use dashu_int::IBig;
use luminy::api::convert::{FromTerm, IntoTerm, to_term};
use luminy::api::error::Error;
use luminy::api::term::{Term, TermKind};
use luminy::api::values::{Atom, Opaque};
use luminy::params;

use super::engine;

fn term(text: &str) -> Term {
    text.parse().expect("it is a term")
}

#[test]
fn terms_are_written_and_read_back() {
    let texts = [
        "f(X, Y, X)",
        "'hello world'",
        "[]",
        "{}",
        "{a, b}",
        "[1, 2|T]",
        "a:-b, c;d->e",
        "- 1",
        "-(-(1))",
        "1-(2-3)",
        "\"text \\\"quoted\\\"\\n\"",
        "0'a",
        "1.0e100",
        "1r3",
        "123456789012345678901234567890",
        "'\\n'",
        "f(:-, (a:-b))",
        "\\+a",
        "[a|b]",
        "'[]'(x)",
        "- a",
        "1 - -1",
        "[(a, b)]",
        "f((a, b))",
    ];
    for text in texts {
        let first = term(text);
        let written = first.to_string();
        assert_eq!(term(&written), first, "{text} is written as {written}");
    }
    assert_eq!(
        term("'b c'(X, _, \"s\")").to_string(),
        "'b c'(X, _2, \"s\")".replace(
            "_2",
            &term("'b c'(X, _, \"s\")")
                .argument(1)
                .expect("it has it")
                .to_string()
        )
    );
    assert!(matches!("f(".parse::<Term>(), Err(Error::Syntax(_))));
    assert!(matches!("a b".parse::<Term>(), Err(Error::Syntax(_))));
    assert!(matches!("".parse::<Term>(), Err(Error::Syntax(_))));
}

#[test]
fn terms_are_built_and_taken_apart() {
    let built = Term::compound(
        "f",
        [
            Term::atom("a"),
            Term::list([1, 2].map(Term::from)),
            Term::string("s"),
        ],
    );
    assert_eq!(built, term("f(a, [1, 2], \"s\")"));
    assert_ne!(built, term("f(a, [1, 2], s)"));
    assert_eq!(built.kind(), TermKind::Compound("f", 3));
    let [a, list, text] = built.view().matches("f").expect("f/3");
    assert_eq!((a.as_atom(), text.as_text()), (Some("a"), Some("s")));
    assert_eq!(list.items().map(|items| items.len()), Some(2));
    assert_eq!(Term::compound("f", []), Term::atom("f"));
}

#[test]
fn deep_terms_cross_the_border() {
    let mut deep = Term::atom("z");
    for _ in 0..1_000_000 {
        deep = Term::compound("s", [deep]);
    }
    let mut engine = engine();
    engine
        .load_str("depth(z, N, N). depth(s(X), N0, N) :- N1 is N0 + 1, depth(X, N1, N).")
        .expect("it loads");
    let query = engine
        .query_with("depth(T, 0, N), U = T", params! { "T" => &deep })
        .expect("well formed");
    let (depth, back): (i64, Term) = query.first().expect("it runs").expect("it has an answer");
    assert_eq!(depth, 1_000_000);
    assert!(back == deep);
    drop(engine);
    let other = deep.clone();
    drop(deep);
    assert_eq!(other.name(), Some("s"));
}

#[test]
fn numbers_keep_their_value_or_say_so() {
    assert_eq!(term("255").to::<u8>().expect("it fits"), 255);
    let error = term("256").to::<u8>().expect_err("it does not fit");
    assert_eq!(
        error.to_string(),
        "expected an integer from 0 to 255, found 256"
    );
    assert!(term("-1").to::<usize>().is_err());
    assert_eq!(
        term("18446744073709551615").to::<u64>().expect("it fits"),
        u64::MAX
    );
    assert_eq!(
        term("9223372036854775807").to::<i64>().expect("it fits"),
        i64::MAX
    );
    assert!(term("9223372036854775808").to::<i64>().is_err());
    assert_eq!(
        term("170141183460469231731687303715884105727")
            .to::<i128>()
            .expect("it fits"),
        i128::MAX
    );
    let big = IBig::from(7).pow(200);
    assert_eq!(to_term(big.clone()).to::<IBig>().expect("any integer"), big);
    assert_eq!(term("3").to::<f64>().expect("exact"), 3.0);
    assert!(term("3.0").to::<i64>().is_err());
    assert!(term("a").to::<f64>().is_err());
}

fn round<T: IntoTerm + FromTerm + Clone + PartialEq + std::fmt::Debug>(value: T, text: &str) {
    let there = to_term(value.clone());
    assert_eq!(there.to_string(), text);
    assert_eq!(there.to::<T>().expect("it comes back"), value);
}

#[test]
fn values_go_there_and_come_back() {
    round(true, "true");
    round('x', "x");
    round("text".to_owned(), "\"text\"");
    round(Atom("name".to_owned()), "name");
    round(vec![1, 2, 3], "[1, 2, 3]");
    round([1.5, -2.0], "[1.5, -2.0]");
    round((1, 'b'), "1-b");
    round((1, 2, 3), "-(1, 2, 3)");
    round((), "[]");
    round(Some(3), "3");
    round(None::<i64>, "null");
    round(BTreeMap::from([(1, true), (2, false)]), "[1-true, 2-false]");
    round(BTreeSet::from([3, 1, 2]), "[1, 2, 3]");
    round(HashMap::from([("k".to_owned(), 1)]), "[\"k\"-1]");
    round(vec![vec![(1, "a".to_owned())], vec![]], "[[1-\"a\"], []]");
    assert_eq!(
        term("name").to::<String>().expect("an atom is text"),
        "name"
    );
    assert_eq!(term("X").to::<Option<i64>>().expect("unbound"), None);
    assert!(term("\"name\"").to::<Atom>().is_err());
}

#[test]
fn a_mismatch_names_variable_type_and_term() {
    let mut engine = engine();
    let query = engine.query("X = 1, Name = f(x)").expect("well formed");
    let Err(Error::Mismatch(mismatch)) = query.first::<(i64, String)>() else {
        panic!("a mismatch is expected");
    };
    assert_eq!(mismatch.variable(), Some("Name"));
    assert_eq!(mismatch.expected(), "a string or an atom");
    assert_eq!(mismatch.found(), &term("f(x)"));
    assert_eq!(
        mismatch.to_string(),
        "Name: expected a string or an atom, found f(x)"
    );
    let query = engine.query("X = 1").expect("well formed");
    let Err(Error::Usage(message)) = query.first::<(i64, i64)>() else {
        panic!("an error is expected");
    };
    assert!(message.contains("1 variable: X"), "{message}");
}

#[test]
fn rows_leave_out_what_is_not_asked_for() {
    let mut engine = engine();
    let query = engine.query_with(
        "member(_K-V, [1-a, 2-b]), W = Given",
        params! { "Given" => 7 },
    );
    let rows = query
        .expect("well formed")
        .rows::<(String, i64)>()
        .expect("two columns");
    let rows: Vec<(String, i64)> = rows.collect::<Result<_, _>>().expect("they are texts");
    assert_eq!(rows, [("a".to_owned(), 7), ("b".to_owned(), 7)]);
}

#[test]
fn cyclic_terms_come_out_and_go_in() {
    let mut engine = engine();
    let answer = engine
        .query_once("X = f(X, [1|Y]), Y = [2|Y]")
        .expect("it runs")
        .expect("an answer");
    let cyclic = answer.value("X").expect("it has X").clone();
    assert_eq!(cyclic.argument(0).expect("it has it").name(), Some("f"));
    assert!(cyclic.argument(1).expect("it has it").items().is_none());
    assert!(cyclic == cyclic.clone());
    let goal = "Z = f(Z, _), cyclic_term(Z), Z = C";
    let found = engine
        .query_with(goal, params! { "C" => &cyclic })
        .expect("well formed")
        .first::<(Term,)>();
    assert!(found.expect("it runs").is_some());
    assert!(!cyclic.to_string().is_empty());
}

#[test]
fn opaque_values_are_freed_when_nothing_refers_to_them() {
    let value = std::sync::Arc::new(42_i64);
    let mut engine = engine();
    let handle = || Opaque::from(value.clone());
    assert!(
        engine
            .query_with("X = H, atom(X), X == H", params! { "H" => handle() })
            .expect("well formed")
            .advance()
            .expect("it runs")
    );
    assert!(engine.run_goal("true").expect("it runs"));
    assert_eq!(std::sync::Arc::strong_count(&value), 1);
    let stored = engine.query_with(
        "assertz(kept(H)), nb_setval(k, H)",
        params! { "H" => handle() },
    );
    assert!(stored.expect("well formed").advance().expect("it runs"));
    assert!(engine.run_goal("true").expect("it runs"));
    assert_eq!(std::sync::Arc::strong_count(&value), 2);
    let query = engine
        .query("kept(H), nb_getval(k, H)")
        .expect("well formed");
    let (back,): (Opaque<i64>,) = query.first().expect("it runs").expect("it was kept");
    assert_eq!(*back, 42);
    drop(back);
    assert!(
        engine
            .run_goal("retractall(kept(_)), nb_setval(k, none)")
            .expect("it runs")
    );
    drop(engine);
    assert_eq!(std::sync::Arc::strong_count(&value), 1);
    let error = term("f").to::<Opaque<i64>>().expect_err("it is no handle");
    assert!(
        error
            .to_string()
            .contains("a handle of a value of type i64")
    );
}

#[test]
fn many_opaque_values_are_freed_while_a_query_runs() {
    let mut engine = engine();
    let live = std::sync::Arc::new(());
    let inner = live.clone();
    engine
        .register("fresh/1", move || Opaque::new((inner.clone(), [0_u8; 64])))
        .expect("it is free");
    engine
        .load_str("burn(0). burn(N) :- fresh(H), atom(H), numlist(1, 20, _), M is N - 1, burn(M).")
        .expect("it loads");
    assert!(
        engine
            .run_goal("burn(30000), garbage_collect")
            .expect("it runs")
    );
    assert!(engine.run_goal("true").expect("it runs"));
    // The function itself holds one.
    assert_eq!(std::sync::Arc::strong_count(&live), 2);
}

#[test]
fn a_variable_has_one_name_in_an_answer() {
    let mut engine = engine();
    let query = "length(L, 2), L = [A, _], dif(A, b), B = g(L)";
    let answer = engine
        .query_once(query)
        .expect("it runs")
        .expect("an answer");
    assert_eq!(answer.value("L"), Some(&term("[A, _1]")));
    assert_eq!(answer.value("B"), Some(&term("g([A, _1])")));
    assert_eq!(answer.goals(), [term("dif(A, b)")]);
}

luminy::record! {
    #[derive(Debug)]
    struct Price {
        item: String = "Item",
        cents: i64 = "Cents",
    }
}

#[test]
fn variables_that_a_query_lacks_are_told_before_it_runs() {
    let mut engine = engine();
    engine.load_str("price(tea, 3).").unwrap();
    // There is no answer, but the mistake is in the query.
    let none = "price(Item, _), fail";
    let error = engine.query(none).unwrap().rows::<Price>().err();
    let message = error.expect("it is refused").to_string();
    assert_eq!(message, "the query has no variable Cents");
    let column = engine.query(none).unwrap().column::<i64>("Cents");
    assert_eq!(column.unwrap_err().to_string(), message);
    let mut prices = engine
        .query("price(Item, Cents)")
        .unwrap()
        .rows::<Price>()
        .unwrap();
    let price = prices.next().expect("there is one").unwrap();
    assert_eq!((price.item.as_str(), price.cents), ("tea", 3));
}

#[test]
fn values_of_an_answer_are_read() {
    let mut engine = engine();
    let answer = engine.query_once("X = 1, Y = [a]").unwrap().unwrap();
    assert_eq!(answer.get::<i64>("X").unwrap(), 1);
    assert_eq!(answer.get::<Vec<String>>("Y").unwrap(), ["a"]);
    let wrong = answer.get::<i64>("Y").unwrap_err().to_string();
    assert!(wrong.starts_with("Y: expected an integer"), "{wrong}");
    let absent = answer.get::<i64>("Z").unwrap_err().to_string();
    assert_eq!(absent, "the query has no variable Z");
}
