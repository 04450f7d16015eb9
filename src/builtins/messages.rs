//! What `lib/messages.pl` needs to show messages.

use crate::diagnostic::{Diagnostic, Severity};
use crate::engine::machine::Machine;
use crate::engine::registry::Row;
use crate::error::{Ball, Outcome};
use crate::predicates;

/// The rows of this section.
pub const ROWS: &[Row] = predicates! {
    /// The system has words of its own for Message.
    "'$is_explained'(+Message) is semidet" => once is_explained;
    /// Text is what the system says about the error Message.
    "'$explanation'(+Message, -Text) is det" => once explanation;
    /// Reports the error Message, as an error or a warning.
    "'$report_error'(+Kind, +Message) is det" => once report_error;
    /// Reports Text, as an error or a warning.
    "'$report_message'(+Kind, +Text) is det" => once report_message;
};

fn is_explained(m: &mut Machine) -> Outcome {
    Ok(m.match_compound(m.arg(0), "error", 2).is_some())
}

fn explanation(m: &mut Machine) -> Outcome {
    let message = m.arg(0);
    let image = m.image(message);
    let text = m.explanation(&image);
    let text = m.new_string(&text)?;
    m.unify_arg(1, text)
}

fn severity(m: &Machine) -> Result<Severity, Ball> {
    let kind = m.atom_arg(0)?;
    Ok(match m.text(kind) {
        "warning" => Severity::Warning,
        _ => Severity::Error,
    })
}

fn report_error(m: &mut Machine) -> Outcome {
    let severity = severity(m)?;
    let message = m.arg(1);
    let image = m.image(message);
    let mut diagnostic = m.explain(&image);
    diagnostic.severity = severity;
    m.report(diagnostic);
    Ok(true)
}

fn report_message(m: &mut Machine) -> Outcome {
    let severity = severity(m)?;
    let text = m.plain_text(m.arg(1));
    m.report(Diagnostic::new(severity, "", text.trim_end()));
    Ok(true)
}
