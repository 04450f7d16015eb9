//! Parts of a text: `sub_atom/5`, `sub_string/5` and their kin.

use std::ops::Range;

use memchr::{memchr, memmem};

use super::solutions::{once, step};
use super::text::{Source, TextForm};
use crate::atom::known;
use crate::engine::machine::Machine;
use crate::engine::registry::{Choices, Next, Row, Start};
use crate::error::{Ball, Outcome};
use crate::predicates;
use crate::term::alarm::FEW_BYTES;
use crate::term::cell::Cell;
use crate::term::text::Text;

/// The rows of this section.
pub const ROWS: &[Row] = predicates! {
    /// Sub is the part of Atom that has Before characters before, Length in it, After behind.
    "sub_atom(+Atom, ?Before, ?Length, ?After, ?Sub) is nondet" => core many sub_atom;
    /// Sub is the part of String that has Before characters before, Length in it, After behind.
    "sub_string(+String, ?Before, ?Length, ?After, ?Sub) is nondet" => many sub_string;
    /// Sub occurs in Atom, but for case, behind Start characters.
    "sub_atom_icasechk(+Atom, ?Start, +Sub) is semidet" => once sub_atom_icasechk;
    /// Whole is First followed by Second.
    "atom_concat(?First, ?Second, ?Whole) is nondet" => core many atom_concat;
    /// Whole is First followed by Second, as a string.
    "string_concat(?First, ?Second, ?Whole) is nondet" => many string_concat;
    /// Whole is First followed by Second: a string if one of them is, else an atom.
    "text_concat(?First, ?Second, ?Whole) is nondet" => many text_concat;
};

/// A place in a text: how many bytes and how many characters are before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Place {
    byte: usize,
    index: usize,
}

impl Place {
    const START: Place = Place { byte: 0, index: 0 };

    /// The place after so many characters, of which the text has as many.
    fn of(text: &str, is_ascii: bool, index: usize) -> Place {
        Place::START.ahead(text, is_ascii, index)
    }

    /// The place behind this one by so many characters, of which there are as many.
    fn ahead(self, text: &str, is_ascii: bool, count: usize) -> Place {
        let bytes = match is_ascii {
            true => count,
            false => {
                let rest = &text[self.byte..];
                let mut chars = rest.chars();
                count.checked_sub(1).and_then(|last| chars.nth(last));
                rest.len() - chars.as_str().len()
            }
        };
        Place {
            byte: self.byte + bytes,
            index: self.index + count,
        }
    }

    /// The place behind the next character.
    fn next(self, text: &str) -> Place {
        Place {
            byte: self.byte + width_at(text, self.byte),
            index: self.index + 1,
        }
    }
}

/// The bytes of the character that starts at `byte`, at least one.
fn width_at(text: &str, byte: usize) -> usize {
    match text.as_bytes().get(byte) {
        Some(first) if !first.is_ascii() => text[byte..].chars().next().map_or(1, char::len_utf8),
        _ => 1,
    }
}

/// A part of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Part {
    start: Place,
    end: Place,
}

impl Part {
    fn bytes(self) -> Range<usize> {
        self.start.byte..self.end.byte
    }

    fn before(self) -> usize {
        self.start.index
    }

    fn length(self) -> usize {
        self.end.index - self.start.index
    }
}

/// How the parts of a text that fit what is known of them follow each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Order {
    /// They are equal to this text.
    Equal,
    /// They start at the same place.
    From,
    /// They have the same length.
    Long,
    /// They end at the same place.
    Until,
    /// All there are.
    All,
}

/// Some parts of a text, in order.
#[derive(Debug)]
struct Parts {
    order: Order,
    /// The part that comes next, if there is one.
    next: Option<Part>,
}

impl Parts {
    /// The next part, and whether it is the last; those equal to `sub` if that is wanted.
    fn next(&mut self, text: &str, sub: &str) -> Option<(Part, bool)> {
        let part = self.next?;
        self.next = self.following(part, text, sub);
        Some((part, self.next.is_none()))
    }

    fn following(&self, Part { start, end }: Part, text: &str, sub: &str) -> Option<Part> {
        let is_behind = end.byte < text.len();
        match self.order {
            Order::Equal => next_occurrence(Part { start, end }, text, sub),
            Order::From => is_behind.then(|| Part {
                start,
                end: end.next(text),
            }),
            Order::Long => is_behind.then(|| Part {
                start: start.next(text),
                end: end.next(text),
            }),
            Order::Until => (start != end).then(|| Part {
                start: start.next(text),
                end,
            }),
            Order::All if is_behind => Some(Part {
                start,
                end: end.next(text),
            }),
            Order::All => (start != end).then(|| {
                let start = start.next(text);
                Part { start, end: start }
            }),
        }
    }

    /// The parts of `text`, of so many characters, given one of before, length and
    /// after, or none.
    fn of_sizes(text: &str, length: usize, sizes: [Option<usize>; 3]) -> Parts {
        let is_ascii = text.len() == length;
        let place = |index| Place::of(text, is_ascii, index);
        let (order, from, to) = match sizes {
            [Some(before), ..] => (Order::From, before, before),
            [_, Some(length), _] => (Order::Long, 0, length),
            [_, _, Some(after)] => (Order::Until, 0, length - after),
            _ => (Order::All, 0, 0),
        };
        let next = Part {
            start: place(from),
            end: place(to),
        };
        Parts {
            order,
            next: Some(next),
        }
    }
}

/// The occurrence of `sub` behind the one that is given. They may overlap.
fn next_occurrence(part: Part, text: &str, sub: &str) -> Option<Part> {
    let from = part.start.next(text);
    let skipped = place_of(sub, text.get(from.byte..)?)?;
    let index = match skipped {
        0 => from.index,
        _ => from.index + count(&text[from.byte..from.byte + skipped]),
    };
    let start = Place {
        byte: from.byte + skipped,
        index,
    };
    let end = Place {
        byte: start.byte + sub.len(),
        index: index + part.length(),
    };
    Some(Part { start, end })
}

/// The number of characters of a text.
fn count(text: &str) -> usize {
    // Bytes that do not go on with a character start one.
    text.bytes().filter(|&byte| byte as i8 >= -0x40).count()
}

/// The solutions of `sub_atom/5` and `sub_string/5`.
struct SubText {
    parts: Parts,
    /// The text, unless it is that of the first argument.
    text: Option<Text>,
    /// The part, unless it is not known or that of the last argument.
    sub: Option<Text>,
    is_sub_known: bool,
    /// The number of characters of the text.
    length: usize,
    form: TextForm,
}

impl Choices for SubText {
    fn next(&mut self, m: &mut Machine) -> Result<Option<Next>, Ball> {
        let text = kept_or_argument(m, &self.text, 0);
        let sub = match self.is_sub_known {
            true => kept_or_argument(m, &self.sub, 4),
            false => "",
        };
        let searched = match self.parts.order {
            Order::Equal => text.len() as u64,
            _ => 0,
        };
        match self.parts.next(text, sub) {
            Some((part, is_last)) => {
                m.poll_before(searched.min(FEW_BYTES))?;
                Ok(step(self.unify(m, part)?, is_last))
            }
            None => Ok(Some(Next::Fail)),
        }
    }
}

impl SubText {
    fn unify(&self, m: &mut Machine, part: Part) -> Outcome {
        let sizes = m.unify_size(1, part.before())?
            && m.unify_size(2, part.length())?
            && m.unify_size(3, self.length - part.end.index)?;
        if !sizes || self.is_sub_known {
            return Ok(sizes);
        }
        m.poll_before(part.bytes().len() as u64)?;
        if let Some(text) = &self.text {
            return m.unify_text(4, &text[part.bytes()], self.form);
        }
        let Some(source) = m.atomic_source(m.arg(0)) else {
            return Ok(false);
        };
        let cell = m.new_part(&source, part.bytes(), self.form)?;
        m.unify_arg(4, cell)
    }
}

/// A text that has been kept, or else that of an atom or string in an argument.
fn kept_or_argument<'a>(m: &'a Machine, kept: &'a Option<Text>, index: usize) -> &'a str {
    let cell = m.arg(index);
    match kept {
        Some(text) => text,
        None if cell.is_atom() => m.atoms.text(cell.atom_value()),
        None => m.mem.view_string(cell),
    }
}

/// The text of an argument if it has to be kept: it is not there as it is.
fn to_keep(source: Source) -> Option<Text> {
    match source {
        Source::Made(text) => Some(text),
        Source::Atom(_) | Source::String(_) => None,
    }
}

fn sub_atom(m: &mut Machine) -> Result<Start, Ball> {
    let text = m.to_atom_source(m.arg(0))?;
    let sub = match m.arg(4) {
        cell if cell.is_var() => None,
        cell => Some(m.to_atom_source(cell)?),
    };
    parts_of(m, text, sub, TextForm::Atom)
}

fn sub_string(m: &mut Machine) -> Result<Start, Ball> {
    let text = m.to_atomic_source(m.arg(0), known::STRING)?;
    let sub = match m.arg(4) {
        cell if cell.is_var() => None,
        cell => Some(m.to_atomic_source(cell, known::STRING)?),
    };
    parts_of(m, text, sub, TextForm::String)
}

fn parts_of(
    m: &mut Machine,
    text: Source,
    sub: Option<Source>,
    form: TextForm,
) -> Result<Start, Ball> {
    let sizes = [
        m.optional_size_arg(1)?,
        m.optional_size_arg(2)?,
        m.optional_size_arg(3)?,
    ];
    m.check_walk(text.text(m).len())?;
    let length = text.length(m);
    let parts = match found_parts(m, &text, length, sub.as_ref(), sizes) {
        Found::None => return Ok(Start::Fail),
        Found::One(part) => return once(unify_only(m, &text, length, part, sub, form)),
        Found::Some(parts) => parts,
    };
    Ok(Start::Choices(Box::new(SubText {
        parts,
        text: to_keep(text),
        is_sub_known: sub.is_some(),
        sub: sub.and_then(to_keep),
        length,
        form,
    })))
}

/// Unifies the sizes of the only part, and the part itself unless it was given.
fn unify_only(
    m: &mut Machine,
    text: &Source,
    length: usize,
    part: Part,
    sub: Option<Source>,
    form: TextForm,
) -> Outcome {
    let sizes = [part.before(), part.length(), length - part.end.index];
    // Those that were given have been compared.
    let is_open = [1, 2, 3].map(|index| m.is_var_arg(index));
    for (index, size) in (1..).zip(sizes) {
        if is_open[index - 1] && !m.unify_size(index, size)? {
            return Ok(false);
        }
    }
    if sub.is_some() {
        return Ok(true);
    }
    let cell = m.new_part(text, part.bytes(), form)?;
    m.unify_arg(4, cell)
}

/// The parts of a text.
enum Found {
    /// There is none.
    None,
    /// There is this one.
    One(Part),
    /// There may be several.
    Some(Parts),
}

impl Found {
    fn of(part: Option<Part>) -> Found {
        part.map_or(Found::None, Found::One)
    }
}

/// The parts of the text of `source`, of so many characters. There is only one if two
/// of the sizes or the part and its place are known, or it is known and occurs once.
fn found_parts(
    m: &Machine,
    source: &Source,
    length: usize,
    sub: Option<&Source>,
    mut sizes: [Option<usize>; 3],
) -> Found {
    let text = source.text(m);
    if let Some(sub) = sub {
        let wanted = sub.length(m);
        if sizes[1].is_some_and(|length| length != wanted) {
            return Found::None;
        }
        sizes[1] = Some(wanted);
        if sizes[0].is_none() && sizes[2].is_none() {
            return occurrences(text, sub.text(m), wanted);
        }
    }
    let rest = |a: usize, b: usize| length.checked_sub(a).and_then(|rest| rest.checked_sub(b));
    let (before, wanted) = match sizes {
        [Some(before), Some(wanted), after] => match rest(before, wanted) {
            Some(behind) if after.is_none_or(|after| behind == after) => (before, wanted),
            _ => return Found::None,
        },
        [Some(before), None, Some(after)] => match rest(before, after) {
            Some(wanted) => (before, wanted),
            None => return Found::None,
        },
        [None, Some(wanted), Some(after)] => match rest(wanted, after) {
            Some(before) => (before, wanted),
            None => return Found::None,
        },
        sizes => {
            return match sizes.iter().flatten().all(|&size| size <= length) {
                true => Found::Some(Parts::of_sizes(text, length, sizes)),
                false => Found::None,
            };
        }
    };
    let is_ascii = text.len() == length;
    let start = Place::of(text, is_ascii, before);
    let end = start.ahead(text, is_ascii, wanted);
    let part = Part { start, end };
    let fits = sub.is_none_or(|sub| *sub.text(m) == text[part.bytes()]);
    Found::of(fits.then_some(part))
}

/// Where `sub` occurs in `text` first.
pub fn place_of(sub: &str, text: &str) -> Option<usize> {
    match sub.as_bytes() {
        [] => Some(0),
        &[byte] => memchr(byte, text.as_bytes()),
        // Making ready for a search takes longer than to look at a few places.
        bytes if text.len() <= 64 && bytes.len() <= 8 => text
            .as_bytes()
            .windows(bytes.len())
            .position(|part| part == bytes),
        bytes => memmem::find(text.as_bytes(), bytes),
    }
}

/// Where `sub` of so many characters occurs in `text`.
fn occurrences(text: &str, sub: &str, length: usize) -> Found {
    let Some(at) = place_of(sub, text) else {
        return Found::None;
    };
    let start = Place {
        byte: at,
        index: count(&text[..at]),
    };
    let end = Place {
        byte: at + sub.len(),
        index: start.index + length,
    };
    let first = Part { start, end };
    // Occurrences may overlap.
    let next = at + width_at(text, at);
    match text.get(next..).and_then(|rest| place_of(sub, rest)) {
        Some(_) => Found::Some(Parts {
            order: Order::Equal,
            next: Some(first),
        }),
        None => Found::One(first),
    }
}

fn sub_atom_icasechk(m: &mut Machine) -> Outcome {
    let (text, sub) = (m.source_arg(0)?, m.source_arg(2)?);
    if text.is_ascii(m) && sub.is_ascii(m) {
        let (text, sub) = (text.text(m).as_bytes(), sub.text(m).as_bytes());
        let is_at = |at: usize| {
            let part = text.get(at..).and_then(|rest| rest.get(..sub.len()));
            part.is_some_and(|part| part.eq_ignore_ascii_case(sub))
        };
        return match m.optional_size_arg(1)? {
            Some(before) => Ok(is_at(before)),
            None => {
                let is_end = |at: usize| m.mem.alarm.rings_at(at as u64 + 1) || is_at(at);
                match (0..=text.len()).find(|&at| is_end(at)) {
                    Some(before) => m.unify_size(1, before),
                    None => Ok(false),
                }
            }
        };
    }
    m.check_walk(4 * (text.text(m).len() + sub.text(m).len()))?;
    let (text, sub) = (text.text(m).to_lowercase(), sub.text(m).to_lowercase());
    match m.optional_size_arg(1)? {
        Some(before) => {
            let mut rests = text.char_indices().map(|(at, _)| &text[at..]).chain([""]);
            Ok(rests.nth(before).is_some_and(|rest| rest.starts_with(&sub)))
        }
        None => match text.find(&sub) {
            Some(at) => m.unify_size(1, count(&text[..at])),
            None => Ok(false),
        },
    }
}

fn atom_concat(m: &mut Machine) -> Result<Start, Ball> {
    concat(m, TextForm::Atom)
}

fn string_concat(m: &mut Machine) -> Result<Start, Ball> {
    concat(m, TextForm::String)
}

fn text_concat(m: &mut Machine) -> Result<Start, Ball> {
    let is_string = (0..3).any(|index| m.is_string(m.arg(index)));
    concat(
        m,
        if is_string {
            TextForm::String
        } else {
            TextForm::Atom
        },
    )
}

/// Where the text of an argument of a concatenation is, if it is bound.
fn operand(m: &Machine, index: usize, form: TextForm) -> Result<Option<Source>, Ball> {
    let cell = m.arg(index);
    match (cell.is_var(), form) {
        (true, _) => Ok(None),
        (false, TextForm::Atom) => m.to_atom_source(cell).map(Some),
        _ => m.to_atomic_source(cell, known::ATOMIC).map(Some),
    }
}

fn concat(m: &mut Machine, form: TextForm) -> Result<Start, Ball> {
    match joined(m, form) {
        Some(joined) => once(m.unify_text(2, &joined, form)),
        None => concat_any(m, form),
    }
}

/// Texts up to this length are joined without asking for memory.
const SHORT: usize = 1 << 10;

/// The text of the first two arguments of a concatenation, if they are short and the
/// third is not bound.
#[inline]
fn joined(m: &Machine, form: TextForm) -> Option<Text> {
    let mut joined = Text::default();
    let is_strict = form == TextForm::Atom && m.is_iso();
    if !m.is_var_arg(2) || is_strict {
        return None;
    }
    for index in 0..2 {
        let cell = m.arg(index);
        match m.text_in_place(cell) {
            Some(text) if text.len() <= SHORT => joined.push_str(text),
            None if cell.is_small() => joined.push_integer(cell.small_value()),
            _ => return None,
        }
    }
    Some(joined)
}

fn concat_any(m: &mut Machine, form: TextForm) -> Result<Start, Ball> {
    let first = operand(m, 0, form)?;
    let second = operand(m, 1, form)?;
    let whole = operand(m, 2, form)?;
    if let (Some(first), Some(second)) = (&first, &second) {
        let (first, second) = (first.text(m), second.text(m));
        if let Some(whole) = &whole {
            let rest = whole.text(m).strip_prefix(first);
            return once(Ok(rest == Some(second)));
        }
        m.check_text((first.len() + second.len()) as u64)?;
        let mut joined = Text::default();
        joined.push_str(first);
        joined.push_str(second);
        return once(m.unify_text(2, &joined, form));
    }
    let Some(whole) = whole else {
        return Err(Ball::Instantiation);
    };
    let text = whole.text(m);
    let (index, part) = match (first, second) {
        (Some(first), _) => {
            let rest = text.strip_prefix(first.text(m));
            (1, rest.map(|rest| text.len() - rest.len()..text.len()))
        }
        (_, Some(second)) => {
            let rest = text.strip_suffix(second.text(m));
            (0, rest.map(|rest| 0..rest.len()))
        }
        _ if m.arg(0) == m.arg(1) => (0, half(text).map(|half| 0..half.len())),
        _ => return Ok(splits(whole.into_text(m), form)),
    };
    let Some(part) = part else {
        return Ok(Start::Fail);
    };
    let cell = m.new_part(&whole, part, form)?;
    once(m.unify_arg(index, cell))
}

/// The first half of a text whose halves are equal.
fn half(whole: &str) -> Option<&str> {
    let (first, second) = whole.split_at_checked(whole.len() / 2)?;
    (first == second).then_some(first)
}

/// All ways to cut `whole` in two.
fn splits(whole: Text, form: TextForm) -> Start {
    let mut at = 0;
    Start::Choices(Box::new(move |m: &mut Machine| {
        m.poll_before(whole.len() as u64)?;
        let (first, second) = whole.split_at(at);
        let holds = m.unify_text(0, first, form)? && m.unify_text(1, second, form)?;
        let is_last = second.is_empty();
        at += second.chars().next().map_or(0, char::len_utf8);
        Ok(step(holds, is_last))
    }))
}

/// Whether a term is text that is written without a list.
pub fn is_atomic_text(m: &Machine, cell: Cell) -> bool {
    m.to_atomic_source(cell, known::ATOM).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &str, sub: &str, sizes: [Option<usize>; 3]) -> Vec<String> {
        let mut parts = match sub {
            "" => Parts::of_sizes(text, count(text), sizes),
            _ => match occurrences(text, sub, count(sub)) {
                Found::Some(parts) => parts,
                _ => panic!("there are several"),
            },
        };
        let mut found = Vec::new();
        while let Some((part, is_last)) = parts.next(text, sub) {
            found.push(format!("{}:{}", part.before(), &text[part.bytes()]));
            assert_eq!(part.length(), count(&text[part.bytes()]));
            if is_last {
                break;
            }
        }
        found
    }

    #[test]
    fn parts_come_in_order() {
        let parts = |text, sizes| all(text, "", sizes);
        assert_eq!(
            parts("éb", [None; 3]),
            ["0:", "0:é", "0:éb", "1:", "1:b", "2:"]
        );
        assert_eq!(parts("", [None; 3]), ["0:"]);
        assert_eq!(parts("aéc", [None, Some(2), None]), ["0:aé", "1:éc"]);
        assert_eq!(parts("abé", [None, None, Some(1)]), ["0:ab", "1:b", "2:"]);
        assert_eq!(parts("aéc", [Some(2), None, None]), ["2:", "2:c"]);
        assert_eq!(parts("aé", [None, Some(0), None]), ["0:", "1:", "2:"]);
    }

    #[test]
    fn occurrences_may_overlap_and_the_last_is_known() {
        let found = |sub| all("aaé aa", sub, [None; 3]);
        assert_eq!(found("a"), ["0:a", "1:a", "4:a", "5:a"]);
        assert_eq!(found("aa"), ["0:aa", "4:aa"]);
        assert_eq!(all("éaéaé", "éaé", [None; 3]), ["0:éaé", "2:éaé"]);
    }

    #[test]
    fn long_texts_are_searched_too() {
        let text = "xé".repeat(100) + "yz" + &"x".repeat(50) + "yz";
        assert_eq!(all(&text, "yz", [None; 3]), ["200:yz", "252:yz"]);
        assert_eq!(place_of("a long part of it", &text), None);
        assert_eq!(place_of("", ""), Some(0));
    }
}
