//! Strings.

use std::ops::Range;

use super::args::code_cell;
use super::atoms::items_text;
use super::chartype::{downcase, upcase};
use super::text::{Source, TextForm, number_text};
use crate::atom::known;
use crate::engine::machine::Machine;
use crate::engine::registry::Row;
use crate::error::{Ball, Outcome};
use crate::predicates;
use crate::term::alarm::Alarm;
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
    /// String is a text for Number, without white space around it.
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
    let source = m.source_arg(0)?;
    m.optional_size_arg(1)?;
    m.unify_size(1, source.length(m))
}

fn string_chars(m: &mut Machine) -> Outcome {
    string_list(m, TextForm::Chars)
}

fn string_codes(m: &mut Machine) -> Outcome {
    string_list(m, TextForm::Codes)
}

fn string_list(m: &mut Machine, form: TextForm) -> Outcome {
    if !m.is_var_arg(0) {
        let source = m.source_arg(0)?;
        return m.unify_source(1, &source, form);
    }
    let source = match m.atomic_source(m.arg(1)) {
        Some(source) if m.arg(1) != Cell::NIL => source,
        _ => Source::Made(items_text(m, 1, form)?),
    };
    m.unify_source(0, &source, TextForm::String)
}

fn string_to_atom(m: &mut Machine) -> Outcome {
    if let Some(source) = m.optional_source_arg(0)? {
        return m.unify_source(1, &source, TextForm::Atom);
    }
    let source = atom_source(m, 1)?;
    m.unify_source(0, &source, TextForm::String)
}

fn atom_string(m: &mut Machine) -> Outcome {
    if !m.is_var_arg(0) {
        let source = atom_source(m, 0)?;
        return match m.optional_source_arg(1)? {
            Some(string) => Ok(string.text(m) == source.text(m)),
            None => m.unify_source(1, &source, TextForm::String),
        };
    }
    let source = m.source_arg(1)?;
    m.unify_source(0, &source, TextForm::Atom)
}

/// Where the text of an argument is that is meant to be an atom, as `[]` is one.
fn atom_source(m: &Machine, index: usize) -> Result<Source, Ball> {
    match m.arg(index) {
        Cell::NIL => Ok(Source::Atom(known::NIL)),
        cell => m.to_source(cell),
    }
}

fn string_code(m: &mut Machine) -> Outcome {
    let index = m.size_arg(0)?;
    let source = m.source_arg(1)?;
    let text = source.text(m);
    let found = match index.checked_sub(1) {
        Some(before) if source.is_ascii(m) => {
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
    let Some(source) = m.optional_source_arg(1)? else {
        let number = m.to_number(m.arg(0))?;
        return m.unify_string(1, &number_text(&number, &*m.mem.alarm));
    };
    match m.bare_number(source.text(m)) {
        Some(number) => m.unify_number(0, &number),
        None => Ok(false),
    }
}

fn string_lower(m: &mut Machine) -> Outcome {
    let text = downcase(m.atomic_source_arg(0)?.text(m), &m.mem.alarm);
    m.unify_string(1, &text)
}

fn string_upper(m: &mut Machine) -> Outcome {
    let text = upcase(m.atomic_source_arg(0)?.text(m), &m.mem.alarm);
    m.unify_string(1, &text)
}

fn text_to_string(m: &mut Machine) -> Outcome {
    let source = m.source_arg(0)?;
    m.unify_source(1, &source, TextForm::String)
}

fn split_string(m: &mut Machine) -> Outcome {
    let source = m.source_arg(0)?;
    let (separators, padding) = (m.source_arg(1)?, m.source_arg(2)?);
    let (text, marks) = (source.text(m), separators.text(m));
    if text.len() > LONG {
        let count = text.matches(|c| has_char(marks, c)).count() as u64;
        // A part and a cell here, a list cell and a short string on the heap for each.
        m.check_buffer(56 * count)?;
    }
    let padding = padding.text(m);
    let parts = match (ascii_set(marks), ascii_set(padding)) {
        (Some(separators), Some(padding)) => {
            ascii_parts(text.as_bytes(), separators, padding, &m.mem.alarm)
        }
        _ => parts(text, marks, padding, &m.mem.alarm),
    };
    if m.mem.alarm.rings() {
        return Ok(false);
    }
    m.mem.ensure(2 * parts.len() as u64)?;
    let places = std::iter::repeat_n(Cell::NIL, parts.len());
    let list = m.mem.new_list_of(places, Cell::NIL);
    let mut at = list.offset();
    for (part, step) in parts.into_iter().zip(1..) {
        if m.mem.alarm.rings_at(step) {
            return Ok(false);
        }
        let string = m.new_part(&source, part, TextForm::String)?;
        m.mem.set(at, string);
        at += 16;
    }
    m.unify_arg(3, list)
}

/// The memory is looked at before a text longer than this is split.
const LONG: usize = 1 << 10;

/// The characters of a text as a set, a bit for each, if all are ASCII.
fn ascii_set(characters: &str) -> Option<u128> {
    let mut set = 0;
    for byte in characters.bytes() {
        set |= 1u128.checked_shl(u32::from(byte))?;
    }
    Some(set)
}

/// As `parts`, with separators and padding that are ASCII: their bytes are no parts of
/// other characters.
fn ascii_parts(text: &[u8], separators: u128, padding: u128, alarm: &Alarm) -> Vec<Range<usize>> {
    let is_in = |set: u128, byte: u8| byte.is_ascii() && set >> byte & 1 == 1;
    let is_padding = |&byte: &u8| is_in(padding, byte);
    let behind_padding = |from: usize, end: usize| {
        let skipped = text[from..end].iter().take_while(|byte| is_padding(byte));
        from + skipped.count()
    };
    let before_padding = |start: usize, to: usize| {
        let skipped = text[start..to].iter().rev();
        to - skipped.take_while(|byte| is_padding(byte)).count()
    };
    let mut parts = Vec::with_capacity(8);
    let mut start = behind_padding(0, text.len());
    let end = before_padding(start, text.len());
    let mut at = start;
    while at < end && !alarm.rings_at(at as u64 + 1) {
        if is_in(separators, text[at]) {
            parts.push(start..before_padding(start, at));
            start = behind_padding(at + 1, end);
            at = start;
        } else {
            at += 1;
        }
    }
    parts.push(start..end);
    parts
}

/// The bytes of the parts of `text` between separators. Padding is taken from both
/// ends of the text, and then of each part; what is padding and separator at once
/// separates only once in a row.
fn parts(text: &str, separators: &str, padding: &str, alarm: &Alarm) -> Vec<Range<usize>> {
    let is_padding = |c| has_char(padding, c);
    let mut parts = Vec::new();
    let mut start = text.len() - text.trim_start_matches(is_padding).len();
    let end = start + text[start..].trim_end_matches(is_padding).len();
    while let Some(at) = first_separator(&text[start..end], separators, alarm) {
        let part = text[start..start + at].trim_end_matches(is_padding);
        parts.push(start..start + part.len());
        if alarm.rings_at(parts.len() as u64) {
            break;
        }
        let behind = text[start + at..].chars().next().map_or(0, char::len_utf8);
        let rest = &text[start + at + behind..end];
        start = end - rest.trim_start_matches(is_padding).len();
    }
    parts.push(start..end);
    parts
}

/// Where the first separator is, among those before the alarm rings.
fn first_separator(text: &str, separators: &str, alarm: &Alarm) -> Option<usize> {
    let mut numbered = text.char_indices().zip(1..);
    let stop = numbered.find(|&((_, c), step)| has_char(separators, c) || alarm.rings_at(step));
    stop.map(|((at, _), _)| at).filter(|_| !alarm.has_rung())
}

/// Whether `c` is one of `characters`, which are few.
fn has_char(characters: &str, c: char) -> bool {
    match characters.as_bytes() {
        [] => false,
        &[byte] => c == char::from(byte),
        _ => characters.contains(c),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts<'t>(text: &'t str, separators: &str, padding: &str) -> Vec<&'t str> {
        let alarm = &Alarm::default();
        let plain = parts(text, separators, padding, alarm);
        if let (Some(separators), Some(padding)) = (ascii_set(separators), ascii_set(padding)) {
            assert_eq!(
                ascii_parts(text.as_bytes(), separators, padding, alarm),
                plain
            );
        }
        plain.into_iter().map(|part| &text[part]).collect()
    }

    #[test]
    fn padding_and_separators_go_together() {
        assert_eq!(texts("/home//jan", "/", ""), ["", "home", "", "jan"]);
        assert_eq!(texts("  a b ", "", " "), ["a b"]);
        assert_eq!(texts("a, b ,c", ",", " "), ["a", "b", "c"]);
        assert_eq!(texts("//a//b//", "/", "/"), ["a", "b"]);
        assert_eq!(texts("", ",", ""), [""]);
        assert_eq!(texts("   ", " ", " "), [""]);
        assert_eq!(texts(" é = ü ;x", "=;", " "), ["é", "ü", "x"]);
        assert_eq!(texts("aéb", "é", ""), ["a", "b"]);
    }
}
