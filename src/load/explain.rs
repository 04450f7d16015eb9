//! Errors in words.

use crate::diagnostic::{Diagnostic, Severity};
use crate::engine::machine::Machine;
use crate::syntax::write_options::WriteOptions;
use crate::syntax::writer::{WriteContext, term_text};
use crate::term::cell::Cell;
use crate::term::image::Image;

impl Machine {
    /// The text of a term, as `writeq/1` writes it.
    pub fn quoted_text(&self, term: Cell) -> String {
        let context = WriteContext {
            mem: &self.mem,
            atoms: &self.atoms,
            ops: &self.ops,
            flags: &self.flags,
        };
        term_text(context, term, &WriteOptions::writeq())
    }

    /// The diagnostic for a ball that nothing caught.
    pub fn explain(&mut self, ball: &Image) -> Diagnostic {
        let text = match self.mem.build(ball) {
            Ok(term) => self.quoted_text(term),
            Err(_) => "out of memory".to_owned(),
        };
        Diagnostic::new(Severity::Error, "E0300", format!("uncaught error: {text}"))
    }
}
