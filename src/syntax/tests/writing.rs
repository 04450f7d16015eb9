//! What is written, and how.

use super::super::reader::parse_text;
use super::super::write_options::{Spacing, WriteOptions};
use super::super::writer::{WriteContext, write_term};
use super::World;
use crate::atom::known;
use crate::term::cell::Cell;

const STRICT: &[(&str, &str)] = &[
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

#[test]
fn strict_mode_writes_as_the_standard_does() {
    let mut world = World::new(true);
    for &(text, expected) in STRICT {
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
        ("'\\e\\s\\u00e9\\x41'", "'\\x1B\\ éA'"),
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
            "'\\xE9\\'('\\x1\\')",
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
