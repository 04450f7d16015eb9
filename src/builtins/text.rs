//! Text in its many forms: atoms, strings, numbers, lists of characters or codes.

use std::fmt::Write;
use std::ops::Deref;
use std::sync::Arc;

use crate::atom::{Atom, known};
use crate::engine::machine::Machine;
use crate::error::{Ball, Outcome};
use crate::number::Number;
use crate::syntax::float::format_float;
use crate::term::cell::Cell;
use crate::term::view::{Args, View};

/// The text of a term.
#[derive(Clone, Debug)]
pub enum Text {
    /// That of an atom.
    Shared(Arc<str>),
    /// Any other.
    Owned(String),
}

impl Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        match self {
            Text::Shared(text) => text,
            Text::Owned(text) => text,
        }
    }
}

impl From<String> for Text {
    fn from(text: String) -> Text {
        Text::Owned(text)
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

/// The text of a number, as it is written.
pub fn number_text(number: &Number) -> String {
    use crate::number::text::DigitCase;
    match number {
        Number::Int(value) => value.to_string(),
        Number::Float(value) => format_float(*value),
        exact => exact.digits(10, DigitCase::Lower).unwrap_or_default(),
    }
}

impl Machine {
    /// The text of an atom, a string or a number.
    pub fn atomic_text(&self, cell: Cell) -> Option<Text> {
        match self.mem.view(cell) {
            View::Atom(atom) => Some(Text::Shared(self.atoms.shared_text(atom))),
            View::Str(text) => Some(Text::Owned(text.to_owned())),
            View::Number(number) => Some(Text::Owned(number_text(&number))),
            _ => None,
        }
    }

    /// The text of an atom, string or number; the error speaks of `kind`.
    pub fn to_atomic_text(&self, cell: Cell, kind: Atom) -> Result<Text, Ball> {
        let text = self.atomic_text(cell);
        text.ok_or_else(|| self.not_a(kind, cell))
    }

    /// Appends the text of an atom, string or number.
    pub fn push_atomic_text(&self, cell: Cell, out: &mut String) -> Result<(), Ball> {
        match self.mem.view(cell) {
            View::Atom(atom) => out.push_str(self.text(atom)),
            View::Str(text) => out.push_str(text),
            View::Number(Number::Int(value)) => {
                let _ = write!(out, "{value}");
            }
            View::Number(number) => out.push_str(&number_text(&number)),
            _ => return Err(self.not_a(known::ATOMIC, cell)),
        }
        Ok(())
    }

    /// The text of an atom; outside strict mode of a string or number as well.
    pub fn to_atom_text(&self, cell: Cell) -> Result<Text, Ball> {
        if self.is_iso() {
            self.to_atom(cell)?;
        }
        self.to_atomic_text(cell, known::ATOM)
    }

    /// The text of a list of characters or codes, if it is one. `[]` is.
    pub fn list_text(&self, cell: Cell) -> Option<String> {
        let items = self.mem.list_items(cell)?;
        let chars = items.iter().map(|&item| self.to_char_or_code(item).ok());
        chars.collect()
    }

    /// The text of anything that is text; `[]` is empty.
    pub fn to_text(&mut self, cell: Cell) -> Result<Text, Ball> {
        let cell = self.mem.deref(cell);
        if cell == Cell::NIL {
            return Ok(Text::Owned(String::new()));
        }
        if let Some(text) = self.atomic_text(cell) {
            return Ok(text);
        }
        if cell.is_compound() {
            if let Some(text) = self.list_text(cell) {
                return Ok(Text::Owned(text));
            }
            self.check_text_list(cell)?;
        }
        Err(self.not_a(known::TEXT, cell))
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
    pub fn to_list_text(&self, cell: Cell, kind: Atom) -> Result<String, Ball> {
        let (count, tail) = self.mem.skip_list(cell);
        let mut text = String::with_capacity(count);
        let mut has_variable = tail.is_var();
        let takes_chars = kind == known::CHARACTER || !self.is_iso();
        for item in self.mem.list_prefix(cell, count) {
            match self.mem.view(item) {
                View::Var(_) => has_variable = true,
                View::Number(Number::Int(_) | Number::Big(_)) if kind != known::CHARACTER => {
                    text.push(self.to_code(item)?);
                }
                _ => match self.char_of(item).filter(|_| takes_chars) {
                    Some(c) => text.push(c),
                    None => return Err(Ball::Type(kind, self.mem.deref(item))),
                },
            }
        }
        if !tail.is_var() && tail != Cell::NIL {
            return Err(Ball::Type(known::LIST, self.mem.deref(cell)));
        }
        if has_variable {
            return Err(Ball::Instantiation);
        }
        Ok(text)
    }

    /// The text in the given form.
    pub fn new_text(&mut self, text: &str, form: TextForm) -> Result<Cell, Ball> {
        match form {
            TextForm::Atom => Ok(self.atom(text)),
            TextForm::String => self.new_string(text),
            TextForm::Codes => self.code_list(text, Cell::NIL),
            TextForm::Chars => self.char_list(text, Cell::NIL),
        }
    }

    /// Unifies argument `index` with the text in the given form.
    pub fn unify_text(&mut self, index: usize, text: &str, form: TextForm) -> Outcome {
        let cell = self.new_text(text, form)?;
        self.unify_arg(index, cell)
    }

    /// The text of argument `index`, if it is bound.
    pub fn optional_text_arg(&mut self, index: usize) -> Result<Option<Text>, Ball> {
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
        Ok(self.mem.unify(target, made))
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
