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
