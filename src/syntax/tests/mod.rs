//! Reading and writing together.

mod errors;
mod reading;
mod writing;

use super::conversion::Conversion;
use super::reader::{ReadContext, ReadOptions, ReadTerm, parse_text, read_term};
use super::source::{START, TextSource, WholeText, advance};
use super::write_options::WriteOptions;
use super::writer::{WriteContext, term_text};
use crate::atom::AtomTable;
use crate::error::{Ball, Position, SyntaxError};
use crate::flags::Flags;
use crate::ops::{OpType, Ops};
use crate::term::cell::Cell;
use crate::term::mem::Mem;

/// A heap with the tables of one mode.
struct World {
    mem: Mem,
    atoms: AtomTable,
    ops: Ops,
    flags: Flags,
    conversion: Conversion,
    options: ReadOptions,
}

impl World {
    fn new(is_iso: bool) -> World {
        let mut atoms = AtomTable::new();
        let (ops, flags) = if is_iso {
            (Ops::iso(&mut atoms), Flags::iso(&mut atoms))
        } else {
            (Ops::predefined(&mut atoms), Flags::new(&mut atoms))
        };
        World {
            mem: Mem::new(1 << 32),
            atoms,
            ops,
            flags,
            conversion: Conversion::default(),
            options: ReadOptions::default(),
        }
    }

    fn op(mut self, priority: i64, op_type: OpType, name: &str) -> World {
        let atom = self.atoms.intern(name);
        self.ops
            .add(priority, op_type, atom)
            .expect("a legal operator");
        self
    }

    fn context(&mut self) -> ReadContext<'_> {
        ReadContext {
            mem: &mut self.mem,
            atoms: &mut self.atoms,
            ops: &self.ops,
            flags: &self.flags,
            char_conversion: Some(&self.conversion),
            options: self.options,
        }
    }

    fn read(&mut self, source: &mut dyn TextSource) -> Result<Option<ReadTerm>, SyntaxError> {
        match read_term(source, &mut self.context()) {
            Ok(read) => Ok(read),
            Err(Ball::Syntax(error)) => Err(*error),
            Err(other) => panic!("{other:?}"),
        }
    }

    fn text(&self, term: Cell, options: &WriteOptions) -> String {
        let context = WriteContext {
            mem: &self.mem,
            atoms: &self.atoms,
            ops: &self.ops,
            flags: &self.flags,
        };
        term_text(context, term, options)
    }

    /// The term that `text` is, written so, or the name of the error.
    fn convert(&mut self, text: &str, options: &WriteOptions) -> String {
        match parse_text(text, &mut self.context()) {
            Ok(read) => self.text(read.term, options),
            Err(Ball::Syntax(error)) => format!("error {}", error.kind),
            Err(other) => format!("{other:?}"),
        }
    }

    fn echo(&mut self, text: &str) -> String {
        self.convert(text, &WriteOptions::writeq())
    }

    fn canonical(&mut self, text: &str) -> String {
        self.convert(text, &WriteOptions::canonical())
    }

    /// All terms of a text, or the names of the errors.
    fn all(&mut self, text: &str) -> Vec<String> {
        let mut source = WholeText::new(text);
        let mut found = Vec::new();
        loop {
            match self.read(&mut source) {
                Ok(None) => return found,
                Ok(Some(read)) => found.push(self.text(read.term, &WriteOptions::writeq())),
                Err(error) => found.push(format!("error {}", error.kind)),
            }
        }
    }

    fn error(&mut self, text: &str) -> SyntaxError {
        self.read(&mut WholeText::new(text))
            .expect_err("a syntax error")
    }
}

/// A text that arrives in pieces of a few bytes.
struct Trickle<'a> {
    all: &'a str,
    start: usize,
    end: usize,
    position: Position,
}

impl<'a> Trickle<'a> {
    fn new(all: &'a str) -> Trickle<'a> {
        Trickle {
            all,
            start: 0,
            end: 0,
            position: START,
        }
    }
}

impl TextSource for Trickle<'_> {
    fn text(&self) -> &str {
        &self.all[self.start..self.end]
    }

    fn at_end(&self) -> bool {
        false
    }

    fn fill(&mut self) -> std::io::Result<bool> {
        let next = self.all[self.end..].chars().next();
        self.end += next.map_or(0, char::len_utf8);
        Ok(next.is_some())
    }

    fn consume(&mut self, bytes: usize) {
        advance(
            &mut self.position,
            &self.all[self.start..self.start + bytes],
        );
        self.start += bytes;
    }

    fn position(&self) -> Position {
        self.position
    }
}
