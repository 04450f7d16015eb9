//! The embedding interface.

pub mod engine;
