//! Reading and writing together.

use super::quote::QuoteStyle;
use super::reader::{ReadContext, ReadOptions, parse_text};
use super::write_options::WriteOptions;
use super::writer::{WriteContext, term_text};
use crate::atom::AtomTable;
use crate::error::Ball;
use crate::flags::Flags;
use crate::ops::{OpType, Ops};
use crate::term::cell::Cell;
use crate::term::mem::Mem;

/// A heap with tables of one mode.
struct World {
    mem: Mem,
    atoms: AtomTable,
    ops: Ops,
    flags: Flags,
}

impl World {
    fn iso() -> World {
        let mut atoms = AtomTable::new();
        World {
            mem: Mem::new(1 << 30),
            ops: Ops::iso(&mut atoms),
            flags: Flags::iso(&mut atoms),
            atoms,
        }
    }

    fn lax() -> World {
        let mut atoms = AtomTable::new();
        World {
            mem: Mem::new(1 << 30),
            ops: Ops::predefined(&mut atoms),
            flags: Flags::new(&mut atoms),
            atoms,
        }
    }

    fn op(mut self, priority: i64, op_type: OpType, name: &str) -> World {
        let atom = self.atoms.intern(name);
        self.ops
            .add(priority, op_type, atom)
            .expect("a legal operator");
        self
    }

    fn read(&mut self, text: &str) -> Result<Cell, Ball> {
        let mut context = ReadContext {
            mem: &mut self.mem,
            atoms: &mut self.atoms,
            ops: &self.ops,
            flags: &self.flags,
            char_conversion: None,
            options: ReadOptions::default(),
        };
        parse_text(text, &mut context).map(|read| read.term)
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

    /// What `writeq` makes of the term that `text` is.
    fn echo(&mut self, text: &str) -> String {
        match self.read(text) {
            Ok(term) => self.text(term, &WriteOptions::writeq()),
            Err(Ball::Syntax(error)) => format!("error {}", error.kind),
            Err(other) => format!("{other:?}"),
        }
    }

    /// What `write_canonical` makes of the term that `text` is.
    fn canonical(&mut self, text: &str) -> String {
        match self.read(text) {
            Ok(term) => self.text(term, &WriteOptions::canonical()),
            Err(Ball::Syntax(error)) => format!("error {}", error.kind),
            Err(other) => format!("{other:?}"),
        }
    }
}

#[test]
fn terms_are_written_as_short_as_they_can_be() {
    let mut world = World::iso();
    let same = ["- a", "a:-b,c", "1- -1", "- -a", "f(A)"];
    for text in same {
        println!("{text} => {}", world.echo(text));
    }
}
