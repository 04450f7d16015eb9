//! The rows that describe predicates in Rust, apart from their functions.

use std::sync::Arc;

/// How a builtin may be used by a compiler.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Protection {
    /// A user's definition of the same name takes its place.
    Library,
    /// Part of the language: it can be neither redefined nor changed.
    Core,
}

/// The number of a builtin in the table of its engine.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BuiltinId(pub u32);

/// What the machine runs for a builtin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BuiltinKind {
    /// A function that succeeds at most once.
    Once,
    /// A test: succeeds at most once and binds nothing.
    Test,
    /// A function that makes solutions one by one.
    Many,
}

/// What the program layer knows of a builtin.
#[derive(Clone, Debug)]
pub struct BuiltinInfo {
    /// Its number.
    pub id: BuiltinId,
    /// What runs it.
    pub kind: BuiltinKind,
    /// Whether users may redefine it.
    pub protection: Protection,
    /// Which arguments are goals: `0`..`9`, `:` or `^` as in `meta_predicate/1`.
    pub meta: Option<Arc<[MetaArg]>>,
}

/// An argument as `meta_predicate/1` declares it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MetaArg {
    /// A goal to which so many arguments are added.
    Goal(u8),
    /// A goal with `^`, as for `setof/3`.
    Existential,
    /// A grammar body.
    Grammar,
    /// Any term that is looked up in a module.
    Qualified,
    /// An input argument, `+`.
    In,
    /// An output argument, `-`.
    Out,
    /// Any other argument, `?`.
    Any,
}

impl MetaArg {
    /// Whether the argument is passed with its module.
    pub fn is_qualified(self) -> bool {
        !matches!(self, MetaArg::In | MetaArg::Out | MetaArg::Any)
    }
}
