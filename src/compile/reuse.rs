//! Compound arguments of the head that the body builds again.
//!
//! `merge([X|Xs], [Y|Ys], [X|Zs]) :- X @< Y, merge(Xs, [Y|Ys], Zs)` gets a list and passes
//! the same list on. There the body takes what came instead of building its like, which
//! often is in its register already. Only lists and pairs are treated so: others may be
//! there for the sake of `setarg/3`, for which it matters that they are new.

use super::analyse::push_arguments;
use super::normal::{Goal, GoalKind, NormalClause, Var};
use crate::atom::known;
use crate::term::cell::{Cell, Functor, Tag};

/// Gives names to arguments of the head that occur in the body, and puts the names there.
pub fn reuse_arguments(clause: &mut NormalClause) {
    for index in 0..clause.head.len() {
        let arg = clause.head[index];
        let mut replacement = Replacement {
            words: &clause.words,
            term: arg,
            name: clause.variables,
            is_used: false,
        };
        if !replacement.is_reusable() {
            continue;
        }
        replacement.goals(&mut clause.body);
        if replacement.is_used {
            clause.kept.push((index, clause.variables));
            clause.variables += 1;
        }
    }
}

/// A term and the variable that stands for it.
struct Replacement<'a> {
    words: &'a [u64],
    term: Cell,
    name: Var,
    is_used: bool,
}

impl Replacement<'_> {
    /// Whether the term is a list or a pair, and not ground: such ones are constants.
    fn is_reusable(&self) -> bool {
        let pair = Functor::new(known::MINUS, 2).0;
        let is_pair = |term: Cell| self.words[(term.offset() / 8) as usize] == pair;
        if !(self.term.tag() == Tag::Lst || self.term.tag() == Tag::Str && is_pair(self.term)) {
            return false;
        }
        let mut todo = vec![self.term];
        while let Some(cell) = todo.pop() {
            if cell.tag() == Tag::Ref {
                return true;
            }
            push_arguments(self.words, cell, &mut todo);
        }
        false
    }

    fn goals(&mut self, goals: &mut [Goal]) {
        for goal in goals {
            match &mut goal.kind {
                GoalKind::Call(_, args) | GoalKind::Builtin(_, _, args) => {
                    args.iter_mut().for_each(|arg| self.term(arg));
                }
                GoalKind::Unify(one, other) => {
                    self.term(one);
                    self.term(other);
                }
                GoalKind::Or(branches) => branches.iter_mut().for_each(|goals| self.goals(goals)),
                GoalKind::If(conditional) => {
                    self.goals(&mut conditional.condition);
                    self.goals(&mut conditional.then);
                    self.goals(&mut conditional.otherwise);
                }
                GoalKind::Not(goals, ..) => self.goals(goals),
                _ => {}
            }
        }
    }

    fn term(&mut self, arg: &mut Cell) {
        if self.is_same(*arg) {
            *arg = Cell::reference(8 * self.name as u64);
            self.is_used = true;
        }
    }

    /// Whether a term has the same words, so that it is equal whatever its variables are.
    fn is_same(&self, other: Cell) -> bool {
        let mut todo = vec![(self.term, other)];
        while let Some((one, other)) = todo.pop() {
            if one.tag() != other.tag() {
                return false;
            }
            let (at, against) = ((one.offset() / 8) as usize, (other.offset() / 8) as usize);
            let (skipped, count) = match one.tag() {
                Tag::Lst => (0, 2),
                Tag::Str if self.words[at] == self.words[against] => {
                    (1, Functor(self.words[at]).arity())
                }
                Tag::Str | Tag::Box => return false,
                _ if one == other => continue,
                _ => return false,
            };
            let args = (skipped..skipped + count).map(|place| {
                (
                    Cell(self.words[at + place]),
                    Cell(self.words[against + place]),
                )
            });
            todo.extend(args);
        }
        true
    }
}
