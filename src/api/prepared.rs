//! Queries that are read once and asked many times.

use std::sync::Arc;

use super::term::Term;

/// A query that has been read. It belongs to no engine: any engine can be asked
/// it, in any thread.
///
/// ```
/// use luminy::api::engine::Engine;
/// use luminy::params;
///
/// # fn main() -> Result<(), luminy::api::error::Error> {
/// let mut engine = Engine::builder().build();
/// let square = engine.prepare("Y is X * X")?;
/// for x in 1..4_i64 {
///     let found = engine.query_prepared(&square, params! { "X" => x })?.first::<(i64,)>()?;
///     assert_eq!(found, Some((x * x,)));
/// }
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Prepared {
    pub(super) goal: Term,
    pub(super) names: Arc<[Box<str>]>,
    /// What it was read from.
    pub(super) text: Option<Arc<str>>,
}

impl Prepared {
    /// The goal.
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// # let mut engine = Engine::builder().build();
    /// let prepared = engine.prepare("p(X, Y)").unwrap();
    /// assert_eq!(prepared.goal().to_string(), "p(X, Y)");
    /// assert_eq!(prepared.variables().collect::<Vec<_>>(), ["X", "Y"]);
    /// ```
    pub fn goal(&self) -> &Term {
        &self.goal
    }

    /// The names of the variables in order of their appearance.
    pub fn variables(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(|name| &**name)
    }
}
