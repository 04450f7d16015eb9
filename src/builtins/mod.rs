//! Predicates in Rust, a file for each section of the standard.

pub mod args;
pub mod options;
pub mod ports;
pub mod columns;
pub mod format_number;
pub mod solutions;
pub mod text;

pub mod arith;
pub mod atoms;
pub mod attr;
pub mod chars;
pub mod chartype;
pub mod clpfd;
pub mod compare;
pub mod control;
pub mod database;
pub mod debug;
pub mod dates;
pub mod files;
pub mod format;
pub mod flags;
pub mod globals;
pub mod help;
pub mod lambda;
pub mod lines;
pub mod load;
pub mod messages;
pub mod open;
pub mod operators;
pub mod read;
pub mod reflect;
pub mod sort;
pub mod streams;
pub mod lists;
pub mod strings;
pub mod subtext;
pub mod terms;
pub mod time;
pub mod types;
pub mod write;

use crate::engine::registry::Row;

/// All tables of predicates.
pub fn rows() -> Vec<&'static [Row]> {
    let mut rows: Vec<&'static [Row]> = vec![
        control::ROWS,
        database::ROWS,
        debug::ROWS,
        load::ROWS,
        messages::ROWS,
        reflect::ROWS,
        types::ROWS,
        compare::ROWS,
        terms::ROWS,
        attr::ROWS,
        sort::ROWS,
        lists::ROWS,
        lambda::ROWS,
        arith::ROWS,
        atoms::ROWS,
        subtext::ROWS,
        strings::ROWS,
        chartype::ROWS,
        chars::ROWS,
        open::ROWS,
        streams::ROWS,
        lines::ROWS,
        read::ROWS,
        write::ROWS,
        format::ROWS,
        operators::ROWS,
        flags::ROWS,
        globals::ROWS,
        files::ROWS,
        time::ROWS,
        help::ROWS,
        dates::ROWS,
    ];
    if cfg!(feature = "clpfd") {
        rows.extend([
            clpfd::ROWS,
            clpfd::fdset::ROWS,
            clpfd::global::ROWS,
            clpfd::label::ROWS,
            clpfd::reflect::ROWS,
            clpfd::residual::ROWS,
            clpfd::user::ROWS,
        ]);
    }
    rows
}
