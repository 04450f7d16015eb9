//! Text in its many forms: atoms, strings, numbers, lists of characters or codes.

use std::ops::Range;

use crate::atom::{Atom, known};
use crate::engine::machine::Machine;
use crate::error::{Ball, Outcome};
use crate::number::Number;
use crate::number::long::Bell;
use crate::syntax::float::format_float;
use crate::term::cell::{BoxKind, Cell, Tag};
use crate::term::text::Text;
use crate::term::view::Args;

/// Where the text of a term is.
#[derive(Clone, Debug)]
pub enum Source {
    /// It is that of an atom.
    Atom(Atom),
    /// It is that of a string on the heap.
    String(Cell),
    /// It has been made.
    Made(Text),
}

impl Source {
    /// The text.
    #[inline]
    pub fn text<'a>(&'a self, m: &'a Machine) -> &'a str {
        match self {
            Source::Atom(atom) => m.atoms.text(*atom),
            Source::String(cell) => m.mem.view_string(*cell),
            Source::Made(text) => text,
        }
    }

    /// Whether all its characters are ASCII.
    #[inline]
    pub fn is_ascii(&self, m: &Machine) -> bool {
        match self {
            Source::Atom(atom) => m.atoms.is_ascii(*atom),
            Source::String(cell) => m.mem.is_ascii_string(*cell),
            Source::Made(text) => text.is_ascii(),
        }
    }

    /// The number of its characters.
    #[inline]
    pub fn length(&self, m: &Machine) -> usize {
        let text = self.text(m);
        match self.is_ascii(m) {
            true => text.len(),
            false => text.chars().count(),
        }
    }

    /// A text of its own.
    pub fn into_text(self, m: &Machine) -> Text {
        match self {
            Source::Made(text) => text,
            source => match source.text(m) {
                text if m.mem.alarm.rings_before(text.len() as u64) => Text::default(),
                text => Text::from(text),
            },
        }
    }
}

/// A form of text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TextForm {
    /// An atom.
    Atom,
    /// A string.
    String,
    /// A list of codes.
    Codes,
    /// A list of characters.
    Chars,
}

impl TextForm {
    /// The bytes that a text of so many bytes takes in this form, at most.
    pub fn bytes(self, len: usize) -> u64 {
        match self {
            TextForm::Atom | TextForm::String => len as u64,
            TextForm::Codes | TextForm::Chars => 16 * len as u64,
        }
    }
}

/// So many characters are read before it is seen to it that reading ends.
const AT_ONCE: usize = 1 << 12;

/// The text of a number, as it is written.
pub fn number_text(number: &Number, bell: &dyn Bell) -> Text {
    use crate::number::text::DigitCase;
    match number {
        Number::Int(value) => Text::of_integer(*value),
        Number::Float(value) => Text::from(format_float(*value)),
        exact => Text::from(exact.digits(10, DigitCase::Lower, bell).unwrap_or_default()),
    }
}

impl Machine {
    /// Where the text of an atom, a string or a number is.
    #[inline]
    pub fn atomic_source(&self, cell: Cell) -> Option<Source> {
        let cell = self.mem.deref(cell);
        match cell.tag() {
            Tag::Atm => Some(Source::Atom(cell.atom_value())),
            Tag::Int => Some(Source::Made(Text::of_integer(cell.small_value()))),
            Tag::Box if self.mem.is_box(cell, BoxKind::Str) => Some(Source::String(cell)),
            Tag::Box => Some(Source::Made(number_text(
                &self.mem.number(cell)?,
                &*self.mem.alarm,
            ))),
            _ => None,
        }
    }

    /// The text of an atom or a string, where it is. `[]` is none here.
    #[inline]
    pub fn text_in_place(&self, cell: Cell) -> Option<&str> {
        let cell = self.mem.deref(cell);
        match cell.tag() {
            Tag::Atm if cell != Cell::NIL => Some(self.atoms.text(cell.atom_value())),
            Tag::Box if self.mem.is_box(cell, BoxKind::Str) => Some(self.mem.view_string(cell)),
            _ => None,
        }
    }

    /// Where the text of an atom, string or number is; the error speaks of `kind`.
    pub fn to_atomic_source(&self, cell: Cell, kind: Atom) -> Result<Source, Ball> {
        match self.atomic_source(cell) {
            Some(source) => Ok(source),
            None => Err(self.not_a(kind, cell)),
        }
    }

    /// The text of an atom, a string or a number.
    pub fn atomic_text(&self, cell: Cell) -> Option<Text> {
        self.atomic_source(cell)
            .map(|source| source.into_text(self))
    }

    /// The text of an atom, string or number; the error speaks of `kind`.
    pub fn to_atomic_text(&self, cell: Cell, kind: Atom) -> Result<Text, Ball> {
        let source = self.to_atomic_source(cell, kind)?;
        Ok(source.into_text(self))
    }

    /// Appends the text of an atom, string or number.
    pub fn push_atomic_text(&self, cell: Cell, out: &mut Text) -> Result<(), Ball> {
        let cell = self.mem.deref(cell);
        match cell.tag() {
            Tag::Atm => out.push_str(self.atoms.text(cell.atom_value())),
            Tag::Int => out.push_integer(cell.small_value()),
            _ => {
                let source = self.to_atomic_source(cell, known::ATOMIC)?;
                out.push_str(source.text(self));
            }
        }
        Ok(())
    }

    /// Where the text of an atom is; outside strict mode of a string or number as well.
    #[inline]
    pub fn to_atom_source(&self, cell: Cell) -> Result<Source, Ball> {
        let cell = self.mem.deref(cell);
        if cell.is_atom() {
            return Ok(Source::Atom(cell.atom_value()));
        }
        if self.is_iso() {
            self.to_atom(cell)?;
        }
        self.to_atomic_source(cell, known::ATOM)
    }

    /// The text of a list of characters or codes, if it is one. `[]` is.
    pub fn list_text(&self, cell: Cell) -> Option<Text> {
        let (count, tail) = self.mem.skip_list(cell);
        if tail != Cell::NIL {
            return None;
        }
        let mut text = Text::default();
        let mut list = self.mem.deref(cell);
        for step in 0..count {
            if self.mem.alarm.rings_at(step as u64 + 1) {
                break;
            }
            text.push(self.char_or_code(self.mem.get(list.offset()))?);
            list = self.mem.deref(self.mem.get(list.offset() + 8));
        }
        Some(text)
    }

    /// Where the text of anything that is text is; `[]` is empty.
    #[inline]
    pub fn to_source(&self, cell: Cell) -> Result<Source, Ball> {
        let cell = self.mem.deref(cell);
        match self.atomic_source(cell) {
            Some(source) if cell != Cell::NIL => Ok(source),
            _ => self.to_list_source(cell),
        }
    }

    fn to_list_source(&self, cell: Cell) -> Result<Source, Ball> {
        if cell == Cell::NIL {
            return Ok(Source::Made(Text::default()));
        }
        if cell.is_compound() {
            if let Some(text) = self.list_text(cell) {
                return Ok(Source::Made(text));
            }
            self.check_text_list(cell)?;
        }
        Err(self.not_a(known::TEXT, cell))
    }

    /// The text of anything that is text; `[]` is empty.
    pub fn to_text(&self, cell: Cell) -> Result<Text, Ball> {
        let source = self.to_source(cell)?;
        Ok(source.into_text(self))
    }

    /// Raises an instantiation error if a list could still become text.
    fn check_text_list(&self, cell: Cell) -> Result<(), Ball> {
        let (count, tail) = self.mem.skip_list(cell);
        let items = self.mem.list_prefix(cell, count);
        let is_open = |&item: &Cell| self.mem.deref(item).is_var();
        if count > 0 && (tail.is_var() || tail == Cell::NIL && items.iter().any(is_open)) {
            return Err(Ball::Instantiation);
        }
        Ok(())
    }

    /// The text of a list whose items must be characters or codes, those of the
    /// wrong type reported as not being of type `kind`.
    pub fn to_list_text(&self, cell: Cell, kind: Atom) -> Result<Text, Ball> {
        let takes_chars = kind == known::CHARACTER || !self.is_iso();
        let mut text = Text::default();
        let mut has_variable = false;
        let mut list = match kind == known::CHARACTER {
            true => self.read_items(cell, &mut text, |item| {
                item.is_atom()
                    .then(|| self.atoms.ascii_byte(item.atom_value()))?
            }),
            false => self.read_items(cell, &mut text, |item| {
                let byte = u8::try_from(item.small_value()).ok()?;
                (item.is_small() && byte.is_ascii()).then_some(byte)
            }),
        };
        // A cyclic list has at most so many items that differ.
        let mut left = self.mem.heap_used() / 8 + 1;
        while list.tag() == Tag::Lst && left > 0 && !self.mem.alarm.rings_at(left) {
            let item = self.mem.deref(self.mem.get(list.offset()));
            match item.tag() {
                Tag::Ref | Tag::Att => has_variable = true,
                Tag::Int if kind != known::CHARACTER => text.push(self.to_code(item)?),
                Tag::Atm if takes_chars => match self.char_of(item) {
                    Some(c) => text.push(c),
                    None => return Err(Ball::Type(kind, item)),
                },
                Tag::Box if kind != known::CHARACTER && self.to_integer(item).is_ok() => {
                    text.push(self.to_code(item)?);
                }
                _ => return Err(Ball::Type(kind, item)),
            }
            list = self.mem.deref(self.mem.get(list.offset() + 8));
            left -= 1;
        }
        match list.is_var() || has_variable {
            _ if !list.is_var() && list != Cell::NIL => {
                Err(Ball::Type(known::LIST, self.mem.deref(cell)))
            }
            true => Err(Ball::Instantiation),
            false => Ok(text),
        }
    }

    /// Appends the items at the start of a list that `byte` knows as ASCII, as many as
    /// need no look at the alarm; what is left of the list.
    #[inline(always)]
    fn read_items(&self, cell: Cell, text: &mut Text, byte: impl Fn(Cell) -> Option<u8>) -> Cell {
        let mut list = self.mem.deref(cell);
        for _ in 0..AT_ONCE {
            if list.tag() != Tag::Lst {
                break;
            }
            let item = self.mem.deref(self.mem.get(list.offset()));
            match byte(item) {
                Some(byte) => text.push(char::from(byte)),
                None => break,
            }
            list = self.mem.deref(self.mem.get(list.offset() + 8));
        }
        list
    }

    /// The text in the given form.
    pub fn new_text(&mut self, text: &str, form: TextForm) -> Result<Cell, Ball> {
        if self.mem.alarm.rings_before(form.bytes(text.len())) {
            return Ok(Cell::NIL);
        }
        match form {
            TextForm::Atom => Ok(self.atom(text)),
            TextForm::String => self.new_string(text),
            TextForm::Codes => self.code_list(text, Cell::NIL),
            TextForm::Chars => self.char_list(text, Cell::NIL),
        }
    }

    /// The text of a term in the given form.
    #[inline]
    pub fn new_from_source(&mut self, source: &Source, form: TextForm) -> Result<Cell, Ball> {
        match (source, form) {
            (Source::Atom(atom), TextForm::Atom) => Ok(Cell::atom(*atom)),
            (Source::String(cell), TextForm::String) => Ok(*cell),
            (source, form) => self.new_part(source, 0..source.text(self).len(), form),
        }
    }

    /// The bytes `part` of the text of a term in the given form, copied straight from
    /// where they are if that can be.
    pub fn new_part(
        &mut self,
        source: &Source,
        part: Range<usize>,
        form: TextForm,
    ) -> Result<Cell, Ball> {
        if self.mem.alarm.rings_before(form.bytes(part.len())) {
            return Ok(Cell::NIL);
        }
        match (source, form) {
            (Source::Made(text), form) => self.new_text(&text[part], form),
            (Source::Atom(atom), TextForm::Atom) => {
                Ok(Cell::atom(self.atoms.intern_part(*atom, part)))
            }
            (Source::Atom(atom), TextForm::String) => {
                self.mem.ensure(part.len() as u64 / 8 + 2)?;
                Ok(self.mem.new_string(&self.atoms.text(*atom)[part]))
            }
            (Source::Atom(atom), TextForm::Codes) => {
                let text = &self.atoms.text(*atom)[part];
                Ok(self.mem.new_code_list(text, Cell::NIL)?)
            }
            (Source::Atom(atom), TextForm::Chars) => {
                let text = &self.atoms.text(*atom)[part];
                if !text.is_ascii() {
                    let text = text.to_owned();
                    return self.char_list(&text, Cell::NIL);
                }
                self.mem.ensure(2 * text.len() as u64)?;
                let item = |byte| Cell::atom(self.atoms.ascii_atom(byte));
                Ok(self.mem.new_list_of(text.bytes().map(item), Cell::NIL))
            }
            (Source::String(cell), TextForm::Atom) => {
                let text = &self.mem.view_string(*cell)[part];
                Ok(Cell::atom(self.atoms.intern(text)))
            }
            (Source::String(cell), TextForm::String) => Ok(self.mem.new_substring(*cell, part)?),
            (Source::String(cell), form) => self.string_items(*cell, part, form),
        }
    }

    /// The list of the characters or codes of a part of a string.
    fn string_items(
        &mut self,
        cell: Cell,
        part: Range<usize>,
        form: TextForm,
    ) -> Result<Cell, Ball> {
        let text = self.mem.view_string(cell);
        if part.len() == text.len() && self.mem.is_ascii_string(cell) {
            let atoms = &self.atoms;
            let item = |byte: u8| match form {
                TextForm::Codes => Cell::small(i64::from(byte)),
                _ => Cell::atom(atoms.ascii_atom(byte)),
            };
            return Ok(self.mem.new_string_items(cell, Cell::NIL, item)?);
        }
        let text = text[part].to_owned();
        self.new_text(&text, form)
    }

    /// Unifies argument `index` with the text of a term in the given form.
    #[inline]
    pub fn unify_source(&mut self, index: usize, source: &Source, form: TextForm) -> Outcome {
        let cell = self.new_from_source(source, form)?;
        self.unify_arg(index, cell)
    }

    /// Unifies argument `index` with the text in the given form.
    pub fn unify_text(&mut self, index: usize, text: &str, form: TextForm) -> Outcome {
        let cell = self.new_text(text, form)?;
        self.unify_arg(index, cell)
    }

    /// Where the text of argument `index` is, if it is bound.
    pub fn optional_source_arg(&self, index: usize) -> Result<Option<Source>, Ball> {
        match self.arg(index) {
            cell if cell.is_var() => Ok(None),
            cell => self.to_source(cell).map(Some),
        }
    }

    /// The text of argument `index`, if it is bound.
    pub fn optional_text_arg(&self, index: usize) -> Result<Option<Text>, Ball> {
        match self.arg(index) {
            cell if cell.is_var() => Ok(None),
            cell => self.to_text(cell).map(Some),
        }
    }

    /// Unifies a sink, such as `atom(A)` or `codes(Codes, Tail)`, with text.
    pub fn deliver(&mut self, sink: Cell, text: &str) -> Outcome {
        let (form, args) = self.to_sink(sink)?;
        let target = args.get(&self.mem, 0);
        let made = match form {
            TextForm::Codes | TextForm::Chars if args.len() == 2 => {
                let tail = args.get(&self.mem, 1);
                if form == TextForm::Codes {
                    self.code_list(text, tail)?
                } else {
                    self.char_list(text, tail)?
                }
            }
            form => self.new_text(text, form)?,
        };
        Ok(!self.mem.alarm.has_rung() && self.mem.unify(target, made))
    }

    /// The form of text that a sink wants, and its arguments.
    pub fn to_sink(&mut self, sink: Cell) -> Result<(TextForm, Args), Ball> {
        let sink = self.mem.deref(sink);
        let Some((functor, args)) = self.mem.compound(sink) else {
            return Err(match sink.is_var() {
                true => Ball::Instantiation,
                false => self.domain_error("output_sink", sink),
            });
        };
        let form = match (self.text(functor.name()), functor.arity()) {
            ("atom", 1) => TextForm::Atom,
            ("string", 1) => TextForm::String,
            ("codes", 1 | 2) => TextForm::Codes,
            ("chars", 1 | 2) => TextForm::Chars,
            _ => return Err(self.domain_error("output_sink", sink)),
        };
        Ok((form, args))
    }
}
