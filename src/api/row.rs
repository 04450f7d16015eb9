//! The values of an answer, read without copying terms.

use super::build::{Builder, Built, Heap};
use super::convert::{FromTerm, IntoTerm, Mismatch};
use super::error::Error;
use super::refer::TermRef;
use super::term::Term;
use crate::engine::machine::Machine;
use crate::term::cell::Cell;

/// The values that the variables of a query have in an answer.
///
/// ```
/// # use luminy::api::engine::Engine;
/// use luminy::api::row::Row;
///
/// let mut engine = Engine::builder().build();
/// let mut query = engine.query("X = 1, Y = f(X)").unwrap();
/// query.advance().unwrap();
/// let row: Row<'_> = query.row().unwrap();
/// assert_eq!(row.names().collect::<Vec<_>>(), ["X", "Y"]);
/// assert!(row.len() == 2 && !row.is_empty());
/// assert_eq!(row.at(0).unwrap().as_i64(), Some(1));
/// assert_eq!(row.value("Y").unwrap().name(), Some("f"));
/// ```
#[derive(Clone, Copy)]
pub struct Row<'a> {
    machine: &'a Machine,
    names: &'a [Box<str>],
    values: Cell,
}

impl<'a> Row<'a> {
    /// `values` is the compound of the values of the variables with these names.
    pub(super) fn new(machine: &'a Machine, names: &'a [Box<str>], values: Cell) -> Row<'a> {
        Row {
            machine,
            names,
            values,
        }
    }

    /// The names of the variables in order of their appearance.
    pub fn names(self) -> impl Iterator<Item = &'a str> {
        self.names.iter().map(|name| &**name)
    }

    /// The number of variables.
    pub fn len(self) -> usize {
        self.names.len()
    }

    /// Whether the query has no variables.
    pub fn is_empty(self) -> bool {
        self.names.is_empty()
    }

    /// The value of the variable at `index`, counted from 0.
    pub fn at(self, index: usize) -> Option<TermRef<'a>> {
        let mem = &self.machine.mem;
        let (_, args) = mem.compound(self.values).filter(|_| index < self.len())?;
        let heap = Heap {
            mem,
            atoms: &self.machine.atoms,
        };
        Some(TermRef::heap(heap, args.get(mem, index)))
    }

    /// The value of a variable.
    pub fn value(self, name: &str) -> Option<TermRef<'a>> {
        let index = self.names.iter().position(|known| **known == *name)?;
        self.at(index)
    }

    /// The value of a variable as a Rust value. One that the query does not have is
    /// a mismatch as well.
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// # fn main() -> Result<(), luminy::api::error::Error> {
    /// let mut engine = Engine::builder().build();
    /// let mut query = engine.query("X = 3")?;
    /// query.advance()?;
    /// let row = query.row().expect("it is at an answer");
    /// assert_eq!(row.get::<i64>("X").unwrap(), 3);
    /// assert!(row.get::<i64>("Y").is_err());
    /// # Ok(())
    /// # }
    /// ```
    pub fn get<T: FromTerm>(self, name: &str) -> Result<T, Mismatch> {
        let found = match self.value(name) {
            Some(value) => T::from_term(value),
            None => {
                let absent = Term::variable(name);
                Err(Mismatch::new("a variable of the query", absent.view()))
            }
        };
        found.map_err(|mismatch| mismatch.of_variable(name))
    }

    /// The value of the variable at `index` as a Rust value.
    ///
    /// # Panics
    /// Panics if there are not so many variables.
    #[inline]
    fn read<T: FromTerm>(self, index: usize) -> Result<T, Mismatch> {
        let value = self.at(index).expect("the columns have been counted");
        T::from_term(value).map_err(|mismatch| mismatch.of_variable(&self.names[index]))
    }

    /// The indices of the variables that make up a row: all but those whose names
    /// start with `_`.
    fn columns(self) -> impl Iterator<Item = usize> + 'a {
        let names = self.names.iter().enumerate();
        names
            .filter(|(_, name)| !name.starts_with('_'))
            .map(|(index, _)| index)
    }
}

/// A Rust type that answers can be read as.
///
/// Tuples take the values of the query's variables in order of their appearance,
/// without those whose names start with `_` and those that have been given as
/// parameters. `()` takes nothing.
///
/// ```
/// # use luminy::api::engine::Engine;
/// use luminy::api::convert::Mismatch;
/// use luminy::api::row::{FromRow, Row};
///
/// struct Person { name: String, age: u8 }
///
/// impl FromRow for Person {
///     const COLUMNS: Option<usize> = None;
///     const VARIABLES: &'static [&'static str] = &["Name", "Age"];
///
///     fn from_row(row: Row<'_>) -> Result<Person, Mismatch> {
///         Ok(Person { name: row.get("Name")?, age: row.get("Age")? })
///     }
/// }
///
/// let mut engine = Engine::builder().build();
/// let query = engine.query("Name = ann, Age = 31").unwrap();
/// let ann = query.first::<Person>().unwrap().unwrap();
/// assert_eq!((ann.name.as_str(), ann.age), ("ann", 31));
/// ```
#[diagnostic::on_unimplemented(
    message = "answers cannot be read as `{Self}`",
    note = "the value of one variable is read as a tuple of one: `(T,)`",
    note = "`record!` makes structs that answers can be read as, `Serde` wraps types of serde"
)]
pub trait FromRow: Sized {
    /// How many variables there are to be, if that is fixed.
    const COLUMNS: Option<usize>;

    /// Variables that the query has to have.
    const VARIABLES: &'static [&'static str] = &[];

    /// Reads an answer, whose variables are as many as there are to be.
    fn from_row(row: Row<'_>) -> Result<Self, Mismatch>;
}

/// The error for a variable that the query does not have.
pub(super) fn no_variable(name: &str) -> Error {
    Error::Usage(format!("the query has no variable {name}"))
}

/// A number of things: `1 column`, `2 columns`.
pub(super) fn counted(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

/// How many variables make up a row of these names.
pub(super) fn count_columns(names: &[Box<str>]) -> usize {
    names.iter().filter(|name| !name.starts_with('_')).count()
}

impl FromRow for () {
    const COLUMNS: Option<usize> = None;

    fn from_row(_: Row<'_>) -> Result<(), Mismatch> {
        Ok(())
    }
}

/// A Rust type whose values are the arguments of a fact or a goal.
///
/// ```
/// # use luminy::api::engine::Engine;
/// use luminy::api::build::{Builder, Built};
/// use luminy::api::convert::IntoTerm;
/// use luminy::api::row::IntoRow;
///
/// struct Person { name: &'static str, age: u8 }
///
/// impl IntoRow for Person {
///     const COLUMNS: usize = 2;
///
///     fn into_row(self, to: &mut Builder<'_>, row: &mut Vec<Built>) {
///         row.extend([to.atom(self.name), self.age.into_term(to)]);
///     }
/// }
///
/// let mut engine = Engine::builder().build();
/// engine.add_facts("person/2", [Person { name: "ann", age: 31 }]).unwrap();
/// assert!(engine.run_goal("person(ann, 31)").unwrap());
/// ```
pub trait IntoRow {
    /// How many arguments there are.
    const COLUMNS: usize;

    /// Builds the arguments.
    fn into_row(self, to: &mut Builder<'_>, row: &mut Vec<Built>);
}

impl IntoRow for () {
    const COLUMNS: usize = 0;

    fn into_row(self, _: &mut Builder<'_>, _: &mut Vec<Built>) {}
}

macro_rules! rows {
    ($(($($type:ident $index:tt),*))*) => {$(
        impl<$($type: FromTerm),*> FromRow for ($($type,)*) {
            const COLUMNS: Option<usize> = Some([$($index),*].len());

            #[inline]
            fn from_row(row: Row<'_>) -> Result<Self, Mismatch> {
                let mut columns = row.columns();
                let mut next = || columns.next().expect("the columns have been counted");
                Ok(($(row.read::<$type>(next())?,)*))
            }
        }

        impl<$($type: IntoTerm),*> IntoRow for ($($type,)*) {
            const COLUMNS: usize = [$($index),*].len();

            fn into_row(self, to: &mut Builder<'_>, row: &mut Vec<Built>) {
                $(row.push(self.$index.into_term(to));)*
            }
        }
    )*};
}

rows! {
    (A 0)
    (A 0, B 1)
    (A 0, B 1, C 2)
    (A 0, B 1, C 2, D 3)
    (A 0, B 1, C 2, D 3, E 4)
    (A 0, B 1, C 2, D 3, E 4, F 5)
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6)
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7)
}
