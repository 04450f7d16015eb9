//! Quoting of atoms and strings.

use std::fmt::{self, Write};

use super::chars::{Class, class, is_alphanumeric, is_symbol};

/// How quoted text is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct QuoteStyle {
    /// Whether control characters and backslashes are escaped.
    pub escapes: bool,
    /// Whether characters beyond ASCII are escaped.
    pub ascii_only: bool,
}

impl Default for QuoteStyle {
    fn default() -> QuoteStyle {
        QuoteStyle {
            escapes: true,
            ascii_only: false,
        }
    }
}

/// Whether an atom of this text must be quoted to be read as one.
pub fn atom_needs_quotes(text: &str) -> bool {
    let Some(first) = text.chars().next() else {
        return true;
    };
    match class(first) {
        Class::Small => !text.chars().all(is_alphanumeric),
        Class::Symbol => !text.chars().all(is_symbol) || text == "." || text.starts_with("/*"),
        _ => !matches!(text, "[]" | "{}" | "!" | ";"),
    }
}

/// Writes an atom, quoted if it must be.
pub fn write_atom_quoted(out: &mut dyn Write, text: &str, style: QuoteStyle) -> fmt::Result {
    if atom_needs_quotes(text) || (style.ascii_only && !text.is_ascii()) {
        write_quoted(out, text, '\'', style)
    } else {
        out.write_str(text)
    }
}

/// Writes text between quotes.
pub fn write_quoted(
    out: &mut dyn Write,
    text: &str,
    quote: char,
    style: QuoteStyle,
) -> fmt::Result {
    out.write_char(quote)?;
    write_quoted_part(out, text, quote, style)?;
    out.write_char(quote)
}

/// Writes a part of the text between quotes.
pub fn write_quoted_part(
    out: &mut dyn Write,
    text: &str,
    quote: char,
    style: QuoteStyle,
) -> fmt::Result {
    for c in text.chars() {
        write_quoted_char(out, c, quote, style)?;
    }
    Ok(())
}

fn write_quoted_char(out: &mut dyn Write, c: char, quote: char, style: QuoteStyle) -> fmt::Result {
    if !style.escapes {
        if c == quote {
            out.write_char(c)?;
        }
        return out.write_char(c);
    }
    let letter = match c {
        '\\' => '\\',
        c if c == quote => quote,
        '\x07' => 'a',
        '\x08' => 'b',
        '\x0c' => 'f',
        '\n' => 'n',
        '\r' => 'r',
        '\t' => 't',
        '\x0b' => 'v',
        c if c.is_control() || (style.ascii_only && !c.is_ascii()) => {
            return write!(out, "\\x{:X}\\", c as u32);
        }
        c => return out.write_char(c),
    };
    out.write_char('\\')?;
    out.write_char(letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quoted(text: &str) -> String {
        let mut out = String::new();
        write_atom_quoted(&mut out, text, QuoteStyle::default()).expect("a string takes all");
        out
    }

    #[test]
    fn atoms_are_quoted_where_they_must_be() {
        for plain in [
            "a", "aB_9", "+", "=..", "[]", "{}", "!", ";", "é", "..", "//",
        ] {
            assert_eq!(quoted(plain), plain);
        }
        let cases = [
            ("", "''"),
            ("A", "'A'"),
            ("9a", "'9a'"),
            (".", "'.'"),
            (",", "','"),
            ("|", "'|'"),
            ("/*", "'/*'"),
            ("a b", "'a b'"),
            ("it's", "'it\\'s'"),
            ("a\\b\n", "'a\\\\b\\n'"),
            ("\x1b", "'\\x1B\\'"),
        ];
        for (text, expected) in cases {
            assert_eq!(quoted(text), expected);
        }
    }
}
