//! Warnings of the loader.

use crate::atom::Atom;
use crate::diagnostic::{Diagnostic, Severity, Span};
use crate::engine::machine::Machine;
use crate::error::{Ball, Position, SyntaxError};
use crate::program::predicate::PredId;
use crate::syntax::reader::{ReadTerm, VariableOccurrence};

impl Machine {
    /// Hands a diagnostic to the front end, or keeps it for the host.
    pub fn report(&mut self, diagnostic: Diagnostic) {
        match &mut self.reporter {
            Some(reporter) => {
                let _ = self.io.flush_all();
                reporter(&diagnostic);
            }
            None => self.diagnostics.push(diagnostic),
        }
    }

    /// The file and a place in it.
    pub fn span_at(&self, start: Position, length: usize) -> Option<Span> {
        let context = self.loading.contexts.last()?;
        let file = context
            .included
            .last()
            .map_or(context.file, |included| included.0);
        let file = self.text(file).to_owned();
        Some(Span {
            file,
            start,
            length,
            text: None,
        })
    }

    /// The place of the term being handled.
    pub fn term_span(&self) -> Option<Span> {
        let start = self.loading.contexts.last()?.term.start;
        self.span_at(start, 1)
    }

    fn diagnose(&mut self, diagnostic: Diagnostic, span: Option<Span>) {
        self.report(match span {
            Some(span) => diagnostic.at(span),
            None => diagnostic,
        });
    }

    pub(super) fn report_syntax_error(&mut self, error: &SyntaxError) {
        let mut diagnostic = Diagnostic::new(Severity::Error, "E0100", error.message.clone());
        diagnostic.help = error.help.clone();
        let span = self.span_at(error.at, error.length);
        self.diagnose(diagnostic, span);
    }

    /// Reports an error in a clause, which is then passed over.
    pub(super) fn report_ball(&mut self, ball: Ball) {
        let term = self.error_term(ball);
        let image = self.image(term);
        let mut diagnostic = self.explain(&image);
        if diagnostic.span.is_none() {
            diagnostic.span = self.term_span();
        }
        self.report(diagnostic);
    }

    pub(super) fn warn_singletons(&mut self, read: &ReadTerm) {
        let once: Vec<&VariableOccurrence> = read
            .variables
            .iter()
            .filter(|variable| variable.count == 1 && !variable.name.starts_with('_'))
            .collect();
        if once.is_empty()
            || self
                .mem
                .match_struct(read.term, crate::atom::known::NECK, 1)
                .is_some()
        {
            return;
        }
        for variable in once {
            let diagnostic = Diagnostic::new(
                Severity::Warning,
                "W0201",
                format!(
                    "the variable {} occurs only once in this clause",
                    variable.name
                ),
            )
            .help(format!("write _{} or _ if that is meant", variable.name));
            let span = self.span_at(variable.first, variable.name.chars().count());
            self.diagnose(diagnostic, span);
        }
    }

    pub(super) fn warn_scattered(&mut self, id: PredId) {
        let predicate = self.db.predicate(id);
        if predicate.traits.discontiguous || predicate.traits.dynamic {
            return;
        }
        let name = self.predicate_name(id);
        let Some(context) = self.loading.contexts.last_mut() else {
            return;
        };
        if !context.scattered.insert(id) {
            return;
        }
        let diagnostic = Diagnostic::new(
            Severity::Warning,
            "W0202",
            format!("the clauses of {name} do not stand together"),
        )
        .help(format!(
            "move them together, or declare `:- discontiguous {name}.`"
        ));
        let span = self.term_span();
        self.diagnose(diagnostic, span);
    }

    pub(super) fn warn_redefined(&mut self, id: PredId, other: Atom) {
        let name = self.predicate_name(id);
        let other = self.text(other).to_owned();
        let diagnostic = Diagnostic::new(
            Severity::Warning,
            "W0203",
            format!("{name} is defined again; its clauses from {other} are dropped"),
        );
        let span = self.term_span();
        self.diagnose(diagnostic, span);
    }

    /// `name/arity` of a predicate.
    pub fn predicate_name(&self, id: PredId) -> String {
        let functor = self.db.predicate(id).functor;
        format!("{}/{}", self.text(functor.name()), functor.arity())
    }
}
