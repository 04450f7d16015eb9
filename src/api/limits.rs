//! How much a query may use.

use std::fmt;
use std::time::Duration;

use crate::diagnostic::bytes_text;
use crate::engine::bounds::Bounds;
use crate::error::Resource;

/// What a query may use. What goes beyond ends it with
/// [`Error::Exceeded`](super::error::Error::Exceeded), which the program cannot
/// catch; the engine is usable afterwards.
///
/// With one program, one query and one set of limits, the limit of steps is
/// reached at the same point every time.
///
/// ```
/// use luminy::api::engine::Engine;
/// use luminy::api::error::Error;
/// use luminy::api::limits::{Limit, Limits};
///
/// # fn main() -> Result<(), Error> {
/// let mut engine = Engine::builder().build();
/// let loops = engine.query("catch(repeat, _, true), fail")?.limits(Limits::none().steps(10_000));
/// assert!(matches!(loops.first::<()>(), Err(Error::Exceeded(Limit::Steps(_)))));
/// assert!(engine.run_goal("true")?);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    pub(super) steps: Option<u64>,
    pub(super) time: Option<Duration>,
    pub(super) memory: Option<u64>,
    pub(super) depth: Option<u64>,
    pub(super) output: Option<u64>,
}

impl Limits {
    /// No limits but the engine's memory.
    pub fn none() -> Limits {
        Limits::default()
    }

    /// The most calls of predicates. A query that has made them can be given more
    /// with [`Query::add_steps`](super::query::Query::add_steps), and goes on where it stopped.
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// # let mut engine = Engine::builder().build();
    /// # use luminy::api::error::Error;
    /// use luminy::api::limits::{Limit, Limits};
    /// let query = engine.query("repeat, fail").unwrap().limits(Limits::none().steps(100));
    /// assert!(matches!(query.first::<()>(), Err(Error::Exceeded(Limit::Steps(_)))));
    /// ```
    pub fn steps(mut self, steps: u64) -> Limits {
        self.steps = Some(steps);
        self
    }

    /// The most time that searching for answers may take. What the host does between
    /// two answers does not count. Where the system has no clock, as in plain
    /// WebAssembly, this limits nothing; steps do.
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// # let mut engine = Engine::builder().build();
    /// # use luminy::api::error::Error;
    /// use luminy::api::limits::{Limit, Limits};
    /// use std::time::Duration;
    /// let query = engine.query("repeat, fail").unwrap().limits(Limits::none().time(Duration::from_millis(5)));
    /// assert!(matches!(query.first::<()>(), Err(Error::Exceeded(Limit::Time(_)))));
    /// ```
    pub fn time(mut self, time: Duration) -> Limits {
        self.time = Some(time);
        self
    }

    /// The most bytes that the engine's stacks and heap may take, with the clauses,
    /// atoms and collected solutions that the query adds.
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// # let mut engine = Engine::builder().build();
    /// # use luminy::api::error::Error;
    /// use luminy::api::limits::{Limit, Limits};
    /// let query = engine.query("length(L, 1000000)").unwrap().limits(Limits::none().memory(1 << 20));
    /// assert!(matches!(query.first::<()>(), Err(Error::Exceeded(Limit::Memory(_)))));
    /// ```
    pub fn memory(mut self, bytes: u64) -> Limits {
        self.memory = Some(bytes);
        self
    }

    /// The most goals that may wait for goals of theirs to end.
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// # let mut engine = Engine::builder().build();
    /// # use luminy::api::error::Error;
    /// use luminy::api::limits::{Limit, Limits};
    /// engine.load_str("deep(N) :- M is N + 1, deep(M), atom(a).").unwrap();
    /// let query = engine.query("deep(1)").unwrap().limits(Limits::none().depth(1000));
    /// assert!(matches!(query.first::<()>(), Err(Error::Exceeded(Limit::Depth(_)))));
    /// ```
    pub fn depth(mut self, goals: u64) -> Limits {
        self.depth = Some(goals);
        self
    }

    /// The most bytes that may be written.
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// # let mut engine = Engine::builder().build();
    /// # use luminy::api::error::Error;
    /// use luminy::api::limits::{Limit, Limits};
    /// let query = engine.query("repeat, write(spam), fail").unwrap().limits(Limits::none().output(100));
    /// assert!(matches!(query.first::<()>(), Err(Error::Exceeded(Limit::Output(_)))));
    /// ```
    pub fn output(mut self, bytes: u64) -> Limits {
        self.output = Some(bytes);
        self
    }

    pub(super) fn are_none(self) -> bool {
        self == Limits::default()
    }
}

/// A limit that a query has reached: what it was given.
///
/// ```
/// use luminy::api::engine::Engine;
/// use luminy::api::error::Error;
/// use luminy::api::limits::{Limit, Limits};
///
/// let mut engine = Engine::builder().limits(Limits::none().steps(1000)).build();
/// let error = engine.run_goal("repeat, fail").unwrap_err();
/// assert!(matches!(error, Error::Exceeded(Limit::Steps(1000))));
/// assert_eq!(error.to_string(), "the query has used all the steps it was given: 1000");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Limit {
    /// Calls of predicates.
    Steps(u64),
    /// Time of searching.
    Time(Duration),
    /// Bytes of memory.
    Memory(u64),
    /// Goals that wait for goals of theirs to end.
    Depth(u64),
    /// Bytes written.
    Output(u64),
}

impl Limit {
    /// The limit of this kind among those in force.
    pub(super) fn of(what: Resource, bounds: &Bounds) -> Limit {
        match what {
            Resource::Steps => Limit::Steps(bounds.steps.unwrap_or(0)),
            Resource::Time => Limit::Time(bounds.time.unwrap_or_default()),
            Resource::Memory => Limit::Memory(bounds.memory.unwrap_or(0)),
            Resource::Depth => Limit::Depth(bounds.depth.unwrap_or(0)),
            Resource::Output => Limit::Output(bounds.output.unwrap_or(0)),
        }
    }

    /// What it is a limit of.
    ///
    /// ```
    /// use luminy::api::limits::Limit;
    ///
    /// assert_eq!(Limit::Memory(1 << 20).resource().name(), "memory");
    /// ```
    pub fn resource(self) -> Resource {
        match self {
            Limit::Steps(_) => Resource::Steps,
            Limit::Time(_) => Resource::Time,
            Limit::Memory(_) => Resource::Memory,
            Limit::Depth(_) => Resource::Depth,
            Limit::Output(_) => Resource::Output,
        }
    }

    /// The amount as a number: seconds of time, bytes of memory and output.
    ///
    /// ```
    /// use luminy::api::limits::Limit;
    /// use std::time::Duration;
    ///
    /// assert_eq!(Limit::Time(Duration::from_millis(100)).amount(), 0.1);
    /// assert_eq!(Limit::Steps(1000).amount(), 1000.0);
    /// ```
    pub fn amount(self) -> f64 {
        match self {
            Limit::Time(time) => time.as_secs_f64(),
            Limit::Steps(amount)
            | Limit::Memory(amount)
            | Limit::Depth(amount)
            | Limit::Output(amount) => amount as f64,
        }
    }
}

/// The amount in words, such as `1000`, `100ms` and `16 MB`.
impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Limit::Time(time) => write!(f, "{time:?}"),
            Limit::Steps(amount) | Limit::Depth(amount) => amount.fmt(f),
            Limit::Memory(bytes) | Limit::Output(bytes) => f.write_str(&bytes_text(bytes)),
        }
    }
}
