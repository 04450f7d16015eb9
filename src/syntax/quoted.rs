//! Quoted items and escapes.

use std::borrow::Cow;

use nom::Parser;
use nom::bytes::complete::{take_while, take_while_m_n};

use super::chars::is_layout;
use super::fault::{FaultKind, Scan, Stop, fail, incomplete};
use super::token::Dialect;

/// The text of a quoted item.
#[derive(Clone, Debug, PartialEq)]
pub struct Quoted<'a> {
    /// The characters that it stands for.
    pub text: Cow<'a, str>,
    /// Whether a raw line end is among them.
    pub has_raw_newline: bool,
}

/// The rest of a quoted item after the opening `quote`, with the closing one.
pub fn quoted<'a>(input: &'a str, quote: char, dialect: Dialect) -> Scan<'a, Quoted<'a>> {
    let (rest, plain) = take_while(|c| is_plain(c, quote)).parse(input)?;
    if let Some(after) = rest.strip_prefix(quote)
        && !after.starts_with(quote)
    {
        let text = Cow::Borrowed(plain);
        let has_raw_newline = false;
        return Ok((
            after,
            Quoted {
                text,
                has_raw_newline,
            },
        ));
    }
    Builder {
        text: plain.to_owned(),
        has_raw_newline: false,
        quote,
        dialect,
    }
    .run(rest)
}

/// Whether `c` stands for itself in an item quoted by `quote`.
#[inline]
fn is_plain(c: char, quote: char) -> bool {
    c != quote && c != '\\' && c >= ' '
}

/// Collects the characters of a quoted item that is not a plain slice.
struct Builder {
    text: String,
    has_raw_newline: bool,
    quote: char,
    dialect: Dialect,
}

impl Builder {
    fn run<'a>(mut self, mut input: &'a str) -> Scan<'a, Quoted<'a>> {
        loop {
            let Some(first) = input.chars().next() else {
                return incomplete();
            };
            let rest = &input[first.len_utf8()..];
            input = if first == self.quote {
                let Some(after) = rest.strip_prefix(self.quote) else {
                    let text = Cow::Owned(self.text);
                    let has_raw_newline = self.has_raw_newline;
                    return Ok((
                        rest,
                        Quoted {
                            text,
                            has_raw_newline,
                        },
                    ));
                };
                self.text.push(first);
                after
            } else if first == '\\' && self.dialect.character_escapes {
                let (rest, escaped) = escape(rest, self.dialect)?;
                self.text.extend(escaped);
                rest
            } else if first < ' ' {
                self.control(first, input)?;
                rest
            } else {
                let quote = self.quote;
                self.text.push(first);
                let (rest, plain) = take_while(|c| is_plain(c, quote)).parse(rest)?;
                self.text.push_str(plain);
                rest
            };
        }
    }

    /// A raw control character: an extension of the default mode.
    fn control<'a>(&mut self, c: char, at: &'a str) -> Result<(), Stop<'a>> {
        if self.dialect.iso {
            return fail(FaultKind::RawControl(c), at);
        }
        self.has_raw_newline |= c == '\n';
        self.text.push(c);
        Ok(())
    }
}

/// What follows a backslash: a character, or nothing for a continued line.
pub fn escape(input: &str, dialect: Dialect) -> Scan<'_, Option<char>> {
    let Some(first) = input.chars().next() else {
        return incomplete();
    };
    let rest = &input[first.len_utf8()..];
    let escaped = match first {
        'a' => '\x07',
        'b' => '\x08',
        'f' => '\x0c',
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        'v' => '\x0b',
        '\\' | '\'' | '"' | '`' => first,
        '\n' => return Ok((rest, None)),
        'x' => return code_escape(input, rest, 16, dialect),
        '0'..='7' => return code_escape(input, input, 8, dialect),
        _ if dialect.iso => return fail(FaultKind::UndefinedEscape(first), input),
        'e' => '\x1b',
        's' => ' ',
        'u' => return unicode_escape(input, rest, 4),
        'U' => return unicode_escape(input, rest, 8),
        'c' => return skipped_layout(rest),
        '\r' if rest.starts_with('\n') => return Ok((&rest[1..], None)),
        _ => return fail(FaultKind::UndefinedEscape(first), input),
    };
    Ok((rest, Some(escaped)))
}

/// `\c`: skips the white space behind it.
fn skipped_layout(input: &str) -> Scan<'_, Option<char>> {
    let (rest, _) = take_while(is_layout).parse(input)?;
    if rest.is_empty() {
        return incomplete();
    }
    Ok((rest, None))
}

/// Digits and a closing backslash, which is optional in the default mode.
fn code_escape<'a>(
    escape: &'a str,
    input: &'a str,
    radix: u32,
    dialect: Dialect,
) -> Scan<'a, Option<char>> {
    let (rest, digits) = take_while(|c: char| c.is_digit(radix)).parse(input)?;
    let after = match rest.strip_prefix('\\') {
        Some(after) => after,
        None if rest.is_empty() => return incomplete(),
        None if dialect.iso || digits.is_empty() => {
            return fail(FaultKind::UnclosedEscape, escape);
        }
        None => rest,
    };
    Ok((after, Some(code(escape, digits, radix)?)))
}

/// Exactly `count` hexadecimal digits.
fn unicode_escape<'a>(escape: &'a str, input: &'a str, count: usize) -> Scan<'a, Option<char>> {
    let is_hex = |c: char| c.is_ascii_hexdigit();
    let (_, digits) = take_while_m_n(0, count, is_hex).parse(input)?;
    let rest = &input[digits.len()..];
    if digits.len() < count {
        if rest.is_empty() {
            return incomplete();
        }
        return fail(FaultKind::UndefinedEscape('u'), escape);
    }
    Ok((rest, Some(code(escape, digits, 16)?)))
}

fn code<'a>(escape: &'a str, digits: &str, radix: u32) -> Result<char, Stop<'a>> {
    let code = u32::from_str_radix(digits, radix).ok();
    match code.and_then(char::from_u32) {
        Some(c) => Ok(c),
        None => fail(FaultKind::IllegalCode, escape),
    }
}
