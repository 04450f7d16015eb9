//! Tokens.

use nom::Parser;
use nom::bytes::complete::take_while;

use super::chars::{Class, class, is_alphanumeric, is_symbol};
use super::fault::{FaultKind, Scan, fail};
use super::number::{Numeral, number};
use super::quoted::{Quoted, quoted};
use crate::flags::Settings;

/// What the tokens of a text may look like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dialect {
    /// The standard's tokens only.
    pub iso: bool,
    /// Whether a backslash starts an escape in quoted items.
    pub character_escapes: bool,
}

impl Default for Dialect {
    fn default() -> Dialect {
        Dialect {
            iso: false,
            character_escapes: true,
        }
    }
}

impl From<Settings> for Dialect {
    fn from(settings: Settings) -> Dialect {
        Dialect {
            iso: settings.iso,
            character_escapes: settings.character_escapes,
        }
    }
}

/// A token of a text.
#[derive(Clone, Debug, PartialEq)]
pub enum Token<'a> {
    /// An unquoted name.
    Name(&'a str),
    /// A quoted name.
    QuotedName(Quoted<'a>),
    /// A variable.
    Variable(&'a str),
    /// A number without sign.
    Number(Numeral<'a>),
    /// Double-quoted text.
    DoubleQuoted(Quoted<'a>),
    /// Back-quoted text.
    BackQuoted(Quoted<'a>),
    /// A bracket, a comma or a bar.
    Punctuation(u8),
    /// The period that ends a clause.
    End,
}

/// The token at the start of `input`, which is neither empty nor starts with
/// white space or a comment.
///
/// At the end of a text that may still grow, the token found may be only the
/// beginning of one: see [`may_grow`].
pub fn token(input: &str, dialect: Dialect) -> Scan<'_, Token<'_>> {
    let first = input.chars().next().unwrap_or(' ');
    let rest = &input[first.len_utf8()..];
    match class(first) {
        Class::Small => run(input, is_alphanumeric, Token::Name),
        Class::Capital => run(input, is_alphanumeric, Token::Variable),
        Class::Digit => number(input, dialect).map(|(rest, n)| (rest, Token::Number(n))),
        Class::Symbol if first == '.' && ends_clause(rest) => Ok((rest, Token::End)),
        Class::Symbol => run(input, is_symbol, Token::Name),
        Class::Solo => Ok((rest, Token::Name(&input[..1]))),
        Class::Punctuation => Ok((rest, Token::Punctuation(first as u8))),
        Class::Quote => {
            let make = match first {
                '\'' => Token::QuotedName,
                '"' => Token::DoubleQuoted,
                _ => Token::BackQuoted,
            };
            quoted(rest, first, dialect).map(|(rest, item)| (rest, make(item)))
        }
        Class::Layout | Class::Percent | Class::Other => {
            fail(FaultKind::IllegalCharacter(first), input)
        }
    }
}

/// Whether a period before `rest` ends a clause.
fn ends_clause(rest: &str) -> bool {
    match rest.chars().next() {
        None => true,
        Some(c) => matches!(class(c), Class::Layout | Class::Percent),
    }
}

fn run<'a>(
    input: &'a str,
    is_part: impl Fn(char) -> bool,
    make: impl Fn(&'a str) -> Token<'a>,
) -> Scan<'a, Token<'a>> {
    let (rest, text) = take_while(is_part).parse(input)?;
    Ok((rest, make(text)))
}

/// Whether more text behind `rest`, which is all there is after `token`, could
/// make the token a longer one.
pub fn may_grow(token: &Token, rest: &str) -> bool {
    match token {
        Token::Punctuation(_) => false,
        // The longest lookahead is that of `1.5e+7` and of `1.0Inf`.
        Token::Number(_) => {
            let is_part = |byte: u8| byte.is_ascii_alphanumeric() || b"._+-'\\".contains(&byte);
            rest.len() < 4 && rest.bytes().all(is_part)
        }
        _ => rest.is_empty(),
    }
}
