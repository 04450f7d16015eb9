//! Loading: reading clauses, adding them, and what is worth a warning.

mod asked;
pub mod branches;
pub mod clause;
pub mod explain;
pub mod file;
pub mod nearest;
pub mod packed;
pub mod place;
pub mod recursion;
pub mod seal;
pub mod slips;
pub mod unbound;
pub mod warn;
pub mod wording;
