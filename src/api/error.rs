//! Why a query or a load did not end well.

use std::fmt;
use std::sync::Arc;

use super::build::Heap;
use super::convert::Mismatch;
use super::limits::Limit;
use super::term::Term;
use crate::diagnostic::{Diagnostic, Label, Severity, Span};
use crate::engine::machine::{Machine, Uncaught};
use crate::error::{Ball, Position, SyntaxError};
use crate::load::wording::syntax_code;
use crate::syntax::reader::is_blank;
use crate::term::image::Image;

/// Why something did not end well.
///
/// ```
/// # use luminy::api::engine::Engine;
/// use luminy::api::error::Error;
///
/// let mut engine = Engine::builder().build();
/// assert!(matches!(engine.run_goal("p("), Err(Error::Syntax(_))));
/// assert!(matches!(engine.run_goal("halt(3)"), Err(Error::Halt(3))));
/// assert!(matches!(engine.load_str("p("), Err(Error::Load(_))));
/// let error = engine.run_goal("throw(ball)").unwrap_err();
/// assert_eq!(error.term().unwrap().to_string(), "ball");
/// assert_eq!(error.diagnostics()[0].code, "E0300");
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Error {
    /// The text of a query is no term.
    Syntax(Box<Diagnostic>),
    /// An exception that nothing caught.
    Exception(Box<Exception>),
    /// A value is not of the Rust type that was asked for.
    Mismatch(Mismatch),
    /// What the host asks for makes no sense: in words.
    Usage(String),
    /// The program called `halt/1` with this status.
    Halt(i32),
    /// The host interrupted the query.
    Interrupted,
    /// The query has used all that it was given of something.
    Exceeded(Limit),
    /// Loading met errors, and perhaps warnings.
    Load(Vec<Diagnostic>),
}

/// An exception that nothing caught.
///
/// ```
/// # use luminy::api::engine::Engine;
/// use luminy::api::error::{Error, Exception};
///
/// let mut engine = Engine::builder().build();
/// let Err(Error::Exception(exception)) = engine.run_goal("X is foo + 1") else {
///     panic!("it raises an error");
/// };
/// let Exception { term, text, diagnostic, .. } = *exception;
/// assert_eq!(term.name(), Some("error"));
/// assert!(text.starts_with("error(type_error(evaluable,foo/0),"));
/// assert_eq!(diagnostic.code, "E0304");
/// ```
#[derive(Clone, Debug)]
pub struct Exception {
    /// The ball. Of one with very many subterms, those beyond the first 100,000 are
    /// left out, with the atom `...` in their place; atoms of more than a million bytes
    /// are cut off.
    pub term: Term,
    /// The ball as it would be written, cut off behind a million bytes.
    pub text: String,
    /// The exception in words, with where it came from.
    pub diagnostic: Diagnostic,
    /// The error of the host that it stands for.
    host: Option<HostError>,
}

/// An error of the host on its way through Prolog.
#[derive(Clone, Debug)]
pub(super) struct HostError(pub(super) Arc<dyn std::error::Error + Send + Sync>);

/// The subterms of a ball that the host gets, at most: no limit is in force while they
/// are copied.
const MOST_SUBTERMS: usize = 100_000;

/// The name of the error term for an error of the host.
pub(super) const HOST_ERROR: &str = "host_error";

impl Error {
    /// The error in words, if there are any.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        match self {
            Error::Syntax(diagnostic) => std::slice::from_ref(diagnostic),
            Error::Exception(exception) => std::slice::from_ref(&exception.diagnostic),
            Error::Load(diagnostics) => diagnostics,
            _ => &[],
        }
    }

    /// The error as text for people: its diagnostics with file, line, column and a mark
    /// in the line, or what it is in words.
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// let mut engine = Engine::builder().build();
    /// let error = engine.load_source("rules.pl", "ok(1).\nbad(X) :- q(X.").unwrap_err();
    /// let report = error.report();
    /// assert!(report.contains("rules.pl:2:"), "{report}");
    /// assert!(report.contains("2 | bad(X) :- q(X."), "{report}");
    /// assert!(report.contains("^"), "{report}");
    /// ```
    pub fn report(&self) -> String {
        match self.diagnostics() {
            [] => format!("error: {self}"),
            found => {
                let shown = found.iter().map(|diagnostic| diagnostic.to_string());
                shown.collect::<Vec<_>>().join("\n")
            }
        }
    }

    /// The ball of an exception.
    pub fn term(&self) -> Option<&Term> {
        match self {
            Error::Exception(exception) => Some(&exception.term),
            _ => None,
        }
    }

    /// The error that a predicate in Rust returned, if it is one of this type.
    ///
    /// ```
    /// use luminy::api::engine::Engine;
    ///
    /// let mut engine = Engine::builder().build();
    /// engine.register("number_of/2", |text: String| text.parse::<i64>()).unwrap();
    /// assert!(engine.run_goal("number_of('12', 12)").unwrap());
    /// let error = engine.run_goal("number_of(x, _)").unwrap_err();
    /// assert!(error.host_error::<std::num::ParseIntError>().is_some());
    /// ```
    pub fn host_error<E: std::error::Error + 'static>(&self) -> Option<&E> {
        match self {
            Error::Exception(exception) => exception.host.as_ref()?.0.downcast_ref(),
            _ => None,
        }
    }

    /// The error for what ended the running query.
    pub(super) fn of(machine: &mut Machine, uncaught: Uncaught) -> Error {
        match uncaught {
            Uncaught::Halt(status) => Error::Halt(status),
            Uncaught::Interrupt => Error::Interrupted,
            Uncaught::Exceeded(what) => Error::Exceeded(Limit::of(what, machine.bounds())),
            Uncaught::Term(ball) => Error::exception(machine, &ball),
        }
    }

    fn exception(machine: &mut Machine, ball: &Image) -> Error {
        let mut diagnostic = machine.explain(ball);
        let cell = machine.build_shown(ball);
        let cell = cell.unwrap_or_else(|_| machine.atom("resource_error"));
        let heap = Heap {
            mem: &machine.mem,
            atoms: &machine.atoms,
        };
        let term = Term::of_within(heap, cell, MOST_SUBTERMS);
        let host = host_error(&term);
        if let Some(host) = &host {
            tell_host(host, &mut diagnostic);
        }
        Error::Exception(Box::new(Exception {
            term,
            text: machine.shown_text(cell),
            diagnostic,
            host,
        }))
    }

    /// The error for a ball raised while a query was read.
    /// `text` is what was read, if it is at hand, and the place where it starts.
    pub(super) fn of_ball(
        machine: &mut Machine,
        ball: Ball,
        text: Option<(&str, Position)>,
    ) -> Error {
        match ball {
            Ball::Halt(status) => Error::Halt(status),
            Ball::Interrupt => Error::Interrupted,
            Ball::Exceeded(what) => Error::Exceeded(Limit::of(what, machine.bounds())),
            Ball::Syntax(error) => Error::Syntax(Box::new(syntax_diagnostic(&error, text))),
            ball => {
                let term = machine.error_term(ball);
                let image = machine.image(term);
                Error::exception(machine, &image)
            }
        }
    }
}

/// The error of the host in a ball `error(host_error(Handle, Message), Context)`.
fn host_error(ball: &Term) -> Option<HostError> {
    let [formal, _] = ball.view().matches("error")?;
    let [handle, _] = formal.matches(HOST_ERROR)?;
    handle.host_value()?.downcast_ref::<HostError>().cloned()
}

/// Makes the diagnostic of an exception tell the error of the host. One that is about
/// a text, as of a query that a predicate in Rust asks, is told at its place there.
fn tell_host(host: &HostError, diagnostic: &mut Diagnostic) {
    let own = host.0.downcast_ref::<Error>().map(Error::diagnostics);
    let Some([first, ..]) = own else {
        diagnostic.message = host.0.to_string();
        return;
    };
    let outer = std::mem::replace(diagnostic, first.clone());
    diagnostic.labels.extend(outer.span.map(|span| Label {
        span,
        message: "while this was running".to_owned(),
    }));
    diagnostic.notes.extend(outer.notes);
    (diagnostic.calls, diagnostic.subject) = (outer.calls, outer.subject);
}

/// The diagnostic for a syntax error in the text of a query.
pub(super) fn syntax_diagnostic(error: &SyntaxError, text: Option<(&str, Position)>) -> Diagnostic {
    let line = text.and_then(|(text, start)| {
        let number = error.at.line.checked_sub(start.line)?;
        let line = text.lines().nth(number as usize)?;
        // What has been read before on the first line is not known.
        let indent = if number == 0 { start.column } else { 0 };
        Some(" ".repeat(indent as usize) + line)
    });
    let is_empty = text.is_some_and(|(text, _)| is_blank(text));
    let message = match is_empty {
        true => "the text is empty: there is no goal or clause in it".to_owned(),
        false => error.message.clone(),
    };
    let mut diagnostic = Diagnostic::new(Severity::Error, syntax_code(error.kind), message);
    diagnostic.help = error.help.clone().filter(|_| !is_empty);
    diagnostic.at(Span {
        file: "query".to_owned(),
        start: error.at,
        length: error.length,
        text: line,
    })
}

impl From<Mismatch> for Error {
    fn from(mismatch: Mismatch) -> Error {
        Error::Mismatch(mismatch)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Halt(status) => write!(f, "the program halted with status {status}"),
            Error::Interrupted => f.write_str("interrupted"),
            Error::Exceeded(limit) => {
                let what = limit.resource().name();
                write!(f, "the query has used all the {what} it was given: {limit}")
            }
            Error::Mismatch(mismatch) => mismatch.fmt(f),
            Error::Usage(message) => f.write_str(message),
            Error::Load(diagnostics) => {
                let errors = diagnostics.iter().filter(|d| d.severity == Severity::Error);
                let messages: Vec<String> = errors.map(located).collect();
                f.write_str(&messages.join("; "))
            }
            Error::Syntax(diagnostic) => f.write_str(&located(diagnostic)),
            Error::Exception(exception) => match &exception.host {
                Some(host) => host.0.fmt(f),
                None => write_exception(f, &exception.diagnostic),
            },
        }
    }
}

/// Writes the message of an exception on a line, with what it is about and where.
fn write_exception(f: &mut fmt::Formatter<'_>, diagnostic: &Diagnostic) -> fmt::Result {
    f.write_str(&diagnostic.message)?;
    let place = diagnostic.span.as_ref().map(|span| {
        let (line, column) = (span.start.line, span.start.column + 1);
        format!("{}:{line}:{column}", span.file)
    });
    match (diagnostic.subject.as_ref(), place.as_ref()) {
        (Some(subject), Some(place)) => write!(f, " ({subject}, {place})"),
        (Some(about), None) | (None, Some(about)) => write!(f, " ({about})"),
        (None, None) => Ok(()),
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

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Mismatch(mismatch) => Some(mismatch),
            Error::Exception(exception) => {
                let host = exception.host.as_ref()?;
                Some(&*host.0)
            }
            _ => None,
        }
    }
}
