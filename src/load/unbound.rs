//! Which variable had no value.

use super::nearest::{close_name, listed};
use super::place::{SourceClause, Subterm};
use crate::atom::{Atom, known};
use crate::diagnostic::{Diagnostic, Label};
use crate::engine::machine::Machine;
use crate::program::builtin::{BuiltinInfo, BuiltinKind};
use crate::term::cell::{Cell, Functor, Tag};

/// The predicates whose arguments are evaluated, but for the first of `is/2`.
const ARITHMETIC: [Atom; 7] = [
    known::IS,
    known::ARITH_EQ,
    known::ARITH_NE,
    known::LESS,
    known::LESS_EQ,
    known::GREATER,
    known::GREATER_EQ,
];

/// Predicates that write or keep their arguments.
const WRITERS: [&str; 11] = [
    "write",
    "writeln",
    "writeq",
    "print",
    "write_canonical",
    "write_term",
    "format",
    "assert",
    "asserta",
    "assertz",
    "throw",
];

impl Machine {
    /// Names the variable that an instantiation error in `goal` is about, if it
    /// can be told from the text. `culprit` has raised it.
    pub(super) fn hint_unbound(
        &mut self,
        clause: &SourceClause,
        goal: Subterm,
        culprit: Option<Functor>,
        diagnostic: &mut Diagnostic,
    ) {
        if diagnostic.code != "E0302" {
            return;
        }
        if goal.term.is_var() {
            return self.hint_called(clause, goal, diagnostic);
        }
        let Some((functor, args)) = self.mem.compound(goal.term) else {
            return;
        };
        let is_arithmetic = functor.arity() == 2 && ARITHMETIC.contains(&functor.name());
        let has_goals = args.iter(&self.mem).any(|arg| {
            let arg = self.mem.deref(arg);
            arg.tag() == Tag::Str
        });
        if !is_arithmetic && has_goals && culprit != Some(functor) {
            return;
        }
        let first = usize::from(is_arithmetic && functor.name() == known::IS);
        let sides: Vec<Subterm> = (first..functor.arity())
            .filter_map(|index| clause.argument(self, goal, index))
            .collect();
        let mut variables: Vec<Cell> = Vec::new();
        for side in &sides {
            for variable in self.mem.term_variables(side.term) {
                if !variables.contains(&variable) && clause.name(variable).is_some() {
                    variables.push(variable);
                }
            }
        }
        let without_value: Vec<Cell> = match variables.len() {
            1 => variables.clone(),
            _ => variables
                .iter()
                .copied()
                .filter(|&variable| !self.occurs_before(clause, goal, variable))
                .collect(),
        };
        match without_value[..] {
            [variable, ..] if is_arithmetic => {
                self.blame(clause, goal, &sides, variable, diagnostic);
                let name = clause.name(variable).unwrap_or("_");
                diagnostic.message = format!("`{name}` has no value yet, but arithmetic needs one");
            }
            [variable] => self.blame(clause, goal, &sides, variable, diagnostic),
            [] => name_all(clause, &variables, diagnostic),
            _ => name_all(clause, &without_value, diagnostic),
        }
    }

    fn hint_called(&self, clause: &SourceClause, goal: Subterm, diagnostic: &mut Diagnostic) {
        let Some(name) = clause.name(goal.term) else {
            return;
        };
        diagnostic.message = format!("`{name}` has no value yet, so that it cannot be called");
        diagnostic.label = Some("a variable as a goal".to_owned());
        let lower = name.trim_start_matches('_').to_lowercase();
        if !self.occurs_before(clause, goal, goal.term) && !lower.is_empty() {
            diagnostic.help = Some(format!(
                "names of predicates start with a small letter: `{lower}`"
            ));
        }
    }

    /// Whether a variable occurs in the head or in a goal before this one, so
    /// that it may have got a value.
    fn occurs_before(&self, clause: &SourceClause, goal: Subterm, variable: Cell) -> bool {
        if clause.is_in_head(self, variable) {
            return true;
        }
        clause
            .goals()
            .take_while(|earlier| *earlier != goal)
            .filter(|earlier| !clause.contains(*earlier, goal))
            .any(|earlier| self.mem.occurs_in(variable, earlier.term))
    }

    fn blame(
        &mut self,
        clause: &SourceClause,
        goal: Subterm,
        sides: &[Subterm],
        variable: Cell,
        diagnostic: &mut Diagnostic,
    ) {
        let Some(name) = clause.name(variable) else {
            return;
        };
        diagnostic.message = format!("`{name}` has no value yet, but one is needed here");
        let found = sides
            .iter()
            .find_map(|&side| clause.occurrence(self, side, variable));
        if let Some(found) = found {
            diagnostic.span = Some(clause.span(found));
        }
        diagnostic.label = Some("no value yet".to_owned());
        if self.is_left_of(clause, goal, variable) {
            diagnostic.help = Some(format!(
                "a variable never changes its value: take a new one, as in `{name}1 is {name} + 1`"
            ));
            return;
        }
        let mut later = clause.goals().skip_while(|other| *other != goal).skip(1);
        let later = later.find(|later| self.may_bind(later.term, variable));
        if let Some(later) = later {
            diagnostic.labels.push(Label {
                span: clause.span(later),
                message: format!("`{name}` may get its value here"),
            });
            diagnostic.help = Some("move that goal up, before this one".to_owned());
        } else if self.occurs_before(clause, goal, variable) {
            diagnostic.help = Some(format!(
                "whoever calls this must give `{name}` a value first"
            ));
        } else {
            diagnostic.help = self.similar_variable(clause, variable, name);
        }
    }

    /// Whether a goal may give a variable a value. Arithmetic gives none to what it
    /// computes with; tests and goals that write give none at all.
    fn may_bind(&self, goal: Cell, variable: Cell) -> bool {
        let computes =
            |functor: Functor| functor.arity() == 2 && ARITHMETIC.contains(&functor.name());
        match self.mem.compound(goal) {
            Some((functor, args)) if computes(functor) => {
                let is = functor.name() == known::IS;
                is && self.mem.occurs_in(variable, args.get(&self.mem, 0))
            }
            Some((functor, _)) if self.binds_nothing(functor) => false,
            _ => self.mem.occurs_in(variable, goal),
        }
    }

    fn binds_nothing(&self, functor: Functor) -> bool {
        let is_test = |info: &BuiltinInfo| info.kind == BuiltinKind::Test;
        WRITERS.contains(&self.text(functor.name()))
            || self.db.core_builtin(functor).is_some_and(is_test)
    }

    /// Whether the goal is `X is Expression` for this `X`.
    fn is_left_of(&self, clause: &SourceClause, goal: Subterm, variable: Cell) -> bool {
        let is = self.mem.match_struct(goal.term, known::IS, 2).is_some();
        let left = clause.argument(self, goal, 0);
        is && left.is_some_and(|left| left.term == variable)
    }

    /// Another variable of the clause whose name is close to this one's.
    fn similar_variable(
        &self,
        clause: &SourceClause,
        variable: Cell,
        name: &str,
    ) -> Option<String> {
        let mut others = clause
            .variables
            .iter()
            .filter(|other| other.cell != variable);
        let close = others.find(|other| close_name(name, &other.name));
        close.map(|other| format!("did you mean `{}`?", other.name))
    }
}

/// More variables are not named: that tells nothing.
const MOST_NAMED: usize = 3;

/// Names the variables of which one has no value.
fn name_all(clause: &SourceClause, variables: &[Cell], diagnostic: &mut Diagnostic) {
    let names: Vec<String> = variables
        .iter()
        .filter_map(|&variable| clause.name(variable).map(|name| format!("`{name}`")))
        .collect();
    if (1..=MOST_NAMED).contains(&names.len()) {
        let names = listed(&names, "or");
        diagnostic.message = format!("{names} has no value yet, but one is needed here");
    }
}
