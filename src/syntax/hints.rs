//! What other languages write, and how it is written here.

use super::chars::is_symbol;

/// How other languages say that two things are not equal.
const NOT_EQUAL: &str =
    "write `\\=` for `does not unify`, `\\==` for `not identical`, `=\\=` in arithmetic";

/// Operators of other languages, the longer ones first.
const FOREIGN: &[(&str, &str)] = &[
    ("<==>", "equivalence of constraints is written `#<==>`"),
    (
        "==>",
        "`if then` is written `( Condition -> Then )`, implication of constraints `#==>`",
    ),
    (">==", "greater or equal is written `>=`"),
    ("<==", "less or equal is written `=<`"),
    ("==<", "less or equal is written `=<`"),
    ("===", "identity is written `==`"),
    (
        "!==",
        "write `\\==` for `not identical`, `=\\=` for `not equal` in arithmetic",
    ),
    ("!=", NOT_EQUAL),
    ("=!", NOT_EQUAL),
    ("<>", NOT_EQUAL),
    ("~=", NOT_EQUAL),
    ("/=", NOT_EQUAL),
    ("=\\", NOT_EQUAL),
    ("=/=", "write `=\\=` for `not equal` in arithmetic"),
    ("<=", "less or equal is written `=<`"),
    ("=>", "greater or equal is written `>=`"),
    ("<-", "a rule is written `Head :- Body`"),
    ("&&", "`and` is written `,`"),
    ("||", "`or` is written `;`"),
    (":=", "a value is computed with `X is Expression`"),
    (
        "+=",
        "a value is computed with `X is Expression`; a variable never changes",
    ),
    (
        "-=",
        "a value is computed with `X is Expression`; a variable never changes",
    ),
    (
        "++",
        "a value is computed with `X is Expression`; a variable never changes",
    ),
    (
        "#",
        "constraints such as `X #= Y + 1` need `:- use_module(library(clpfd)).` before them",
    ),
    ("&", "`and` is written `,`"),
    ("!", "`not` is written `\\+`"),
];

/// A hint for text that starts with an operator of another language.
pub fn foreign_operator(text: &str) -> Option<&'static str> {
    let is_part = |c: char| is_symbol(c) || c == '!' || c == '|';
    let token = &text[..text.find(|c| !is_part(c)).unwrap_or(text.len())];
    // A sign may follow at once, or the end.
    let row = FOREIGN.iter().find(|&&(operator, _)| {
        let behind = token.strip_prefix(operator);
        behind.is_some_and(|behind| {
            operator == "#" || behind.chars().all(|c| matches!(c, '-' | '+' | '\\' | '.'))
        })
    });
    row.map(|&(_, hint)| hint)
}

/// Operators of two characters or more that are easily written apart.
const COMPOSED: [&str; 22] = [
    "=<", ">=", "==", "\\=", "\\==", "=\\=", "=:=", "=..", "@<", "@>", "@=<", "@>=", "->", "*->",
    "-->", "//", "**", ">>", "<<", "\\+", ":-", "?-",
];

/// A hint for the parts of an operator, which stand apart from each other.
pub fn split_operator(joined: &str) -> Option<String> {
    match COMPOSED.contains(&joined) {
        true => Some(format!("write `{joined}`, without a blank in it")),
        false => foreign_token(joined).map(str::to_owned),
    }
}

/// A hint for a whole operator of another language.
pub fn foreign_token(token: &str) -> Option<&'static str> {
    let row = FOREIGN.iter().find(|&&(operator, _)| token == operator);
    row.map(|&(_, hint)| hint)
}

/// Words that have a meaning in other languages.
const FOREIGN_WORDS: &[(&[&str], &str)] = &[
    (&["and"], "`and` is written `,`"),
    (&["or"], "`or` is written `;`"),
    (
        &["if", "then", "else", "elif", "elsif"],
        "a choice is written `( Condition -> Then ; Else )`",
    ),
    (
        &["for", "foreach", "while", "do"],
        "a loop is written `forall(Generator, Action)`, or as a predicate that calls itself",
    ),
    (
        &["in", "ins"],
        "domains such as `X in 1..5` need `:- use_module(library(clpfd)).` before them",
    ),
    (
        &["return"],
        "a predicate gives its result by an argument that is a variable in the call",
    ),
];

/// Predicates whose arguments other languages put behind a blank.
const BARE_CALLS: [&str; 5] = ["print", "write", "writeln", "format", "not"];

/// A hint for a word of another language.
pub fn foreign_word(word: &str) -> Option<&'static str> {
    let row = FOREIGN_WORDS
        .iter()
        .find(|(words, _)| words.contains(&word));
    row.map(|&(_, hint)| hint)
}

/// A hint for a name whose argument follows without parentheses.
pub fn bare_call(name: &str) -> Option<&'static str> {
    BARE_CALLS
        .contains(&name)
        .then_some("arguments stand in parentheses right behind the name")
}

/// The mark that starts a comment in another language, if it is the first
/// graphic token of text.
pub fn comment_mark(text: &str) -> Option<&'static str> {
    let end = text.find(|c| !is_symbol(c)).unwrap_or(text.len());
    ["//", "#", "--"]
        .into_iter()
        .find(|&mark| mark == &text[..end])
}
