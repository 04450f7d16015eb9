//! What is read, and from where.

use super::super::layout::NodeKind;
use super::super::reader::parse_number;
use super::super::source::WholeText;
use super::super::write_options::WriteOptions;
use super::{Trickle, World};
use crate::atom::{AtomTable, known};
use crate::flags::{FlagValue, Flags};
use crate::number::Number;
use crate::number::long::Silent;
use crate::ops::OpType;

#[test]
fn ambiguous_operators_have_one_reading() {
    let mut world = World::new(true)
        .op(9, OpType::Fy, "g")
        .op(9, OpType::Yf, "h")
        .op(9, OpType::Fy, "gg")
        .op(9, OpType::Yf, "gg")
        .op(9, OpType::Xfy, "r")
        .op(9, OpType::Xf, "e")
        .op(9, OpType::Yf, "o9");
    let cases = [
        ("g 1 h", "g(h(1))"),
        ("(g 1) h", "h(g(1))"),
        ("gg 5 gg", "gg(gg(5))"),
        ("5 gg gg", "gg(gg(5))"),
        ("1 r 2 h", "r(1,h(2))"),
        ("g h", "error operator_clash"),
        ("1e-7", "-(e(1),7)"),
        ("0o9", "o9(0)"),
        ("5e e", "error operator_clash"),
    ];
    for (text, expected) in cases {
        assert_eq!(world.canonical(text), expected, "{text}");
    }
    assert_eq!(world.echo("(g 1) h"), "(g 1)h");
    assert_eq!(world.echo("(1 r 2) h"), "(1 r 2)h");
    assert_eq!(world.echo("g 1 h"), "g 1 h");
}

#[test]
fn the_layout_behind_the_period_stays() {
    let mut world = World::new(false);
    let mut source = WholeText::new("a. b.%c");
    assert!(world.read(&mut source).is_ok());
    assert_eq!(source.rest(), " b.%c");
    assert!(world.read(&mut source).is_ok());
    assert_eq!(source.rest(), "%c");
    assert!(matches!(world.read(&mut source), Ok(None)));
}

#[test]
fn text_may_arrive_character_by_character() {
    let text = "a:-'b\\x41\\''c', \"d\", 0'\\n, 1.5e+7. /* c **/ %\nf(é)-->[0x1F|X],[](a),{}(b). '";
    let mut world = World::new(true);
    let whole = world.all(text);
    let mut source = Trickle::new(text);
    let mut pieces = Vec::new();
    loop {
        let read = match world.read(&mut source) {
            Ok(None) => break,
            Ok(Some(read)) => world.text(read.term, &WriteOptions::writeq()),
            Err(error) => format!("error {}", error.kind),
        };
        // A term is complete as soon as what follows its period has arrived.
        assert!(source.end - source.start <= 1, "{read}");
        pieces.push(read);
    }
    let unnamed = |texts: &[String]| -> Vec<String> {
        let strip = |text: &String| text.replace(|c: char| c.is_ascii_digit(), "");
        texts.iter().map(strip).collect()
    };
    assert_eq!(unnamed(&pieces), unnamed(&whole));
    assert_eq!(whole.len(), 3);
}

#[test]
fn variables_know_their_names_and_places() {
    let mut world = World::new(false);
    let mut source = WholeText::new("\nf(Xé, _, _Y,\n Xé).");
    let read = world.read(&mut source).expect("a term").expect("a term");
    let rows: Vec<_> = read
        .variables
        .iter()
        .map(|row| (&*row.name, row.count, row.first.line, row.first.column))
        .collect();
    assert_eq!(rows, [("Xé", 2, 2, 2), ("_Y", 1, 2, 9)]);
    assert_eq!((read.start.line, read.start.column), (2, 0));
    assert_eq!((read.end.line, read.end.column), (3, 5));
    let many = (0..100).map(|i| format!("V{}", i % 50)).collect::<Vec<_>>();
    let text = format!("f({}).", many.join(","));
    let read = world.read(&mut WholeText::new(&text)).expect("a term");
    let variables = read.expect("a term").variables;
    assert_eq!(variables.len(), 50);
    assert!(variables.iter().all(|row| row.count == 2));
}

#[test]
fn places_of_subterms_are_kept_if_asked() {
    let mut world = World::new(false);
    world.options.layout = true;
    world.options.comments = true;
    let mut source = WholeText::new("% é\na :- f(b), [c|(d)].");
    let read = world.read(&mut source).expect("a term").expect("a term");
    assert_eq!(&*read.comments[0].text, "% é");
    let layout = read.layout.expect("it was asked for");
    let place = |number| {
        let node = layout.node(number);
        (node.start.char, node.end.char)
    };
    let children = |number| layout.children(number).to_vec();
    assert_eq!(place(layout.root()), (4, 22));
    let [head, body] = children(layout.root())[..] else {
        panic!("a clause has two parts")
    };
    assert_eq!((place(head), place(body)), ((4, 5), (9, 22)));
    let [goal, list] = children(body)[..] else {
        panic!("a conjunction has two parts")
    };
    assert_eq!((place(goal), place(list)), ((9, 13), (15, 22)));
    assert_eq!(layout.node(list).kind, NodeKind::List { has_tail: true });
    let tail = children(list)[1];
    assert_eq!(layout.node(tail).kind, NodeKind::Parentheses);
}

#[test]
fn numbers_of_text_follow_the_standard() {
    let mut atoms = AtomTable::new();
    let (iso, lax) = (Flags::iso(&mut atoms), Flags::new(&mut atoms));
    let int = |value| Ok(Number::Int(value));
    let read = |text, flags| parse_number(text, flags, &Silent).map_err(|error| error.kind);
    for flags in [&iso, &lax] {
        assert_eq!(read(" /**/ %\n 12", flags), int(12));
        assert_eq!(read("- 1", flags), int(-1));
        assert_eq!(read("0x1f", flags), int(31));
        assert_eq!(read("0'a", flags), int(97));
        for wrong in [
            "", " ", "1 ", "1\n", "a", "-", "- a", ".4", "1.", "3a", "--1",
        ] {
            assert!(read(wrong, flags).is_err(), "{wrong:?}");
        }
    }
    assert!(read("+1", &iso).is_err());
    assert!(read("1e3", &iso).is_err());
    assert_eq!(read("+1", &lax), int(1));
    assert_eq!(read("1e3", &lax), Ok(Number::Float(1000.0)));
}

#[test]
fn terms_may_be_nested_two_million_deep() {
    let depth = 2_000_000;
    let mut world = World::new(false);
    let repeat =
        |open: &str, inner: &str, close: &str| open.repeat(depth) + inner + &close.repeat(depth);
    let texts = [
        repeat("f(", "a", ")"),
        repeat("[", "a", "]"),
        repeat("- ", "a", ""),
        repeat("a:", "a", ""),
    ];
    for text in texts {
        let written = world.echo(&text);
        assert!(
            written.len() >= depth,
            "{}",
            &written[..50.min(written.len())]
        );
    }
    assert_eq!(world.echo(&repeat("(", "a", ")")), "a");
    assert_eq!(world.echo(&"(".repeat(depth)), "error end_of_clause");
}

#[test]
fn characters_are_converted_outside_quotes() {
    let mut world = World::new(false);
    world.conversion.extend([('&', '\''), ('^', 'x')]);
    assert_eq!(world.echo("f(^)"), "f(^)");
    world
        .flags
        .put(known::CHAR_CONVERSION, FlagValue::Atom(known::ON));
    assert_eq!(
        world.echo("f(a^b, '^', \"^\", 0'^, &A b')"),
        "f(axb,^,\"^\",94,'A b')"
    );
    let error = world.error("f(^é^ ^). g.");
    assert_eq!((error.at.column, error.length), (6, 1));
}
