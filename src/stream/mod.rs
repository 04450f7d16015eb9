//! Streams: where text and bytes come from and go to.
//!
//! [`table`] knows the open streams and their aliases, a [`stream`] has its
//! properties, [`input`] and [`output`] buffer and translate.

pub mod encoding;
pub mod input;
pub mod output;
#[allow(clippy::module_inception, reason = "a stream is what this is about")]
pub mod stream;
pub mod table;
