//! Rust values as terms, and terms as Rust values.
//!
//! | Rust | Prolog |
//! |---|---|
//! | `i8` … `u64`, `isize`, `usize`, `i128`, `u128`, `IBig` | an integer |
//! | `f32`, `f64` | a float (an integer is read as well) |
//! | `Number`, `RBig` | a number, a rational number |
//! | `bool` | `true`, `false` |
//! | `char` | an atom of one character |
//! | `&str`, `String` | a string (an atom is read as well) |
//! | [`Atom`](super::values::Atom) | an atom |
//! | `Option<T>` | `null`, or the value (a variable is read as `None`) |
//! | `Vec<T>`, arrays, slices, sets | a list |
//! | maps | a list of pairs `Key-Value` |
//! | `(A, B)` | `A-B` |
//! | `(A, B, C)` and longer | `-(A, B, C)` |
//! | `()` | `[]` |
//! | [`Term`] | itself |
//! | [`Opaque<T>`](super::values::Opaque) | a handle that Prolog only passes around |

use std::borrow::Cow;
use std::fmt;

use super::build::{Builder, Built};
use super::refer::TermRef;
use super::term::{Nodes, Term};

/// A Rust type that terms can be read as.
///
/// ```
/// use luminy::api::convert::{FromTerm, Mismatch};
/// use luminy::api::refer::TermRef;
/// use luminy::api::term::Term;
///
/// #[derive(Debug, PartialEq)]
/// struct Point { x: i64, y: i64 }
///
/// impl FromTerm for Point {
///     fn from_term(term: TermRef<'_>) -> Result<Point, Mismatch> {
///         let [x, y] = term.matches("point").ok_or_else(|| Mismatch::new("point(X, Y)", term))?;
///         Ok(Point { x: FromTerm::from_term(x)?, y: FromTerm::from_term(y)? })
///     }
/// }
///
/// let term: Term = "point(1, -2)".parse().unwrap();
/// assert_eq!(term.to::<Point>().unwrap(), Point { x: 1, y: -2 });
/// let term: Term = "point(1, a)".parse().unwrap();
/// assert_eq!(
///     term.to::<Point>().unwrap_err().to_string(),
///     "expected an integer from -9223372036854775808 to 9223372036854775807, found a",
/// );
/// ```
pub trait FromTerm: Sized {
    /// Reads a term.
    fn from_term(term: TermRef<'_>) -> Result<Self, Mismatch>;
}

/// A Rust type whose values become terms. The example is at [`Builder`].
///
/// ```
/// use luminy::api::build::{Builder, Built};
/// use luminy::api::convert::{IntoTerm, to_term};
///
/// struct Celsius(f64);
///
/// impl IntoTerm for Celsius {
///     fn into_term(self, to: &mut Builder<'_>) -> Built {
///         let degrees = self.0.into_term(to);
///         to.compound("celsius", &[degrees])
///     }
/// }
///
/// assert_eq!(to_term(vec![Celsius(21.5)]).to_string(), "[celsius(21.5)]");
/// ```
pub trait IntoTerm {
    /// Builds the term.
    fn into_term(self, to: &mut Builder<'_>) -> Built;
}

/// The term of a value, owned.
///
/// ```
/// # use luminy::api::convert::to_term;
/// assert_eq!(to_term(vec![("a", 1), ("b", 2)]).to_string(), r#"["a"-1, "b"-2]"#);
/// ```
pub fn to_term(value: impl IntoTerm) -> Term {
    let mut nodes = Nodes::default();
    let root = value.into_term(&mut Builder::owned(&mut nodes));
    nodes.finish(root.node())
}

impl Term {
    /// The Rust value of a term.
    pub fn to<T: FromTerm>(&self) -> Result<T, Mismatch> {
        T::from_term(self.view())
    }
}

impl<'a> TermRef<'a> {
    /// The Rust value of a term.
    pub fn to<T: FromTerm>(self) -> Result<T, Mismatch> {
        T::from_term(self)
    }
}

/// A term is not what was expected.
///
/// ```
/// use luminy::api::convert::Mismatch;
/// use luminy::api::engine::Engine;
/// use luminy::api::error::Error;
/// use luminy::api::term::Term;
///
/// let found = Term::atom("mauve");
/// let mismatch = Mismatch::new("a colour", found.view()).of_type("colour");
/// assert_eq!((mismatch.expected(), mismatch.kind()), ("a colour", "colour"));
/// assert_eq!(mismatch.found(), &found);
///
/// let mut engine = Engine::builder().build();
/// let Err(Error::Mismatch(mismatch)) = engine.query("X = a").unwrap().first::<(i64,)>() else {
///     panic!("an atom is no integer");
/// };
/// assert_eq!(mismatch.variable(), Some("X"));
/// ```
#[derive(Clone, PartialEq)]
pub struct Mismatch(Box<Parts>);

#[derive(Clone, PartialEq)]
struct Parts {
    expected: Cow<'static, str>,
    found: Term,
    variable: Option<String>,
    answer: Option<u64>,
    kind: &'static str,
}

impl Mismatch {
    /// `expected` was expected, in words or as a pattern; the term was found.
    #[cold]
    pub fn new(expected: impl Into<Cow<'static, str>>, found: TermRef<'_>) -> Mismatch {
        Mismatch(Box::new(Parts {
            expected: expected.into(),
            found: found.to_term(),
            variable: None,
            answer: None,
            kind: "value",
        }))
    }

    /// The same with the name of the expected type in a `type_error`.
    pub fn of_type(mut self, kind: &'static str) -> Mismatch {
        self.0.kind = kind;
        self
    }

    /// The name of the expected type in a `type_error`.
    pub fn kind(&self) -> &'static str {
        self.0.kind
    }

    /// The same for the value of a variable.
    pub(super) fn of_variable(mut self, name: &str) -> Mismatch {
        self.0.variable = Some(name.to_owned());
        self
    }

    /// The same in the answer with this number.
    #[cfg(feature = "serde")]
    pub(super) fn of_answer(mut self, number: u64) -> Mismatch {
        self.0.answer = Some(number);
        self
    }

    /// What was expected.
    pub fn expected(&self) -> &str {
        &self.0.expected
    }

    /// What was found.
    pub fn found(&self) -> &Term {
        &self.0.found
    }

    /// The variable whose value it is.
    pub fn variable(&self) -> Option<&str> {
        self.0.variable.as_deref()
    }
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(number) = self.0.answer {
            write!(f, "answer {number}: ")?;
        }
        if let Some(name) = &self.0.variable {
            write!(f, "{name}: ")?;
        }
        let mut found = self.0.found.to_string();
        if let Some((at, _)) = found.char_indices().nth(MOST_SHOWN) {
            found.truncate(at);
            found.push('…');
        }
        write!(f, "expected {}, found {found}", self.0.expected)
    }
}

/// So many characters of a term are shown.
const MOST_SHOWN: usize = 200;

impl fmt::Debug for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Mismatch({self})")
    }
}

impl std::error::Error for Mismatch {}
