//! Parts of a text: `sub_atom/5`, `sub_string/5` and their kin.

use std::ops::Range;
use std::sync::Arc;

use super::solutions::{once, step};
use super::text::{Source, TextForm};
use crate::atom::known;
use crate::engine::machine::Machine;
use crate::engine::registry::{Choices, Next, Row, Start};
use crate::error::{Ball, Outcome};
use crate::predicates;
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

/// A text whose parts are counted in characters.
struct Characters {
    text: Arc<str>,
    /// The byte offsets of all characters and of the end, unless all are ASCII.
    offsets: Option<Vec<usize>>,
}

impl Characters {
    fn new(text: &str) -> Characters {
        let text: Arc<str> = Arc::from(text);
        let offsets = (!text.is_ascii()).then(|| {
            let starts = text.char_indices().map(|(at, _)| at);
            starts.chain(std::iter::once(text.len())).collect()
        });
        Characters { text, offsets }
    }

    fn len(&self) -> usize {
        match &self.offsets {
            None => self.text.len(),
            Some(offsets) => offsets.len() - 1,
        }
    }

    fn byte(&self, index: usize) -> usize {
        self.offsets
            .as_ref()
            .map_or(index, |offsets| offsets[index])
    }

    fn index(&self, byte: usize) -> usize {
        match &self.offsets {
            None => byte,
            Some(offsets) => offsets.partition_point(|&at| at < byte),
        }
    }

    fn part(&self, part: Part) -> &str {
        &self.text[self.byte(part.before)..self.byte(part.before + part.length)]
    }

    /// The next place at or behind `from` where `sub` occurs.
    fn find(&self, sub: &str, from: usize) -> Option<usize> {
        if from > self.len() {
            return None;
        }
        let start = self.byte(from);
        let found = place_of(sub, &self.text[start..])?;
        Some(self.index(start + found))
    }
}

/// A part of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Part {
    before: usize,
    length: usize,
}

impl Part {
    fn new(before: usize, length: usize) -> Part {
        Part { before, length }
    }

    fn end(self) -> usize {
        self.before + self.length
    }
}

/// The parts of a text that fit what is known of them, in order.
#[derive(Debug)]
enum Parts {
    /// One, or none.
    One(Option<Part>),
    /// Those that are this text.
    Equal {
        sub: Box<str>,
        length: usize,
        next: Option<usize>,
    },
    /// Those that start here.
    From { before: usize, length: usize },
    /// Those of this length.
    Long { before: usize, length: usize },
    /// Those that end so many characters before the end.
    Until { before: usize, after: usize },
    /// All.
    All { before: usize, length: usize },
}

impl Parts {
    /// The next part, and whether it is the last.
    fn next(&mut self, text: &Characters) -> Option<(Part, bool)> {
        let len = text.len();
        match self {
            Parts::One(part) => part.take().map(|part| (part, true)),
            Parts::Equal { sub, length, next } => {
                let before = (*next)?;
                let length = *length;
                *next = text.find(sub, before + 1);
                Some((Part { before, length }, next.is_none()))
            }
            Parts::From { before, length } => {
                let part = Part::new(*before, *length);
                *length += 1;
                Some((part, part.end() == len))
            }
            Parts::Long { before, length } => {
                let part = Part::new(*before, *length);
                *before += 1;
                Some((part, part.end() == len))
            }
            Parts::Until { before, after } => {
                let part = Part::new(*before, len - *after - *before);
                *before += 1;
                Some((part, part.length == 0))
            }
            Parts::All { before, length } => {
                let part = Part::new(*before, *length);
                *length += 1;
                if *before + *length > len {
                    (*before, *length) = (*before + 1, 0);
                }
                Some((part, part.before == len))
            }
        }
    }

    /// The parts of `text` given what is known: before, length, after.
    fn of_sizes(text: &Characters, sizes: [Option<usize>; 3]) -> Parts {
        let len = text.len();
        let rest = |a: usize, b: usize| len.checked_sub(a).and_then(|rest| rest.checked_sub(b));
        match sizes {
            [Some(before), Some(length), after] => {
                let behind = rest(before, length);
                let fits = behind.is_some() && after.is_none_or(|after| behind == Some(after));
                Parts::One(fits.then(|| Part::new(before, length)))
            }
            [Some(before), None, Some(after)] => {
                Parts::One(rest(before, after).map(|length| Part::new(before, length)))
            }
            [None, Some(length), Some(after)] => {
                Parts::One(rest(length, after).map(|before| Part::new(before, length)))
            }
            [Some(before), None, None] if before <= len => Parts::From { before, length: 0 },
            [None, Some(length), None] if length <= len => Parts::Long { before: 0, length },
            [None, None, Some(after)] if after <= len => Parts::Until { before: 0, after },
            [None, None, None] => Parts::All {
                before: 0,
                length: 0,
            },
            _ => Parts::One(None),
        }
    }

    /// The parts of `text` that are `sub`, given what else is known.
    fn of_text(text: &Characters, sub: &str, sizes: [Option<usize>; 3]) -> Parts {
        let length = sub.chars().count();
        if sizes[1].is_some_and(|wanted| wanted != length) {
            return Parts::One(None);
        }
        if sizes[0].is_some() || sizes[2].is_some() {
            let Parts::One(Some(part)) = Parts::of_sizes(text, [sizes[0], Some(length), sizes[2]])
            else {
                return Parts::One(None);
            };
            return Parts::One((text.part(part) == sub).then_some(part));
        }
        Parts::Equal {
            sub: sub.into(),
            length,
            next: text.find(sub, 0),
        }
    }
}

/// The solutions of `sub_atom/5` and `sub_string/5`.
struct SubText {
    text: Characters,
    parts: Parts,
    form: TextForm,
    is_sub_known: bool,
}

impl Choices for SubText {
    fn next(&mut self, m: &mut Machine) -> Result<Option<Next>, Ball> {
        let Some((part, is_last)) = self.parts.next(&self.text) else {
            return Ok(Some(Next::Fail));
        };
        Ok(step(self.unify(m, part)?, is_last))
    }
}

impl SubText {
    fn unify(&self, m: &mut Machine, part: Part) -> Outcome {
        let after = self.text.len() - part.before - part.length;
        let sizes = m.unify_size(1, part.before)?
            && m.unify_size(2, part.length)?
            && m.unify_size(3, after)?;
        Ok(sizes && (self.is_sub_known || m.unify_text(4, self.text.part(part), self.form)?))
    }
}

fn sub_atom(m: &mut Machine) -> Result<Start, Ball> {
    let text = m.to_atom_source(m.arg(0))?;
    let sub = match m.arg(4) {
        cell if cell.is_var() => None,
        cell if m.is_string(cell) => Some(Source::String(cell)),
        cell => Some(Source::Atom(m.to_atom(cell)?)),
    };
    parts_of(m, text, sub, TextForm::Atom)
}

fn sub_string(m: &mut Machine) -> Result<Start, Ball> {
    let text = m.source_arg(0)?;
    let sub = m.optional_source_arg(4)?;
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
    match only_part(m, &text, sub.as_ref(), sizes) {
        Only::None => return Ok(Start::Fail),
        Only::One(found) => return once(found.unify(m, &text, form)),
        Only::Unknown => {}
    }
    let text = Characters::new(text.text(m));
    let is_sub_known = sub.is_some();
    let parts = match &sub {
        Some(sub) => Parts::of_text(&text, sub.text(m), sizes),
        None => Parts::of_sizes(&text, sizes),
    };
    Ok(Start::Choices(Box::new(SubText {
        text,
        parts,
        form,
        is_sub_known,
    })))
}

/// What is known of the parts of a text without looking for all of them.
enum Only {
    /// There is none.
    None,
    /// There is this one.
    One(Found),
    /// There may be several.
    Unknown,
}

/// A part of a text with what stands behind it, and its bytes unless it was given.
struct Found {
    part: Part,
    after: usize,
    bytes: Option<Range<usize>>,
}

impl Found {
    fn unify(self, m: &mut Machine, text: &Source, form: TextForm) -> Outcome {
        let sizes = m.unify_size(1, self.part.before)?
            && m.unify_size(2, self.part.length)?
            && m.unify_size(3, self.after)?;
        match self.bytes {
            Some(bytes) if sizes => {
                let cell = m.new_part(text, bytes, form)?;
                m.unify_arg(4, cell)
            }
            _ => Ok(sizes),
        }
    }
}

/// The part of `text` if two of the sizes or the part and its place are known, or it
/// is known and occurs only once.
fn only_part(
    m: &Machine,
    source: &Source,
    sub: Option<&Source>,
    mut sizes: [Option<usize>; 3],
) -> Only {
    let text = source.text(m);
    let is_ascii = source.is_ascii(m);
    if let Some(sub) = sub {
        let length = sub.length(m);
        if sizes[1].is_some_and(|wanted| wanted != length) {
            return Only::None;
        }
        sizes[1] = Some(length);
        if sizes[0].is_none() && sizes[2].is_none() {
            return only_occurrence(text, is_ascii, sub.text(m), length);
        }
    }
    let length = source.length(m);
    let rest = |a: usize, b: usize| length.checked_sub(a).and_then(|rest| rest.checked_sub(b));
    let (before, end) = match sizes {
        [Some(before), Some(length), after] => match rest(before, length) {
            Some(behind) if after.is_none_or(|after| behind == after) => (before, before + length),
            _ => return Only::None,
        },
        [Some(before), None, Some(after)] => match rest(before, after) {
            Some(length) => (before, before + length),
            None => return Only::None,
        },
        [None, Some(length), Some(after)] => match rest(length, after) {
            Some(before) => (before, before + length),
            None => return Only::None,
        },
        sizes => {
            let is_fitting = sizes.iter().flatten().all(|&size| size <= length);
            return if is_fitting {
                Only::Unknown
            } else {
                Only::None
            };
        }
    };
    let bytes = match is_ascii {
        true => before..end,
        false => bytes_of(text, before, end - before),
    };
    if sub.is_some_and(|sub| *sub.text(m) != text[bytes.clone()]) {
        return Only::None;
    }
    Only::One(Found {
        part: Part::new(before, end - before),
        after: length - end,
        bytes: sub.is_none().then_some(bytes),
    })
}

/// The bytes of some characters of a text that has as many, from character `before` on.
fn bytes_of(text: &str, before: usize, length: usize) -> Range<usize> {
    let mut starts = text.char_indices().map(|(at, _)| at);
    let start = starts.nth(before).unwrap_or(text.len());
    let mut ends = text[start..].char_indices().map(|(at, _)| start + at);
    start..ends.nth(length).unwrap_or(text.len())
}

/// Where `sub` occurs in `text` first.
fn place_of(sub: &str, text: &str) -> Option<usize> {
    match sub.as_bytes() {
        &[byte] => text.find(char::from(byte)),
        _ => text.find(sub),
    }
}

/// Where `sub` of so many characters occurs in `text`, if it does only once.
fn only_occurrence(text: &str, is_ascii: bool, sub: &str, length: usize) -> Only {
    let Some(at) = place_of(sub, text) else {
        return Only::None;
    };
    // Occurrences may overlap.
    let next = at + text[at..].chars().next().map_or(1, char::len_utf8);
    if text
        .get(next..)
        .is_some_and(|rest| place_of(sub, rest).is_some())
    {
        return Only::Unknown;
    }
    let count = |text: &str| match is_ascii {
        true => text.len(),
        false => text.chars().count(),
    };
    Only::One(Found {
        part: Part::new(count(&text[..at]), length),
        after: count(&text[at + sub.len()..]),
        bytes: None,
    })
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
            None => match (0..=text.len()).find(|&at| is_at(at)) {
                Some(before) => m.unify_size(1, before),
                None => Ok(false),
            },
        };
    }
    let text = m.text_arg(0)?.to_lowercase();
    let sub = m.text_arg(2)?.to_lowercase();
    let text = Characters::new(&text);
    match m.optional_size_arg(1)? {
        Some(before) => Ok(text.find(&sub, before) == Some(before)),
        None => match text.find(&sub, 0) {
            Some(before) => m.unify_size(1, before),
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
        _ => m.to_source(cell).map(Some),
    }
}

fn concat(m: &mut Machine, form: TextForm) -> Result<Start, Ball> {
    let first = operand(m, 0, form)?;
    let second = operand(m, 1, form)?;
    let whole = operand(m, 2, form)?;
    if let (Some(first), Some(second)) = (&first, &second) {
        let (first, second) = (first.text(m), second.text(m));
        if let Some(whole) = &whole {
            let rest = whole.text(m).strip_prefix(first);
            return once(Ok(rest == Some(second)));
        }
        let mut joined = Text::within(m.spare_text.take());
        joined.push_str(first);
        joined.push_str(second);
        return once(m.unify_made(2, joined, form));
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

    fn all(text: &str, mut parts: Parts) -> Vec<String> {
        let text = Characters::new(text);
        let mut found = Vec::new();
        while let Some((part, is_last)) = parts.next(&text) {
            found.push(format!("{}:{}", part.before, text.part(part)));
            if is_last {
                break;
            }
        }
        found
    }

    fn characters(text: &str) -> Characters {
        Characters::new(text)
    }

    #[test]
    fn parts_come_in_order() {
        let parts = Parts::of_sizes(&characters("éb"), [None; 3]);
        assert_eq!(all("éb", parts), ["0:", "0:é", "0:éb", "1:", "1:b", "2:"]);
        let parts = Parts::of_sizes(&characters("abc"), [None, Some(2), None]);
        assert_eq!(all("abc", parts), ["0:ab", "1:bc"]);
        let parts = Parts::of_sizes(&characters("abc"), [None, None, Some(1)]);
        assert_eq!(all("abc", parts), ["0:ab", "1:b", "2:"]);
        let parts = Parts::of_sizes(&characters("abc"), [Some(2), None, None]);
        assert_eq!(all("abc", parts), ["2:", "2:c"]);
    }

    #[test]
    fn occurrences_may_overlap_and_the_last_is_known() {
        let text = characters("aaé aa");
        let parts = Parts::of_text(&text, "a", [None; 3]);
        assert_eq!(all("aaé aa", parts), ["0:a", "1:a", "4:a", "5:a"]);
        let parts = Parts::of_text(&text, "", [None; 3]);
        assert_eq!(all("aaé aa", parts).len(), 7);
        let parts = Parts::of_text(&text, "aa", [None, None, Some(0)]);
        assert_eq!(all("aaé aa", parts), ["4:aa"]);
    }

    #[test]
    fn sizes_beyond_the_text_fit_nothing() {
        let text = characters("abc");
        for sizes in [[Some(4), None, None], [Some(usize::MAX), Some(2), None]] {
            assert!(matches!(Parts::of_sizes(&text, sizes), Parts::One(None)));
        }
    }
}
