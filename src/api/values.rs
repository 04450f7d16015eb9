//! The conversions of the types that Rust brings along.

use std::any::Any;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::hash::{BuildHasher, Hash};
use std::ops::Deref;
use std::sync::Arc;

use dashu_int::IBig;
use dashu_ratio::RBig;

use super::build::{Builder, Built};
use super::convert::{FromTerm, IntoTerm, Mismatch};
use super::refer::TermRef;
use super::term::{Term, TermKind};
use crate::number::Number;

// Numbers.

macro_rules! small_integers {
    ($($type:ty),*) => {$(
        impl FromTerm for $type {
            #[inline]
            fn from_term(term: TermRef<'_>) -> Result<$type, Mismatch> {
                let value = term.as_i64().and_then(|value| <$type>::try_from(value).ok());
                value.ok_or_else(|| {
                    let range = format!("an integer from {} to {}", <$type>::MIN, <$type>::MAX);
                    Mismatch::new(range, term).of_type("integer")
                })
            }
        }

        impl IntoTerm for $type {
            fn into_term(self, to: &mut Builder<'_>) -> Built {
                to.integer(i64::from(self))
            }
        }
    )*};
}

small_integers!(i8, i16, i32, i64, u8, u16, u32);

macro_rules! large_integers {
    ($($type:ty),*) => {$(
        impl FromTerm for $type {
            fn from_term(term: TermRef<'_>) -> Result<$type, Mismatch> {
                let number = term.as_number();
                let value = number.as_ref().and_then(|number| number.as_big());
                let value = value.and_then(|value| <$type>::try_from(&*value).ok());
                value.ok_or_else(|| {
                    let range = format!("an integer from {} to {}", <$type>::MIN, <$type>::MAX);
                    Mismatch::new(range, term).of_type("integer")
                })
            }
        }

        impl IntoTerm for $type {
            fn into_term(self, to: &mut Builder<'_>) -> Built {
                to.number(&Number::from_big(IBig::from(self)))
            }
        }
    )*};
}

large_integers!(u64, i128, u128, isize, usize);

impl FromTerm for f64 {
    fn from_term(term: TermRef<'_>) -> Result<f64, Mismatch> {
        let value = match term.as_number() {
            Some(Number::Float(value)) => Some(value),
            Some(number) => number.to_f64().ok(),
            None => None,
        };
        value.ok_or_else(|| Mismatch::new("a number that a float can hold", term).of_type("number"))
    }
}

impl IntoTerm for f64 {
    fn into_term(self, to: &mut Builder<'_>) -> Built {
        to.number(&Number::Float(self))
    }
}

impl FromTerm for f32 {
    fn from_term(term: TermRef<'_>) -> Result<f32, Mismatch> {
        f64::from_term(term).map(|value| value as f32)
    }
}

impl IntoTerm for f32 {
    fn into_term(self, to: &mut Builder<'_>) -> Built {
        f64::from(self).into_term(to)
    }
}

impl FromTerm for Number {
    fn from_term(term: TermRef<'_>) -> Result<Number, Mismatch> {
        term.as_number()
            .ok_or_else(|| Mismatch::new("a number", term).of_type("number"))
    }
}

impl IntoTerm for Number {
    fn into_term(self, to: &mut Builder<'_>) -> Built {
        to.number(&self)
    }
}

impl FromTerm for IBig {
    fn from_term(term: TermRef<'_>) -> Result<IBig, Mismatch> {
        let number = term.as_number();
        let value = number.as_ref().and_then(|number| number.as_big());
        let value = value.map(|value| value.into_owned());
        value.ok_or_else(|| Mismatch::new("an integer", term).of_type("integer"))
    }
}

impl IntoTerm for IBig {
    fn into_term(self, to: &mut Builder<'_>) -> Built {
        to.number(&Number::from_big(self))
    }
}

impl FromTerm for RBig {
    fn from_term(term: TermRef<'_>) -> Result<RBig, Mismatch> {
        let number = term.as_number();
        let value = number.as_ref().and_then(|number| number.as_rational());
        let value = value.map(|value| value.into_owned().canonicalize());
        value.ok_or_else(|| {
            Mismatch::new("an integer or a rational number", term).of_type("rational")
        })
    }
}

impl IntoTerm for RBig {
    fn into_term(self, to: &mut Builder<'_>) -> Built {
        to.number(&Number::from_rational(self.relax()))
    }
}

// Text.

/// A name that is an atom in Prolog, where other text is a string.
///
/// ```
/// use luminy::api::convert::to_term;
/// use luminy::api::values::Atom;
///
/// assert_eq!(to_term(("oslo", Atom("oslo"))).to_string(), "\"oslo\"-oslo");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Atom<T = String>(pub T);

impl FromTerm for Atom<String> {
    fn from_term(term: TermRef<'_>) -> Result<Atom<String>, Mismatch> {
        let name = term.as_atom();
        name.map(|name| Atom(name.to_owned()))
            .ok_or_else(|| Mismatch::new("an atom", term).of_type("atom"))
    }
}

impl<T: AsRef<str>> IntoTerm for Atom<T> {
    fn into_term(self, to: &mut Builder<'_>) -> Built {
        to.atom(self.0.as_ref())
    }
}

impl FromTerm for String {
    fn from_term(term: TermRef<'_>) -> Result<String, Mismatch> {
        match term.kind() {
            TermKind::Text(text) | TermKind::Atom(text) => Ok(text.to_owned()),
            _ => Err(Mismatch::new("a string or an atom", term).of_type("text")),
        }
    }
}

impl IntoTerm for &str {
    fn into_term(self, to: &mut Builder<'_>) -> Built {
        to.string(self)
    }
}

impl IntoTerm for String {
    fn into_term(self, to: &mut Builder<'_>) -> Built {
        to.string(&self)
    }
}

impl IntoTerm for &String {
    fn into_term(self, to: &mut Builder<'_>) -> Built {
        to.string(self)
    }
}

impl FromTerm for char {
    fn from_term(term: TermRef<'_>) -> Result<char, Mismatch> {
        let mut chars = term.as_atom().unwrap_or_default().chars();
        match (chars.next(), chars.next()) {
            (Some(c), None) => Ok(c),
            _ => Err(Mismatch::new("an atom of one character", term).of_type("character")),
        }
    }
}

impl IntoTerm for char {
    fn into_term(self, to: &mut Builder<'_>) -> Built {
        to.atom(self.encode_utf8(&mut [0; 4]))
    }
}

impl FromTerm for bool {
    fn from_term(term: TermRef<'_>) -> Result<bool, Mismatch> {
        match term.as_atom() {
            Some("true") => Ok(true),
            Some("false") => Ok(false),
            _ => Err(Mismatch::new("true or false", term).of_type("bool")),
        }
    }
}

impl IntoTerm for bool {
    fn into_term(self, to: &mut Builder<'_>) -> Built {
        to.atom(if self { "true" } else { "false" })
    }
}

// Terms.

impl FromTerm for Term {
    fn from_term(term: TermRef<'_>) -> Result<Term, Mismatch> {
        Ok(term.to_term())
    }
}

impl IntoTerm for Term {
    fn into_term(self, to: &mut Builder<'_>) -> Built {
        to.term(&self)
    }
}

impl IntoTerm for &Term {
    fn into_term(self, to: &mut Builder<'_>) -> Built {
        to.term(self)
    }
}

// Wholes and parts.

impl FromTerm for () {
    fn from_term(term: TermRef<'_>) -> Result<(), Mismatch> {
        match term.is_nil() {
            true => Ok(()),
            false => Err(Mismatch::new("[]", term)),
        }
    }
}

impl IntoTerm for () {
    fn into_term(self, to: &mut Builder<'_>) -> Built {
        to.list(&[])
    }
}

impl<T: FromTerm> FromTerm for Box<T> {
    fn from_term(term: TermRef<'_>) -> Result<Box<T>, Mismatch> {
        T::from_term(term).map(Box::new)
    }
}

impl<T: IntoTerm> IntoTerm for Box<T> {
    fn into_term(self, to: &mut Builder<'_>) -> Built {
        (*self).into_term(to)
    }
}

impl<T: FromTerm> FromTerm for Option<T> {
    fn from_term(term: TermRef<'_>) -> Result<Option<T>, Mismatch> {
        if term.is_variable() || term.as_atom() == Some("null") {
            return Ok(None);
        }
        T::from_term(term).map(Some)
    }
}

impl<T: IntoTerm> IntoTerm for Option<T> {
    fn into_term(self, to: &mut Builder<'_>) -> Built {
        match self {
            Some(value) => value.into_term(to),
            None => to.atom("null"),
        }
    }
}

fn items(term: TermRef<'_>) -> Result<Vec<TermRef<'_>>, Mismatch> {
    term.items()
        .ok_or_else(|| Mismatch::new("a list", term).of_type("list"))
}

fn collected<C: FromIterator<T>, T: FromTerm>(term: TermRef<'_>) -> Result<C, Mismatch> {
    items(term)?.into_iter().map(T::from_term).collect()
}

fn list<T: IntoTerm>(values: impl Iterator<Item = T>, to: &mut Builder<'_>) -> Built {
    let built: Vec<Built> = values.map(|value| value.into_term(to)).collect();
    to.list(&built)
}

impl<T: FromTerm> FromTerm for Vec<T> {
    fn from_term(term: TermRef<'_>) -> Result<Vec<T>, Mismatch> {
        collected(term)
    }
}

impl<T: IntoTerm> IntoTerm for Vec<T> {
    fn into_term(self, to: &mut Builder<'_>) -> Built {
        list(self.into_iter(), to)
    }
}

impl<T: IntoTerm + Clone> IntoTerm for &[T] {
    fn into_term(self, to: &mut Builder<'_>) -> Built {
        list(self.iter().cloned(), to)
    }
}

impl<T: IntoTerm, const N: usize> IntoTerm for [T; N] {
    fn into_term(self, to: &mut Builder<'_>) -> Built {
        list(self.into_iter(), to)
    }
}

impl<T: FromTerm, const N: usize> FromTerm for [T; N] {
    fn from_term(term: TermRef<'_>) -> Result<[T; N], Mismatch> {
        let values: Vec<T> = collected(term)?;
        let array = <[T; N]>::try_from(values);
        array.map_err(|_| Mismatch::new(format!("a list of {N} items"), term))
    }
}

impl<T: FromTerm + Eq + Hash, S: BuildHasher + Default> FromTerm for HashSet<T, S> {
    fn from_term(term: TermRef<'_>) -> Result<HashSet<T, S>, Mismatch> {
        collected(term)
    }
}

impl<T: IntoTerm, S> IntoTerm for HashSet<T, S> {
    fn into_term(self, to: &mut Builder<'_>) -> Built {
        list(self.into_iter(), to)
    }
}

impl<T: FromTerm + Ord> FromTerm for BTreeSet<T> {
    fn from_term(term: TermRef<'_>) -> Result<BTreeSet<T>, Mismatch> {
        collected(term)
    }
}

impl<T: IntoTerm> IntoTerm for BTreeSet<T> {
    fn into_term(self, to: &mut Builder<'_>) -> Built {
        list(self.into_iter(), to)
    }
}

impl<K: FromTerm + Eq + Hash, V: FromTerm, S: BuildHasher + Default> FromTerm for HashMap<K, V, S> {
    fn from_term(term: TermRef<'_>) -> Result<HashMap<K, V, S>, Mismatch> {
        collected::<_, (K, V)>(term)
    }
}

impl<K: IntoTerm, V: IntoTerm, S> IntoTerm for HashMap<K, V, S> {
    fn into_term(self, to: &mut Builder<'_>) -> Built {
        list(self.into_iter(), to)
    }
}

impl<K: FromTerm + Ord, V: FromTerm> FromTerm for BTreeMap<K, V> {
    fn from_term(term: TermRef<'_>) -> Result<BTreeMap<K, V>, Mismatch> {
        collected::<_, (K, V)>(term)
    }
}

impl<K: IntoTerm, V: IntoTerm> IntoTerm for BTreeMap<K, V> {
    fn into_term(self, to: &mut Builder<'_>) -> Built {
        list(self.into_iter(), to)
    }
}

macro_rules! tuples {
    ($(($($type:ident $index:tt),*) $pattern:literal;)*) => {$(
        impl<$($type: FromTerm),*> FromTerm for ($($type,)*) {
            fn from_term(term: TermRef<'_>) -> Result<Self, Mismatch> {
                let parts = term.matches::<{ [$($index),*].len() }>("-");
                let parts = parts.ok_or_else(|| Mismatch::new($pattern, term).of_type("pair"))?;
                Ok(($($type::from_term(parts[$index])?,)*))
            }
        }

        impl<$($type: IntoTerm),*> IntoTerm for ($($type,)*) {
            fn into_term(self, to: &mut Builder<'_>) -> Built {
                let parts = [$(self.$index.into_term(to)),*];
                to.compound("-", &parts)
            }
        }
    )*};
}

tuples! {
    (A 0, B 1) "A-B";
    (A 0, B 1, C 2) "-(A, B, C)";
    (A 0, B 1, C 2, D 3) "-(A, B, C, D)";
    (A 0, B 1, C 2, D 3, E 4) "-(A, B, C, D, E)";
    (A 0, B 1, C 2, D 3, E 4, F 5) "-(A, B, C, D, E, F)";
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6) "-(A, B, C, D, E, F, G)";
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7) "-(A, B, C, D, E, F, G, H)";
}

// Values of the host.

/// A Rust value that Prolog only passes around.
///
/// In Prolog it is an atom that no text denotes, equal to itself alone. The value
/// is freed when neither Rust nor any term refers to it any more.
///
/// ```
/// use luminy::api::engine::Engine;
/// use luminy::api::values::Opaque;
/// use luminy::params;
/// use std::sync::Arc;
///
/// # fn main() -> Result<(), luminy::api::error::Error> {
/// struct Picture(Vec<u8>);
/// let picture = Opaque::new(Picture(vec![1, 2, 3]));
/// let mut engine = Engine::builder().build();
/// let pair: (Opaque<Picture>, i64) = engine
///     .query_with("member(P-N, [In-7])", params! { "In" => picture.clone() })?
///     .first()?
///     .expect("it has an answer");
/// assert!(Opaque::is_same(&pair.0, &picture));
/// assert_eq!(pair.0.0.len(), 3);
/// # Ok(())
/// # }
/// ```
pub struct Opaque<T>(Arc<T>);

impl<T: Any + Send + Sync> Opaque<T> {
    /// A value to be passed around.
    pub fn new(value: T) -> Opaque<T> {
        Opaque(Arc::new(value))
    }

    /// The value, shared.
    ///
    /// ```
    /// # use luminy::api::values::Opaque;
    /// let (first, second) = (Opaque::new(7), Opaque::new(7));
    /// assert!(Opaque::is_same(&first, &first.clone()) && !Opaque::is_same(&first, &second));
    /// assert_eq!(*first.into_inner(), 7);
    /// ```
    pub fn into_inner(self) -> Arc<T> {
        self.0
    }

    /// Whether both are one value.
    pub fn is_same(one: &Opaque<T>, other: &Opaque<T>) -> bool {
        Arc::ptr_eq(&one.0, &other.0)
    }
}

impl<T> From<Arc<T>> for Opaque<T> {
    fn from(value: Arc<T>) -> Opaque<T> {
        Opaque(value)
    }
}

impl<T> Clone for Opaque<T> {
    fn clone(&self) -> Opaque<T> {
        Opaque(self.0.clone())
    }
}

impl<T> Deref for Opaque<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

/// The last part of the name of a type.
fn type_name<T>() -> &'static str {
    let name = std::any::type_name::<T>();
    let plain = name.split('<').next().unwrap_or(name);
    plain.rsplit("::").next().unwrap_or(plain)
}

impl<T: Any + Send + Sync> FromTerm for Opaque<T> {
    fn from_term(term: TermRef<'_>) -> Result<Opaque<T>, Mismatch> {
        let value = term.host_value().cloned();
        let value = value.and_then(|value| value.downcast::<T>().ok());
        value.map(Opaque).ok_or_else(|| {
            Mismatch::new(
                format!("a handle of a value of type {}", type_name::<T>()),
                term,
            )
        })
    }
}

impl<T: Any + Send + Sync> IntoTerm for Opaque<T> {
    fn into_term(self, to: &mut Builder<'_>) -> Built {
        to.host_value(type_name::<T>(), self.0)
    }
}
