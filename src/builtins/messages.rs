//! What `lib/messages.pl` needs to show messages.

use crate::diagnostic::{Diagnostic, Severity};
use crate::engine::machine::Machine;
use crate::engine::registry::Row;
use crate::error::{Ball, Outcome};
use crate::predicates;
use crate::term::image::{Attributes, Image};

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
    let message = m.arg(0);
    let forms = [("error", 2), (UNHANDLED, 1)];
    let is_one = |&(name, arity): &(&str, usize)| m.match_compound(message, name, arity).is_some();
    Ok(forms.iter().any(is_one))
}

/// The functor of a message about a ball that is no error term.
const UNHANDLED: &str = "unhandled_exception";

/// The ball that an argument is about.
fn ball(m: &mut Machine, index: usize) -> Image {
    let message = m.arg(index);
    let ball = m.match_compound(message, UNHANDLED, 1);
    let ball = ball.map_or(message, |args| args.get(&m.mem, 0));
    m.mem.image_or_stop(ball, Attributes::Keep)
}

fn explanation(m: &mut Machine) -> Outcome {
    let image = ball(m, 0);
    if m.mem.alarm.has_rung() {
        return Ok(false);
    }
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
    let image = ball(m, 1);
    if m.mem.alarm.has_rung() {
        return Ok(false);
    }
    let mut diagnostic = m.explain(&image);
    diagnostic.severity = severity;
    m.report(diagnostic);
    Ok(true)
}

fn report_message(m: &mut Machine) -> Outcome {
    let severity = severity(m)?;
    let text = m.to_text(m.arg(1))?;
    let diagnostic = Diagnostic::new(severity, "", text.trim_end());
    m.report(diagnostic);
    Ok(true)
}
