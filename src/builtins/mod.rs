//! Predicates in Rust, a file for each section of the standard.

pub mod args;
pub mod options;
pub mod ports;
pub mod solutions;
pub mod text;

pub mod atoms;
pub mod attr;
pub mod chars;
pub mod compare;
pub mod lines;
pub mod open;
pub mod sort;
pub mod streams;
pub mod strings;
pub mod subtext;
pub mod terms;
pub mod types;

use crate::engine::registry::Row;

/// All tables of predicates.
pub fn rows() -> Vec<&'static [Row]> {
    vec![
        types::ROWS,
        compare::ROWS,
        terms::ROWS,
        attr::ROWS,
        sort::ROWS,
        atoms::ROWS,
        subtext::ROWS,
        strings::ROWS,
        chars::ROWS,
        open::ROWS,
        streams::ROWS,
        lines::ROWS,
    ]
}
