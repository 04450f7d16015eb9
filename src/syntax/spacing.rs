//! Tokens onto the output, with blanks where they would run together.

use std::fmt::{self, Write};

use super::chars::{is_alphanumeric, is_symbol};

/// What the last token asks of the next one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Pending {
    Nothing,
    /// A prefix operator: a parenthesis at once would make it a functor.
    Prefix,
    /// An alphanumeric infix operator: a blank follows.
    Infix,
}

/// The output and the last character on it.
pub struct Output<'o> {
    out: &'o mut dyn Write,
    last: Option<char>,
    pending: Pending,
}

impl<'o> Output<'o> {
    /// Output after `last`.
    pub fn new(out: &'o mut dyn Write, last: Option<char>) -> Output<'o> {
        Output {
            out,
            last,
            pending: Pending::Nothing,
        }
    }

    /// The last character written.
    pub fn last(&self) -> Option<char> {
        self.last
    }

    /// Writes a token: a name, a number, a variable, quoted text.
    pub fn token(&mut self, text: &str) -> fmt::Result {
        let Some(first) = text.chars().next() else {
            return Ok(());
        };
        let pending = std::mem::replace(&mut self.pending, Pending::Nothing);
        if self.glues(first) || (pending != Pending::Nothing && self.ends_in_letter()) {
            self.out.write_char(' ')?;
        }
        self.raw(text)
    }

    /// Writes a token that is a prefix operator.
    pub fn prefix_operator(&mut self, text: &str) -> fmt::Result {
        self.token(text)?;
        self.pending = Pending::Prefix;
        Ok(())
    }

    /// Writes a token that is an infix operator.
    pub fn infix_operator(&mut self, text: &str) -> fmt::Result {
        self.token(text)?;
        if self.ends_in_letter() {
            self.pending = Pending::Infix;
        }
        Ok(())
    }

    /// Opens a bracket that starts a term.
    pub fn open(&mut self, bracket: char) -> fmt::Result {
        let pending = std::mem::replace(&mut self.pending, Pending::Nothing);
        let needs_blank = match pending {
            Pending::Nothing => false,
            Pending::Prefix => bracket == '(' || self.ends_in_letter(),
            Pending::Infix => true,
        };
        if needs_blank {
            self.out.write_char(' ')?;
        }
        self.punctuation(bracket)
    }

    /// Opens a parenthesis directly behind what was written.
    pub fn open_directly(&mut self) -> fmt::Result {
        self.pending = Pending::Nothing;
        self.punctuation('(')
    }

    /// Writes a character that never runs together with its neighbours.
    pub fn punctuation(&mut self, c: char) -> fmt::Result {
        self.last = Some(c);
        self.out.write_char(c)
    }

    /// Writes text as it is.
    pub fn raw(&mut self, text: &str) -> fmt::Result {
        self.pending = Pending::Nothing;
        if let Some(last) = text.chars().next_back() {
            self.last = Some(last);
        }
        self.out.write_str(text)
    }

    fn ends_in_letter(&self) -> bool {
        self.last.is_some_and(is_alphanumeric)
    }

    /// Whether a token that starts with `first` would run together with what
    /// was written. A quote behind a digit could be read as a radix.
    fn glues(&self, first: char) -> bool {
        let Some(last) = self.last else {
            return false;
        };
        match first {
            '\'' | '"' | '`' => last == first || is_alphanumeric(last),
            _ if is_alphanumeric(first) => is_alphanumeric(last),
            _ => is_symbol(first) && is_symbol(last),
        }
    }
}
