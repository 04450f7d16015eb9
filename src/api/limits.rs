//! How much a query may use.

use std::time::Duration;

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
/// use luminy::api::limits::Limits;
/// use luminy::error::Resource;
///
/// # fn main() -> Result<(), Error> {
/// let mut engine = Engine::builder().build();
/// let loops = engine.query("catch(repeat, _, true), fail")?.limits(Limits::none().steps(10_000));
/// assert!(matches!(loops.first::<()>(), Err(Error::Exceeded(Resource::Steps))));
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
    /// # use luminy::api::limits::Limits;
    /// use luminy::error::Resource;
    /// let query = engine.query("repeat, fail").unwrap().limits(Limits::none().steps(100));
    /// assert!(matches!(query.first::<()>(), Err(Error::Exceeded(Resource::Steps))));
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
    /// # use luminy::api::limits::Limits;
    /// use luminy::error::Resource;
    /// use std::time::Duration;
    /// let query = engine.query("repeat, fail").unwrap().limits(Limits::none().time(Duration::from_millis(5)));
    /// assert!(matches!(query.first::<()>(), Err(Error::Exceeded(Resource::Time))));
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
    /// # use luminy::api::limits::Limits;
    /// use luminy::error::Resource;
    /// let query = engine.query("length(L, 1000000)").unwrap().limits(Limits::none().memory(1 << 20));
    /// assert!(matches!(query.first::<()>(), Err(Error::Exceeded(Resource::Memory))));
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
    /// # use luminy::api::limits::Limits;
    /// use luminy::error::Resource;
    /// engine.load_str("deep(N) :- M is N + 1, deep(M), atom(a).").unwrap();
    /// let query = engine.query("deep(1)").unwrap().limits(Limits::none().depth(1000));
    /// assert!(matches!(query.first::<()>(), Err(Error::Exceeded(Resource::Depth))));
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
    /// # use luminy::api::limits::Limits;
    /// use luminy::error::Resource;
    /// let query = engine.query("repeat, write(spam), fail").unwrap().limits(Limits::none().output(100));
    /// assert!(matches!(query.first::<()>(), Err(Error::Exceeded(Resource::Output))));
    /// ```
    pub fn output(mut self, bytes: u64) -> Limits {
        self.output = Some(bytes);
        self
    }

    pub(super) fn are_none(self) -> bool {
        self == Limits::default()
    }
}
