//! Loading: reading clauses, adding them, and what is worth a warning.

pub mod clause;
pub mod explain;
pub mod file;
pub mod warn;
