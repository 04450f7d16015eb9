//! Errors in words: what happened, where, and what can be done about it.

use super::place::{SourceClause, Subterm};
use crate::atom::known;
use crate::diagnostic::{Diagnostic, Severity, Span};
use crate::engine::backtrace::{Frame, MAX_FRAMES};
use crate::engine::machine::Machine;
use crate::error::Ball;
use crate::term::cell::{Cell, Functor, Tag};
use crate::term::image::Image;
use crate::term::text::end_within;

/// The most calls that are told on the way to an error.
const MAX_CALLS: usize = 6;

/// The words of a ball that are built to be shown, at most.
const MOST_WORDS: usize = 1 << 20;

/// The bytes of a name in a ball that are shown, at most.
const MOST_TEXT: usize = 1 << 20;

/// The library whose predicates raise errors on behalf of others.
const ERROR_LIBRARY: &str = "library(error)";

/// What the second argument of `error/2` tells.
#[derive(Default, Debug)]
pub struct ErrorContext {
    /// The predicate that raised the error.
    pub predicate: Option<Functor>,
    /// What is wrong, in words.
    pub message: Option<String>,
    /// What was expected, in words.
    pub expected: Option<String>,
    /// The argument that it is about, counted from 1.
    pub argument: Option<usize>,
    /// What to do about it.
    pub help: Option<String>,
    /// The line of a syntax error, counted from 1.
    pub line: Option<i64>,
    /// The characters before it on the line.
    pub column: Option<i64>,
}

impl Machine {
    /// The diagnostic for a ball that nothing caught.
    pub fn explain(&mut self, ball: &Image) -> Diagnostic {
        let top = self.mem.heap_used();
        let is_last = self.is_last_ball(ball);
        let diagnostic = match self.build_shown(ball) {
            Ok(term) => self.explain_term(term, is_last),
            Err(_) => Diagnostic::new(Severity::Error, "E0311", "out of memory"),
        };
        self.mem.truncate(top);
        if is_last {
            self.forget_origin();
        }
        diagnostic
    }

    /// The term of a ball or, if it is very long, of its outer parts: no limit is in
    /// force while it is told.
    pub fn build_shown(&mut self, ball: &Image) -> Result<Cell, Ball> {
        let other = Cell::atom(self.atoms.intern("..."));
        let outer = ball.outer(MOST_WORDS, other);
        let shown = outer.with_cells(|cell| self.cut_name(cell));
        self.build(&shown)
    }

    /// The cell with its name cut off, if that is very long.
    fn cut_name(&mut self, cell: Cell) -> Option<Cell> {
        let functor = Functor(cell.0);
        let name = match cell.tag() {
            Tag::Atm => cell.atom_value(),
            Tag::Fun => functor.name(),
            _ => return None,
        };
        let text = self.text(name);
        if text.len() <= MOST_TEXT {
            return None;
        }
        let start = format!("{}...", &text[..end_within(text, MOST_TEXT)]);
        let start = self.atoms.intern(&start);
        Some(match cell.tag() {
            Tag::Fun => Functor::new(start, functor.arity()).cell(),
            _ => Cell::atom(start),
        })
    }

    /// The meaning of a ball in a sentence.
    pub fn explanation(&mut self, ball: &Image) -> String {
        let top = self.mem.heap_used();
        let text = match self.build_shown(ball) {
            Ok(term) => self.explain_term(term, false).message,
            Err(_) => "out of memory".to_owned(),
        };
        self.mem.truncate(top);
        text
    }

    /// The diagnostic for a ball; `is_last` if the machine knows where it was thrown.
    fn explain_term(&mut self, ball: Cell, is_last: bool) -> Diagnostic {
        let Some(args) = self.mem.match_struct(ball, known::ERROR, 2) else {
            let mut diagnostic = self.uncaught(ball);
            if is_last {
                let throw = Functor::new(known::THROW, 1);
                self.locate(&mut diagnostic, Some(throw), None);
            }
            return diagnostic;
        };
        let formal = self.mem.deref(args.get(&self.mem, 0));
        let context = self.error_context(args.get(&self.mem, 1));
        let mut diagnostic = self.word(formal, &context);
        if diagnostic.code == "E0301" {
            self.help_unknown(formal, &mut diagnostic);
        }
        self.note_predicate(&context, is_last, &mut diagnostic);
        if is_last {
            let unknown = self.unknown_predicate(formal);
            let value = self.mem.compound(formal).map(|(_, args)| args);
            let value = value.filter(|args| args.len() == 2);
            let value = value.map(|args| args.get(&self.mem, 1));
            self.locate(&mut diagnostic, unknown.or(context.predicate), value);
            self.explain_growth(&mut diagnostic);
        }
        diagnostic
    }

    fn uncaught(&self, ball: Cell) -> Diagnostic {
        let text = self.shown(ball);
        let message = match ball == Cell::atom(known::ABORT) {
            true => "the query was aborted".to_owned(),
            false => format!("nothing caught the exception `{text}`"),
        };
        Diagnostic::new(Severity::Error, "E0300", message)
    }

    /// Reads the second argument of `error/2`: `context(Predicate, Message)`, or a
    /// list of `Key-Value` pairs, which the message may be as well.
    fn error_context(&self, context: Cell) -> ErrorContext {
        let mut found = ErrorContext::default();
        let Some(args) = self.mem.match_struct(context, known::CONTEXT, 2) else {
            self.add_details(context, &mut found);
            return found;
        };
        found.predicate = self.indicated(args.get(&self.mem, 0));
        let message = self.mem.deref(args.get(&self.mem, 1));
        let is_details = message.tag() == Tag::Lst && self.mem.list_items(message).is_some();
        if is_details {
            self.add_details(message, &mut found);
        } else if !message.is_var() {
            found.message = Some(self.plain_text(message));
        }
        found
    }

    fn add_details(&self, pairs: Cell, found: &mut ErrorContext) {
        for item in self.mem.list_items(pairs).unwrap_or_default() {
            let Some(args) = self.mem.match_struct(item, known::MINUS, 2) else {
                continue;
            };
            let key = self.mem.deref(args.get(&self.mem, 0));
            let value = self.mem.deref(args.get(&self.mem, 1));
            let number = || value.is_small().then(|| value.small_value());
            match self.plain_text(key).as_str() {
                "predicate" => found.predicate = self.indicated(value),
                "message" => found.message = Some(self.plain_text(value)),
                "expected" => found.expected = Some(self.plain_text(value)),
                "argument" => found.argument = number().and_then(|n| usize::try_from(n).ok()),
                "help" => found.help = Some(self.plain_text(value)),
                "line" => found.line = number(),
                "column" => found.column = number(),
                _ => {}
            }
        }
    }

    /// Names close to that of an unknown predicate.
    fn help_unknown(&mut self, formal: Cell, diagnostic: &mut Diagnostic) {
        let Some((_, args)) = self.mem.compound(formal) else {
            return;
        };
        let culprit = args.get(&self.mem, 1);
        let Ok((module, _)) = self.strip_module(culprit, known::USER) else {
            return;
        };
        if let Some(functor) = self.indicated(culprit) {
            diagnostic.help = self
                .misused_operator(functor)
                .or_else(|| self.nearest_predicate(module, functor));
        }
    }

    /// Says which predicate raised the error, and which argument it is about.
    fn note_predicate(
        &mut self,
        context: &ErrorContext,
        is_last: bool,
        diagnostic: &mut Diagnostic,
    ) {
        if let Some(line) = context.line {
            let column = context.column.unwrap_or(0) + 1;
            diagnostic.notes.push(format!(
                "in line {line}, column {column} of the text that was read"
            ));
        } else if let Some(message) = &context.message {
            diagnostic.notes.push(message.clone());
        }
        let Some(functor) = context.predicate else {
            return;
        };
        let name = self.functor_text(functor);
        let blamed = self.blamed_argument().filter(|_| is_last);
        let argument = context.argument.or(blamed);
        diagnostic.subject = Some(match argument {
            Some(number) => format!("argument {number} of {name}"),
            None => name.clone(),
        });
        diagnostic.notes.push(match argument {
            Some(number) => format!("argument {number} of {name}"),
            None => format!("raised by {name}"),
        });
    }

    /// The predicate that an error says does not exist.
    fn unknown_predicate(&self, formal: Cell) -> Option<Functor> {
        let args = self.mem.match_struct(formal, known::EXISTENCE_ERROR, 2)?;
        self.indicated(args.get(&self.mem, 1))
    }

    /// Says where the last error came from, which `culprit` has raised because of
    /// `value`.
    fn locate(
        &mut self,
        diagnostic: &mut Diagnostic,
        culprit: Option<Functor>,
        value: Option<Cell>,
    ) {
        let frames = self.last_backtrace();
        let inside = frames.iter().take_while(|frame| frame.is_system);
        if let Some(frame) = inside.filter(|frame| self.is_named(frame)).last() {
            let name = self.functor_text(frame.functor);
            diagnostic.notes.push(format!("raised inside {name}"));
        }
        let (inside, users): (Vec<Frame>, Vec<Frame>) =
            frames.into_iter().partition(|frame| frame.is_system);
        let Some(first) = users.first() else {
            return self.mark_query(diagnostic, culprit, &inside, value);
        };
        let clause = self.source_clause(first);
        match &clause {
            Some(clause) => self.mark_goal(clause, first, culprit, value, diagnostic),
            None => diagnostic.span = self.line_span(first),
        }
        self.note_calls(&users, diagnostic);
    }

    /// Says that an error ended the directive being handled.
    pub fn note_directive(&mut self, diagnostic: &mut Diagnostic) {
        let Some(place) = self.term_span() else {
            return;
        };
        if diagnostic.span.is_none() {
            diagnostic.label = Some("this directive".to_owned());
        } else {
            let file = self.short_text(&place.file);
            let line = place.start.line;
            let note = format!("in the directive of {file}:{line}");
            diagnostic.notes.push(note);
        }
    }

    /// Marks the goal that raised the error.
    fn mark_goal(
        &mut self,
        clause: &SourceClause,
        frame: &Frame,
        culprit: Option<Functor>,
        value: Option<Cell>,
        diagnostic: &mut Diagnostic,
    ) {
        let goal = clause.goal_of(self, frame);
        let inner = goal.zip(culprit).and_then(|(goal, culprit)| {
            // A goal that is an argument of the goal in the clause.
            clause.find(self, goal, |subterm| self.calls(subterm.term, culprit))
        });
        let closure = || clause.closure_of(self, culprit.filter(|_| goal.is_none())?);
        let marked = inner.or(goal).or_else(closure);
        let marked = marked.unwrap_or_else(|| clause.head(self));
        diagnostic.span = Some(clause.span(marked));
        if let Some((functor, _)) = self.mem.callable(marked.term) {
            // The goal that is shown tells that already.
            let raised = format!("raised by {}", self.functor_text(functor));
            diagnostic.notes.retain(|note| *note != raised);
        }
        if goal.is_some() {
            self.hint_unbound(clause, marked, culprit, diagnostic);
            self.hint_atom(clause, marked, value, diagnostic);
        }
    }

    /// Marks the atom that arithmetic has found, if it stands in the goal: it may have
    /// been meant as a variable.
    pub(super) fn hint_atom(
        &mut self,
        clause: &SourceClause,
        goal: Subterm,
        value: Option<Cell>,
        diagnostic: &mut Diagnostic,
    ) {
        let atom = value.filter(|_| diagnostic.code == "E0304");
        let atom = atom.and_then(|value| self.indicated(value));
        let Some(atom) = atom.filter(|atom| atom.arity() == 0) else {
            return;
        };
        let cell = Cell::atom(atom.name());
        let Some(found) = clause.find(self, goal, |at| at.term == cell) else {
            return;
        };
        diagnostic.span = Some(clause.span(found));
        let mut chars = self.text(atom.name()).chars();
        if let Some(first) = chars.next().filter(|c| c.is_lowercase()) {
            let upper: String = first.to_uppercase().chain(chars).collect();
            diagnostic.help = Some(format!(
                "a variable starts with a capital letter: `{upper}`"
            ));
        }
    }

    /// Whether a predicate of the system is one that users know by its name.
    fn is_named(&self, frame: &Frame) -> bool {
        let file = frame.file.map_or("", |file| self.text(file));
        let module = self.db.module(frame.module);
        let is_exported = module.is_some_and(|m| m.exports.contains_key(&frame.functor));
        is_exported && file != ERROR_LIBRARY
    }

    /// The line where the clause of a frame starts.
    fn line_span(&self, frame: &Frame) -> Option<Span> {
        let file = self.text(frame.file?).to_owned();
        let start = crate::error::Position {
            line: frame.line,
            ..Default::default()
        };
        (frame.line > 0).then_some(Span {
            file,
            start,
            length: 1,
            text: None,
        })
    }

    /// The clauses on the way to the error: the first of them as notes, all of
    /// them for those who ask.
    fn note_calls(&mut self, frames: &[Frame], diagnostic: &mut Diagnostic) {
        let calls = self.describe_calls(frames);
        diagnostic
            .notes
            .extend(calls.iter().take(MAX_CALLS).cloned());
        if calls.len() > MAX_CALLS {
            let rest = calls.len() - MAX_CALLS;
            diagnostic.notes.push(format!("... and {rest} more calls"));
        }
        diagnostic.calls = calls;
    }

    /// Frames in words, innermost first; equal ones that follow each other are one.
    pub fn describe_calls(&mut self, frames: &[Frame]) -> Vec<String> {
        let mut calls = Vec::new();
        let mut at = 0;
        while at < frames.len() {
            let frame = &frames[at];
            let same = frames[at..]
                .iter()
                .take_while(|&next| next == frame)
                .count();
            let name = self.functor_text(frame.functor);
            let verb = if at == 0 { "in" } else { "called from" };
            let place = self.frame_place(frame);
            let is_cut_off = frames.len() + 2 >= MAX_FRAMES && at + same == frames.len();
            let times = match same {
                1 => String::new(),
                _ if is_cut_off => " (again and again)".to_owned(),
                _ => format!(" ({same} times)"),
            };
            calls.push(format!("{verb} {name}{place}{times}"));
            at += same;
        }
        calls
    }

    /// `, FILE:LINE` of the goal that a frame is about.
    pub(super) fn frame_place(&mut self, frame: &Frame) -> String {
        let Some(file) = frame.file.filter(|_| frame.line > 0) else {
            return String::new();
        };
        let line = self.goal_line(frame).unwrap_or(frame.line);
        format!(", {}:{line}", self.short_path(file))
    }

    /// The line of the goal that a frame is about.
    pub(super) fn goal_line(&mut self, frame: &Frame) -> Option<u32> {
        let top = self.mem.heap_used();
        let clause = self.source_clause(frame);
        let line = clause.and_then(|clause| {
            let goal = clause.goal_of(self, frame)?;
            Some(clause.span(goal).start.line)
        });
        self.mem.truncate(top);
        line
    }

    /// A path, from the current directory if it lies below.
    pub fn short_path(&self, file: crate::atom::Atom) -> String {
        self.short_text(self.text(file))
    }

    /// The same for the text of a path.
    pub fn short_text(&self, path: &str) -> String {
        let here = self.host.current_directory().unwrap_or_default();
        let below = path.strip_prefix(here.trim_end_matches('/'));
        let below = below.and_then(|below| below.strip_prefix('/'));
        below.unwrap_or(path).to_owned()
    }
}
