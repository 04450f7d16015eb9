//! Text to terms and back: the reader and the writer.
//!
//! [`token`] splits text into tokens, [`cursor`] does so along a source that
//! is still growing, [`parser`] makes terms of them on the heap, and
//! [`reader`] is the way in. [`writer`] goes the other way. Neither uses native
//! recursion, so terms may be nested as deep as memory allows.

pub mod build;
pub mod chars;
pub mod conversion;
pub mod cursor;
pub mod cycles;
pub mod explain;
pub mod fault;
pub mod float;
pub mod hints;
pub mod layout;
pub mod lexeme;
pub mod number;
pub mod parser;
pub mod quote;
pub mod quoted;
pub mod reader;
pub mod source;
pub mod spacing;
pub mod token;
pub mod variables;
pub mod write_options;
pub mod writer;

#[cfg(test)]
mod tests;
