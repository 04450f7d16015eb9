//! Luminy: an embeddable Prolog.
//!
//! The modules are listed from the bottom layer up; a module uses only those
//! listed before it.

#![deny(unsafe_code)]
#![warn(missing_docs)]

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

/// Runs the code of the README as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
