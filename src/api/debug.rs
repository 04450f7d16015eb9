//! What types of the interface show of themselves with `{:?}`, so that results of them can
//! be unwrapped and printed.

use std::fmt;

use super::build::Builder;
use super::builder::EngineBuilder;
use super::call::{Call, Inner};
use super::engine::{Engine, Snapshot};
use super::observe::{Event, Tracer};
use super::predicate::{State, Value};
use super::program::ProgramBuilder;
use super::query::{Query, Rows};
use super::row::Row;
use super::shape::Shaper;
use super::table::Pattern;
use super::values::Opaque;

/// Shows the names of types and no more.
macro_rules! named {
    ($([$($parameters:tt)*] $type:ty, $name:literal;)*) => {$(
        impl<$($parameters)*> fmt::Debug for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_struct($name).finish_non_exhaustive()
            }
        }
    )*};
}

named! {
    ['a] Builder<'a>, "Builder";
    [] EngineBuilder, "EngineBuilder";
    ['m] Call<'m>, "Call";
    ['c] Inner<'c>, "Inner";
    [] Engine, "Engine";
    [] Snapshot, "Snapshot";
    ['a] Event<'a>, "Event";
    [W] Tracer<W>, "Tracer";
    [T] State<T>, "State";
    [] ProgramBuilder, "ProgramBuilder";
    ['e] Query<'e>, "Query";
    ['e, T] Rows<'e, T>, "Rows";
    ['a] Row<'a>, "Row";
    [] Shaper, "Shaper";
    ['a] Pattern<'a>, "Pattern";
    [T] Opaque<T>, "Opaque";
}

impl<T: fmt::Debug> fmt::Debug for Value<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Value").field(&self.0).finish()
    }
}
