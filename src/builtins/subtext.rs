//! Parts of a text: `sub_atom/5`, `sub_string/5` and their kin.

use std::sync::Arc;

use super::solutions::{once, step};
use super::text::{Text, TextForm};
use crate::atom::known;
use crate::engine::machine::Machine;
use crate::engine::registry::{Choices, Next, Row, Start};
use crate::error::{Ball, Outcome};
use crate::predicates;
use crate::term::cell::Cell;
use crate::term::view::View;

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
    fn new(text: Text) -> Characters {
        let text: Arc<str> = match text {
            Text::Shared(text) => text,
            Text::Owned(text) => Arc::from(text),
        };
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
        let found = self.text[start..].find(sub)?;
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

    fn start(mut self, m: &mut Machine) -> Result<Start, Ball> {
        if let Parts::One(part) = self.parts {
            return match part {
                Some(part) => once(self.unify(m, part)),
                None => Ok(Start::Fail),
            };
        }
        match &mut self.parts {
            Parts::Equal { next: None, .. } => Ok(Start::Fail),
            _ => Ok(Start::Choices(Box::new(self))),
        }
    }
}

fn sub_atom(m: &mut Machine) -> Result<Start, Ball> {
    let text = m.to_atom_text(m.arg(0))?;
    let sub = match m.view_arg(4) {
        View::Var(_) => None,
        View::Str(text) => Some(Text::Owned(text.to_owned())),
        _ => Some(Text::Shared(m.atoms.shared_text(m.atom_arg(4)?))),
    };
    parts_of(m, text, sub, TextForm::Atom)
}

fn sub_string(m: &mut Machine) -> Result<Start, Ball> {
    let text = m.text_arg(0)?;
    let sub = m.optional_text_arg(4)?;
    parts_of(m, text, sub, TextForm::String)
}

fn parts_of(m: &mut Machine, text: Text, sub: Option<Text>, form: TextForm) -> Result<Start, Ball> {
    let sizes = [
        m.optional_size_arg(1)?,
        m.optional_size_arg(2)?,
        m.optional_size_arg(3)?,
    ];
    let text = Characters::new(text);
    let parts = match &sub {
        Some(sub) => Parts::of_text(&text, sub, sizes),
        None => Parts::of_sizes(&text, sizes),
    };
    let is_sub_known = sub.is_some();
    SubText {
        text,
        parts,
        form,
        is_sub_known,
    }
    .start(m)
}

fn sub_atom_icasechk(m: &mut Machine) -> Outcome {
    let text = m.text_arg(0)?.to_lowercase();
    let sub = m.text_arg(2)?.to_lowercase();
    let text = Characters::new(Text::Owned(text));
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

/// The text of an argument of a concatenation, if it is bound.
fn operand(m: &mut Machine, index: usize, form: TextForm) -> Result<Option<Text>, Ball> {
    let cell = m.arg(index);
    match (cell.is_var(), form) {
        (true, _) => Ok(None),
        (false, TextForm::Atom) => m.to_atom_text(cell).map(Some),
        _ => m.to_text(cell).map(Some),
    }
}

fn concat(m: &mut Machine, form: TextForm) -> Result<Start, Ball> {
    let first = operand(m, 0, form)?;
    let second = operand(m, 1, form)?;
    if let (Some(first), Some(second)) = (&first, &second) {
        operand(m, 2, form)?;
        m.check_buffer(2 * (first.len() + second.len()) as u64)?;
        let whole = [&**first, &**second].concat();
        return once(unify_operand(m, 2, &whole, form));
    }
    let Some(whole) = operand(m, 2, form)? else {
        return Err(Ball::Instantiation);
    };
    match (first, second) {
        (Some(first), _) => match whole.strip_prefix(&*first) {
            Some(rest) => once(m.unify_text(1, rest, form)),
            None => Ok(Start::Fail),
        },
        (_, Some(second)) => match whole.strip_suffix(&*second) {
            Some(rest) => once(m.unify_text(0, rest, form)),
            None => Ok(Start::Fail),
        },
        _ if m.arg(0) == m.arg(1) => halves(m, &whole, form),
        _ => Ok(splits(whole, form)),
    }
}

/// Unifies an argument with text; one that is bound need only have this text.
fn unify_operand(m: &mut Machine, index: usize, text: &str, form: TextForm) -> Outcome {
    match operand(m, index, form)? {
        Some(known) => Ok(*known == *text),
        None => m.unify_text(index, text, form),
    }
}

/// The one way to cut `whole` into two equal parts, if there is one.
fn halves(m: &mut Machine, whole: &str, form: TextForm) -> Result<Start, Ball> {
    match whole.split_at_checked(whole.len() / 2) {
        Some((first, second)) if first == second => once(m.unify_text(0, first, form)),
        _ => Ok(Start::Fail),
    }
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
    m.to_atomic_text(cell, known::ATOM).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &str, mut parts: Parts) -> Vec<String> {
        let text = Characters::new(Text::Owned(text.to_owned()));
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
        Characters::new(Text::Owned(text.to_owned()))
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
