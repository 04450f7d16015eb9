//! Diagnostics: warnings and errors as data.
//!
//! What they look like is up to the front end.

use crate::error::Position;

/// How bad it is.
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
}

/// What takes warnings and errors as they arise.
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
        }
    }

    /// The same at a place.
    pub fn at(mut self, span: Span) -> Diagnostic {
        self.span = Some(span);
        self
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
