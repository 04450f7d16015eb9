//! Dynamic predicates: their clauses are tried one by one as the logical
//! update view asks for.
//!
//! The choice point holds, behind the arguments of the call: the predicate, the
//! next clause's slot, the cursor behind it, and the generation of the call.

use std::sync::Arc;

use super::call::compile_ball;
use super::frames::Field;
use super::machine::{Flow, Machine, fixed};
use super::trace::blame;
use crate::compile;
use crate::error::Ball;
use crate::program::clause::Clause;
use crate::program::clause_list::{Cursor, Slot};
use crate::program::predicate::PredId;
use crate::program::probe::given_keys;
use crate::term::cell::Cell;

/// The extra arguments of the choice point.
const EXTRA: usize = 4;

impl Machine {
    #[inline(never)]
    pub(super) fn call_dynamic(&mut self, id: PredId, arity: usize) -> Result<Flow, Ball> {
        match self.first_matching(id, arity, fixed::DYNAMIC_RETRY) {
            Some(clause) => self.enter_clause(id, clause),
            None => Ok(Flow::Fail),
        }
    }

    /// The first clause that a call can match; if there are others, a choice point
    /// with this alternative goes on with them.
    #[inline(always)]
    pub(super) fn first_matching(
        &mut self,
        id: PredId,
        arity: usize,
        retry: usize,
    ) -> Option<Arc<Clause>> {
        let generation = self.db.generation;
        let x = &self.x[..arity];
        let key = given_keys(&self.mem, |index| x.get(index).copied());
        let mut cursor = match self.db.predicate(id).clauses.start(arity, &key) {
            Some(cursor) => cursor,
            None => self.db.predicate_mut(id).clauses.prepare(arity, &key),
        };
        let clauses = &self.db.predicate(id).clauses;
        let first = clauses.next(&mut cursor, &key, generation)?;
        let clause = clauses.get(first).clause.clone();
        if let Some(second) = clauses.next(&mut cursor, &key, generation) {
            let state = [
                Cell::small(i64::from(id.0)),
                Cell::small(i64::from(second.0)),
                Cell::small(cursor.to_small()),
                Cell::small(generation as i64),
            ];
            self.x[arity..arity + EXTRA].copy_from_slice(&state);
            let top = self.top_at_entry(self.e);
            let retry = self.fixed.words.address(retry);
            self.push_choice(arity + EXTRA, self.mem.h, self.e, top, retry);
        }
        Some(clause)
    }

    #[inline(never)]
    pub(super) fn retry_dynamic(&mut self) -> Result<Flow, Ball> {
        let (id, clause) = self.next_clause();
        self.enter_clause(id, clause)
    }

    /// The next clause of the goal whose choice point is the newest.
    #[inline(always)]
    pub(super) fn next_clause(&mut self) -> (PredId, Arc<Clause>) {
        let b = self.b;
        let arity = self.field(b, Field::Arguments) as usize - EXTRA;
        self.restore_arguments(arity, arity + EXTRA);
        self.b0 = self.field(b, Field::CutBarrier);
        let state = |index| self.choice_argument(b, arity + index).small_value();
        let id = PredId(state(0) as u32);
        let slot = Slot(state(1) as u32);
        let mut cursor = Cursor::from_small(state(2));
        let generation = state(3) as u64;
        let x = &self.x[..arity];
        let key = given_keys(&self.mem, |index| x.get(index).copied());
        let clauses = &self.db.predicate(id).clauses;
        let clause = clauses.get(slot).clause.clone();
        match clauses.next(&mut cursor, &key, generation) {
            Some(next) => {
                self.set_choice_argument(b, arity + 1, Cell::small(i64::from(next.0)));
                self.set_choice_argument(b, arity + 2, Cell::small(cursor.to_small()));
            }
            None => self.pop_choice(),
        }
        (id, clause)
    }

    fn enter_clause(&mut self, id: PredId, clause: Arc<Clause>) -> Result<Flow, Ball> {
        if clause.body().is_none() {
            return if self.unify_fact(&clause)? {
                self.return_event()
            } else {
                Ok(Flow::Fail)
            };
        }
        let module = self.db.predicate(id).module;
        let code = self.with_compiler(module, |context| compile::clause_code(&clause, context));
        let code = code.map_err(|error| {
            self.running = blame::NOTHING;
            compile_ball(error, Cell::NIL)
        })?;
        Ok(Flow::Go(code.entry()))
    }

    /// Unifies the arguments of a call with those of a fact.
    pub(super) fn unify_fact(&mut self, clause: &Clause) -> Result<bool, Ball> {
        let image = &clause.image;
        self.mem
            .ensure(image.words.len() as u64 + u64::from(image.variables))?;
        let (start, count) = clause.head_arguments();
        let mut table = std::mem::take(&mut self.fact_table);
        table.clear();
        table.resize(image.variables as usize, Cell(0));
        let unified = (0..count).all(|index| {
            let part = Cell(image.words[start + index]);
            self.mem
                .unify_image(&image.words, part, self.x[index], &mut table)
        });
        self.fact_table = table;
        Ok(unified)
    }

    /// Whether a choice point is going through the clauses of a predicate.
    pub(super) fn is_running(&self, id: PredId) -> bool {
        let retries = [fixed::DYNAMIC_RETRY, fixed::OBSERVE_RETRY];
        let retries = retries.map(|at| self.fixed.words.address(at) as u64);
        let mut b = self.b;
        while b > 0 {
            if retries.contains(&self.field(b, Field::Alternative)) {
                let arity = self.field(b, Field::Arguments) as usize - EXTRA;
                if self.choice_argument(b, arity).small_value() == i64::from(id.0) {
                    return true;
                }
            }
            b = self.field(b, Field::Previous);
        }
        false
    }

    /// Drops the erased clauses of a predicate when they are many and no goal
    /// may still come to them.
    pub fn compact_clauses(&mut self, id: PredId) {
        let clauses = &self.db.predicate(id).clauses;
        let enough = 8 + clauses.live + (self.b / 512) as usize;
        if clauses.erased <= enough || clauses.is_pinned() || self.is_running(id) {
            return;
        }
        let erased = self.db.predicate_mut(id).clauses.compact();
        for clause in erased
            .into_iter()
            .filter(|clause| clause.code.get().is_some())
        {
            self.db.retire_clause(clause);
        }
    }
}
