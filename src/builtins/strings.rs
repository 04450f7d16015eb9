//! Strings.

use super::args::code_cell;
use super::atoms::items_text;
use super::chartype::{downcase, upcase};
use super::text::{Text, TextForm, number_text};
use crate::atom::known;
use crate::engine::machine::Machine;
use crate::engine::registry::Row;
use crate::error::{Ball, Outcome};
use crate::predicates;
use crate::term::cell::Cell;

/// The rows of this section.
pub const ROWS: &[Row] = predicates! {
    /// Length is the number of characters of String.
    "string_length(+String, ?Length) is semidet" => once string_length;
    /// Chars are the characters of String.
    "string_chars(?String, ?Chars) is semidet" => once string_chars;
    /// Codes are the character codes of String.
    "string_codes(?String, ?Codes) is semidet" => once string_codes;
    /// String has the text of Atom.
    "string_to_atom(?String, ?Atom) is semidet" => once string_to_atom;
    /// String has the text of Atom.
    "atom_string(?Atom, ?String) is semidet" => once atom_string;
    /// Code is the code of character Index of String, counted from 1.
    "string_code(+Index, +String, -Code) is semidet" => once string_code;
    /// Code is the code of character Index of String, counted from 1.
    "get_string_code(+Index, +String, -Code) is semidet" => once string_code;
    /// String is a text for Number; white space around it does not matter.
    "number_string(?Number, ?String) is semidet" => once number_string;
    /// Lower is String in lower case.
    "string_lower(+String, -Lower) is semidet" => once string_lower;
    /// Upper is String in upper case.
    "string_upper(+String, -Upper) is semidet" => once string_upper;
    /// String has the text of Text.
    "text_to_string(+Text, -String) is semidet" => once text_to_string;
    /// Parts are the parts of String between characters of Separators, without
    /// the characters of Padding at their ends.
    "split_string(+String, +Separators, +Padding, -Parts) is semidet" => once split_string;
};

fn string_length(m: &mut Machine) -> Outcome {
    let text = m.text_arg(0)?;
    m.optional_size_arg(1)?;
    m.unify_size(1, text.chars().count())
}

fn string_chars(m: &mut Machine) -> Outcome {
    string_list(m, TextForm::Chars)
}

fn string_codes(m: &mut Machine) -> Outcome {
    string_list(m, TextForm::Codes)
}

fn string_list(m: &mut Machine, form: TextForm) -> Outcome {
    if !m.is_var_arg(0) {
        let text = m.text_arg(0)?;
        return m.unify_text(1, &text, form);
    }
    let text = match m.atomic_text(m.arg(1)) {
        Some(text) if m.arg(1) != Cell::NIL => text,
        _ => items_text(m, 1, form)?,
    };
    m.unify_string(0, &text)
}

fn string_to_atom(m: &mut Machine) -> Outcome {
    if let Some(text) = m.optional_text_arg(0)? {
        return m.unify_text_atom(1, &text);
    }
    let text = m.to_atomic_text(m.arg(1), known::ATOM)?;
    m.unify_string(0, &text)
}

fn atom_string(m: &mut Machine) -> Outcome {
    if !m.is_var_arg(0) {
        let text = m.to_atomic_text(m.arg(0), known::ATOMIC)?;
        return match m.optional_text_arg(1)? {
            Some(string) => Ok(*string == *text),
            None => m.unify_string(1, &text),
        };
    }
    let text = m.text_arg(1)?;
    m.unify_text_atom(0, &text)
}

fn string_code(m: &mut Machine) -> Outcome {
    let index = m.size_arg(0)?;
    let text = m.text_arg(1)?;
    let found = match index.checked_sub(1) {
        Some(before) if text.is_ascii() => {
            text.as_bytes().get(before).map(|&byte| char::from(byte))
        }
        Some(before) => text.chars().nth(before),
        None => None,
    };
    match found {
        Some(c) => m.unify_arg(2, code_cell(c)),
        None => Ok(false),
    }
}

fn number_string(m: &mut Machine) -> Outcome {
    let Some(text) = m.optional_text_arg(1)? else {
        let number = m.to_number(m.arg(0))?;
        return m.unify_string(1, &number_text(&number));
    };
    match m.parse_number(text.trim()) {
        Ok(number) => m.unify_number(0, &number),
        Err(_) => Ok(false),
    }
}

fn string_lower(m: &mut Machine) -> Outcome {
    let text = downcase(&m.text_arg(0)?);
    m.unify_string(1, &text)
}

fn string_upper(m: &mut Machine) -> Outcome {
    let text = upcase(&m.text_arg(0)?);
    m.unify_string(1, &text)
}

fn text_to_string(m: &mut Machine) -> Outcome {
    let text = m.text_arg(0)?;
    m.unify_string(1, &text)
}

fn split_string(m: &mut Machine) -> Outcome {
    let [text, separators, padding] = [m.text_arg(0)?, m.text_arg(1)?, m.text_arg(2)?];
    let count = text.matches(|c| separators.contains(c)).count() as u64;
    // A part and a cell here, a list cell and a short string on the heap for each.
    m.check_buffer(56 * count)?;
    let parts = split(&text, &separators, &padding);
    let strings = parts.iter().map(|part| m.new_string(part));
    let strings = strings.collect::<Result<Vec<Cell>, Ball>>()?;
    m.unify_list(3, &strings)
}

/// The parts of `text` between separators. Padding is taken from both ends of
/// the text, and then of each part; what is padding and separator at once
/// separates only once in a row.
fn split<'t>(text: &'t Text, separators: &str, padding: &str) -> Vec<&'t str> {
    let is_padding = |c| padding.contains(c);
    let mut rest = text.trim_matches(is_padding);
    let mut parts = Vec::new();
    while let Some(at) = rest.find(|c| separators.contains(c)) {
        parts.push(rest[..at].trim_matches(is_padding));
        let behind = rest[at..].chars().next().map_or(0, char::len_utf8);
        rest = rest[at + behind..].trim_start_matches(is_padding);
    }
    parts.push(rest);
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str, separators: &str, padding: &str) -> Vec<String> {
        let text = Text::Owned(text.to_owned());
        let parts = split(&text, separators, padding);
        parts.into_iter().map(str::to_owned).collect()
    }

    #[test]
    fn padding_and_separators_go_together() {
        assert_eq!(parts("/home//jan", "/", ""), ["", "home", "", "jan"]);
        assert_eq!(parts("  a b ", "", " "), ["a b"]);
        assert_eq!(parts("a, b ,c", ",", " "), ["a", "b", "c"]);
        assert_eq!(parts("//a//b//", "/", "/"), ["a", "b"]);
        assert_eq!(parts("", ",", ""), [""]);
    }
}
