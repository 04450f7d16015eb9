//! Atoms and their text (8.16), and conversions between texts and numbers.

use super::args::code_cell;
use super::chartype::{downcase, upcase};
use super::subtext::place_of;
use super::text::{Source, TextForm};
use crate::atom::known;
use crate::engine::machine::Machine;
use crate::engine::registry::Row;
use crate::error::{Ball, Outcome, SyntaxError};
use crate::number::Number;
use crate::predicates;
use crate::syntax::reader::parse_number;
use crate::term::cell::Cell;
use crate::term::text::Text;

/// The rows of this section.
pub const ROWS: &[Row] = predicates! {
    /// Length is the number of characters in the text of Atom.
    "atom_length(+Atom, ?Length) is semidet" => core once atom_length;
    /// Chars are the characters of Atom.
    "atom_chars(?Atom, ?Chars) is semidet" => core once atom_chars;
    /// Codes are the character codes of Atom.
    "atom_codes(?Atom, ?Codes) is semidet" => core once atom_codes;
    /// Code is the code of the character Char.
    "char_code(?Char, ?Code) is semidet" => core once char_code;
    /// Chars are the characters of a text for Number.
    "number_chars(?Number, ?Chars) is semidet" => core once number_chars;
    /// Codes are the character codes of a text for Number.
    "number_codes(?Number, ?Codes) is semidet" => core once number_codes;
    /// Atom is a text for Number.
    "atom_number(?Atom, ?Number) is semidet" => once atom_number;
    /// Codes are the character codes of the atom or number Atomic.
    "name(?Atomic, ?Codes) is semidet" => once name;
    /// Upper is the text of Any in upper case, as an atom.
    "upcase_atom(+Any, -Upper) is semidet" => once upcase_atom;
    /// Lower is the text of Any in lower case, as an atom.
    "downcase_atom(+Any, -Lower) is semidet" => once downcase_atom;
    /// Atom is the text of all atomic terms of List in a row.
    "atomic_list_concat(+List, ?Atom) is semidet" => once atomic_list_concat;
    /// Atom is the text of all atomic terms of List with Separator between them.
    "atomic_list_concat(?List, +Separator, ?Atom) is semidet" => once atomic_list_concat_separated;
    /// The same as atomic_list_concat/2.
    "concat_atom(+List, ?Atom) is semidet" => once atomic_list_concat;
    /// The same as atomic_list_concat/3.
    "concat_atom(?List, +Separator, ?Atom) is semidet" => once atomic_list_concat_separated;
    /// Delivers Text to Sink with one blank for each run of white space, none at its ends.
    "normalize_space(+Sink, +Text) is semidet" => once normalize_space;
};

impl Machine {
    /// The number that `text` is, as `number_codes/2` reads it.
    pub fn parse_number(&self, text: &str) -> Result<Number, SyntaxError> {
        match plain_number(text) {
            Some(number) => Ok(number),
            None => parse_number(text, &self.flags, &*self.mem.alarm),
        }
    }

    /// The number that `text` is, without layout and comments before it and behind
    /// its sign.
    pub fn bare_number(&self, text: &str) -> Option<Number> {
        let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
        let is_bare = digits.starts_with(|c: char| c.is_ascii_digit());
        is_bare.then(|| self.parse_number(text).ok()).flatten()
    }
}

/// So many digits always fit in an integer of 64 bits.
const FITTING: usize = 18;

/// The number that `text` is if it is decimal digits alone, perhaps with a point
/// between some of them and a minus sign before: as most numbers are.
fn plain_number(text: &str) -> Option<Number> {
    let digits = text.strip_prefix('-').unwrap_or(text).as_bytes();
    if !matches!(digits.first(), Some(b'0'..=b'9')) || digits.len() > FITTING {
        return None;
    }
    let mut value = 0;
    for (at, &byte) in digits.iter().enumerate() {
        match byte {
            b'0'..=b'9' => value = value * 10 + i64::from(byte - b'0'),
            b'.' => return plain_float(text, &digits[at + 1..]),
            _ => return None,
        }
    }
    let is_negative = digits.len() < text.len();
    Some(Number::Int(if is_negative { -value } else { value }))
}

fn plain_float(text: &str, fraction: &[u8]) -> Option<Number> {
    let is_plain = !fraction.is_empty() && fraction.iter().all(u8::is_ascii_digit);
    let value = is_plain.then(|| text.parse().ok())??;
    Some(Number::Float(value))
}

fn atom_length(m: &mut Machine) -> Outcome {
    let source = m.to_atom_source(m.arg(0))?;
    m.optional_size_arg(1)?;
    m.unify_size(1, source.length(m))
}

fn atom_chars(m: &mut Machine) -> Outcome {
    atom_list(m, TextForm::Chars)
}

fn atom_codes(m: &mut Machine) -> Outcome {
    atom_list(m, TextForm::Codes)
}

fn atom_list(m: &mut Machine, form: TextForm) -> Outcome {
    let cell = m.arg(0);
    if cell.is_var() {
        let text = items_text(m, 1, form)?;
        return m.unify_text(0, &text, TextForm::Atom);
    }
    let source = m.to_atom_source(cell)?;
    if m.is_string(m.arg(1)) {
        return Ok(m.source_arg(1)?.text(m) == source.text(m));
    }
    m.unify_source(1, &source, form)
}

/// The text of the list of characters or codes in argument `index`; a string
/// is as good outside strict mode.
pub fn items_text(m: &mut Machine, index: usize, form: TextForm) -> Result<Text, Ball> {
    let cell = m.arg(index);
    if m.is_string(cell) && !m.is_iso() {
        return m.to_text(cell);
    }
    let kind = match form {
        TextForm::Chars => known::CHARACTER,
        _ => known::INTEGER,
    };
    m.to_list_text(cell, kind)
}

fn char_code(m: &mut Machine) -> Outcome {
    let (char, code) = (m.arg(0), m.arg(1));
    if char.is_var() {
        let c = m.to_code(code)?;
        let atom = m.atoms.intern_char(c);
        return m.unify_atom(0, atom);
    }
    let c = m.to_char(char)?;
    if !code.is_var() {
        m.to_code(code)?;
    }
    m.unify_arg(1, code_cell(c))
}

fn number_chars(m: &mut Machine) -> Outcome {
    number_list(m, TextForm::Chars)
}

fn number_codes(m: &mut Machine) -> Outcome {
    number_list(m, TextForm::Codes)
}

fn number_list(m: &mut Machine, form: TextForm) -> Outcome {
    let cell = m.arg(0);
    if !cell.is_var() {
        m.to_number(cell)?;
    }
    if !cell.is_var() && m.is_var_arg(1) {
        let source = m.to_atomic_source(cell, known::NUMBER)?;
        return m.unify_source(1, &source, form);
    }
    // A text that is complete is read even if the number is known, since there
    // are several texts for one number.
    let text = match items_text(m, 1, form) {
        Ok(text) => text,
        Err(Ball::Instantiation) if !cell.is_var() => {
            let source = m.to_atomic_source(cell, known::NUMBER)?;
            return m.unify_source(1, &source, form);
        }
        Err(ball) => return Err(ball),
    };
    let number = signless_number(m, &text)?;
    m.unify_number(0, &number)
}

/// The number that `text` is; a plus sign in front is no part of a number.
fn signless_number(m: &Machine, text: &str) -> Result<Number, Ball> {
    let parsed = m.parse_number(text);
    let number = parsed.map_err(|error| Ball::Syntax(Box::new(error)))?;
    if text.trim_start().starts_with('+') {
        let error = m.parse_number("").map_err(Box::new);
        return Err(error.map_or_else(Ball::Syntax, |_| Ball::system("a number without digits")));
    }
    Ok(number)
}

fn atom_number(m: &mut Machine) -> Outcome {
    let cell = m.arg(0);
    if cell.is_var() {
        let number = m.arg(1);
        m.to_number(number)?;
        let source = m.to_atomic_source(number, known::NUMBER)?;
        return m.unify_source(0, &source, TextForm::Atom);
    }
    let source = match m.is_string(cell) {
        true => Source::String(cell),
        false => Source::Atom(m.to_atom(cell)?),
    };
    match m.bare_number(source.text(m)) {
        Some(number) => m.unify_number(1, &number),
        None => Ok(false),
    }
}

fn name(m: &mut Machine) -> Outcome {
    let cell = m.arg(0);
    if !cell.is_var() {
        let source = m.to_atomic_source(cell, known::ATOMIC)?;
        return m.unify_source(1, &source, TextForm::Codes);
    }
    let text = items_text(m, 1, TextForm::Codes)?;
    let made = number_or_atom(m, &text);
    m.unify_arg(0, made)
}

/// The number that `text` is, or else the atom.
pub fn number_or_atom(m: &mut Machine, text: &str) -> Cell {
    match m.parse_number(text) {
        Ok(number) => m.mem.new_number(&number),
        Err(_) => m.atom(text),
    }
}

fn upcase_atom(m: &mut Machine) -> Outcome {
    let text = upcase(m.atomic_source_arg(0)?.text(m), &m.mem.alarm);
    m.unify_text(1, &text, TextForm::Atom)
}

fn downcase_atom(m: &mut Machine) -> Outcome {
    let text = downcase(m.atomic_source_arg(0)?.text(m), &m.mem.alarm);
    m.unify_text_atom(1, &text)
}

fn atomic_list_concat(m: &mut Machine) -> Outcome {
    let text = joined_text(m, m.arg(0), "")?;
    m.unify_text(1, &text, TextForm::Atom)
}

/// The bytes of text between two looks at the memory.
const LOOK_AFTER: usize = 1 << 16;

/// The texts of the atomic terms of a list in a row, with `separator` between them.
fn joined_text(m: &Machine, list: Cell, separator: &str) -> Result<Text, Ball> {
    let (count, tail) = m.mem.skip_list(list);
    if tail != Cell::NIL {
        // Raises the error.
        m.to_list(list)?;
    }
    let mut joined = Text::default();
    let mut next_look = LOOK_AFTER;
    let mut list = m.mem.deref(list);
    for index in 0..count {
        if index > 0 {
            joined.push_str(separator);
            if m.mem.alarm.rings_at(index as u64) {
                break;
            }
        }
        let item = m.mem.get(list.offset());
        if let Some(text) = m.text_in_place(item).filter(|text| text.len() > LOOK_AFTER) {
            m.check_text(text.len() as u64)?;
        }
        m.push_atomic_text(item, &mut joined)?;
        list = m.mem.deref(m.mem.get(list.offset() + 8));
        if joined.len() > next_look {
            next_look = joined.len() + LOOK_AFTER;
            m.check_text(joined.len() as u64)?;
        }
    }
    Ok(joined)
}

fn atomic_list_concat_separated(m: &mut Machine) -> Outcome {
    let separator = m.to_atomic_source(m.arg(1), known::ATOMIC)?;
    if m.is_var_arg(0) && !m.is_var_arg(2) {
        return split(m, &separator);
    }
    match joined_text(m, m.arg(0), separator.text(m)) {
        Ok(text) => m.unify_text(2, &text, TextForm::Atom),
        Err(Ball::Instantiation) if !m.is_var_arg(2) => split(m, &separator),
        Err(ball) => Err(ball),
    }
}

/// Parts of texts that are not longer need not be counted.
const FEW_BYTES: usize = 1 << 10;

/// Splits the text of the last argument of `atomic_list_concat/3`.
fn split(m: &mut Machine, separator: &Source) -> Outcome {
    if separator.text(m).is_empty() {
        return Err(m.domain_error("non_empty_atom", m.arg(1)));
    }
    let source = m.to_atomic_source(m.arg(2), known::ATOMIC)?;
    let count = match source.text(m) {
        text if text.len() <= FEW_BYTES => 0,
        text => text.matches(separator.text(m)).count() + 1,
    };
    // A cell here and a list cell on the heap for each.
    m.check_buffer(24 * count as u64)?;
    let mut atoms = Vec::with_capacity(count);
    let mut next = Some(0);
    while let Some(start) = next {
        let (text, separator) = (source.text(m), separator.text(m));
        let length = place_of(separator, &text[start..]);
        let end = length.map_or(text.len(), |length| start + length);
        next = length.map(|_| end + separator.len());
        if m.mem.alarm.rings_at(atoms.len() as u64) {
            return Ok(false);
        }
        atoms.push(match &source {
            Source::Atom(atom) => Cell::atom(m.atoms.intern_part(*atom, start..end)),
            source => {
                let part = Text::from(&source.text(m)[start..end]);
                m.atom(&part)
            }
        });
        if m.atoms.has_many_fresh() {
            m.check_atoms()?;
        }
    }
    m.unify_list(0, &atoms)
}

fn normalize_space(m: &mut Machine) -> Outcome {
    let text = m.atomic_source_arg(1)?;
    let mut normal = String::new();
    for (word, step) in text.text(m).split_whitespace().zip(1..) {
        if m.mem.alarm.rings_at(step) {
            return Ok(false);
        }
        if step > 1 {
            normal.push(' ');
        }
        normal.push_str(word);
    }
    m.deliver(m.arg(0), &normal)
}
