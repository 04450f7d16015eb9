//! Syntax errors.

use super::super::source::WholeText;
use super::World;

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
    assert_eq!(world.all("p :- 1+.\nq."), ["error operator_expected", "q"]);
    assert_eq!(
        world.all("// a comment.\nm.\n# another\nn."),
        [
            "error operator_expected",
            "m",
            "error operator_expected",
            "n"
        ]
    );
}

/// A text, the error's name, its line, column and length, and part of the hint.
type Row = (&'static str, &'static str, (u32, u32, usize), &'static str);

const ERRORS: &[Row] = &[
    (
        "p :- X is 1+.\nq.",
        "operator_expected",
        (1, 11, 2),
        "blank before",
    ),
    (
        "p :- X = +.\nq.",
        "operator_expected",
        (1, 9, 2),
        "blank before",
    ),
    ("p :- X = +.", "end_of_file", (1, 9, 2), "blank before"),
    (
        "p :- X is 5 % 3.\nq.",
        "end_of_clause_expected",
        (1, 12, 1),
        "`mod`",
    ),
    (
        "p :- X is 5 % 3.",
        "end_of_clause_expected",
        (1, 12, 1),
        "`mod`",
    ),
    (
        "p(a) % it is so.\nq(b).",
        "end_of_clause_expected",
        (1, 5, 1),
        "before the comment",
    ),
    (
        "p :- q % first.\n  r.",
        "operator_expected",
        (1, 5, 1),
        "comma",
    ),
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

#[test]
fn errors_point_at_their_cause() {
    let mut world = World::new(false);
    for &(text, kind, (line, column, length), help) in ERRORS {
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
