//! Diagnostics as text.

use luminy::diagnostic::{Diagnostic, Severity};

/// The text of a diagnostic, with a line end.
pub fn render(diagnostic: &Diagnostic, _has_colour: bool) -> String {
    let kind = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    };
    let place = diagnostic.span.as_ref().map_or(String::new(), |span| {
        format!(
            "{}:{}:{}: ",
            span.file,
            span.start.line,
            span.start.column + 1
        )
    });
    let mut text = format!(
        "{place}{kind}[{}]: {}\n",
        diagnostic.code, diagnostic.message
    );
    if let Some(help) = &diagnostic.help {
        text += &format!("  help: {help}\n");
    }
    text
}
