//! Terms as values of any type that serde can deserialize.

use std::fmt;

use serde::de::value::{MapDeserializer, SeqDeserializer, StrDeserializer};
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Expected, IntoDeserializer, Unexpected,
    VariantAccess, Visitor,
};
use serde::ser::{SerializeMap, SerializeSeq};
use serde::{Serialize, Serializer};

use super::convert::Mismatch;
use super::refer::TermRef;
use super::row::Row;
use super::serialize::term_name;
use super::term::{LIST_CELL, Term, TermKind};
use crate::number::Number;

/// Terms nested deeper are not read, since reading them takes stack.
const MOST_DEPTH: u32 = 200;

/// Why serde could not write or read a value.
#[derive(Debug)]
pub(super) struct Refusal {
    /// What was expected, or in words what is wrong.
    message: String,
    /// Whether the message says what was expected.
    is_expected: bool,
    found: Option<Term>,
    /// The variable of an answer whose value it is.
    variable: Option<String>,
}

impl Refusal {
    fn expected(what: impl fmt::Display) -> Refusal {
        Refusal {
            message: what.to_string(),
            is_expected: true,
            found: None,
            variable: None,
        }
    }

    /// The same with the term that is refused, if none is known yet.
    fn at(mut self, term: TermRef<'_>) -> Refusal {
        self.found.get_or_insert_with(|| term.to_term());
        self
    }

    /// The mismatch, in `whole` if it is not known where.
    pub(super) fn mismatch(self, whole: TermRef<'_>) -> Mismatch {
        let expected = match self.is_expected {
            true => self.message,
            false => format!("another value ({})", self.message),
        };
        let found = self.found.as_ref().map_or(whole, Term::view);
        let mismatch = Mismatch::new(expected, found);
        match self.variable {
            Some(name) => mismatch.of_variable(&name),
            None => mismatch,
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Refusal {}

impl serde::ser::Error for Refusal {
    fn custom<T: fmt::Display>(message: T) -> Refusal {
        Refusal {
            is_expected: false,
            ..Refusal::expected(message)
        }
    }
}

impl serde::de::Error for Refusal {
    fn custom<T: fmt::Display>(message: T) -> Refusal {
        serde::ser::Error::custom(message)
    }

    fn invalid_type(_: Unexpected<'_>, expected: &dyn Expected) -> Refusal {
        Refusal::expected(expected_text(expected))
    }

    fn invalid_value(_: Unexpected<'_>, expected: &dyn Expected) -> Refusal {
        Refusal::expected(expected_text(expected))
    }

    fn invalid_length(_: usize, expected: &dyn Expected) -> Refusal {
        Refusal::expected(expected)
    }

    fn missing_field(field: &'static str) -> Refusal {
        Refusal::expected(format!("a value for the field `{field}`"))
    }

    fn duplicate_field(field: &'static str) -> Refusal {
        Refusal::expected(format!("one value for the field `{field}`"))
    }
}

/// What serde expects, with the types of Rust's integers by their ranges.
fn expected_text(expected: &dyn Expected) -> String {
    let text = expected.to_string();
    let range = match text.as_str() {
        "i8" => Some((i64::from(i8::MIN), i64::from(i8::MAX))),
        "i16" => Some((i64::from(i16::MIN), i64::from(i16::MAX))),
        "i32" => Some((i64::from(i32::MIN), i64::from(i32::MAX))),
        "u8" => Some((0, i64::from(u8::MAX))),
        "u16" => Some((0, i64::from(u16::MAX))),
        "u32" => Some((0, i64::from(u32::MAX))),
        _ => None,
    };
    match (range, text.as_str()) {
        (Some((low, high)), _) => format!("an integer from {low} to {high}"),
        (None, "i64" | "i128") => format!("an integer ({text})"),
        (None, "u64" | "u128") => format!("an integer that is not negative ({text})"),
        (None, "f32" | "f64") => "a number".to_owned(),
        (None, "a boolean") => "true or false".to_owned(),
        _ => text,
    }
}

/// How serde announces, in what it says to expect, an enum with a tag beside its contents.
const TAGGED_BESIDE: &str = "adjacently tagged enum";
/// How it announces a variant that stands beside its tag and has named fields.
const VARIANT_WITH_FIELDS: &str = "struct variant";
/// How it announces what else takes the arguments of a compound, and not a map from its
/// name to them: an enum with a tag among its fields, a variant beside its tag, and parts
/// of enums whose variant is not known yet, which it keeps until it is.
const IN_ORDER: [&str; 3] = ["internally tagged enum", "tuple variant", "any value"];

/// What a visitor expects begins with this.
fn expects<'t, V: Visitor<'t>>(visitor: &V, what: &str) -> bool {
    let expected: &dyn Expected = visitor;
    expected.to_string().starts_with(what)
}

/// Reads a value from a term.
#[derive(Clone, Copy)]
pub(super) struct Reader<'t> {
    term: TermRef<'t>,
    depth: u32,
    /// The variable of an answer whose value it is, or a part of that.
    variable: Option<&'t str>,
    /// Whether it must be read, since it is one of the fields that a compound has.
    is_field: bool,
}

impl<'t> Reader<'t> {
    pub(super) fn new(term: TermRef<'t>) -> Reader<'t> {
        Reader {
            term,
            depth: 0,
            variable: None,
            is_field: false,
        }
    }

    /// The reader of the value of a variable.
    fn of_variable(name: &'t str, value: TermRef<'t>) -> Reader<'t> {
        Reader {
            variable: Some(name),
            ..Reader::new(value)
        }
    }

    fn refuse<T>(self, expected: impl fmt::Display) -> Result<T, Refusal> {
        Err(self.located(Refusal::expected(expected)))
    }

    /// A refusal with what is known of its place.
    fn located(self, refusal: Refusal) -> Refusal {
        let mut refusal = refusal.at(self.term);
        if refusal.variable.is_none() {
            refusal.variable = self.variable.map(str::to_owned);
        }
        refusal
    }

    /// A reader of a part of this term.
    fn part(self, term: TermRef<'t>) -> Result<Reader<'t>, Refusal> {
        if self.depth == MOST_DEPTH {
            return self.refuse(format!("a term nested at most {MOST_DEPTH} deep"));
        }
        Ok(Reader {
            term,
            depth: self.depth + 1,
            is_field: false,
            ..self
        })
    }

    fn parts(self, terms: impl Iterator<Item = TermRef<'t>>) -> Result<Vec<Reader<'t>>, Refusal> {
        terms.map(|term| self.part(term)).collect()
    }

    fn items(self) -> Result<Vec<Reader<'t>>, Refusal> {
        match self.term.items() {
            Some(items) => self.parts(items.into_iter()),
            None => self.refuse("a list"),
        }
    }

    fn arguments(self) -> Result<Vec<Reader<'t>>, Refusal> {
        self.parts(self.term.arguments())
    }

    fn pair(self) -> Option<(TermRef<'t>, TermRef<'t>)> {
        self.term.matches("-").map(|[key, value]| (key, value))
    }

    fn pairs(self) -> Result<Vec<(Reader<'t>, Reader<'t>)>, Refusal> {
        let items = self.items()?;
        let pairs = items.into_iter().map(|item| match item.pair() {
            Some((key, value)) => Ok((self.part(key)?, self.part(value)?)),
            None => item.refuse("a pair Key-Value"),
        });
        pairs.collect()
    }

    fn text(self) -> Option<&'t str> {
        match self.term.kind() {
            TermKind::Atom(text) | TermKind::Text(text) => Some(text),
            _ => None,
        }
    }

    fn is_null(self) -> bool {
        self.term.is_variable() || self.term.as_atom() == Some("null")
    }

    fn visit_seq<V: Visitor<'t>>(
        self,
        parts: Vec<Reader<'t>>,
        visitor: V,
    ) -> Result<V::Value, Refusal> {
        let mut parts = SeqDeserializer::new(parts.into_iter());
        let value = visitor.visit_seq(&mut parts);
        let value = value.map_err(|refusal| self.located(refusal))?;
        parts
            .end()
            .map_err(|refusal: Refusal| self.located(refusal))?;
        Ok(value)
    }

    fn visit_number<V: Visitor<'t>>(
        self,
        number: &Number,
        visitor: V,
    ) -> Result<V::Value, Refusal> {
        match number {
            Number::Int(value) => visitor.visit_i64(*value),
            Number::Float(value) => visitor.visit_f64(*value),
            Number::Big(value) => match (u64::try_from(&**value), i128::try_from(&**value)) {
                (Ok(value), _) => visitor.visit_u64(value),
                (_, Ok(value)) => visitor.visit_i128(value),
                _ => visitor.visit_string(value.to_string()),
            },
            Number::Rat(_) => visitor.visit_string(self.term.to_term().to_string()),
        }
    }

    /// The arguments of a compound as fields whose names are not known here: serde takes
    /// their numbers as well.
    fn visit_numbered<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, Refusal> {
        let fields = self.arguments()?.into_iter().map(|part| Reader {
            is_field: true,
            ..part
        });
        let value = visitor.visit_map(MapDeserializer::new((0_u64..).zip(fields)));
        value.map_err(|refusal| self.located(refusal))
    }

    /// The fields of a struct: the arguments of a compound of its name, or a list
    /// of pairs.
    fn visit_fields<V: Visitor<'t>>(
        self,
        name: &str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Refusal> {
        if self.term.list_cell().is_some() || self.term.is_nil() {
            let pairs = self.pairs()?;
            let value = visitor.visit_map(MapDeserializer::new(pairs.into_iter()));
            return value.map_err(|refusal| self.located(refusal));
        }
        let tag = name;
        let name = term_name(name);
        match self.term.kind() {
            TermKind::Compound(found, arity) if found == name => {
                let mut arguments = self.arguments()?;
                if arity == fields.len() + 1 && arguments[0].text() == Some(tag) {
                    // A struct with a tag of its own has that before its fields.
                    arguments.remove(0);
                }
                // An enum with a tag beside its contents may have none of these.
                let is_short = arguments.len() < fields.len() && expects(&visitor, TAGGED_BESIDE);
                if arguments.len() != fields.len() && !is_short {
                    return self.refuse(format!("{name}({})", fields.join(", ")));
                }
                let fields = fields.iter().copied().zip(arguments);
                let value = visitor.visit_map(MapDeserializer::new(fields));
                value.map_err(|refusal| self.located(refusal))
            }
            TermKind::Atom(found) if found == name && fields.is_empty() => {
                visitor.visit_map(MapDeserializer::new(std::iter::empty::<(&str, Reader)>()))
            }
            _ => self.refuse(format!("{name}({})", fields.join(", "))),
        }
    }
}

impl<'t> IntoDeserializer<'t, Refusal> for Reader<'t> {
    type Deserializer = Reader<'t>;

    fn into_deserializer(self) -> Reader<'t> {
        self
    }
}

macro_rules! as_any {
    ($($method:ident)*) => {$(
        fn $method<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, Refusal> {
            self.deserialize_any(visitor).map_err(|refusal| self.located(refusal))
        }
    )*};
}

impl<'t> Deserializer<'t> for Reader<'t> {
    type Error = Refusal;

    as_any! {
        deserialize_bool
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128
        deserialize_f32 deserialize_f64
    }

    fn deserialize_any<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, Refusal> {
        match self.term.kind() {
            TermKind::Variable => visitor.visit_none(),
            TermKind::Atom("null") => visitor.visit_none(),
            TermKind::Atom("true") => visitor.visit_bool(true),
            TermKind::Atom("false") => visitor.visit_bool(false),
            TermKind::Atom("[]") => self.visit_seq(Vec::new(), visitor),
            TermKind::Atom(text) | TermKind::Text(text) => visitor.visit_borrowed_str(text),
            TermKind::Number(number) => self.visit_number(&number, visitor),
            TermKind::Compound(LIST_CELL, 2) => {
                let items = self.items()?;
                let is_map = items.iter().all(|item| {
                    let key = item.pair().map(|(key, _)| Reader::new(key));
                    key.is_some_and(|key| key.text().is_some())
                });
                match is_map {
                    true => self.deserialize_map(visitor),
                    false => self.visit_seq(items, visitor),
                }
            }
            TermKind::Compound("-", _) => self.visit_seq(self.arguments()?, visitor),
            TermKind::Compound(..) if expects(&visitor, VARIANT_WITH_FIELDS) => {
                self.visit_numbered(visitor)
            }
            TermKind::Compound(..) if IN_ORDER.iter().any(|what| expects(&visitor, what)) => {
                self.visit_seq(self.arguments()?, visitor)
            }
            TermKind::Compound(name, _) => {
                let arguments = SeqDeserializer::new(self.arguments()?.into_iter());
                let entry = std::iter::once((name, SeqPart(arguments)));
                visitor.visit_map(MapDeserializer::new(entry))
            }
            TermKind::Opaque(_) => self.refuse("a term that can be read as data"),
        }
    }

    fn deserialize_option<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, Refusal> {
        match self.is_null() {
            true => visitor.visit_none(),
            false => visitor.visit_some(self),
        }
    }

    fn deserialize_str<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, Refusal> {
        match (self.text(), self.term.as_number()) {
            (Some(text), _) => {
                let value = visitor.visit_borrowed_str(text);
                value.map_err(|refusal| self.located(refusal))
            }
            // What is too large for Rust's numbers is text in other formats.
            (None, Some(Number::Big(_) | Number::Rat(_))) => {
                visitor.visit_string(self.term.to_term().to_string())
            }
            _ => self.refuse("a string or an atom"),
        }
    }

    fn deserialize_string<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, Refusal> {
        self.deserialize_str(visitor)
    }

    fn deserialize_char<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, Refusal> {
        self.deserialize_str(visitor)
    }

    fn deserialize_identifier<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, Refusal> {
        self.deserialize_str(visitor)
    }

    fn deserialize_bytes<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, Refusal> {
        self.deserialize_byte_buf(visitor)
    }

    fn deserialize_byte_buf<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, Refusal> {
        match self.term.to::<Vec<u8>>() {
            Ok(bytes) => visitor.visit_byte_buf(bytes),
            Err(_) => self.refuse("a list of bytes"),
        }
    }

    fn deserialize_unit<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, Refusal> {
        match self.term.is_nil() || self.is_null() {
            true => visitor.visit_unit(),
            false => self.refuse("[]"),
        }
    }

    fn deserialize_unit_struct<V: Visitor<'t>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Refusal> {
        match self.text() == Some(&term_name(name)) {
            true => visitor.visit_unit(),
            false => self.refuse(term_name(name)),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'t>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Refusal> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, Refusal> {
        self.visit_seq(self.items()?, visitor)
    }

    fn deserialize_tuple<V: Visitor<'t>>(
        self,
        count: usize,
        visitor: V,
    ) -> Result<V::Value, Refusal> {
        match self.term.kind() {
            TermKind::Compound("-", arity) if arity == count => {
                self.visit_seq(self.arguments()?, visitor)
            }
            TermKind::Compound(LIST_CELL, 2) | TermKind::Atom("[]") => {
                self.visit_seq(self.items()?, visitor)
            }
            _ => self.refuse(format!("a tuple of {count} parts")),
        }
    }

    fn deserialize_tuple_struct<V: Visitor<'t>>(
        self,
        name: &'static str,
        count: usize,
        visitor: V,
    ) -> Result<V::Value, Refusal> {
        match self.term.kind() {
            TermKind::Compound(found, arity) if found == term_name(name) && arity == count => {
                self.visit_seq(self.arguments()?, visitor)
            }
            _ => self.refuse(format!("{} of {count} arguments", term_name(name))),
        }
    }

    fn deserialize_map<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, Refusal> {
        visitor.visit_map(MapDeserializer::new(self.pairs()?.into_iter()))
    }

    fn deserialize_struct<V: Visitor<'t>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Refusal> {
        self.visit_fields(name, fields, visitor)
    }

    fn deserialize_enum<V: Visitor<'t>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Refusal> {
        let name = self.term.name().or(self.text());
        let variant = variants.iter().find(|variant| {
            name.is_some_and(|name| name == **variant || name == term_name(variant))
        });
        match variant {
            Some(variant) => visitor.visit_enum(Variant {
                name: variant,
                reader: self,
            }),
            None => {
                let names: Vec<String> = variants.iter().map(|name| term_name(name)).collect();
                self.refuse(format!("one of {}", names.join(", ")))
            }
        }
    }

    fn deserialize_ignored_any<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, Refusal> {
        match self.is_field {
            true => self.refuse("no further argument"),
            false => visitor.visit_unit(),
        }
    }
}

/// The arguments of a compound.
struct SeqPart<I>(I);

impl<'t, I> IntoDeserializer<'t, Refusal> for SeqPart<SeqDeserializer<I, Refusal>>
where
    I: Iterator<Item = Reader<'t>>,
{
    type Deserializer = serde::de::value::SeqAccessDeserializer<SeqDeserializer<I, Refusal>>;

    fn into_deserializer(self) -> Self::Deserializer {
        serde::de::value::SeqAccessDeserializer::new(self.0)
    }
}

/// A variant of an enum.
struct Variant<'t> {
    name: &'static str,
    reader: Reader<'t>,
}

impl<'t> EnumAccess<'t> for Variant<'t> {
    type Error = Refusal;
    type Variant = Variant<'t>;

    fn variant_seed<S: DeserializeSeed<'t>>(
        self,
        seed: S,
    ) -> Result<(S::Value, Variant<'t>), Refusal> {
        let name: StrDeserializer<'_, Refusal> = self.name.into_deserializer();
        Ok((seed.deserialize(name)?, self))
    }
}

impl<'t> VariantAccess<'t> for Variant<'t> {
    type Error = Refusal;

    fn unit_variant(self) -> Result<(), Refusal> {
        match self.reader.term.arity() {
            0 => Ok(()),
            _ => self.reader.refuse(term_name(self.name)),
        }
    }

    fn newtype_variant_seed<S: DeserializeSeed<'t>>(self, seed: S) -> Result<S::Value, Refusal> {
        match (self.reader.term.arity(), self.reader.term.argument(0)) {
            (1, Some(argument)) => seed.deserialize(self.reader.part(argument)?),
            _ => self
                .reader
                .refuse(format!("{} of 1 argument", term_name(self.name))),
        }
    }

    fn tuple_variant<V: Visitor<'t>>(self, count: usize, visitor: V) -> Result<V::Value, Refusal> {
        match self.reader.term.arity() == count {
            true => self.reader.visit_seq(self.reader.arguments()?, visitor),
            false => {
                let expected = format!("{} of {count} arguments", term_name(self.name));
                self.reader.refuse(expected)
            }
        }
    }

    fn struct_variant<V: Visitor<'t>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Refusal> {
        self.reader.visit_fields(self.name, fields, visitor)
    }
}

/// Reads a value from the variables of an answer.
pub(super) struct Columns<'r>(pub(super) Row<'r>);

/// A name without case and underscores.
fn plain(name: &str) -> String {
    let letters = name.chars().filter(|&c| c != '_');
    letters.flat_map(char::to_lowercase).collect()
}

impl<'de> Deserializer<'de> for Columns<'de> {
    type Error = Refusal;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        let row = self.0;
        let names = row
            .names()
            .enumerate()
            .filter(|(_, name)| !name.starts_with('_'));
        let entries = names
            .filter_map(|(index, name)| Some((name, Reader::of_variable(name, row.at(index)?))));
        visitor.visit_map(MapDeserializer::new(entries))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Refusal> {
        let row = self.0;
        let entries = fields.iter().filter_map(|field| {
            let wanted = plain(field);
            let (index, name) = row
                .names()
                .enumerate()
                .find(|(_, name)| plain(name) == wanted)?;
            Some((*field, Reader::of_variable(name, row.at(index)?)))
        });
        visitor.visit_map(MapDeserializer::new(entries))
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Refusal> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_tuple<V: Visitor<'de>>(
        self,
        count: usize,
        visitor: V,
    ) -> Result<V::Value, Refusal> {
        let row = self.0;
        let names = row
            .names()
            .enumerate()
            .filter(|(_, name)| !name.starts_with('_'));
        let values: Vec<Reader<'de>> = names
            .filter_map(|(index, name)| Some(Reader::of_variable(name, row.at(index)?)))
            .collect();
        if values.len() != count {
            return Err(Refusal::custom_columns(count, values.len()));
        }
        visitor.visit_seq(SeqDeserializer::new(values.into_iter()))
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf
        option unit unit_struct seq tuple_struct map enum identifier ignored_any
    }
}

impl Refusal {
    fn custom_columns(wanted: usize, found: usize) -> Refusal {
        Refusal::expected(format!("{wanted} variables, not {found}"))
    }
}

/// A term as data for another format.
#[derive(Clone, Copy)]
pub(super) struct Foreign<'t> {
    term: TermRef<'t>,
    depth: u32,
}

impl<'t> Foreign<'t> {
    pub(super) fn new(term: TermRef<'t>) -> Foreign<'t> {
        Foreign { term, depth: 0 }
    }

    fn part(self, term: TermRef<'t>) -> Foreign<'t> {
        let depth = self.depth + 1;
        Foreign { term, depth }
    }

    fn serialize_all<S: Serializer>(
        self,
        terms: &[TermRef<'t>],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let mut parts = serializer.serialize_seq(Some(terms.len()))?;
        for term in terms {
            parts.serialize_element(&self.part(*term))?;
        }
        parts.end()
    }
}

impl Serialize for Foreign<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.depth > MOST_DEPTH {
            return Err(serde::ser::Error::custom("the term is nested too deeply"));
        }
        match self.term.kind() {
            TermKind::Variable | TermKind::Atom("null") => serializer.serialize_none(),
            TermKind::Atom("true") => serializer.serialize_bool(true),
            TermKind::Atom("false") => serializer.serialize_bool(false),
            TermKind::Atom("[]") => self.serialize_all(&[], serializer),
            TermKind::Atom(text) | TermKind::Text(text) | TermKind::Opaque(text) => {
                serializer.serialize_str(text)
            }
            TermKind::Number(Number::Int(value)) => serializer.serialize_i64(value),
            TermKind::Number(Number::Float(value)) => serializer.serialize_f64(value),
            TermKind::Number(_) => serializer.serialize_str(&self.term.to_term().to_string()),
            TermKind::Compound(LIST_CELL, 2) => match self.term.items() {
                Some(items) => self.serialize_all(&items, serializer),
                None => serializer.serialize_str(&self.term.to_term().to_string()),
            },
            TermKind::Compound(name, _) => {
                let arguments: Vec<TermRef<'_>> = self.term.arguments().collect();
                let arguments: Vec<Foreign<'_>> = arguments
                    .into_iter()
                    .map(|argument| self.part(argument))
                    .collect();
                let mut map = serializer.serialize_map(Some(1))?;
                map.serialize_entry(name, &arguments)?;
                map.end()
            }
        }
    }
}
