//! Luminy: an embeddable Prolog.
//!
//! Rules in Prolog decide, the rest of a program stays in Rust. The interface is
//! in [`api`], which starts with a tutorial; the other modules are the machine's own.
//!
//! ```
//! use luminy::api::engine::Engine;
//!
//! # fn main() -> Result<(), luminy::api::error::Error> {
//! let mut engine = Engine::builder().build();
//! engine.load_str("parent(tom, bob). parent(bob, ann).")?;
//! let found = engine.query("parent(tom, X), parent(X, Y)")?.first::<(String, String)>()?;
//! assert_eq!(found, Some(("bob".to_owned(), "ann".to_owned())));
//! # Ok(())
//! # }
//! ```
//!
//! The modules are listed from the bottom layer up; a module uses only those
//! listed before it.

#![deny(unsafe_code)]
#![warn(missing_docs)]

pub(crate) mod short;
pub mod atom;
pub mod number;
pub mod term;
pub mod error;
pub mod diagnostic;
pub mod flags;
pub mod ops;
pub mod syntax;
pub mod arith;
pub mod host;
pub mod stream;
pub mod bytecode;
pub mod program;
pub mod compile;
pub mod fd;
pub mod engine;
pub mod library;
pub mod load;
pub mod builtins;
pub mod api;
#[cfg(feature = "capi")]
pub mod capi;

/// Runs the code of the README as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// Runs the code of the page on embedding as a test.
#[cfg(doctest)]
#[doc = include_str!("../docs/embedding.md")]
struct Embedding;
