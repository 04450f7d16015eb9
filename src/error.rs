//! What goes wrong, as values: the ISO errors before they become terms.

use crate::atom::{Atom, known};
use crate::term::area::MemoryFull;
use crate::term::cell::Cell;

/// Why a predicate did not return: an error or another ball, not yet a term.
///
/// Cells in it are terms of the heap of the engine that raised it; the engine
/// turns a ball into a term before it unwinds anything.
#[derive(Clone, Debug, PartialEq)]
pub enum Ball {
    /// `instantiation_error`
    Instantiation,
    /// `uninstantiation_error(Culprit)`
    Uninstantiation(Cell),
    /// `type_error(Type, Culprit)`
    Type(Atom, Cell),
    /// `domain_error(Domain, Culprit)`
    Domain(Atom, Cell),
    /// `existence_error(Object, Culprit)`
    Existence(Atom, Cell),
    /// `permission_error(Action, Type, Culprit)`
    Permission(Atom, Atom, Cell),
    /// `representation_error(Limit)`
    Representation(Atom),
    /// `evaluation_error(What)`
    Evaluation(Atom),
    /// `type_error(evaluable, Name/Arity)`
    NotEvaluable(Atom, usize),
    /// `resource_error(Resource)`
    Resource(Atom),
    /// `syntax_error(Message)`, with where it is.
    Syntax(Box<SyntaxError>),
    /// `system_error(Message)`
    System(Box<str>),
    /// Any term, thrown as it is (not yet copied).
    Term(Cell),
    /// `halt/1`: leave the engine with this status.
    Halt(i32),
    /// The host asked to stop; not catchable.
    Interrupt,
    /// The query has used what it was given; not catchable.
    Exceeded(Resource),
}

/// What a query may use only so much of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Resource {
    /// Calls of predicates.
    Steps,
    /// Time.
    Time,
    /// Bytes of memory.
    Memory,
    /// Goals that wait for goals of theirs to end.
    Depth,
    /// Bytes written.
    Output,
}

impl Resource {
    /// Its name, as in `resource_error(Name)`.
    pub const fn name(self) -> &'static str {
        match self {
            Resource::Steps => "steps",
            Resource::Time => "time",
            Resource::Memory => "memory",
            Resource::Depth => "depth",
            Resource::Output => "output",
        }
    }
}

/// What a builtin returns: whether it succeeds, or why it does not return.
pub type Outcome = Result<bool, Ball>;

impl From<MemoryFull> for Ball {
    fn from(_: MemoryFull) -> Ball {
        Ball::Resource(known::MEMORY)
    }
}

impl Ball {
    /// The term that an error complains about.
    pub fn culprit(&self) -> Option<Cell> {
        match *self {
            Ball::Uninstantiation(culprit)
            | Ball::Type(_, culprit)
            | Ball::Domain(_, culprit)
            | Ball::Existence(_, culprit)
            | Ball::Permission(_, _, culprit) => Some(culprit),
            _ => None,
        }
    }

    /// An internal error with a message.
    pub fn system(message: impl Into<String>) -> Ball {
        Ball::System(message.into().into_boxed_str())
    }
}

/// Text that is no term.
#[derive(Clone, Debug, PartialEq)]
pub struct SyntaxError {
    /// The name of the error, as it appears in the error term.
    pub kind: &'static str,
    /// In words: what is wrong and what was expected.
    pub message: String,
    /// A hint, if there is a likely one.
    pub help: Option<String>,
    /// Where it is.
    pub at: Position,
    /// The length of the marked text in characters.
    pub length: usize,
}

/// A place in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Position {
    /// Bytes before it.
    pub byte: u64,
    /// Characters before it.
    pub char: u64,
    /// Its line, counted from 1.
    pub line: u32,
    /// Characters before it on its line.
    pub column: u32,
}
