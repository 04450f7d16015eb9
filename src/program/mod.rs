//! What has been loaded: clauses, predicates, modules.
//!
//! A [`database::Database`] is a value that is cheap to clone: its parts are shared and
//! copied when one of the clones changes them.

pub mod builtin;
pub mod clause;
pub mod database;
pub mod module;
pub mod predicate;
