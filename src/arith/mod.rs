//! Arithmetic: the evaluables, a row each, and the evaluation of terms.
//!
//! No function here works longer than a few seconds: integers are bounded by
//! [`context::ArithContext::max_bits`], and operations that are slow for their
//! size by an estimate of their work.

pub mod basic;
pub mod bits;
pub mod cells;
pub mod constants;
pub mod context;
pub mod division;
pub mod eval;
pub mod evaluables;
pub mod fault;
pub mod float;
pub mod power;
pub mod random;
pub mod rational;
pub mod root;
pub mod rounding;

#[cfg(test)]
mod fixture;
#[cfg(test)]
mod properties;
#[cfg(test)]
mod tests;
