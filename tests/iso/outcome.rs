//! What a case did, and whether that is one of the outcomes expected of it.

use crate::term::{Parser, Renaming, Term, matches};

/// What happened to a case.
#[derive(Debug)]
pub struct Outcome {
    pub kind: Kind,
    /// What the query printed.
    pub output: String,
}

#[derive(Debug)]
pub enum Kind {
    Succeeds,
    Fails,
    SyntaxError,
    Answers(Vec<Term>),
    Error(Term),
    Throws(Term),
    Exit(Option<i32>),
    /// The process crashed or hung, or the driver broke.
    Broken(String),
}

impl Kind {
    /// The kind of outcome that the driver has written down.
    pub fn from_driver(term: &Term) -> Kind {
        if let Some(answers) = term.argument_of("all") {
            return Kind::Answers(answers.elements().into_iter().cloned().collect());
        }
        if term.argument_of("once").is_some() {
            return Kind::Succeeds;
        }
        if let Some(formal) = term.argument_of("err") {
            return Kind::Error(formal.clone());
        }
        if let Some(ball) = term.argument_of("ball") {
            return Kind::Throws(ball.clone());
        }
        match term {
            Term::Atom(name) if name == "no" => Kind::Fails,
            Term::Atom(name) if name == "syntax_error" => Kind::SyntaxError,
            other => Kind::Broken(format!("{other:?}")),
        }
    }
}

impl Outcome {
    /// Is this one of the alternatives in `expected`, separated by ` || `?
    pub fn is_one_of(&self, expected: &str) -> bool {
        expected
            .split(" || ")
            .any(|form| self.has_form(form.trim()))
    }

    fn has_form(&self, form: &str) -> bool {
        match form {
            "succeeds" => return matches!(self.kind, Kind::Succeeds),
            "fails" => return matches!(self.kind, Kind::Fails),
            "syntax_error" => return matches!(self.kind, Kind::SyntaxError),
            _ => {}
        }
        let (name, body) = form
            .split_once('(')
            .expect("an expected outcome has a known form");
        let body = body
            .strip_suffix(')')
            .expect("an expected outcome ends with a bracket");
        let is_term = |actual| matches(&Parser::new(body).term(), actual, &mut Renaming::default());
        match (name, &self.kind) {
            ("error", Kind::Error(formal)) => is_term(formal),
            ("throws", Kind::Throws(ball)) => is_term(ball),
            ("exit", Kind::Exit(status)) => body.parse().ok() == *status,
            ("output", Kind::Succeeds) => is_output(&super::decoded(body), &self.output),
            ("answers", Kind::Fails) => Parser::new(body).answers().is_empty(),
            ("answers", Kind::Answers(answers)) => has_answers(body, answers),
            _ => false,
        }
    }
}

fn has_answers(body: &str, answers: &[Term]) -> bool {
    let wanted = Parser::new(body).answers();
    wanted.len() == answers.len()
        && wanted
            .iter()
            .zip(answers)
            .all(|(wanted, answer)| has_bindings(wanted, answer))
}

fn has_bindings(wanted: &[(String, Term)], answer: &Term) -> bool {
    let mut names = Renaming::default();
    let bindings = answer.elements();
    wanted.iter().all(|(name, value)| {
        let actual = bindings
            .iter()
            .filter_map(|b| b.binding())
            .find(|(n, _)| n == name);
        actual.is_some_and(|(_, actual)| matches(value, actual, &mut names))
    })
}

/// Is `actual` the text `wanted`, in which `_#` stands for the name of a variable?
fn is_output(wanted: &str, actual: &str) -> bool {
    let mut parts = wanted.split("_#");
    let Some(mut rest) = actual.strip_prefix(parts.next().unwrap_or_default()) else {
        return false;
    };
    for part in parts {
        let Some(name) = rest.strip_prefix('_') else {
            return false;
        };
        // A part never starts like the rest of a name, so the longest name is right.
        rest = name.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_');
        match rest.strip_prefix(part) {
            Some(after) => rest = after,
            None => return false,
        }
    }
    rest.is_empty()
}

impl std::fmt::Display for Outcome {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.kind {
            Kind::Succeeds => write!(f, "succeeds, printing {:?}", self.output),
            Kind::Exit(status) => write!(f, "exit {status:?}, printing {:?}", self.output),
            Kind::Broken(why) => write!(f, "{why}"),
            kind => write!(f, "{kind:?}"),
        }
    }
}
