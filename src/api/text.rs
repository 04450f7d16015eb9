//! Terms as text: `Display` and `FromStr`.

use std::fmt;
use std::str::FromStr;

use rustc_hash::FxHashMap;

use super::boot::system;
use super::build::{Heap, HeapMut, put_named};
use super::error::{Error, syntax_diagnostic};
use super::limits::Limit;
use super::term::Term;
use crate::error::Ball;
use crate::syntax::reader::{ReadContext, parse_text};
use crate::syntax::source::START;
use crate::syntax::write_options::{Spacing, WriteOptions};
use crate::syntax::writer::{WriteContext, term_text};
use crate::term::mem::Mem;

/// The bytes that reading and writing a term may take.
const MOST_MEMORY: u64 = 1 << 32;

impl fmt::Display for Term {
    /// Writes the term quoted, with the operators of the default mode, so that it
    /// reads back. (A cyclic term is written with the mark `@`.)
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let base = system();
        let mut mem = Mem::new(MOST_MEMORY);
        let mut atoms = base.atoms().clone();
        let mut names = FxHashMap::default();
        let mut heap = HeapMut {
            mem: &mut mem,
            atoms: &mut atoms,
        };
        let cell = put_named(&mut heap, self.view(), &mut names);
        let options = WriteOptions {
            quoted: true,
            spacing: Spacing::NextArgument,
            variable_names: names
                .into_iter()
                .map(|(name, cell)| (cell, name.into()))
                .collect(),
            ..WriteOptions::default()
        };
        let context = WriteContext {
            mem: &mem,
            atoms: &atoms,
            ops: base.ops(),
            flags: base.flags(),
        };
        f.write_str(&term_text(context, cell, &options))
    }
}

impl FromStr for Term {
    type Err = Error;

    /// Reads a term in the syntax of the default mode; a full stop at its end may
    /// be left out. Variables keep their names.
    fn from_str(text: &str) -> Result<Term, Error> {
        let base = system();
        let mut mem = Mem::new(MOST_MEMORY);
        let mut atoms = base.atoms().clone();
        let mut context = ReadContext::plain(&mut mem, &mut atoms, base.ops(), base.flags());
        match parse_text(text, &mut context) {
            Ok(read) => {
                let named: FxHashMap<_, _> = read
                    .variables
                    .iter()
                    .map(|variable| (mem.deref(variable.cell), variable.name.to_string()))
                    .collect();
                let heap = Heap {
                    mem: &mem,
                    atoms: &atoms,
                };
                Ok(Term::of(heap, read.term, &mut |cell| {
                    named.get(&cell).cloned()
                }))
            }
            Err(Ball::Syntax(error)) => Err(Error::Syntax(Box::new(syntax_diagnostic(
                &error,
                Some((text, START)),
            )))),
            Err(_) => Err(Error::Exceeded(Limit::Memory(MOST_MEMORY))),
        }
    }
}
