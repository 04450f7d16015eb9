//! The state of an engine's machine, as builtins see it.

use crate::atom::{Atom, AtomTable};
use super::globals::Globals;
use crate::arith::context::ArithContext;
use crate::error::{Ball, Outcome};
use crate::flags::Flags;
use crate::host::Host;
use crate::number::Number;
use crate::ops::Ops;
use crate::program::database::Database;
use crate::stream::table::Streams;
use crate::term::cell::{Cell, Functor};
use crate::term::image::{Attributes, Image};
use crate::term::mem::Mem;
use crate::term::view::{Args, View};

/// The most arguments that a builtin can have.
pub const MAX_BUILTIN_ARITY: usize = 12;

/// An engine's machine.
pub struct Machine {
    /// The heap and the trail.
    pub mem: Mem,
    /// The names.
    pub atoms: AtomTable,
    /// Predicates and modules.
    pub db: Database,
    /// The flags.
    pub flags: Flags,
    /// The operators that reading and writing start from.
    pub ops: Ops,
    /// The streams.
    pub io: Streams,
    /// The world outside.
    pub host: Box<dyn Host>,
    /// The evaluables and what their values depend on.
    pub arith: ArithContext,
    /// The global variables.
    pub globals: Globals,
    /// The arguments of the builtin that is running.
    pub(super) args: [Cell; MAX_BUILTIN_ARITY],
}

impl Machine {
    // Arguments and unification.

    /// Argument `index` of the running builtin, counted from 0, dereferenced.
    #[inline]
    pub fn arg(&self, index: usize) -> Cell {
        self.mem.deref(self.args[index])
    }

    /// A look at argument `index`.
    pub fn view_arg(&self, index: usize) -> View<'_> {
        self.mem.view(self.args[index])
    }

    /// Unifies argument `index` with a term.
    pub fn unify_arg(&mut self, index: usize, cell: Cell) -> Outcome {
        Ok(self.mem.unify(self.args[index], cell))
    }

    /// Unifies argument `index` with an atom.
    pub fn unify_atom(&mut self, index: usize, atom: Atom) -> Outcome {
        self.unify_arg(index, Cell::atom(atom))
    }

    /// Unifies argument `index` with an integer.
    pub fn unify_int(&mut self, index: usize, value: i64) -> Outcome {
        let cell = self.mem.new_number(&Number::Int(value));
        self.unify_arg(index, cell)
    }

    /// Unifies argument `index` with a number.
    pub fn unify_number(&mut self, index: usize, value: &Number) -> Outcome {
        let cell = self.mem.new_number(value);
        self.unify_arg(index, cell)
    }

    /// Unifies argument `index` with the atom of this text.
    pub fn unify_text_atom(&mut self, index: usize, text: &str) -> Outcome {
        let atom = self.atoms.intern(text);
        self.unify_atom(index, atom)
    }

    /// Unifies argument `index` with the proper list of these items.
    pub fn unify_list(&mut self, index: usize, items: &[Cell]) -> Outcome {
        self.mem.ensure(2 * items.len() as u64)?;
        let list = self.mem.list(items);
        self.unify_arg(index, list)
    }

    /// Keeps all of the heap on backtracking, since something older than it
    /// has been made to refer to it.
    pub fn freeze_heap(&mut self) {
        self.mem.hb = self.mem.h;
    }

    // Terms.

    /// The atom of this text, as a term.
    pub fn atom(&mut self, text: &str) -> Cell {
        Cell::atom(self.atoms.intern(text))
    }

    /// The compound `name(args...)`, or the atom if there are none.
    pub fn compound(&mut self, name: &str, args: &[Cell]) -> Cell {
        let name = self.atoms.intern(name);
        self.mem.new_struct(name, args)
    }

    /// The term `Name/Arity`.
    pub fn indicator(&mut self, functor: Functor) -> Cell {
        let args = [
            Cell::atom(functor.name()),
            Cell::small(functor.arity() as i64),
        ];
        self.mem.new_struct(crate::atom::known::SLASH, &args)
    }

    /// The arguments of `cell` if it is a compound `name/arity`.
    pub fn match_compound(&self, cell: Cell, name: &str, arity: usize) -> Option<Args> {
        let name = self.atoms.find(name)?;
        self.mem.match_struct(cell, name, arity)
    }

    /// The text of an atom.
    pub fn text(&self, atom: Atom) -> &str {
        self.atoms.text(atom)
    }

    /// The image of a term, with its attributes.
    pub fn image(&mut self, cell: Cell) -> Image {
        self.mem.image(cell, Attributes::Keep)
    }

    /// The term of an image.
    pub fn build(&mut self, image: &Image) -> Result<Cell, Ball> {
        Ok(self.mem.build(image)?)
    }
}
