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
    /// Where its parts are.
    pub signature: Signature,
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
            signature: $crate::engine::registry::Signature::of($head),
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

/// Where in a head the name and the arguments stand, and how many arguments there are.
#[derive(Clone, Copy)]
pub struct Signature {
    name: (u16, u16),
    arguments: (u16, u16),
    arity: u8,
    /// Whether an argument may be a goal or belong to a module.
    is_meta: bool,
}

impl Signature {
    /// The signature of a head `name(+Mode, ...) is determinism`.
    pub const fn of(head: &str) -> Signature {
        let bytes = head.as_bytes();
        let quotes = if bytes[0] == b'\'' { 1 } else { 0 };
        let mut end = quotes + 1;
        // Only a quoted name may have parentheses and spaces.
        while match bytes[end] {
            b'(' | b' ' => quotes == 1,
            b'\'' => quotes == 0,
            _ => true,
        } {
            end += 1;
        }
        let open = end + quotes;
        let (mut close, mut arity, mut is_meta) = (open, 0, false);
        if bytes[open] == b'(' {
            arity = 1;
            while bytes[close] != b')' {
                match bytes[close] {
                    b',' => arity += 1,
                    b'0'..=b'9' | b':' | b'^' | b'/' => is_meta = true,
                    _ => {}
                }
                close += 1;
            }
        }
        Signature {
            name: (quotes as u16, end as u16),
            arguments: (open as u16 + 1, close as u16),
            arity,
            is_meta,
        }
    }
}

impl Row {
    /// The name of the predicate.
    pub fn name(&self) -> &'static str {
        let (start, end) = self.signature.name;
        &self.head[usize::from(start)..usize::from(end)]
    }

    /// The number of its arguments.
    pub fn arity(&self) -> usize {
        usize::from(self.signature.arity)
    }

    /// Whether an argument may be a goal or belong to a module.
    pub fn is_meta(&self) -> bool {
        self.signature.is_meta
    }

    /// Its arguments, each with its mode.
    pub fn arguments(&self) -> impl Iterator<Item = &'static str> {
        let (start, end) = self.signature.arguments;
        let arguments = self.head.get(usize::from(start)..usize::from(end));
        let arguments = arguments.unwrap_or("").split(',').map(str::trim);
        arguments.take(self.arity())
    }
}
