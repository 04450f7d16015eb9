//! Instructions, blocks of code, and their listing.

pub mod code;
pub mod instr;
pub mod listing;
