//! Which library defines a predicate that is not there.

use std::sync::Arc;

use crate::atom::{Atom, AtomTable};
use crate::term::cell::Functor;

/// A predicate that a library exports.
#[derive(Clone, Copy, Debug)]
pub struct Export {
    /// Its name.
    pub name: &'static str,
    /// Its arity.
    pub arity: u8,
    /// The number of the library.
    pub library: u8,
}

/// The predicates of libraries, and how the libraries are called.
///
/// Their names are looked for as texts, so that they need not become atoms when an
/// engine starts.
#[derive(Clone, Debug, Default)]
pub struct Autoload {
    exports: &'static [Export],
    libraries: Arc<[Atom]>,
}

impl Autoload {
    /// The table of these predicates, which are in order of the length of their names,
    /// names and arities.
    pub fn new(exports: &'static [Export], libraries: Arc<[Atom]>) -> Autoload {
        Autoload { exports, libraries }
    }

    /// The library that defines a predicate.
    pub fn get(&self, atoms: &AtomTable, functor: Functor) -> Option<Atom> {
        let arity = u8::try_from(functor.arity()).ok()?;
        let name = atoms.text(functor.name());
        let wanted = (name.len(), name, arity);
        let order = |export: &Export| (export.name.len(), export.name, export.arity).cmp(&wanted);
        let at = self.exports.binary_search_by(order).ok()?;
        Some(self.libraries[usize::from(self.exports[at].library)])
    }

    /// The names of all predicates.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.exports.iter().map(|export| export.name)
    }

    /// The predicates whose names are atoms.
    pub fn named(&self, atoms: &AtomTable) -> impl Iterator<Item = Functor> {
        self.exports.iter().filter_map(|export| {
            let name = atoms.find(export.name)?;
            Some(Functor::new(name, export.arity.into()))
        })
    }

    /// All predicates, whose names become atoms.
    pub fn functors(&self, atoms: &mut AtomTable) -> Vec<Functor> {
        let exports = self.exports.iter();
        exports
            .map(|export| Functor::new(atoms.intern(export.name), export.arity.into()))
            .collect()
    }
}
