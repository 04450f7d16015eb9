//! Variables that occur once in each branch of a disjunction: no branch does
//! anything with their values.

use super::place::{SourceClause, Subterm};
use crate::atom::{Atom, known};
use crate::diagnostic::{Diagnostic, Severity};
use crate::engine::machine::Machine;
use crate::syntax::reader::{ReadTerm, VariableOccurrence};
use crate::term::cell::{Cell, Functor};

/// The variables that may be worth a warning, in order of their addresses.
struct Watched(Vec<Cell>);

/// How often each of the watched variables occurs.
#[derive(Clone)]
struct Counts(Vec<u32>);

impl Counts {
    fn add(&mut self, more: &Counts) {
        for (count, more) in self.0.iter_mut().zip(&more.0) {
            *count += more;
        }
    }
}

/// A conjunction, and how often variables occur around it on the way into it.
struct Path {
    goals: Vec<Cell>,
    around: Counts,
}

impl Machine {
    /// Warns about variables of a rule that occur in several branches, but once
    /// in each way through the body.
    pub(super) fn warn_branches(&mut self, read: &ReadTerm) {
        let Some(args) = self.mem.match_struct(read.term, known::NECK, 2) else {
            return;
        };
        let body = args.get(&self.mem, 1);
        if !self.has_disjunction(body) {
            return;
        }
        let is_watched =
            |named: &&VariableOccurrence| named.count > 1 && !named.name.starts_with('_');
        let named = read.variables.iter().filter(is_watched);
        let mut watched: Vec<Cell> = named.clone().map(|named| named.cell).collect();
        watched.sort_unstable_by_key(|var| var.offset());
        let watched = Watched(watched);
        let around = self.count(&[args.get(&self.mem, 0)], &watched);
        let mut todo = vec![Path {
            goals: vec![body],
            around,
        }];
        let mut lonely: Vec<(Cell, Cell)> = Vec::new();
        while let Some(path) = todo.pop() {
            self.branch(path, &watched, &mut todo, &mut lonely);
        }
        lonely.reverse();
        let lonely: Vec<(Cell, Cell)> = named
            .filter_map(|named| lonely.iter().copied().find(|&(var, _)| var == named.cell))
            .collect();
        if !lonely.is_empty() {
            self.report_lonely(read, &lonely);
        }
    }

    fn has_disjunction(&self, body: Cell) -> bool {
        let mut todo = vec![body];
        while let Some(goal) = todo.pop() {
            let (functor, args) = match self.mem.compound(goal) {
                Some(found) if found.0.arity() == 2 => found,
                _ => continue,
            };
            match functor.name() {
                known::SEMICOLON => return true,
                known::COMMA => todo.extend(args.iter(&self.mem)),
                _ => {}
            }
        }
        false
    }

    /// Looks at one conjunction: the branches of its disjunctions are ways of
    /// their own, around which are the head and the other goals.
    fn branch(
        &self,
        path: Path,
        watched: &Watched,
        todo: &mut Vec<Path>,
        lonely: &mut Vec<(Cell, Cell)>,
    ) {
        let (plain, disjunctions) = self.parts(path.goals);
        let own = self.count(&plain, watched);
        let inside = disjunctions.iter();
        let inside: Vec<Counts> = inside.map(|&goal| self.count(&[goal], watched)).collect();
        for (at, &var) in watched.0.iter().enumerate() {
            let elsewhere = path.around.0[at] > 0 || inside.iter().any(|counts| counts.0[at] > 0);
            if own.0[at] == 1 && !elsewhere {
                let goal = plain.iter().find(|&&goal| self.mem.occurs_in(var, goal));
                lonely.extend(goal.map(|&goal| (var, goal)));
            }
        }
        for (index, &disjunction) in disjunctions.iter().enumerate() {
            let mut around = path.around.clone();
            around.add(&own);
            for (other, counts) in inside.iter().enumerate() {
                if other != index {
                    around.add(counts);
                }
            }
            for goals in self.branches(disjunction) {
                todo.push(Path {
                    goals,
                    around: around.clone(),
                });
            }
        }
    }

    /// The goals of a conjunction that are no disjunctions, and those that are.
    fn parts(&self, goals: Vec<Cell>) -> (Vec<Cell>, Vec<Cell>) {
        let (mut plain, mut disjunctions) = (Vec::new(), Vec::new());
        let mut todo = goals;
        todo.reverse();
        while let Some(goal) = todo.pop() {
            match self.mem.compound(goal) {
                Some((functor, args)) if is(functor, known::COMMA) => {
                    todo.extend(args.iter(&self.mem).rev());
                }
                Some((functor, _)) if is(functor, known::SEMICOLON) => disjunctions.push(goal),
                _ => plain.push(goal),
            }
        }
        (plain, disjunctions)
    }

    /// The branches of a disjunction; condition and action are one.
    fn branches(&self, disjunction: Cell) -> Vec<Vec<Cell>> {
        let Some((_, args)) = self.mem.compound(disjunction) else {
            return Vec::new();
        };
        let sides = args
            .iter(&self.mem)
            .map(|side| match self.mem.compound(side) {
                Some((functor, inner))
                    if is(functor, known::ARROW) || is(functor, known::SOFT_ARROW) =>
                {
                    inner.iter(&self.mem).collect()
                }
                _ => vec![side],
            });
        sides.collect()
    }

    /// The occurrences of watched variables in terms.
    fn count(&self, terms: &[Cell], watched: &Watched) -> Counts {
        let mut counts = Counts(vec![0; watched.0.len()]);
        let mut todo = terms.to_vec();
        while let Some(term) = todo.pop() {
            let term = self.mem.deref(term);
            if term.is_var() {
                let found = watched
                    .0
                    .binary_search_by_key(&term.offset(), |var| var.offset());
                if let Ok(at) = found {
                    counts.0[at] += 1;
                }
            } else if let Some((_, args)) = self.mem.compound(term) {
                todo.extend(args.iter(&self.mem));
            }
        }
        counts
    }

    fn report_lonely(&mut self, read: &ReadTerm, lonely: &[(Cell, Cell)]) {
        let top = self.mem.heap_used();
        let clause = self.current_clause();
        for &(var, goal) in lonely {
            let named = read.variables.iter().find(|named| named.cell == var);
            let Some(name) = named.map(|named| named.name.clone()) else {
                continue;
            };
            let mut diagnostic = Diagnostic::new(
                Severity::Warning,
                "W0205",
                format!("`{name}` occurs only once in this branch"),
            )
            .help(match self.is_loose_choice(read, var) {
                true => "`,` binds tighter than `;`: if the last goals belong to both branches, \
                         put the branches in parentheses"
                    .to_owned(),
                false => format!(
                    "write `_` if any value is meant; another branch does not see this `{name}`"
                ),
            });
            diagnostic.span = clause.as_ref().and_then(|clause| {
                let place = self.same_place(read, clause, goal)?;
                let again = clause.variables.iter().find(|again| again.name == name)?;
                let found = clause.occurrence(self, place, again.cell);
                Some(clause.span(found.unwrap_or(place)))
            });
            self.report_here(diagnostic);
        }
        self.mem.truncate(top);
    }

    /// Whether the body of a rule is `A ; B, C` where C, but not B, may have been
    /// meant for A as well: it shares a variable with both.
    fn is_loose_choice(&self, read: &ReadTerm, var: Cell) -> bool {
        let body = self.mem.match_struct(read.term, known::NECK, 2);
        let choice = body.and_then(|rule| {
            self.mem
                .match_struct(rule.get(&self.mem, 1), known::SEMICOLON, 2)
        });
        let Some(choice) = choice else {
            return false;
        };
        let first = choice.get(&self.mem, 0);
        let is_condition = [known::ARROW, known::SOFT_ARROW]
            .iter()
            .any(|&arrow| self.mem.match_struct(first, arrow, 2).is_some());
        let last = choice.get(&self.mem, 1);
        let goals = self.mem.match_struct(last, known::COMMA, 2);
        let rest = goals.map(|goals| goals.get(&self.mem, 1));
        !is_condition && rest.is_some_and(|rest| self.mem.occurs_in(var, rest))
    }

    /// The place of a goal of the term that was read, in the clause read again.
    fn same_place(&self, read: &ReadTerm, clause: &SourceClause, goal: Cell) -> Option<Subterm> {
        let wanted = self.named_text(&read.variables, goal);
        clause.find(self, clause.body(self)?, |subterm| {
            self.named_text(&clause.variables, subterm.term) == wanted
        })
    }
}

fn is(functor: Functor, name: Atom) -> bool {
    functor == Functor::new(name, 2)
}
