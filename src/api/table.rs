//! Rust collections that answer as predicates.

use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasher, Hash};
use std::sync::Arc;

use super::call::Call;
use super::convert::{FromTerm, IntoTerm};
use super::refer::TermRef;
use super::row::IntoRow;

/// What a call of a table asks for: the arguments, bound or not.
///
/// ```
/// use luminy::api::engine::Engine;
/// use luminy::api::table::{Pattern, Table, TableRows};
/// use std::sync::Arc;
///
/// /// `mode(A, B)`: which arguments were bound.
/// struct Modes;
///
/// impl Table for Modes {
///     type Row = (String, String);
///
///     fn scan(self: Arc<Self>, pattern: &Pattern<'_>) -> TableRows<Self::Row> {
///         let mode = |index: usize| match pattern.is_bound(index) {
///             true => pattern.arg(index).to_term().to_string(),
///             false => "open".to_owned(),
///         };
///         Box::new(std::iter::once((mode(0), mode(1))))
///     }
/// }
///
/// let mut engine = Engine::builder().build();
/// engine.add_table("mode/2", Modes).unwrap();
/// let found = engine.query("mode(a, X)").unwrap().first::<(String,)>().unwrap();
/// assert_eq!(found, None, "the row has a string where the call has an atom");
/// let found = engine.query("mode(X, Y)").unwrap().first::<(String, String)>().unwrap();
/// assert_eq!(found.unwrap().0, "open");
/// ```
pub struct Pattern<'a> {
    call: &'a Call<'a>,
}

impl<'a> Pattern<'a> {
    pub(super) fn new(call: &'a Call<'a>) -> Pattern<'a> {
        Pattern { call }
    }

    /// The argument at `index`, counted from 0.
    pub fn arg(&self, index: usize) -> TermRef<'a> {
        self.call.arg(index)
    }

    /// Whether the argument at `index` is bound.
    pub fn is_bound(&self, index: usize) -> bool {
        !self.arg(index).is_variable()
    }

    /// What rows must have at `index`; nothing if that is open.
    /// (`Some(None)`: no value of this type unifies with the argument.)
    pub fn wanted<T: FromTerm>(&self, index: usize) -> Option<Option<T>> {
        let argument = self.arg(index);
        (!argument.is_variable()).then(|| T::from_term(argument).ok())
    }
}

/// The rows that may answer a call. They are unified with its arguments, so
/// there may be too many.
pub type TableRows<R> = Box<dyn Iterator<Item = R> + Send>;

/// A collection whose rows are the solutions of a predicate.
///
/// ```
/// use luminy::api::engine::Engine;
/// use luminy::api::table::{Pattern, Table, TableRows};
/// use std::sync::Arc;
///
/// /// `square(N, S)`: it knows roots as well.
/// struct Squares(u64);
///
/// impl Table for Squares {
///     type Row = (u64, u64);
///
///     fn scan(self: Arc<Self>, pattern: &Pattern<'_>) -> TableRows<(u64, u64)> {
///         match (pattern.wanted::<u64>(0), pattern.wanted::<u64>(1)) {
///             (Some(n), _) => Box::new(n.into_iter().map(|n| (n, n * n))),
///             (_, Some(s)) => Box::new(s.into_iter().map(|s| (s.isqrt(), s.isqrt().pow(2)))),
///             _ => Box::new((0..self.0).map(|n| (n, n * n))),
///         }
///     }
/// }
///
/// # fn main() -> Result<(), luminy::api::error::Error> {
/// let mut engine = Engine::builder().build();
/// engine.add_table("square/2", Squares(1_000_000))?;
/// assert!(engine.run_goal("square(12, 144), square(N, 81), N =:= 9, \\+ square(_, 82)")?);
/// assert!(engine.run_goal("square(N, S), S > 50, !, N =:= 8")?);
/// # Ok(())
/// # }
/// ```
pub trait Table: Send + Sync + 'static {
    /// A row: a tuple.
    type Row: IntoRow;

    /// The rows that may answer a call.
    fn scan(self: Arc<Self>, pattern: &Pattern<'_>) -> TableRows<Self::Row>;
}

impl<R: IntoRow + Clone + Send + Sync + 'static> Table for Vec<R> {
    type Row = R;

    fn scan(self: Arc<Self>, _: &Pattern<'_>) -> TableRows<R> {
        Box::new((0..self.len()).map(move |index| self[index].clone()))
    }
}

impl<K, V, S> Table for HashMap<K, V, S>
where
    K: FromTerm + IntoTerm + Eq + Hash + Clone + Send + Sync + 'static,
    V: IntoTerm + Clone + Send + Sync + 'static,
    S: BuildHasher + Send + Sync + 'static,
{
    type Row = (K, V);

    /// A bound key is looked up.
    fn scan(self: Arc<Self>, pattern: &Pattern<'_>) -> TableRows<(K, V)> {
        match pattern.wanted::<K>(0) {
            Some(key) => {
                let found = key.and_then(|key| Some((key.clone(), self.get(&key)?.clone())));
                Box::new(found.into_iter())
            }
            None => {
                let keys: Vec<K> = self.keys().cloned().collect();
                let rows = keys.into_iter();
                Box::new(rows.filter_map(move |key| Some((key.clone(), self.get(&key)?.clone()))))
            }
        }
    }
}

impl<K, V> Table for BTreeMap<K, V>
where
    K: FromTerm + IntoTerm + Ord + Clone + Send + Sync + 'static,
    V: IntoTerm + Clone + Send + Sync + 'static,
{
    type Row = (K, V);

    /// A bound key is looked up.
    fn scan(self: Arc<Self>, pattern: &Pattern<'_>) -> TableRows<(K, V)> {
        match pattern.wanted::<K>(0) {
            Some(key) => {
                let found = key.and_then(|key| Some((key.clone(), self.get(&key)?.clone())));
                Box::new(found.into_iter())
            }
            None => {
                let mut last: Option<K> = None;
                Box::new(std::iter::from_fn(move || {
                    let next = match &last {
                        None => self.iter().next(),
                        Some(key) => {
                            let behind = std::ops::Bound::Excluded(key);
                            self.range((behind, std::ops::Bound::Unbounded)).next()
                        }
                    };
                    let (key, value) = next?;
                    last = Some(key.clone());
                    Some((key.clone(), value.clone()))
                }))
            }
        }
    }
}
