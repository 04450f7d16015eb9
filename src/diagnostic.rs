//! Diagnostics: warnings and errors as data.
//!
//! A front end may show them as it likes; as text they are what `Display` makes of them.

use std::fmt;

use crate::error::Position;

/// How bad it is.
///
/// ```
/// use luminy::diagnostic::Severity;
///
/// assert!(Severity::Error > Severity::Warning);
/// assert_eq!(Severity::Note.to_string(), "note");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum Severity {
    /// Worth knowing.
    Note,
    /// Probably not what was meant.
    Warning,
    /// Wrong.
    Error,
}

/// A stretch of source text.
#[derive(Clone, Debug, PartialEq)]
pub struct Span {
    /// The file, or a name for text that comes from elsewhere.
    pub file: String,
    /// Where it starts.
    pub start: Position,
    /// Its length in characters.
    pub length: usize,
    /// The whole first line of it, if it is at hand.
    pub text: Option<String>,
}

/// A place that belongs to the story, with what it has to do with it.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// What is there.
    pub message: String,
}

/// A warning or error.
///
/// ```
/// use luminy::diagnostic::{Diagnostic, Label, Severity, Span};
/// use luminy::error::Position;
///
/// let start = Position { byte: 0, char: 0, line: 1, column: 0 };
/// let span = Span { file: "order.json".to_owned(), start, length: 5, text: None };
/// let mut found = Diagnostic::new(Severity::Error, "H01", "the total is negative")
///     .at(span.clone())
///     .help("orders are paid, not refunded");
/// found.add_line("total = -3");
/// found.labels.push(Label { span, message: "set here".to_owned() });
/// assert!(found.to_string().starts_with("error[H01]: the total is negative\n  at order.json:1:1"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Diagnostic {
    /// A stable code, such as `E0102`.
    pub code: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong, in a sentence.
    pub message: String,
    /// Where, if it is a place in a text.
    pub span: Option<Span>,
    /// What stands at the place, in a few words.
    pub label: Option<String>,
    /// Other places.
    pub labels: Vec<Label>,
    /// Further facts, a line each.
    pub notes: Vec<String>,
    /// What to do about it, if that is likely.
    pub help: Option<String>,
    /// The calls on the way to an error of a running program, innermost first.
    pub calls: Vec<String>,
    /// What an error of a running program is about: `argument 1 of atom_length/2`.
    pub subject: Option<String>,
}

/// What takes warnings and errors as they arise.
///
/// ```
/// use luminy::diagnostic::{Diagnostic, Reporter, Severity};
///
/// let mut reporter: Reporter = Box::new(|diagnostic| assert_eq!(diagnostic.code, "W1"));
/// reporter(&Diagnostic::new(Severity::Warning, "W1", "it is alone"));
/// ```
pub type Reporter = Box<dyn FnMut(&Diagnostic) + Send>;

impl Diagnostic {
    /// A diagnostic without a place.
    pub fn new(severity: Severity, code: &'static str, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            code,
            severity,
            message: message.into(),
            span: None,
            label: None,
            labels: Vec::new(),
            notes: Vec::new(),
            help: None,
            calls: Vec::new(),
            subject: None,
        }
    }

    /// The same at a place.
    pub fn at(mut self, span: Span) -> Diagnostic {
        self.span = Some(span);
        self
    }

    /// Adds the lines of the texts that it is about to those places that lack theirs;
    /// `line_of` finds the line with a number, counted from 1, in a file.
    pub(crate) fn add_lines(&mut self, mut line_of: impl FnMut(&str, usize) -> Option<String>) {
        let labels = self.labels.iter_mut().map(|label| &mut label.span);
        for span in self.span.iter_mut().chain(labels) {
            if span.text.is_none() {
                span.text = line_of(&span.file, span.start.line as usize);
            }
        }
    }

    /// Adds the line of the text that it is about, if it has a place in it.
    pub fn add_line(&mut self, text: &str) {
        if let Some(span) = &mut self.span {
            let line = (span.start.line as usize).saturating_sub(1);
            span.text = text.lines().nth(line).map(str::to_owned);
        }
    }

    /// The same with advice.
    pub fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(help.into());
        self
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        })
    }
}

impl fmt::Display for Diagnostic {
    /// Plain text: what is wrong, the file, line and column, the line of the text with
    /// a mark, notes and advice; without a line end behind the last line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.severity)?;
        if !self.code.is_empty() {
            write!(f, "[{}]", self.code)?;
        }
        write!(f, ": {}", self.message)?;
        if let Some(span) = &self.span {
            write_place(f, span, self.label.as_deref())?;
        }
        for label in &self.labels {
            write_place(f, &label.span, Some(&label.message))?;
        }
        for note in &self.notes {
            write!(f, "\n  note: {note}")?;
        }
        if let Some(help) = &self.help {
            write!(f, "\n  help: {help}")?;
        }
        Ok(())
    }
}

/// Writes where something is, and the line with a mark if it is at hand.
fn write_place(f: &mut fmt::Formatter<'_>, span: &Span, label: Option<&str>) -> fmt::Result {
    let (line, column) = (span.start.line, span.start.column as usize);
    let label = label.filter(|label| !label.is_empty());
    write!(f, "\n  at {}:{line}:{}", span.file, column + 1)?;
    let Some(text) = &span.text else {
        return label.map_or(Ok(()), |label| write!(f, ": {label}"));
    };
    let margin = " ".repeat(line.to_string().len());
    // A tab stays one, so that the mark stands below what it marks.
    let blank = |c| if c == '\t' { '\t' } else { ' ' };
    let before: String = text.chars().take(column).map(blank).collect();
    let rest = text.chars().count().saturating_sub(column);
    let mark = "^".repeat(span.length.min(rest).max(1));
    write!(
        f,
        "\n{margin} |\n{line} | {text}\n{margin} | {before}{mark}"
    )?;
    label.map_or(Ok(()), |label| write!(f, " {label}"))
}

/// A number of bytes for people: the largest unit of which it is a whole number, or
/// one with a decimal.
///
/// ```
/// use luminy::diagnostic::bytes_text;
///
/// assert_eq!(bytes_text(64 << 20), "64 MB");
/// assert_eq!(bytes_text(1500 << 10), "1.5 MB");
/// assert_eq!(bytes_text(100), "100 bytes");
/// ```
pub fn bytes_text(bytes: u64) -> String {
    let units = [(30, "GB"), (20, "MB"), (10, "KB")];
    let Some(&(power, unit)) = units.iter().find(|&&(power, _)| bytes >= 1 << power) else {
        return format!("{bytes} bytes");
    };
    match bytes % (1 << power) {
        0 => format!("{} {unit}", bytes >> power),
        _ => format!("{:.1} {unit}", bytes as f64 / (1u64 << power) as f64),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_diagnostic_is_shown_with_its_line() {
        let start = Position {
            byte: 0,
            char: 0,
            line: 12,
            column: 3,
        };
        let span = Span {
            file: "rules.pl".to_owned(),
            start,
            length: 2,
            text: Some("\tp(Xx).".to_owned()),
        };
        let mut found = Diagnostic::new(Severity::Warning, "W1", "it is alone").at(span);
        found.label = Some("here".to_owned());
        let found = found.help("write _");
        let lines = [
            "warning[W1]: it is alone",
            "  at rules.pl:12:4",
            "   |",
            "12 | \tp(Xx).",
            "   | \t  ^^ here",
            "  help: write _",
        ];
        assert_eq!(found.to_string(), lines.join("\n"));
    }
}
