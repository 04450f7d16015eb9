//! Errors in words.

use crate::diagnostic::{Diagnostic, Severity};
use crate::engine::machine::Machine;
use crate::term::image::Image;

impl Machine {
    /// The diagnostic for a ball that nothing caught.
    pub fn explain(&mut self, ball: &Image) -> Diagnostic {
        let text = match self.mem.build(ball) {
            Ok(term) => self.quoted_text(term),
            Err(_) => "out of memory".to_owned(),
        };
        Diagnostic::new(Severity::Error, "E0300", format!("uncaught error: {text}"))
    }
}
