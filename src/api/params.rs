//! Values for the variables of a query.

use super::convert::{IntoTerm, to_term};
use super::error::Error;
use super::term::Term;

/// Values for variables of a query, by their names. They are bound as terms and
/// never become text of the query, so nothing in them can change what it asks.
///
/// ```
/// use luminy::api::engine::Engine;
/// use luminy::params;
///
/// # fn main() -> Result<(), luminy::api::error::Error> {
/// let mut engine = Engine::builder().build();
/// engine.load_str("edge(1, 2). edge(1, 3).")?;
/// let mut to = engine.query_with("edge(From, To)", params! { "From" => 1 })?;
/// let found: Vec<i64> = to.column("To")?;
/// assert_eq!(found, [2, 3]);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, Default)]
pub struct Params {
    pub(super) values: Vec<(String, Term)>,
}

impl Params {
    /// No values.
    ///
    /// ```
    /// # use luminy::api::params::Params;
    /// # use luminy::api::engine::Engine;
    /// let mut engine = Engine::builder().build();
    /// assert!(engine.query_with("true", Params::new()).unwrap().advance().unwrap());
    /// ```
    pub fn new() -> Params {
        Params::default()
    }

    /// The same with a value for the variable `name`.
    ///
    /// ```
    /// # use luminy::api::params::Params;
    /// # use luminy::api::engine::Engine;
    /// let mut engine = Engine::builder().build();
    /// let query = engine.query_with("Y is X + 1", Params::new().with("X", 1)).unwrap();
    /// assert_eq!(query.first::<(i64,)>().unwrap(), Some((2,)));
    /// ```
    pub fn with(mut self, name: &str, value: impl IntoTerm) -> Params {
        self.values.push((name.to_owned(), to_term(value)));
        self
    }

    /// Refuses two values for one variable.
    pub(super) fn check(&self) -> Result<(), Error> {
        let mut names = self.values.iter().map(|(name, _)| name).enumerate();
        let repeated = names.find(|&(at, name)| self.values[..at].iter().any(|v| v.0 == *name));
        match repeated {
            Some((_, name)) => Err(Error::Usage(format!("two values were given for {name}"))),
            None => Ok(()),
        }
    }

    pub(super) fn get(&self, name: &str) -> Option<&Term> {
        let found = self.values.iter().find(|(known, _)| known == name);
        found.map(|(_, term)| term)
    }
}

/// Values for variables of a query: `params! { "X" => 1, "Ys" => vec![2, 3] }`.
///
/// See [`Params`](crate::api::params::Params).
#[macro_export]
macro_rules! params {
    ($($name:literal => $value:expr),* $(,)?) => {
        $crate::api::params::Params::new()$(.with($name, $value))*
    };
}
