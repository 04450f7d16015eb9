//! Why a query or a load did not end well.

use std::fmt;

use super::term::Term;
use crate::diagnostic::{Diagnostic, Severity, Span};
use crate::engine::machine::{Machine, Uncaught};
use crate::error::{Ball, SyntaxError};
use crate::load::wording::syntax_code;
use crate::term::image::Image;

/// Why a query or a load did not end well.
#[derive(Clone, Debug)]
pub enum Error {
    /// The text of a query is no term.
    Syntax(Box<Diagnostic>),
    /// An exception that nothing caught.
    Exception(Box<Exception>),
    /// The program called `halt/1` with this status.
    Halt(i32),
    /// The host interrupted the query.
    Interrupted,
    /// Loading met errors, and perhaps warnings. What is right has been loaded.
    Load(Vec<Diagnostic>),
}

/// An exception that nothing caught.
#[derive(Clone, Debug)]
pub struct Exception {
    /// The ball.
    pub term: Term,
    /// The ball as it would be written.
    pub text: String,
    /// The exception in words, with where it came from.
    pub diagnostic: Diagnostic,
}

impl Error {
    /// The error in words, if there are any.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        match self {
            Error::Syntax(diagnostic) => std::slice::from_ref(diagnostic),
            Error::Exception(exception) => std::slice::from_ref(&exception.diagnostic),
            Error::Load(diagnostics) => diagnostics,
            Error::Halt(_) | Error::Interrupted => &[],
        }
    }

    /// The error for what ended the running query.
    pub(super) fn of(machine: &mut Machine, uncaught: Uncaught) -> Error {
        match uncaught {
            Uncaught::Halt(status) => Error::Halt(status),
            Uncaught::Interrupt => Error::Interrupted,
            Uncaught::Term(ball) => Error::exception(machine, &ball),
        }
    }

    fn exception(machine: &mut Machine, ball: &Image) -> Error {
        let diagnostic = machine.explain(ball);
        let cell = machine.mem.build(ball);
        let cell = cell.unwrap_or_else(|_| machine.atom("resource_error"));
        Error::Exception(Box::new(Exception {
            term: Term::of(machine, cell, &mut |_| None),
            text: machine.quoted_text(cell),
            diagnostic,
        }))
    }

    /// The error for a ball raised while a query was read.
    /// `text` is what was read, if it is at hand.
    pub(super) fn of_ball(machine: &mut Machine, ball: Ball, text: Option<&str>) -> Error {
        match ball {
            Ball::Halt(status) => Error::Halt(status),
            Ball::Interrupt => Error::Interrupted,
            Ball::Syntax(error) => Error::Syntax(Box::new(syntax_diagnostic(&error, text))),
            ball => {
                let term = machine.error_term(ball);
                let image = machine.image(term);
                Error::exception(machine, &image)
            }
        }
    }
}

/// The diagnostic for a syntax error in the text of a query.
fn syntax_diagnostic(error: &SyntaxError, text: Option<&str>) -> Diagnostic {
    let line = (error.at.line as usize).saturating_sub(1);
    let line = text.and_then(|text| text.lines().nth(line));
    let mut diagnostic = Diagnostic::new(
        Severity::Error,
        syntax_code(error.kind),
        error.message.clone(),
    );
    diagnostic.help = error.help.clone();
    diagnostic.at(Span {
        file: "query".to_owned(),
        start: error.at,
        length: error.length,
        text: line.map(str::to_owned),
    })
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Halt(status) => write!(f, "the program halted with status {status}"),
            Error::Interrupted => f.write_str("interrupted"),
            Error::Load(diagnostics) => {
                let errors = diagnostics.iter().filter(|d| d.severity == Severity::Error);
                let messages: Vec<String> = errors.map(located).collect();
                f.write_str(&messages.join("; "))
            }
            Error::Syntax(diagnostic) => f.write_str(&located(diagnostic)),
            Error::Exception(exception) => f.write_str(&exception.diagnostic.message),
        }
    }
}

/// The message of a diagnostic behind its file and line.
fn located(diagnostic: &Diagnostic) -> String {
    match &diagnostic.span {
        Some(span) if !span.file.is_empty() => {
            format!("{}:{}: {}", span.file, span.start.line, diagnostic.message)
        }
        _ => diagnostic.message.clone(),
    }
}

impl std::error::Error for Error {}
