//! Modules.

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use super::predicate::PredId;
use crate::atom::Atom;
use crate::term::cell::Functor;

/// A module: a name space of predicates.
#[derive(Clone, Debug, Default)]
pub struct Module {
    /// The file it was loaded from.
    pub file: Option<Atom>,
    /// The predicates that other modules may import.
    pub exports: IndexMap<Functor, (), FxBuildHasher>,
    /// The operators that it exports: priority, type and name.
    pub operators: Vec<(i64, Atom, Atom)>,
    /// The predicates of this module, defined, imported or only called.
    pub predicates: IndexMap<Functor, PredId, FxBuildHasher>,
    /// Modules asked in turn for what is not defined here.
    pub parents: Vec<Atom>,
}

impl Module {
    /// Tells all atoms in it.
    pub fn each_atom(&self, atom: &mut dyn FnMut(Atom)) {
        self.file.into_iter().for_each(&mut *atom);
        self.parents.iter().for_each(|&parent| atom(parent));
        let functors = self.exports.keys().chain(self.predicates.keys());
        functors.for_each(|functor| atom(functor.name()));
        for &(_, kind, name) in &self.operators {
            atom(kind);
            atom(name);
        }
    }
}
