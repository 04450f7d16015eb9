//! Predicates in Rust: rows of head, function and documentation.

use super::machine::Machine;
use crate::error::{Ball, Outcome};
use crate::program::builtin::Protection;

/// A predicate that succeeds at most once. Its arguments are [`Machine::arg`].
pub type OnceFn = fn(&mut Machine) -> Outcome;

/// A predicate that makes solutions one by one.
pub type ManyFn = fn(&mut Machine) -> Result<Start, Ball>;

/// A predicate that the host has added.
pub type Closure = dyn Fn(&mut Machine) -> Result<Start, Ball> + Send + Sync;

/// How a nondeterministic predicate begins.
pub enum Start {
    /// It fails.
    Fail,
    /// It has succeeded, once.
    Succeed,
    /// Its solutions come from here. No binding has been made yet.
    Choices(Box<dyn Choices>),
}

/// What one step of a nondeterministic predicate gave.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    /// No further solution.
    Fail,
    /// A solution, the last one.
    Last,
    /// A solution; there may be more.
    More,
}

/// The remaining solutions of a nondeterministic predicate.
///
/// The value stays with the choice point and is dropped with it. It must not
/// keep cells: the arguments are there again at each step as [`Machine::arg`],
/// and other terms are kept as images.
pub trait Choices: Send {
    /// Tries to make the next solution, by unifying with the arguments. A
    /// solution whose unification fails is undone by the caller, which asks again
    /// if this returns `Ok(None)`.
    fn next(&mut self, machine: &mut Machine) -> Result<Option<Next>, Ball>;
}

impl<F: FnMut(&mut Machine) -> Result<Option<Next>, Ball> + Send> Choices for F {
    fn next(&mut self, machine: &mut Machine) -> Result<Option<Next>, Ball> {
        self(machine)
    }
}

/// What runs a row.
#[derive(Clone, Copy)]
pub enum Function {
    /// Succeeds at most once.
    Once(OnceFn),
    /// Succeeds at most once, binds nothing.
    Test(OnceFn),
    /// Makes solutions one by one.
    Many(ManyFn),
    /// A predicate of the host, by its number.
    Closure(u32),
}

/// A predicate in Rust.
#[derive(Clone, Copy)]
pub struct Row {
    /// `name(+Mode, ...) is determinism`, as the manual shows it.
    pub head: &'static str,
    /// The manual's text, lines separated by `\n`.
    pub doc: &'static str,
    /// The function.
    pub function: Function,
    /// Whether users may redefine it.
    pub protection: Protection,
}

/// A table of rows: each is documentation, a head, an optional `core`, the kind
/// (`once`, `test` or `many`) and a function.
#[macro_export]
macro_rules! predicates {
    ($($(#[doc = $doc:literal])* $head:literal => $($kind:ident)+;)*) => {
        &[$($crate::engine::registry::Row {
            head: $head,
            doc: concat!($($doc, "\n"),*),
            function: $crate::predicates!(@function $($kind)+),
            protection: $crate::predicates!(@protection $($kind)+),
        }),*]
    };
    (@function core $($rest:ident)+) => { $crate::predicates!(@function $($rest)+) };
    (@function once $f:ident) => { $crate::engine::registry::Function::Once($f) };
    (@function test $f:ident) => { $crate::engine::registry::Function::Test($f) };
    (@function many $f:ident) => { $crate::engine::registry::Function::Many($f) };
    (@protection core $($rest:ident)+) => { $crate::program::builtin::Protection::Core };
    (@protection $($rest:ident)+) => { $crate::program::builtin::Protection::Library };
}

impl Row {
    /// The name and the arguments' declarations, as in the head.
    pub fn signature(&self) -> (&'static str, Vec<&'static str>) {
        let head = match self.head.rfind(" is ") {
            Some(at) => &self.head[..at],
            None => self.head,
        };
        let quoted = head
            .strip_prefix('\'')
            .and_then(|rest| rest.split_once('\''));
        let (name, rest) = match (quoted, head.find('(')) {
            (Some((name, rest)), _) => (name, rest),
            (None, Some(at)) if at > 0 => (&head[..at], &head[at..]),
            _ => (head, ""),
        };
        let inner = rest
            .strip_prefix('(')
            .and_then(|rest| rest.strip_suffix(')'));
        let arguments = inner.map_or(Vec::new(), |inner| {
            inner.split(',').map(str::trim).collect()
        });
        (name, arguments)
    }
}
