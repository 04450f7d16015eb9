//! Warnings of the loader.

use super::nearest::{close_name, listed};
use super::slips::{marked_twice, twice_marked};
use super::wording::syntax_code;
use crate::atom::{Atom, known};
use crate::diagnostic::{Diagnostic, Label, Severity, Span};
use crate::engine::machine::Machine;
use crate::error::{Ball, Position, SyntaxError};
use crate::program::clause::Clause;
use crate::program::predicate::{Definition, PredId};
use crate::syntax::chars::is_symbol;
use crate::syntax::reader::{ReadTerm, VariableOccurrence};
use crate::term::cell::{Cell, Functor};

impl Machine {
    /// Hands a diagnostic to the front end, or keeps it for the host.
    pub fn report(&mut self, diagnostic: Diagnostic) {
        self.count_report(diagnostic.severity);
        match &mut self.reporter {
            Some(reporter) => {
                let _ = self.io.flush_all();
                reporter(&diagnostic);
            }
            None => self.diagnostics.push(diagnostic),
        }
    }

    /// Counts what is reported about the file being loaded.
    fn count_report(&mut self, severity: Severity) {
        let Some(context) = self.loading.contexts.last_mut() else {
            return;
        };
        self.loading.has_errors |= severity == Severity::Error;
        match severity {
            Severity::Error => context.reports.errors += 1,
            Severity::Warning => context.reports.warnings += 1,
            Severity::Note => {}
        }
    }

    /// The file and a place in it.
    pub fn span_at(&self, start: Position, length: usize) -> Option<Span> {
        let context = self.loading.contexts.last()?;
        let file = self.text(context.text_file()).to_owned();
        Some(Span {
            file,
            start,
            length,
            text: None,
        })
    }

    /// The place of the term being handled.
    pub fn term_span(&self) -> Option<Span> {
        let term = &self.loading.contexts.last()?.term;
        let length = match term.end.line == term.start.line {
            true => term.end.column.saturating_sub(term.start.column + 1).max(1),
            false => 1,
        };
        self.span_at(term.start, length as usize)
    }

    fn diagnose(&mut self, diagnostic: Diagnostic, span: Option<Span>) {
        self.report(match span {
            Some(span) => diagnostic.at(span),
            None => diagnostic,
        });
    }

    pub(super) fn report_syntax_error(&mut self, error: &SyntaxError) {
        let code = syntax_code(error.kind);
        let mut diagnostic = Diagnostic::new(Severity::Error, code, error.message.clone());
        diagnostic.help = error.help.clone();
        let span = self.span_at(error.at, error.length);
        self.diagnose(diagnostic, span);
    }

    /// Reports an error in a clause, which is then passed over.
    pub(super) fn report_ball(&mut self, ball: Ball) {
        let no_clause = match ball {
            Ball::Instantiation => Some("the head of a clause cannot be a variable".to_owned()),
            Ball::Type(known::CALLABLE, culprit) => {
                let culprit = self.shown(culprit);
                Some(format!(
                    "`{culprit}` is neither the head of a clause nor a goal"
                ))
            }
            _ => None,
        };
        let term = self.error_term(ball);
        let image = self.image(term);
        let mut diagnostic = self.explain(&image);
        if let Some(message) = no_clause {
            diagnostic = Diagnostic::new(Severity::Error, "E0201", message);
        }
        self.report_here(diagnostic);
    }

    /// Reports something about the term being handled, if it has no place of its own.
    pub fn report_here(&mut self, mut diagnostic: Diagnostic) {
        if diagnostic.span.is_none() {
            diagnostic.span = self.term_span();
        }
        self.report(diagnostic);
    }

    /// What is worth a warning in a term that was read, before it is handled.
    pub(super) fn warn_term(&mut self, read: &ReadTerm) {
        let context = self.loading.contexts.last();
        if !context.is_some_and(|context| context.unwanted.singleton) {
            self.warn_singletons(read);
            self.warn_marked(read);
            self.warn_branches(read);
        }
        self.check_slips(read);
    }

    fn warn_singletons(&mut self, read: &ReadTerm) {
        let once: Vec<&VariableOccurrence> = read
            .variables
            .iter()
            .filter(|variable| variable.count == 1 && !variable.name.starts_with('_'))
            .collect();
        let Some(first) = once.first() else {
            return;
        };
        let names: Vec<String> = once.iter().map(|once| format!("`{}`", once.name)).collect();
        let message = match once.len() {
            1 => format!("{} occurs only once here", names[0]),
            _ => format!("{} occur only once here", listed(&names, "and")),
        };
        let mut diagnostic = Diagnostic::new(Severity::Warning, "W0201", message);
        diagnostic.help = Some(self.singleton_help(read, first));
        diagnostic.span = self.span_at(first.first, first.name.chars().count());
        let others = once[1..].iter().filter_map(|variable| {
            Some(Label {
                span: self.span_at(variable.first, variable.name.chars().count())?,
                message: String::new(),
            })
        });
        diagnostic.labels = others.collect();
        self.report(diagnostic);
    }

    fn singleton_help(&self, read: &ReadTerm, once: &VariableOccurrence) -> String {
        let name = &once.name;
        let others = read
            .variables
            .iter()
            .filter(|other| other.cell != once.cell);
        if let Some(close) = others.clone().find(|other| close_name(name, &other.name)) {
            return format!("did you mean `{}`? If not, write `_{name}`", close.name);
        }
        let is_word = name.chars().filter(|c| c.is_lowercase()).count() >= 2;
        if is_word && others.count() == 0 && self.is_fact(read) {
            return format!(
                "a name that stands for itself starts with a small letter: `{}`; write `_{name}` \
                 if any value is meant",
                name.to_lowercase()
            );
        }
        format!("write `_{name}` or `_` if any value is meant")
    }

    fn is_fact(&self, read: &ReadTerm) -> bool {
        let rules = [
            (known::NECK, 1),
            (known::NECK, 2),
            (known::QUERY, 1),
            (known::DCG_ARROW, 2),
        ];
        rules
            .iter()
            .all(|&(name, arity)| self.mem.match_struct(read.term, name, arity).is_none())
    }

    /// Warns about a variable that is marked as occurring once, and occurs again.
    fn warn_marked(&mut self, read: &ReadTerm) {
        for variable in marked_twice(read) {
            let span = self.span_at(variable.first, variable.name.chars().count());
            self.diagnose(twice_marked(variable), span);
        }
    }

    /// Warns about a clause that stands apart from those before it.
    pub(super) fn warn_scattered(&mut self, id: PredId) {
        let predicate = self.db.predicate(id);
        if predicate.traits.discontiguous || predicate.traits.dynamic {
            return;
        }
        let functor = predicate.functor;
        let name = self.functor_text(functor);
        let Some(context) = self.loading.contexts.last_mut() else {
            return;
        };
        let is_unwanted = context.is_library || context.unwanted.discontiguous;
        if is_unwanted || !context.scattered.insert(id) {
            return;
        }
        let mut diagnostic = Diagnostic::new(
            Severity::Warning,
            "W0202",
            format!("the clauses of {name} do not stand together"),
        )
        .help(format!(
            "move them together, or declare `:- discontiguous {name}.`"
        ));
        diagnostic.span = self.head_span(functor);
        diagnostic.label = Some("this clause stands apart".to_owned());
        let before = self.last_clause(id);
        diagnostic.labels.extend(before.map(|span| Label {
            span,
            message: "the clause before".to_owned(),
        }));
        self.report(diagnostic);
    }

    /// Warns that a file replaces the clauses of a predicate from another one.
    pub(super) fn warn_redefined(&mut self, id: PredId, other: Atom) {
        let functor = self.db.predicate(id).functor;
        let name = self.functor_text(functor);
        let other = self.short_path(other);
        let mut diagnostic = Diagnostic::new(
            Severity::Warning,
            "W0203",
            format!("{name} is defined again: its clauses from {other} are dropped"),
        )
        .help(format!(
            "choose another name, or declare `:- multifile {name}.` in both files"
        ));
        diagnostic.span = self.head_span(functor);
        let before = self.last_clause(id);
        diagnostic.labels.extend(before.map(|span| Label {
            span,
            message: "defined here before".to_owned(),
        }));
        self.report(diagnostic);
    }

    /// Reports that a predicate is imported from two modules.
    pub fn warn_imported(&mut self, id: PredId, first: PredId, second: PredId) {
        let name = self.functor_text(self.db.predicate(id).functor);
        let module = |id: PredId| self.text(self.db.predicate(id).module).to_owned();
        let (first, second) = (module(first), module(second));
        let message = format!("{name} is exported by {first} and by {second}");
        let mut diagnostic = Diagnostic::new(Severity::Warning, "W0206", message).help(format!(
            "that of {first} stays; import the other by another name: `use_module(File, [{name} as Name])`"
        ));
        diagnostic.span = self.term_span();
        self.report(diagnostic);
    }

    /// Reports what the file that has been read exports but does not define.
    pub(super) fn warn_undefined_exports(&mut self) {
        let Some(context) = self.loading.contexts.last() else {
            return;
        };
        let (name, header) = (context.module, context.header.clone());
        let Some(module) = self
            .db
            .module(name)
            .filter(|_| header.is_some() && !context.is_library)
        else {
            return;
        };
        let is_missing = |functor: &&Functor| {
            let id = module.predicates.get(*functor);
            let is_there = id.is_some_and(|&id| self.db.predicate(id).is_defined());
            !is_there && self.db.resolve(known::SYSTEM, **functor).is_none()
        };
        let missing: Vec<Functor> = module.exports.keys().filter(is_missing).copied().collect();
        for functor in missing {
            let what = self.functor_text(functor);
            let message = format!("the module exports {what}, but does not define it");
            let mut diagnostic = Diagnostic::new(Severity::Warning, "W0209", message);
            diagnostic.span = header.clone();
            self.report(diagnostic);
        }
    }

    /// Reports that a file wants to import what a module does not export.
    pub fn warn_unexported(&mut self, from: Atom, functor: Functor) {
        let name = self.functor_text(functor);
        let module = self.quoted_text(Cell::atom(from));
        let message = format!("the module {module} does not export {name}");
        let mut diagnostic = Diagnostic::new(Severity::Warning, "W0208", message);
        diagnostic.help = self.nearest_export(from, functor);
        diagnostic.span = self.term_span();
        self.report(diagnostic);
    }

    /// Reports clauses for a predicate that users may not define, once a load.
    pub(super) fn refuse_clause(&mut self, functor: Functor) {
        let id = self.db.find_or_add(known::SYSTEM, functor);
        let Some(context) = self.loading.contexts.last_mut() else {
            return;
        };
        if !context.scattered.insert(id) {
            return;
        }
        let name = self.functor_text(functor);
        let mut diagnostic = Diagnostic::new(
            Severity::Error,
            "E0308",
            match self.is_of_host(functor) {
                true => {
                    format!(
                        "{name} is a predicate of the host, in Rust: a program cannot define it"
                    )
                }
                false => {
                    format!("{name} is a predicate of the system: a program cannot define it")
                }
            },
        );
        diagnostic.span = self.head_span(functor);
        diagnostic.help = Some(match functor.name() {
            known::ARROW | known::SOFT_ARROW => "a rule is written `Head :- Body`".to_owned(),
            known::COMMA => {
                "does the clause before end with a comma instead of a period?".to_owned()
            }
            known::NECK => "does the clause before lack its period?".to_owned(),
            name if functor.arity() == 2 && self.text(name).chars().all(is_symbol) => {
                "a rule is written `Head :- Body`".to_owned()
            }
            _ => "choose another name".to_owned(),
        });
        self.report(diagnostic);
    }

    /// Whether a clause is a rule with `=>`; a program that makes the operator its own
    /// means something else.
    pub(super) fn is_matching_rule(&self, head: Cell) -> bool {
        let Some((functor, _)) = self.mem.callable(head) else {
            return false;
        };
        functor.arity() == 2
            && self.text(functor.name()) == "=>"
            && self
                .ops
                .get(functor.name())
                .infix
                .is_some_and(|op| op.priority == 1200)
    }

    /// Reports rules with `=>`, once a load.
    pub(super) fn refuse_matching_rule(&mut self, functor: Functor) {
        let id = self.db.find_or_add(known::SYSTEM, functor);
        let context = self.loading.contexts.last_mut();
        if !context.is_some_and(|context| context.scattered.insert(id)) {
            return;
        }
        let message = "rules with `=>`, whose heads are matched, are not there yet";
        let mut diagnostic = Diagnostic::new(Severity::Error, "E0202", message);
        diagnostic.span = self.term_span();
        diagnostic.help = Some("a rule is written `Head :- Body`; a cut commits to it".to_owned());
        self.report(diagnostic);
    }

    /// Reports clauses for a predicate that the file imports by its name.
    pub(super) fn refuse_imported(&mut self, functor: Functor, from: PredId) {
        let Some(context) = self.loading.contexts.last_mut() else {
            return;
        };
        if !context.scattered.insert(from) {
            return;
        }
        let name = self.functor_text(functor);
        let module = self.text(self.db.predicate(from).module).to_owned();
        let message = format!("no permission to define {name}: it is imported from {module}");
        let mut diagnostic = Diagnostic::new(Severity::Error, "E0114", message).help(format!(
            "choose another name, or import the other by another name: `{name} as Name`"
        ));
        diagnostic.span = self.head_span(functor);
        self.report(diagnostic);
    }

    /// Reports a definition that hides what the file imports from another file.
    pub(super) fn warn_hidden(&mut self, id: PredId, from: PredId) {
        let (predicate, hidden) = (self.db.predicate(id), self.db.predicate(from));
        let functor = predicate.functor;
        if hidden.traits.system || !hidden.is_defined() {
            return;
        }
        let name = self.functor_text(functor);
        let module = self.text(hidden.module).to_owned();
        let message = format!("this definition of {name} hides the one imported from {module}");
        let mut diagnostic = Diagnostic::new(Severity::Warning, "W0207", message);
        diagnostic.span = self.head_span(functor);
        self.report(diagnostic);
    }

    /// Reports an import by name of what the file defines itself.
    pub fn refuse_import(&mut self, id: PredId, from: PredId) {
        let name = self.functor_text(self.db.predicate(id).functor);
        let module = self.text(self.db.predicate(from).module).to_owned();
        let message = format!("no permission to import {name} from {module}: it is defined here");
        let mut diagnostic = Diagnostic::new(Severity::Error, "E0115", message)
            .help(format!("import it by another name: `{name} as Name`"));
        diagnostic.span = self.term_span();
        self.report(diagnostic);
    }

    /// The start of the term being handled, as long as the name of `functor`.
    pub(super) fn head_span(&self, functor: Functor) -> Option<Span> {
        let start = self.loading.contexts.last()?.term.start;
        let name = self.quoted_text(Cell::atom(functor.name()));
        self.span_at(start, name.chars().count())
    }

    /// Where the last clause of a predicate starts.
    fn last_clause(&self, id: PredId) -> Option<Span> {
        self.clause_span(id, self.clauses_of(id).last()?)
    }

    /// Where the first clause of a predicate starts.
    pub fn first_clause(&self, id: PredId) -> Option<Span> {
        self.clause_span(id, self.clauses_of(id).first()?)
    }

    fn clause_span(&self, id: PredId, clause: &Clause) -> Option<Span> {
        let source = clause.source()?;
        let functor = self.db.predicate(id).functor;
        let name = self.quoted_text(Cell::atom(functor.name()));
        Some(Span {
            file: self.text(source.place()?).to_owned(),
            start: Position {
                line: source.line,
                ..Position::default()
            },
            length: name.chars().count(),
            text: None,
        })
    }

    /// The warning that a goal of the command line has failed; `main/0` of the library
    /// stands for `main/1` of the program.
    pub fn failed_goal(&self, goal: Cell, text: &str) -> Diagnostic {
        let plain = self.strip_module(goal, known::USER);
        let (module, goal) = plain.unwrap_or((known::USER, goal));
        let message = format!("the goal {text} failed");
        let mut diagnostic = Diagnostic::new(Severity::Warning, "W0211", message);
        let own = |functor: Functor| {
            let id = self.db.find(module, functor)?;
            let predicate = self.db.predicate(id);
            let is_own = matches!(predicate.definition, Definition::Clauses);
            (is_own && !predicate.traits.system).then_some(id)
        };
        let Some((functor, _)) = self.mem.callable(goal) else {
            return diagnostic;
        };
        let id = own(functor).or_else(|| {
            let is_main = functor.arity() == 0 && self.text(functor.name()) == "main";
            let id = own(Functor::new(functor.name(), 1)).filter(|_| is_main)?;
            diagnostic.message = "main/1 failed".to_owned();
            Some(id)
        });
        diagnostic.span = id.and_then(|id| self.first_clause(id));
        diagnostic
    }

    /// `name/arity` of a predicate.
    pub fn predicate_name(&self, id: PredId) -> String {
        let functor = self.db.predicate(id).functor;
        format!("{}/{}", self.text(functor.name()), functor.arity())
    }
}
