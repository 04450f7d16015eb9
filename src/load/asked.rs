//! Where the goals of a query stand in its text: for errors that no clause of the
//! program is on the way to.

use super::place::{SourceClause, Subterm};
use crate::atom::known;
use crate::diagnostic::Diagnostic;
use crate::engine::backtrace::Frame;
use crate::engine::machine::Machine;
use crate::term::cell::{Cell, Functor};

impl Machine {
    /// Marks the goal of the query that has raised an error, if its text leaves no
    /// doubt which one it is. `inside` is the way to the error, `value` what it is about.
    pub(super) fn mark_query(
        &mut self,
        diagnostic: &mut Diagnostic,
        culprit: Option<Functor>,
        inside: &[Frame],
        value: Option<Cell>,
    ) {
        let Some(asked) = self.asked.take() else {
            return;
        };
        let Some(query) = self.source_query(&asked) else {
            return;
        };
        let callees = culprit.into_iter().chain(inside.iter().map(|f| f.functor));
        let mut found = None;
        for callee in callees {
            let calls = self.calls_in(&query, callee);
            if !calls.is_empty() {
                let is_own = culprit == Some(callee);
                found = self.guilty_call(&query, &calls, value.filter(|_| is_own), diagnostic);
                break;
            }
        }
        let goals: Vec<Subterm> = query.goals().collect();
        let only = match goals[..] {
            [goal] => Some(goal),
            _ => None,
        };
        let Some(marked) = found.or(only) else {
            return;
        };
        diagnostic.span = Some(query.span(marked));
        if let Some((functor, _)) = self.mem.callable(marked.term) {
            // The goal that is shown tells that already.
            let raised = format!("raised by {}", self.functor_text(functor));
            diagnostic.notes.retain(|note| *note != raised);
        }
        self.hint_unbound(&query, marked, culprit, diagnostic);
        self.hint_atom(&query, marked, value, diagnostic);
    }

    /// The goals of a query that call a predicate; if there are none, those in the
    /// arguments of its goals.
    fn calls_in(&self, query: &SourceClause, callee: Functor) -> Vec<Subterm> {
        let is_call = |goal: &Subterm| self.is_call_of(goal.term, callee);
        let goals: Vec<Subterm> = query.goals().filter(is_call).collect();
        match goals.is_empty() {
            true => {
                let inside = query.goals().flat_map(|goal| query.subterms(self, goal));
                inside.filter(is_call).collect()
            }
            false => goals,
        }
    }

    fn is_call_of(&self, goal: Cell, callee: Functor) -> bool {
        if self.mem.deref(goal).is_var() {
            return callee == Functor::new(known::CALL, 1);
        }
        let functor = self.mem.callable(goal).map(|(functor, _)| functor);
        functor == Some(callee)
    }

    /// The call among several of one predicate that an error can be about.
    fn guilty_call(
        &self,
        query: &SourceClause,
        calls: &[Subterm],
        value: Option<Cell>,
        diagnostic: &Diagnostic,
    ) -> Option<Subterm> {
        if let [call] = *calls {
            return Some(call);
        }
        let can_be = |call: &&Subterm| match (value, self.blamed_argument()) {
            (Some(value), Some(number)) => {
                let argument = query.argument(self, **call, number - 1);
                argument.is_some_and(|argument| self.can_become(argument.term, value))
            }
            _ if diagnostic.code == "E0302" => !self.mem.is_ground(call.term),
            _ => true,
        };
        let guilty: Vec<Subterm> = calls.iter().filter(can_be).copied().collect();
        let says_it = |call: &&Subterm| {
            let argument = query.argument(self, **call, self.blamed_argument()? - 1)?;
            let is_same =
                self.mem.is_ground(argument.term) && self.mem.identical(argument.term, value?);
            is_same.then_some(())
        };
        let same: Vec<Subterm> = guilty
            .iter()
            .filter(|call| says_it(call).is_some())
            .copied()
            .collect();
        match (&guilty[..], &same[..]) {
            (&[call], _) | (_, &[call]) => Some(call),
            _ => None,
        }
    }

    /// Whether what the text has may be this value when it is called.
    fn can_become(&self, written: Cell, value: Cell) -> bool {
        !self.mem.is_ground(written) || self.mem.identical(written, value)
    }
}
