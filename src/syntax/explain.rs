//! Syntax errors in words.

use super::cursor::Fault;
use super::fault::FaultKind;
use super::source::position_in;
use crate::error::{Position, SyntaxError};

/// The error that a fault in `text`, which starts at `start`, is reported as.
pub fn explain(fault: &Fault, text: &str, start: Position) -> SyntaxError {
    let marked = &text[fault.start..fault.end];
    SyntaxError {
        kind: fault.kind.name(),
        message: message(&fault.kind),
        help: None,
        at: position_in(start, text, fault.start),
        length: marked.chars().count(),
    }
}

fn message(kind: &FaultKind) -> String {
    format!("{kind:?}")
}
