//! The text of a query in pieces, while it is being typed.

use std::ops::Range;

use luminy::syntax::token::{Dialect, Token, token};

/// What a piece of text is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// White space.
    Blank,
    /// A comment.
    Comment,
    /// A comment that does not end.
    OpenComment,
    /// A variable.
    Variable,
    /// An unquoted name.
    Name,
    /// A number.
    Number,
    /// A quoted item.
    Quoted,
    /// A quoted item that does not end.
    OpenQuoted,
    /// A bracket, a comma or a bar.
    Punctuation,
    /// The period that ends a query.
    End,
    /// What is no token.
    Other,
}

/// A piece of text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    /// What it is.
    pub kind: Kind,
    /// Where it is.
    pub range: Range<usize>,
}

/// All pieces of a text, in order and without gaps.
pub fn pieces(text: &str) -> Vec<Piece> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let (kind, length) = first_piece(&text[at..]);
        found.push(Piece {
            kind,
            range: at..at + length,
        });
        at += length;
    }
    found
}

fn first_piece(text: &str) -> (Kind, usize) {
    let blank = text.len() - text.trim_start().len();
    if blank > 0 {
        return (Kind::Blank, blank);
    }
    if text.starts_with('%') {
        return (Kind::Comment, text.find('\n').unwrap_or(text.len()));
    }
    if let Some(inner) = text.strip_prefix("/*") {
        return match inner.find("*/") {
            Some(end) => (Kind::Comment, end + 4),
            None => (Kind::OpenComment, text.len()),
        };
    }
    match token(text, Dialect::default()) {
        Ok((rest, token)) => (kind(&token), text.len() - rest.len()),
        Err(_) => match text.chars().next() {
            Some(quote @ ('\'' | '"' | '`')) => match closing(text, quote) {
                Some(end) => (Kind::Other, end),
                None => (Kind::OpenQuoted, text.len()),
            },
            first => (Kind::Other, first.map_or(1, char::len_utf8)),
        },
    }
}

/// The end of quoted text that is closed but cannot be read, as with an escape that is none.
fn closing(text: &str, quote: char) -> Option<usize> {
    let mut chars = text.char_indices().skip(1);
    while let Some((at, c)) = chars.next() {
        match c {
            '\\' => drop(chars.next()),
            c if c == quote => return Some(at + c.len_utf8()),
            _ => {}
        }
    }
    None
}

fn kind(token: &Token) -> Kind {
    match token {
        Token::Name(_) => Kind::Name,
        Token::Variable(_) => Kind::Variable,
        Token::Number(_) => Kind::Number,
        Token::QuotedName(_) | Token::DoubleQuoted(_) | Token::BackQuoted(_) => Kind::Quoted,
        Token::Punctuation(_) => Kind::Punctuation,
        Token::End => Kind::End,
    }
}

/// Whether a text holds whole queries only, or nothing at all. Semicolons behind
/// a query ask for answers.
pub fn is_complete(text: &str) -> bool {
    let pieces = pieces(text);
    let is_open = |piece: &Piece| matches!(piece.kind, Kind::OpenComment | Kind::OpenQuoted);
    if pieces.iter().any(is_open) {
        return false;
    }
    let is_semicolon = |piece: &&Piece| text[piece.range.clone()] == *";";
    let mut visible = visible_backwards(&pieces).skip_while(is_semicolon);
    visible
        .next()
        .is_none_or(|last| last.kind == Kind::End || is_glued_end(&text[last.range.clone()]))
}

/// Whether a name such as `+.` has taken the period that was to end the query: the
/// error says so at once. Queries may go on behind `=..`.
fn is_glued_end(name: &str) -> bool {
    let is_symbol = |c: char| c.is_ascii_punctuation() && !"()[]{},|;!_'\"`%".contains(c);
    name.len() > 1 && name.ends_with('.') && name != "=.." && name.chars().all(is_symbol)
}

/// Whether nothing but the full stop seems to be missing.
pub fn lacks_end(text: &str) -> bool {
    let pieces = pieces(text);
    if open_at_end(text).is_some() {
        return false;
    }
    match visible_backwards(&pieces).next() {
        Some(last) => match last.kind {
            Kind::Variable | Kind::Number | Kind::Quoted => true,
            Kind::Name => text[last.range.clone()]
                .chars()
                .all(|c| c.is_alphanumeric() || c == '_'),
            Kind::Punctuation => matches!(&text[last.range.clone()], ")" | "]" | "}"),
            _ => false,
        },
        None => false,
    }
}

fn visible_backwards(pieces: &[Piece]) -> impl Iterator<Item = &Piece> {
    let is_visible = |piece: &&Piece| !matches!(piece.kind, Kind::Blank | Kind::Comment);
    pieces.iter().rev().filter(is_visible)
}

/// What is open at the end of a text: a bracket, a quote, or a comment.
pub fn open_at_end(text: &str) -> Option<&str> {
    let mut open = Vec::new();
    for piece in pieces(text) {
        let inside = &text[piece.range];
        match piece.kind {
            Kind::OpenQuoted => return inside.get(..1),
            Kind::OpenComment => return inside.get(..2),
            Kind::End => open.clear(),
            Kind::Punctuation => match inside {
                "(" | "[" | "{" => open.push(inside),
                ")" | "]" | "}" => drop(open.pop()),
                _ => {}
            },
            _ => {}
        }
    }
    open.pop()
}

/// The place of the bracket that belongs to the one at `at`.
pub fn partner(text: &str, pieces: &[Piece], at: usize) -> Option<usize> {
    let mut open: Vec<usize> = Vec::new();
    for piece in pieces.iter().filter(|p| p.kind == Kind::Punctuation) {
        let start = piece.range.start;
        match &text[piece.range.clone()] {
            "(" | "[" | "{" => open.push(start),
            ")" | "]" | "}" => {
                let opener = open.pop();
                if start == at {
                    return opener;
                }
                if opener == Some(at) {
                    return Some(start);
                }
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_ends_at_a_period_that_stands_alone() {
        for text in [
            "a.",
            "X = 'a. b'.",
            "p. % done",
            "X = \"a.b\". ",
            "",
            "0'. = X.",
            "p(X).\n;;",
            ";",
            "X is 1+.",
            "X = 'a\\(b'.",
        ] {
            assert!(is_complete(text), "{text}");
        }
        for text in ["a", "X = 'a.", "a /* .", "% a.", "X = a.b", "f(X", "X =.."] {
            assert_eq!(is_complete(text), text == "% a.", "{text}");
        }
    }

    #[test]
    fn what_is_open_is_known() {
        assert_eq!(open_at_end("f(X, [a"), Some("["));
        assert_eq!(open_at_end("f(X, [a]"), Some("("));
        assert_eq!(open_at_end("X = 'a("), Some("'"));
        assert_eq!(open_at_end("a, /* ("), Some("/*"));
        assert_eq!(open_at_end("f(X),"), None);
    }
}
