//! Reading and writing together.

use super::conversion::Conversion;
use super::layout::NodeKind;
use super::reader::{ReadContext, ReadOptions, ReadTerm, parse_number, parse_text, read_term};
use super::source::{START, TextSource, WholeText, advance};
use super::write_options::{Spacing, WriteOptions};
use super::writer::{WriteContext, term_text, write_term};
use crate::atom::{AtomTable, known};
use crate::error::{Ball, Position, SyntaxError};
use crate::flags::{FlagValue, Flags};
use crate::number::Number;
use crate::ops::{OpType, Ops};
use crate::term::cell::Cell;
use crate::term::mem::Mem;

/// A heap with the tables of one mode.
struct World {
    mem: Mem,
    atoms: AtomTable,
    ops: Ops,
    flags: Flags,
    conversion: Conversion,
    options: ReadOptions,
}

impl World {
    fn new(is_iso: bool) -> World {
        let mut atoms = AtomTable::new();
        let (ops, flags) = if is_iso {
            (Ops::iso(&mut atoms), Flags::iso(&mut atoms))
        } else {
            (Ops::predefined(&mut atoms), Flags::new(&mut atoms))
        };
        World {
            mem: Mem::new(1 << 32),
            atoms,
            ops,
            flags,
            conversion: Conversion::default(),
            options: ReadOptions::default(),
        }
    }

    fn op(mut self, priority: i64, op_type: OpType, name: &str) -> World {
        let atom = self.atoms.intern(name);
        self.ops
            .add(priority, op_type, atom)
            .expect("a legal operator");
        self
    }

    fn context(&mut self) -> ReadContext<'_> {
        ReadContext {
            mem: &mut self.mem,
            atoms: &mut self.atoms,
            ops: &self.ops,
            flags: &self.flags,
            char_conversion: Some(&self.conversion),
            options: self.options,
        }
    }

    fn read(&mut self, source: &mut dyn TextSource) -> Result<Option<ReadTerm>, SyntaxError> {
        match read_term(source, &mut self.context()) {
            Ok(read) => Ok(read),
            Err(Ball::Syntax(error)) => Err(*error),
            Err(other) => panic!("{other:?}"),
        }
    }

    fn text(&self, term: Cell, options: &WriteOptions) -> String {
        let context = WriteContext {
            mem: &self.mem,
            atoms: &self.atoms,
            ops: &self.ops,
            flags: &self.flags,
        };
        term_text(context, term, options)
    }

    /// The term that `text` is, written so, or the name of the error.
    fn convert(&mut self, text: &str, options: &WriteOptions) -> String {
        match parse_text(text, &mut self.context()) {
            Ok(read) => self.text(read.term, options),
            Err(Ball::Syntax(error)) => format!("error {}", error.kind),
            Err(other) => format!("{other:?}"),
        }
    }

    fn echo(&mut self, text: &str) -> String {
        self.convert(text, &WriteOptions::writeq())
    }

    fn canonical(&mut self, text: &str) -> String {
        self.convert(text, &WriteOptions::canonical())
    }

    /// All terms of a text, or the names of the errors.
    fn all(&mut self, text: &str) -> Vec<String> {
        let mut source = WholeText::new(text);
        let mut found = Vec::new();
        loop {
            match self.read(&mut source) {
                Ok(None) => return found,
                Ok(Some(read)) => found.push(self.text(read.term, &WriteOptions::writeq())),
                Err(error) => found.push(format!("error {}", error.kind)),
            }
        }
    }

    fn error(&mut self, text: &str) -> SyntaxError {
        self.read(&mut WholeText::new(text))
            .expect_err("a syntax error")
    }
}

/// A text that arrives in pieces of a few bytes.
struct Trickle<'a> {
    all: &'a str,
    start: usize,
    end: usize,
    position: Position,
}

impl<'a> Trickle<'a> {
    fn new(all: &'a str) -> Trickle<'a> {
        Trickle {
            all,
            start: 0,
            end: 0,
            position: START,
        }
    }
}

impl TextSource for Trickle<'_> {
    fn text(&self) -> &str {
        &self.all[self.start..self.end]
    }

    fn at_end(&self) -> bool {
        false
    }

    fn fill(&mut self) -> std::io::Result<bool> {
        let next = self.all[self.end..].chars().next();
        self.end += next.map_or(0, char::len_utf8);
        Ok(next.is_some())
    }

    fn consume(&mut self, bytes: usize) {
        advance(
            &mut self.position,
            &self.all[self.start..self.start + bytes],
        );
        self.start += bytes;
    }

    fn position(&self) -> Position {
        self.position
    }
}

#[test]
fn strict_mode_writes_as_the_standard_does() {
    let mut world = World::new(true);
    let cases = [
        ("- (1)", "- (1)"),
        ("-(2^3)", "- (2^3)"),
        ("- 1", "-1"),
        ("'-'1", "-1"),
        ("- /* one */ 1", "-1"),
        ("- 1^2", "-1^2"),
        ("-(-(1))", "- - (1)"),
        ("-(-1)", "- -1"),
        ("1 - (-1)", "1- -1"),
        ("-a", "-a"),
        ("-(-)", "- (-)"),
        ("-((a,b))", "- (a,b)"),
        ("-{a}", "-{a}"),
        ("-[a]", "-[a]"),
        ("-(1,2)", "1-2"),
        ("- (1,2)", "- (1,2)"),
        ("(-)-(-)", "(-)-(-)"),
        ("[-|-]", "[-|-]"),
        ("f(:-,(a:-b))", "f(:-,(a:-b))"),
        ("a= \\b", "a= \\b"),
        ("a=(\\+b)", "a=(\\+b)"),
        ("(a:-b):-c", "(a:-b):-c"),
        ("a mod (b mod c)", "a mod (b mod c)"),
        (">(>(a),b)", ">(a)>b"),
        ("','(a,b,c)", "','(a,b,c)"),
        ("f(',','|',';')", "f(',','|',;)"),
        ("{a:-b}", "{a:-b}"),
        ("{}(a,b)", "{}(a,b)"),
        ("[](a)", "[](a)"),
        ("(a|b)", "a|b"),
        ("'$VAR'(27)", "B1"),
        ("'$VAR'(x)", "'$VAR'(x)"),
        ("1.0e10", "10000000000.0"),
        ("- 0.0", "-0.0"),
        ("'\\e'", "error undefined_char_escape"),
        ("'a\tb'", "error illegal_quoted_character"),
        ("'a\nb'", "error unclosed_quote"),
        ("'\\x41'", "error unclosed_char_escape"),
        ("`a`", "error back_quoted_text"),
        ("1_000", "error operator_expected"),
        ("X = *", "error operator_clash"),
        ("[a:-b]", "error operator_clash"),
        ("a = b = c", "error operator_clash"),
        ("foo (a)", "error operator_expected"),
        ("a 'is' b", "a is b"),
        ("a ',' b", "error operator_expected"),
        ("2'rem'3", "2 rem 3"),
        ("[ /* none */ ]", "[]"),
        ("0'''", "39"),
        ("0''", "error operator_expected"),
        ("\"ab\"", "[97,98]"),
    ];
    for (text, expected) in cases {
        assert_eq!(world.echo(text), expected, "{text}");
    }
}

#[test]
fn the_default_mode_has_extensions() {
    let mut world = World::new(false);
    let cases = [
        ("- (1)", "-(1)"),
        ("-(2^3)", "-(2^3)"),
        ("1_000_000", "1000000"),
        ("1e10", "10000000000.0"),
        ("1.0Inf - 1.5NaN", "1.0Inf-1.5NaN"),
        ("1r3 + 2r4", "1r3+1r2"),
        ("16'fF", "255"),
        ("0''", "39"),
        ("\"a\\\"b\"", "\"a\\\"b\""),
        ("`ab`", "[97,98]"),
        ("'\\e\\s\\u00e9\\x41'", "'\\x1b\\ éA'"),
        ("'a\nb'", "'a\\nb'"),
        ("a = *", "a=(*)"),
        ("- = x", "(-)=x"),
        ("[a:-b]", "[(a:-b)]"),
        ("f(:- a, b)", "f((:-a),b)"),
        (":- dynamic foo/1, bar/2", ":-dynamic foo/1,bar/2"),
        ("a.b", "error operator_expected"),
        ("f()", "error cannot_start_term"),
        ("[] = '[]'", "[]=[]"),
        ("9223372036854775808", "9223372036854775808"),
        ("-9223372036854775808", "-9223372036854775808"),
        ("1.0e400", "error illegal_number"),
    ];
    for (text, expected) in cases {
        assert_eq!(world.echo(text), expected, "{text}");
    }
}

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
fn reading_goes_on_after_an_error() {
    let mut world = World::new(false);
    let text = "a b. c. f('x'. d). e.\nfoo('abc).\ng.\nh('\\q'). i. j(]. k. 'l";
    let found = world.all(text);
    let expected = [
        "error operator_expected",
        "c",
        "error end_of_clause",
        "error unbalanced_brackets",
        "e",
        "error unclosed_quote",
        "g",
        "error undefined_char_escape",
        "i",
        "error cannot_start_term",
        "k",
        "error end_of_file_in_quoted",
    ];
    assert_eq!(found, expected);
}

#[test]
fn errors_point_at_their_cause() {
    let mut world = World::new(false);
    let cases = [
        (
            "p(a)\nq(b).\n",
            "end_of_clause_expected",
            (1, 3, 1),
            "period",
        ),
        (
            "p :- foo (a).",
            "operator_expected",
            (1, 8, 1),
            "write `foo(`",
        ),
        ("p :- X <= 1.", "operator_expected", (1, 7, 2), "`=<`"),
        ("p :- X != 1.", "operator_expected", (1, 7, 1), "`\\=`"),
        ("p :- a || b.", "cannot_start_term", (1, 7, 2), "`;`"),
        ("p :- a && b.", "operator_expected", (1, 7, 2), "`,`"),
        ("p :- a, b,.", "end_of_clause", (1, 9, 1), "comma"),
        (
            "p :-\n  f(a,\n    [b, c.",
            "end_of_clause",
            (3, 4, 1),
            "`]`",
        ),
        ("p :- f(a]).", "unbalanced_brackets", (1, 8, 1), "`)`"),
        ("p :- a).", "unbalanced_brackets", (1, 6, 1), "remove it"),
        ("p :- X(a).", "operator_expected", (1, 5, 1), "call(X"),
        ("p :- a. // why\nq.", "", (1, 8, 2), "`%`"),
        (
            "p('abc).\nq.\n",
            "end_of_file_in_quoted",
            (1, 2, 1),
            "close it",
        ),
        ("p :- a\n   b.\n", "operator_expected", (1, 5, 1), "comma"),
        ("p :- [a|b,c].", "list_rest", (1, 9, 1), "before the bar"),
    ];
    for (text, kind, (line, column, length), help) in cases {
        let error = match kind {
            "" => {
                let mut source = WholeText::new(text);
                assert!(world.read(&mut source).is_ok());
                world.read(&mut source).expect_err("a syntax error")
            }
            _ => {
                let error = world.error(text);
                assert_eq!(error.kind, kind, "{text}");
                error
            }
        };
        let place = (error.at.line, error.at.column, error.length);
        assert_eq!(place, (line, column, length), "{text}");
        let found = error.help.unwrap_or_default();
        assert!(found.contains(help), "{text}: {found}");
    }
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
    let read = |text, flags| parse_number(text, flags).map_err(|error| error.kind);
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
        repeat("{", "a", "}"),
        repeat("- ", "a", ""),
        repeat("", "a", "-a"),
        repeat("a:", "a", ""),
        repeat("(a,", "a", ")"),
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

#[test]
fn cyclic_terms_are_written_finitely() {
    let mut world = World::new(false);
    let var = world.mem.new_var();
    let inner = world
        .mem
        .new_struct(known::MINUS, &[var, Cell::atom(known::NIL)]);
    let term = world.mem.list(&[inner, inner]);
    world.mem.unify(var, inner);
    let text = world.text(term, &WriteOptions::writeq());
    assert_eq!(text, "@([_S1,_S1],[_S1=_S1-[]])");
    let tail = world.mem.new_var();
    let list = world.mem.new_list(Cell::small(1), tail);
    world.mem.unify(tail, list);
    let text = world.text(list, &WriteOptions::writeq());
    assert_eq!(text, "@(_S1,[_S1=[1|_S1]])");
}

#[test]
fn writing_follows_its_options() {
    let mut world = World::new(false);
    let with = |change: fn(&mut WriteOptions)| {
        let mut options = WriteOptions::writeq();
        change(&mut options);
        options
    };
    let cases = [
        (
            "f(a,[b|c])",
            with(|o| o.spacing = Spacing::NextArgument),
            "f(a, [b|c])",
        ),
        ("[a,b]", with(|o| o.dotlists = true), "'.'(a,'.'(b,[]))"),
        ("f(g(h(i)))", with(|o| o.max_depth = 2), "f(g(...))"),
        ("[1,2,3,4,5]", with(|o| o.max_depth = 3), "[1,2|...]"),
        ("a:-b", with(|o| o.priority = 999), "(a:-b)"),
        ("a= \\", with(|o| o.fullstop = true), "a=(\\). "),
        ("\\", with(|o| (o.fullstop, o.nl) = (true, true)), "\\ .\n"),
        (
            "{a}",
            with(|o| (o.ignore_ops, o.brace_terms) = (true, true)),
            "{a}",
        ),
        (
            "'é'('\u{1}')",
            with(|o| o.quote_non_ascii = true),
            "'\\xe9\\'('\\x1\\')",
        ),
        ("'a\nb'", with(|o| o.character_escapes = false), "'a\nb'"),
        ("a", with(|o| o.last = Some('b')), " a"),
        ("'A b'", with(|o| o.quoted = false), "A b"),
    ];
    for (text, options, expected) in cases {
        assert_eq!(world.convert(text, &options), expected, "{text}");
    }
}

#[test]
fn portray_replaces_subterms() {
    let mut world = World::new(false);
    let read = parse_text("f(secret, [secret])", &mut world.context()).expect("a term");
    let secret = Cell::atom(world.atoms.intern("secret"));
    let context = WriteContext {
        mem: &world.mem,
        atoms: &world.atoms,
        ops: &world.ops,
        flags: &world.flags,
    };
    let mut portray = |cell| (cell == secret).then(|| "***".to_owned());
    let mut out = String::new();
    let options = WriteOptions::writeq();
    write_term(&mut out, context, read.term, &options, Some(&mut portray)).expect("text");
    assert_eq!(out, "f(***,[***])");
}
