//! Lists of options.

use crate::atom::{Atom, known};
use crate::engine::machine::Machine;
use crate::error::Ball;
use crate::term::cell::Cell;

/// An option `Name(Value)`.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// The name.
    pub name: Atom,
    /// The value, dereferenced.
    pub value: Cell,
    /// The whole option.
    pub term: Cell,
    /// What kind of option it is, for errors.
    domain: Atom,
}

impl Choice {
    /// The error that this is no such option.
    pub fn refused(self) -> Ball {
        if self.value.is_var() {
            Ball::Instantiation
        } else {
            Ball::Domain(self.domain, self.term)
        }
    }

    /// The error that no option has this name.
    pub fn refused_name(self) -> Ball {
        Ball::Domain(self.domain, self.term)
    }

    /// The value, which must be `true` or `false`.
    pub fn bool(self) -> Result<bool, Ball> {
        match self.value {
            value if value == Cell::atom(known::TRUE) => Ok(true),
            value if value == Cell::atom(known::FALSE) => Ok(false),
            _ => Err(self.refused()),
        }
    }

    /// The value, which must be an atom.
    pub fn atom(self) -> Result<Atom, Ball> {
        if self.value.is_atom() {
            Ok(self.value.atom_value())
        } else {
            Err(self.refused())
        }
    }

    /// The value, which must be a small integer.
    pub fn integer(self) -> Result<i64, Ball> {
        if self.value.is_small() {
            Ok(self.value.small_value())
        } else {
            Err(self.refused())
        }
    }
}

impl Machine {
    /// The options of a list, of the kind that errors call `domain`.
    pub fn to_options(&self, cell: Cell, domain: Atom) -> Result<Vec<Choice>, Ball> {
        let (count, tail) = self.mem.skip_list(cell);
        let items = self.mem.list_prefix(cell, count);
        if tail.is_var() || items.iter().any(|&item| self.mem.deref(item).is_var()) {
            return Err(Ball::Instantiation);
        }
        if tail != Cell::NIL {
            return Err(Ball::Type(known::LIST, self.mem.deref(cell)));
        }
        let options = items.into_iter().map(|item| self.to_option(item, domain));
        options.collect()
    }

    fn to_option(&self, item: Cell, domain: Atom) -> Result<Choice, Ball> {
        let term = self.mem.deref(item);
        let (name, value) = match self.mem.compound(term) {
            Some((functor, args)) if functor.arity() == 1 => {
                (functor.name(), args.get(&self.mem, 0))
            }
            Some((functor, args))
                if functor.name() == known::EQUALS && functor.arity() == 2 && !self.is_iso() =>
            {
                (
                    self.to_atom(args.get(&self.mem, 0))?,
                    args.get(&self.mem, 1),
                )
            }
            _ => return Err(Ball::Domain(domain, term)),
        };
        Ok(Choice {
            name,
            value: self.mem.deref(value),
            term,
            domain,
        })
    }

    /// The options in argument `index`.
    pub fn options_arg(&self, index: usize, domain: Atom) -> Result<Vec<Choice>, Ball> {
        self.to_options(self.arg(index), domain)
    }
}
