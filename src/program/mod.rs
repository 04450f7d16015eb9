//! What has been loaded: clauses, predicates, modules.
//!
//! A [`database::Database`] is a value that is cheap to clone: its parts are shared and
//! copied when one of the clones changes them.

pub mod chunks;
pub mod builtin;
mod assess;
pub mod clause;
pub mod clause_list;
mod key_map;
pub mod entries;
pub mod index;
pub mod database;
pub mod module;
pub mod predicate;
pub mod probe;
pub mod visits;
