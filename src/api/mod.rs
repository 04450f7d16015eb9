//! The embedding interface.
//!
//! - An [`engine::Engine`] loads programs and runs queries; [`builder::EngineBuilder`]
//!   says what it is like. It reaches nothing outside of itself unless it is granted
//!   ([`capabilities`]), and keeps to [`limits`].
//! - A [`program::Program`] is loaded once and run by many engines in many threads.
//! - A [`query::Query`] searches for answers one by one: as Rust values
//!   ([`row::FromRow`], [`convert::FromTerm`]) or as an [`answer::Answer`] of
//!   [`term::Term`]s, with the goals that are left.
//! - [`params!`](crate::params) binds values to the variables of a query; a
//!   [`prepared::Prepared`] query is read once and asked often.
//! - [`term!`](crate::term!) writes terms, [`record!`](crate::record) structs that answers
//!   are read as.
//! - Predicates in Rust ([`engine::Engine::register`], [`predicate`], [`call`]), facts
//!   and [`table`]s extend programs.
//! - An [`observe::Observer`] is told how a program runs.
//! - Everything that does not end well is an [`error::Error`].
//!
//! Engines are values: there may be many, they do not see each other, and dropping
//! one frees all that it holds. The library starts no thread, prints nothing, handles
//! no signal and changes nothing of the process. The one thing that engines of a
//! process share is what they all begin with, which is made once and never changes.
//!
//! ```
//! use luminy::api::engine::Engine;
//! use luminy::params;
//!
//! # fn main() -> Result<(), luminy::api::error::Error> {
//! let mut engine = Engine::builder().build();
//! engine.load_str("
//!     route(From, To, [From, To], D) :- road(From, To, D).
//!     route(From, To, [From|Way], D) :-
//!         road(From, Next, D1), route(Next, To, Way, D2), D is D1 + D2.
//! ")?;
//! engine.add_facts("road/3", [("oslo", "lillehammer", 167), ("lillehammer", "trondheim", 325)])?;
//! let query = engine.query_with("route(From, To, Way, Km)", params! {
//!     "From" => "oslo", "To" => "trondheim",
//! })?;
//! let (way, km): (Vec<String>, u32) = query.first()?.expect("there is a way");
//! assert_eq!((way.len(), km), (3, 492));
//! # Ok(())
//! # }
//! ```

mod boot;
pub mod build;
pub mod refer;
pub mod term;
pub mod convert;
pub mod values;
pub mod limits;
pub mod error;
mod text;
pub mod params;
pub mod row;
pub mod shape;
pub mod answer;
pub mod json;
pub mod prepared;
pub mod query;
mod macros;
mod recall;
#[cfg(feature = "async")]
pub mod turns;
pub mod call;
pub mod predicate;
pub mod table;
pub mod capabilities;
mod directories;
mod confined;
pub mod builder;
pub mod engine;
pub mod observe;
mod extend;
#[cfg(feature = "serde")]
mod deserialize;
#[cfg(feature = "serde")]
pub mod serialize;
pub mod program;
mod debug;
