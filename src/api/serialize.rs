//! Values of any type that serde can serialize, as terms.
//!
//! | serde | Prolog |
//! |---|---|
//! | numbers, `char`, text, `Option`, sequences, tuples, maps | as in [`convert`](super::convert) |
//! | struct `Order { id: 1, total: 2.5 }` | `order(1, 2.5)` |
//! | tuple struct `Rgb(1, 2, 3)` | `rgb(1, 2, 3)` |
//! | newtype `Id(7)` | `7` |
//! | unit struct `Marker` | `marker` |
//! | `Shape::Empty` | `empty` |
//! | `Shape::Circle(2.0)`, `Shape::Rect { w: 1.0, h: 3.0 }` | `circle(2.0)`, `rect(1.0, 3.0)` |
//! | bytes | a list of integers |
//! | with `tag = "kind"`: `Shape::Circle { r: 2.0 }` | `shape("Circle", 2.0)` |
//! | with `tag = "kind", content = "value"`: the same | `shape(circle, circle(2.0))` |
//! | with `untagged` | what the variant holds |
//!
//! Names are written in lower case with underscores between words. When read, a
//! struct may also be a list of pairs `field-Value`, in any order.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde::ser::{
    Error as _, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant,
    SerializeTuple, SerializeTupleStruct, SerializeTupleVariant, Serializer,
};

use super::build::{Builder, Built};
use super::convert::{FromTerm, IntoTerm, Mismatch};
use super::deserialize::{Columns, Reader, Refusal};
use super::engine::Engine;
use super::error::Error;
use super::predicate::Reply;
use super::refer::TermRef;
use super::row::{FromRow, Row};
use super::term::{Nodes, Term};
use crate::number::Number;

/// The term of a value that serde can serialize.
///
/// ```
/// use luminy::api::serialize::{from_term, to_term};
///
/// #[derive(serde::Serialize, serde::Deserialize, PartialEq, Debug)]
/// enum Shape { Circle { r: f64 }, Rect(f64, f64), Empty }
///
/// # fn main() -> Result<(), luminy::api::error::Error> {
/// let shapes = vec![Shape::Circle { r: 2.0 }, Shape::Rect(1.0, 3.0), Shape::Empty];
/// let term = to_term(&shapes)?;
/// assert_eq!(term.to_string(), "[circle(2.0), rect(1.0, 3.0), empty]");
/// assert_eq!(from_term::<Vec<Shape>>(&term)?, shapes);
/// # Ok(())
/// # }
/// ```
pub fn to_term<T: Serialize + ?Sized>(value: &T) -> Result<Term, Error> {
    let mut nodes = Nodes::default();
    let mut builder = Builder::owned(&mut nodes);
    let built = value.serialize(TermWriter(&mut builder));
    let root = built.map_err(|refusal| Error::Usage(refusal.to_string()))?;
    Ok(nodes.finish(root.node()))
}

/// The value of a term that serde can deserialize.
pub fn from_term<T: DeserializeOwned>(term: &Term) -> Result<T, Error> {
    let value = T::deserialize(Reader::new(term.view()));
    Ok(value.map_err(|refusal| refusal.mismatch(term.view()))?)
}

/// A value that becomes a term, is read from a term or from the variables of an
/// answer as serde says.
///
/// In an answer, a field takes the variable of the same name, without regard to
/// case and underscores.
///
/// ```
/// use luminy::api::engine::Engine;
/// use luminy::api::serialize::Serde;
///
/// #[derive(serde::Serialize, serde::Deserialize)]
/// struct Order { id: u32, customer: String, total: f64 }
///
/// #[derive(serde::Deserialize, PartialEq, Debug)]
/// struct Good { order_id: u32, total: f64 }
///
/// # fn main() -> Result<(), luminy::api::error::Error> {
/// let orders = vec![
///     Order { id: 1, customer: "ann".into(), total: 20.0 },
///     Order { id: 2, customer: "bob".into(), total: 200.0 },
/// ];
/// let mut engine = Engine::builder().build();
/// engine.add_terms(orders.iter().map(Serde))?;
/// let query = engine.query("order(OrderId, _, Total), Total > 100")?;
/// let Serde(good) = query.first::<Serde<Good>>()?.expect("there is one");
/// assert_eq!(good, Good { order_id: 2, total: 200.0 });
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Serde<T>(pub T);

impl<T: Serialize> IntoTerm for Serde<T> {
    /// # Panics
    /// Panics if the type refuses to be serialized.
    fn into_term(self, to: &mut Builder<'_>) -> Built {
        match self.0.serialize(TermWriter(to)) {
            Ok(built) => built,
            Err(refusal) => panic!("a value cannot be serialized: {refusal}"),
        }
    }
}

impl<T: DeserializeOwned> FromTerm for Serde<T> {
    fn from_term(term: TermRef<'_>) -> Result<Serde<T>, Mismatch> {
        let value = T::deserialize(Reader::new(term));
        value.map(Serde).map_err(|refusal| refusal.mismatch(term))
    }
}

impl<T: DeserializeOwned> FromRow for Serde<T> {
    const COLUMNS: Option<usize> = None;

    fn from_row(row: Row<'_>) -> Result<Serde<T>, Mismatch> {
        let value = T::deserialize(Columns(row));
        value.map(Serde).map_err(|refusal| {
            let whole = whole_row(row);
            refusal.mismatch(whole.view())
        })
    }
}

impl<T: Serialize> Reply for Serde<T> {
    const VALUES: usize = 1;

    fn reply(
        self,
        call: &mut super::call::Call<'_>,
        index: usize,
        _: usize,
    ) -> Result<bool, super::call::Raise> {
        let term = to_term(&self.0)?;
        Ok(call.unify(index, term))
    }
}

impl Engine {
    /// Asks a query and reads its answers with serde, a value for each.
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// #[derive(serde::Deserialize, PartialEq, Debug)]
    /// struct Person { name: String, age: u8 }
    ///
    /// # fn main() -> Result<(), luminy::api::error::Error> {
    /// let mut engine = Engine::builder().build();
    /// let people: Vec<Person> = engine.records("member(Name-Age, [ann-31, bob-27])")?;
    /// assert_eq!(people[1], Person { name: "bob".to_owned(), age: 27 });
    /// # Ok(())
    /// # }
    /// ```
    pub fn records<T: DeserializeOwned>(&mut self, text: &str) -> Result<Vec<T>, Error> {
        let rows = self.query(text)?.rows::<Serde<T>>()?;
        let numbered = rows.zip(1..);
        numbered
            .map(|(row, number)| match row {
                Ok(Serde(value)) => Ok(value),
                Err(Error::Mismatch(mismatch)) => Err(Error::Mismatch(mismatch.of_answer(number))),
                Err(error) => Err(error),
            })
            .collect()
    }
}

/// The values of an answer as a term: `[X=1, Y=2]`.
fn whole_row(row: Row<'_>) -> Term {
    let pairs = row.names().zip(0..).filter_map(|(name, index)| {
        let value = row.at(index)?.to_term();
        Some(Term::compound("=", [Term::variable(name), value]))
    });
    Term::list(pairs)
}

/// `OrderLine` as `order_line`.
pub(super) fn term_name(name: &str) -> String {
    let mut written = String::new();
    for (index, c) in name.char_indices() {
        if c.is_uppercase() && index > 0 && !written.ends_with('_') {
            written.push('_');
        }
        written.extend(c.to_lowercase());
    }
    written
}

/// Writes a value to a builder.
struct TermWriter<'b, 'a>(&'b mut Builder<'a>);

/// Writes the parts of a value.
struct Parts<'b, 'a> {
    to: &'b mut Builder<'a>,
    name: Option<String>,
    parts: Vec<Built>,
    key: Option<Built>,
}

impl<'b, 'a> TermWriter<'b, 'a> {
    fn parts(self, name: Option<String>) -> Parts<'b, 'a> {
        Parts {
            to: self.0,
            name,
            parts: Vec::new(),
            key: None,
        }
    }
}

impl Parts<'_, '_> {
    fn add<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Refusal> {
        let built = value.serialize(TermWriter(self.to))?;
        self.parts.push(built);
        Ok(())
    }

    fn finish(self) -> Built {
        match &self.name {
            Some(name) => self.to.compound(name, &self.parts),
            None => self.to.list(&self.parts),
        }
    }
}

impl<'b, 'a> Serializer for TermWriter<'b, 'a> {
    type Ok = Built;
    type Error = Refusal;
    type SerializeSeq = Parts<'b, 'a>;
    type SerializeTuple = Parts<'b, 'a>;
    type SerializeTupleStruct = Parts<'b, 'a>;
    type SerializeTupleVariant = Parts<'b, 'a>;
    type SerializeMap = Parts<'b, 'a>;
    type SerializeStruct = Parts<'b, 'a>;
    type SerializeStructVariant = Parts<'b, 'a>;

    fn serialize_bool(self, value: bool) -> Result<Built, Refusal> {
        Ok(value.into_term(self.0))
    }

    fn serialize_i8(self, value: i8) -> Result<Built, Refusal> {
        Ok(value.into_term(self.0))
    }

    fn serialize_i16(self, value: i16) -> Result<Built, Refusal> {
        Ok(value.into_term(self.0))
    }

    fn serialize_i32(self, value: i32) -> Result<Built, Refusal> {
        Ok(value.into_term(self.0))
    }

    fn serialize_i64(self, value: i64) -> Result<Built, Refusal> {
        Ok(value.into_term(self.0))
    }

    fn serialize_i128(self, value: i128) -> Result<Built, Refusal> {
        Ok(value.into_term(self.0))
    }

    fn serialize_u8(self, value: u8) -> Result<Built, Refusal> {
        Ok(value.into_term(self.0))
    }

    fn serialize_u16(self, value: u16) -> Result<Built, Refusal> {
        Ok(value.into_term(self.0))
    }

    fn serialize_u32(self, value: u32) -> Result<Built, Refusal> {
        Ok(value.into_term(self.0))
    }

    fn serialize_u64(self, value: u64) -> Result<Built, Refusal> {
        Ok(value.into_term(self.0))
    }

    fn serialize_u128(self, value: u128) -> Result<Built, Refusal> {
        Ok(value.into_term(self.0))
    }

    fn serialize_f32(self, value: f32) -> Result<Built, Refusal> {
        self.serialize_f64(f64::from(value))
    }

    fn serialize_f64(self, value: f64) -> Result<Built, Refusal> {
        match value.is_finite() {
            true => Ok(self.0.number(&Number::Float(value))),
            false => Err(Refusal::custom("the float is infinite or not a number")),
        }
    }

    fn serialize_char(self, value: char) -> Result<Built, Refusal> {
        Ok(value.into_term(self.0))
    }

    fn serialize_str(self, value: &str) -> Result<Built, Refusal> {
        Ok(self.0.string(value))
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<Built, Refusal> {
        Ok(value.into_term(self.0))
    }

    fn serialize_none(self) -> Result<Built, Refusal> {
        Ok(self.0.atom("null"))
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Built, Refusal> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<Built, Refusal> {
        Ok(self.0.list(&[]))
    }

    fn serialize_unit_struct(self, name: &'static str) -> Result<Built, Refusal> {
        Ok(self.0.atom(&term_name(name)))
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<Built, Refusal> {
        Ok(self.0.atom(&term_name(variant)))
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<Built, Refusal> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<Built, Refusal> {
        let mut parts = self.parts(Some(term_name(variant)));
        parts.add(value)?;
        Ok(parts.finish())
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Parts<'b, 'a>, Refusal> {
        Ok(self.parts(None))
    }

    fn serialize_tuple(self, _: usize) -> Result<Parts<'b, 'a>, Refusal> {
        Ok(self.parts(Some("-".to_owned())))
    }

    fn serialize_tuple_struct(
        self,
        name: &'static str,
        _: usize,
    ) -> Result<Parts<'b, 'a>, Refusal> {
        Ok(self.parts(Some(term_name(name))))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Parts<'b, 'a>, Refusal> {
        Ok(self.parts(Some(term_name(variant))))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Parts<'b, 'a>, Refusal> {
        Ok(self.parts(None))
    }

    fn serialize_struct(self, name: &'static str, _: usize) -> Result<Parts<'b, 'a>, Refusal> {
        Ok(self.parts(Some(term_name(name))))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Parts<'b, 'a>, Refusal> {
        Ok(self.parts(Some(term_name(variant))))
    }
}

macro_rules! parts {
    ($($trait:ident $method:ident;)*) => {$(
        impl $trait for Parts<'_, '_> {
            type Ok = Built;
            type Error = Refusal;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Refusal> {
                self.add(value)
            }

            fn end(self) -> Result<Built, Refusal> {
                Ok(self.finish())
            }
        }
    )*};
}

parts! {
    SerializeSeq serialize_element;
    SerializeTuple serialize_element;
    SerializeTupleStruct serialize_field;
    SerializeTupleVariant serialize_field;
}

macro_rules! fields {
    ($($trait:ident;)*) => {$(
        impl $trait for Parts<'_, '_> {
            type Ok = Built;
            type Error = Refusal;

            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                _: &'static str,
                value: &T,
            ) -> Result<(), Refusal> {
                self.add(value)
            }

            /// A field that is left out keeps its place.
            fn skip_field(&mut self, _: &'static str) -> Result<(), Refusal> {
                self.add(&None::<()>)
            }

            fn end(self) -> Result<Built, Refusal> {
                Ok(self.finish())
            }
        }
    )*};
}

fields! {
    SerializeStruct;
    SerializeStructVariant;
}

impl SerializeMap for Parts<'_, '_> {
    type Ok = Built;
    type Error = Refusal;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Refusal> {
        self.key = Some(key.serialize(TermWriter(self.to))?);
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Refusal> {
        let key = self.key.take();
        let key = key.ok_or_else(|| Refusal::custom("a value comes before its key"))?;
        let value = value.serialize(TermWriter(self.to))?;
        let pair = self.to.compound("-", &[key, value]);
        self.parts.push(pair);
        Ok(())
    }

    fn end(self) -> Result<Built, Refusal> {
        Ok(self.finish())
    }
}

/// A term is written as any other data would be, so that serde can turn it into
/// another format: numbers, text, lists, `null`; a compound is a map from its name
/// to its arguments.
impl Serialize for Term {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        super::deserialize::Foreign::new(self.view()).serialize(serializer)
    }
}
