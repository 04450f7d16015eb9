//! The embedding interface.
//!
//! An [`engine::Engine`] loads programs and runs queries. It is a value like
//! any other: there may be many, and dropping one frees all it holds.
//!
//! ```
//! use luminy::api::engine::Engine;
//!
//! # fn main() -> Result<(), luminy::api::error::Error> {
//! let mut engine = Engine::builder().build();
//! engine.consult_text("family.pl", "parent(tom, bob). parent(tom, liz).")?;
//! for answer in engine.query("parent(tom, Child)")? {
//!     let child = answer?.value("Child").and_then(|term| term.as_atom().map(str::to_owned));
//!     assert!(child.is_some());
//! }
//! # Ok(())
//! # }
//! ```

mod boot;
pub mod build;
pub mod refer;
pub mod term;
pub mod convert;
pub mod values;
pub mod error;
mod text;
pub mod limits;
pub mod params;
pub mod row;
pub mod shape;
pub mod answer;
pub mod prepared;
pub mod query;
mod recall;
pub mod call;
pub mod predicate;
pub mod table;
pub mod capabilities;
pub mod builder;
pub mod engine;
mod extend;
#[cfg(feature = "serde")]
mod deserialize;
#[cfg(feature = "serde")]
pub mod serialize;
pub mod program;
