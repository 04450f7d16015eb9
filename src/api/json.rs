//! Answers, terms and diagnostics as JSON, for tools and other languages.
//!
//! | Prolog | JSON |
//! |---|---|
//! | integer up to 2^53 | `7` |
//! | larger integer | `{"integer": "9007199254740993"}` |
//! | rational number | `{"rational": "1r3"}` |
//! | float | `1.5` |
//! | string | `"text"` |
//! | atom | `{"atom": "oslo"}` |
//! | variable | `{"variable": "X"}` |
//! | list | `[1, 2]` |
//! | list that does not end in `[]`: `[1\|T]` | `{"functor": ".", "arguments": [1, {"variable": "T"}]}` |
//! | other compound | `{"functor": "f", "arguments": [1, 2]}` |
//! | handle of a host's value | `{"opaque": "<Picture 1>"}` |
//! | cyclic term | `{"text": "..."}` |

use std::fmt::Write;

use rustc_hash::FxHashMap;

use super::answer::Answer;
use super::error::Error;
use super::refer::TermRef;
use super::term::{Term, TermKind};
use crate::diagnostic::{Diagnostic, Severity, Span};
use crate::number::Number;

/// The largest integer that every reader of JSON takes as it is.
const LARGEST: u64 = 1 << 53;

/// A text as a string of JSON.
///
/// ```
/// assert_eq!(luminy::api::json::quoted("say \"hi\"\n"), r#""say \"hi\"\n""#);
/// ```
pub fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if c < ' ' || c == '\u{7f}' => {
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// An array of strings.
fn array<'a>(texts: impl Iterator<Item = &'a str>) -> String {
    let texts: Vec<String> = texts.map(quoted).collect();
    format!("[{}]", texts.join(","))
}

/// What remains to be written of a term, last first.
enum Task<'t> {
    Text(&'static str),
    Term(TermRef<'t>),
}

impl Term {
    /// The term as JSON.
    ///
    /// ```
    /// # use luminy::api::term::Term;
    /// let term: Term = "f(1, \"two\", [three, X])".parse().unwrap();
    /// assert_eq!(
    ///     term.to_json(),
    ///     r#"{"functor":"f","arguments":[1,"two",[{"atom":"three"},{"variable":"X"}]]}"#,
    /// );
    /// ```
    pub fn to_json(&self) -> String {
        if is_cyclic(self.view()) {
            return format!("{{\"text\":{}}}", quoted(&self.to_string()));
        }
        let mut out = String::new();
        let mut todo = vec![Task::Term(self.view())];
        while let Some(task) = todo.pop() {
            match task {
                Task::Text(text) => out.push_str(text),
                Task::Term(term) => write_term(term, &mut out, &mut todo),
            }
        }
        out
    }
}

fn write_term<'t>(term: TermRef<'t>, out: &mut String, todo: &mut Vec<Task<'t>>) {
    let wrapped = |kind: &str, text: &str| format!("{{\"{kind}\":{}}}", quoted(text));
    let text = match term.kind() {
        TermKind::Variable => wrapped("variable", term.owned_name().unwrap_or("_")),
        TermKind::Atom("[]") => "[]".to_owned(),
        TermKind::Atom(name) => wrapped("atom", name),
        TermKind::Text(text) => quoted(text),
        TermKind::Opaque(text) => wrapped("opaque", text),
        TermKind::Number(number) => number_text(&number, term),
        TermKind::Compound(name, _) => {
            let items = term.items();
            let (open, parts, close) = match items {
                Some(items) => ("[".to_owned(), items, "]"),
                None => {
                    let open = format!("{{\"functor\":{},\"arguments\":[", quoted(name));
                    (open, term.arguments().collect(), "]}")
                }
            };
            todo.push(Task::Text(close));
            for (index, part) in parts.into_iter().enumerate().rev() {
                todo.push(Task::Term(part));
                if index > 0 {
                    todo.push(Task::Text(","));
                }
            }
            open
        }
    };
    out.push_str(&text);
}

fn number_text(number: &Number, term: TermRef<'_>) -> String {
    match number {
        Number::Int(value) if value.unsigned_abs() <= LARGEST => value.to_string(),
        Number::Float(value) if value.is_finite() => format!("{value:?}"),
        Number::Float(value) => format!("{{\"float\":\"{value:?}\"}}"),
        Number::Rat(_) => format!("{{\"rational\":{}}}", quoted(&term.to_term().to_string())),
        Number::Int(_) | Number::Big(_) => {
            format!("{{\"integer\":{}}}", quoted(&term.to_term().to_string()))
        }
    }
}

/// Whether a compound is a part of itself.
fn is_cyclic(term: TermRef<'_>) -> bool {
    // `true` while the arguments are being looked at.
    let mut open: FxHashMap<(usize, u64), bool> = FxHashMap::default();
    let mut todo = vec![(term, false)];
    while let Some((term, is_done)) = todo.pop() {
        let id = term.identity();
        if is_done {
            open.insert(id, false);
            continue;
        }
        match open.get(&id) {
            Some(true) => return true,
            Some(false) => continue,
            None => {}
        }
        if term.is_compound() {
            open.insert(id, true);
            todo.push((term, true));
            todo.extend(term.arguments().map(|argument| (argument, false)));
        }
    }
    false
}

impl Answer {
    /// The answer as one line of JSON: the values of the variables, the answer as
    /// text, the goals that are left, and whether it is known to be the last one.
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// # fn main() -> Result<(), luminy::api::error::Error> {
    /// let mut engine = Engine::builder().build();
    /// let answer = engine.query_once("member(X, [1, 2])")?.expect("there is one");
    /// assert_eq!(
    ///     answer.to_json(),
    ///     r#"{"status":"answer","values":{"X":1},"text":"X = 1","goals":[],"last":false}"#,
    /// );
    /// # Ok(())
    /// # }
    /// ```
    pub fn to_json(&self) -> String {
        let values = self.values();
        let values: Vec<String> = values
            .map(|(name, term)| format!("{}:{}", quoted(name), term.to_json()))
            .collect();
        format!(
            "{{\"status\":\"answer\",\"values\":{{{}}},\"text\":{},\"goals\":{},\"last\":{}}}",
            values.join(","),
            quoted(&self.to_string()),
            array(self.residual_goals().iter().map(String::as_str)),
            self.is_last(),
        )
    }
}

fn span_json(span: &Span) -> String {
    format!(
        "{{\"file\":{},\"line\":{},\"column\":{},\"length\":{}}}",
        quoted(&span.file),
        span.start.line,
        span.start.column + 1,
        span.length,
    )
}

impl Diagnostic {
    /// The diagnostic as one line of JSON; columns are counted from 1.
    pub fn to_json(&self) -> String {
        let severity = match self.severity {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        };
        let mut out = format!(
            "{{\"code\":\"{}\",\"severity\":\"{severity}\",\"message\":{}",
            self.code,
            quoted(&self.message),
        );
        if let Some(span) = &self.span {
            let _ = write!(out, ",\"span\":{}", span_json(span));
        }
        if let Some(label) = &self.label {
            let _ = write!(out, ",\"label\":{}", quoted(label));
        }
        let labels = self.labels.iter().map(|label| {
            let (span, message) = (span_json(&label.span), quoted(&label.message));
            format!("{{\"span\":{span},\"message\":{message}}}")
        });
        let labels: Vec<String> = labels.collect();
        let notes = array(self.notes.iter().map(String::as_str));
        let _ = write!(out, ",\"labels\":[{}],\"notes\":{notes}", labels.join(","));
        if let Some(help) = &self.help {
            let _ = write!(out, ",\"help\":{}", quoted(help));
        }
        out.push('}');
        out
    }
}

impl Error {
    /// The error as one line of JSON.
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// let mut engine = Engine::builder().build();
    /// let error = engine.query("foo(").err().unwrap();
    /// assert!(error.to_json().starts_with(r#"{"status":"error","kind":"syntax","message":"#));
    /// ```
    pub fn to_json(&self) -> String {
        let kind = match self {
            Error::Syntax(_) => "syntax",
            Error::Exception(_) => "exception",
            Error::Mismatch(_) => "mismatch",
            Error::Usage(_) => "usage",
            Error::Halt(_) => "halt",
            Error::Interrupted => "interrupted",
            Error::Exceeded(_) => "exceeded",
            Error::Load(_) => "load",
        };
        let mut out = format!(
            "{{\"status\":\"error\",\"kind\":\"{kind}\",\"message\":{}",
            quoted(&self.to_string()),
        );
        if let Error::Exception(exception) = self {
            let _ = write!(out, ",\"term\":{}", quoted(&exception.text));
        }
        if let Error::Exceeded(limit) = self {
            let (what, amount) = (limit.resource().name(), limit.amount());
            let _ = write!(out, ",\"resource\":\"{what}\",\"limit\":{amount}");
        }
        let diagnostics: Vec<String> = self.diagnostics().iter().map(Diagnostic::to_json).collect();
        let _ = write!(out, ",\"diagnostics\":[{}]}}", diagnostics.join(","));
        out
    }
}
