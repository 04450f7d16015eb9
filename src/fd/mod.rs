//! Constraints over integers: domains, propagators, search.
//!
//! The solver knows variables by number and nothing of terms. A machine has one
//! at most, made by its first constraint; `engine::constraints` carries values
//! between it and the heap.

pub mod int;
pub mod domain;
pub mod store;
pub mod queue;
pub mod prop;
pub mod change;
pub mod entries;
pub mod differ;
pub mod order;
pub mod wide;
pub mod linear;
pub mod difference;
pub mod reified;
pub mod arith;
pub mod logic;
pub mod support;
pub mod distinct;
pub mod alias;
pub mod element;
pub mod table;
pub mod count;
pub mod cardinality;
pub mod price;
pub mod schedule;
pub mod sorting;
pub mod packing;
pub mod global;
pub mod cycle;
pub mod copy;
pub mod run;
pub mod ranking;
pub mod select;
pub mod search;
pub mod optimise;
