//! Dynamic predicates: their clauses are tried one by one as the logical
//! update view asks for.
//!
//! The choice point holds, behind the arguments of the call: the predicate, the
//! cursor, which stands on the next clause, and the generation of the call. The cursor
//! takes two words, one before and one behind the generation.

use super::call::compile_ball;
use super::frames::Field;
use super::machine::{Flow, Machine, fixed};
use super::trace::blame;
use crate::error::Ball;
use crate::program::clause::{Clause, ClauseWords, arguments_of};
use crate::program::clause_list::walk::{Cursor, Sought};
use crate::program::clause_list::{ClauseList, Slot};
use crate::program::predicate::PredId;
use crate::program::probe::given_keys;
use crate::term::cell::Cell;
use crate::term::mem::Mem;

/// The extra arguments of the choice point.
const EXTRA: usize = 4;

/// One more clause may stay erased for so many bytes of choice points, since these
/// are looked through before clauses are dropped.
const CHOICE_BYTES: u64 = 2048;

/// If there are no more choice points than this, they are looked through for each clause
/// that is erased.
const FEW_CHOICES: usize = 32;

/// How far a goal has come among the clauses of its predicate.
struct Walk {
    id: PredId,
    arity: usize,
    cursor: Cursor,
    sought: Sought,
    generation: u64,
}

/// So many facts are tried in one go when a goal is retried.
const FACTS: usize = 64;

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
    ) -> Option<Slot> {
        let generation = self.db.generation;
        let x = &self.x[..arity];
        let key = given_keys(&self.mem, |index| x.get(index).copied());
        let mut cursor = match self.db.predicate(id).clauses.start(arity, &key) {
            Some(cursor) => cursor,
            None => self.db.predicate_mut(id).clauses.prepare(arity, &key),
        };
        let clauses = &self.db.predicate(id).clauses;
        let sought = ClauseList::sought(cursor, &key);
        clauses.find(&mut cursor, &sought, generation)?;
        let slot = clauses.take(&mut cursor, &sought, generation);
        if !cursor.is_at_end() {
            clauses.note_walk(generation);
            let [first, second] = cursor.to_small();
            self.x[arity..arity + EXTRA].copy_from_slice(&[
                Cell::small(i64::from(id.0)),
                Cell::small(first),
                Cell::small(generation as i64),
                Cell::small(second),
            ]);
            let top = self.top_at_entry(self.e);
            let retry = self.fixed.words.address(retry);
            self.push_choice(arity + EXTRA, self.mem.h, self.e, top, retry);
        }
        Some(slot)
    }

    #[inline(never)]
    pub(super) fn retry_dynamic(&mut self) -> Result<Flow, Ball> {
        let b = self.b;
        let mut walk = self.restore_walk();
        for _ in 0..FACTS {
            let slot = self.take_clause(&mut walk);
            if walk.cursor.is_at_end() {
                self.pop_choice();
                return self.enter_clause(walk.id, slot);
            }
            let clauses = &self.db.predicate(walk.id).clauses;
            if clauses.clause(slot).is_rule() {
                self.keep_walk(&walk);
                return self.enter_clause(walk.id, slot);
            }
            if self.unify_fact_in(walk.id, slot)? {
                self.keep_walk(&walk);
                return self.return_event();
            }
            // The next one is tried here, since that takes less than a failure.
            self.backtracks += 1;
            self.undo_to(self.field(b, Field::Trail));
            self.mem.h = self.field(b, Field::Heap);
        }
        self.keep_walk(&walk);
        Ok(Flow::Fail)
    }

    /// The next clause of the goal whose choice point is the newest.
    #[inline(always)]
    pub(super) fn next_clause(&mut self) -> (PredId, Slot) {
        let mut walk = self.restore_walk();
        let slot = self.take_clause(&mut walk);
        match walk.cursor.is_at_end() {
            true => self.pop_choice(),
            false => self.keep_walk(&walk),
        }
        (walk.id, slot)
    }

    /// The walk that the newest choice point keeps; its arguments are in the registers
    /// again.
    #[inline(always)]
    fn restore_walk(&mut self) -> Walk {
        let b = self.b;
        let arity = self.field(b, Field::Arguments) as usize - EXTRA;
        self.restore_arguments(arity, arity + EXTRA);
        self.b0 = self.field(b, Field::CutBarrier);
        let state = |index| self.choice_argument(b, arity + index).small_value();
        let cursor = Cursor::from_small([state(1), state(3)]);
        let x = &self.x[..arity];
        let key = given_keys(&self.mem, |index| x.get(index).copied());
        Walk {
            id: PredId(state(0) as u32),
            arity,
            cursor,
            sought: ClauseList::sought(cursor, &key),
            generation: state(2) as u64,
        }
    }

    #[inline(always)]
    fn take_clause(&self, walk: &mut Walk) -> Slot {
        let clauses = &self.db.predicate(walk.id).clauses;
        clauses.take(&mut walk.cursor, &walk.sought, walk.generation)
    }

    /// Notes in the newest choice point how far a walk has come.
    #[inline(always)]
    fn keep_walk(&mut self, walk: &Walk) {
        let [first, second] = walk.cursor.to_small();
        self.set_choice_argument(self.b, walk.arity + 1, Cell::small(first));
        self.set_choice_argument(self.b, walk.arity + 3, Cell::small(second));
    }

    /// Unifies the arguments of a call with those of a fact in a list.
    #[inline(always)]
    fn unify_fact_in(&mut self, id: PredId, slot: Slot) -> Result<bool, Ball> {
        // The clause is not cloned: counting its users takes longer than the rest.
        let clause = self.db.predicate(id).clauses.clause(slot);
        self.mem.ensure(fact_size(clause))?;
        let table = &mut self.fact_table;
        Ok(unify_fact(&mut self.mem, &self.x, table, clause))
    }

    fn enter_clause(&mut self, id: PredId, slot: Slot) -> Result<Flow, Ball> {
        let clause = self.db.predicate(id).clauses.clause(slot);
        if !clause.is_rule() {
            return match self.unify_fact_in(id, slot)? {
                true => self.return_event(),
                false => Ok(Flow::Fail),
            };
        }
        if let Some(code) = clause.code() {
            return Ok(Flow::Go(code.entry()));
        }
        let clause = clause.clone();
        let module = self.db.predicate(id).module;
        let mut shapes = std::mem::take(&mut self.shapes);
        let code = self.with_compiler(module, |context| shapes.clause_code(&clause, context));
        self.shapes = shapes;
        let code = code.map_err(|error| {
            self.running = blame::NOTHING;
            compile_ball(error, Cell::NIL)
        })?;
        clause.set_code(code.clone());
        Ok(Flow::Go(code.entry()))
    }

    /// Unifies the arguments of a call with those of a fact.
    #[inline(always)]
    pub(super) fn unify_head(&mut self, clause: &Clause) -> Result<bool, Ball> {
        self.mem.ensure(fact_size(clause))?;
        Ok(unify_fact(
            &mut self.mem,
            &self.x,
            &mut self.fact_table,
            clause,
        ))
    }

    /// The generations in which choice points go through the clauses of a predicate;
    /// nothing if there are more than `most` choice points.
    fn running_generations(&self, id: PredId, most: usize) -> Option<Vec<u64>> {
        let retries = [fixed::DYNAMIC_RETRY, fixed::OBSERVE_RETRY];
        let retries = retries.map(|at| self.fixed.words.address(at) as u64);
        let mut generations = Vec::new();
        let (mut b, mut count) = (self.b, 0);
        while b > 0 {
            if count == most {
                return None;
            }
            count += 1;
            if retries.contains(&self.field(b, Field::Alternative)) {
                let arity = self.field(b, Field::Arguments) as usize - EXTRA;
                if self.choice_argument(b, arity).small_value() == i64::from(id.0) {
                    let generation = self.choice_argument(b, arity + 2).small_value();
                    generations.push(generation as u64);
                }
            }
            b = self.field(b, Field::Previous);
        }
        Some(generations)
    }

    /// Drops a clause that has just been erased, at once if it is easy to find out that
    /// nobody sees it.
    pub(super) fn drop_clause(&mut self, id: PredId, slot: Slot) {
        let clauses = &mut self.db.predicate_mut(id).clauses;
        if !clauses.is_pinned()
            && (!clauses.may_be_walked(slot) || self.is_unseen(id, slot))
            && let Some(clause) = self.db.predicate_mut(id).clauses.drop_erased(slot)
        {
            if clause.code().is_some() {
                self.db.retire_clause(clause);
                self.release_if_due();
            }
            return;
        }
        self.db.predicate_mut(id).clauses.pass_erased(slot);
        self.sweep_clauses(id);
    }

    /// Whether there are few choice points and none of them sees the clause in a slot.
    fn is_unseen(&mut self, id: PredId, slot: Slot) -> bool {
        let Some(running) = self.running_generations(id, FEW_CHOICES) else {
            return false;
        };
        let clauses = &mut self.db.predicate_mut(id).clauses;
        clauses.set_walked(running.into_iter().max().unwrap_or(0));
        !clauses.may_be_walked(slot)
    }

    /// Drops the erased clauses of a predicate that no goal can see any more, when
    /// they are so many that looking through the choice points pays.
    #[inline]
    pub fn sweep_clauses(&mut self, id: PredId) {
        let patience = (self.b / CHOICE_BYTES) as usize;
        if self.db.predicate(id).clauses.is_sweep_due(patience) {
            self.sweep_clauses_now(id);
        }
    }

    /// Drops the erased clauses of a predicate that has no others, before it gets some:
    /// whoever erased them has gone through them and could not drop them meanwhile.
    #[cold]
    pub(super) fn sweep_spent(&mut self, id: PredId) {
        if self.db.predicate_mut(id).clauses.is_spent_sweep_due() {
            self.sweep_clauses_now(id);
        }
    }

    #[cold]
    #[inline(never)]
    fn sweep_clauses_now(&mut self, id: PredId) {
        let seen = self.running_generations(id, usize::MAX);
        let seen = seen.unwrap_or_default();
        let clauses = &mut self.db.predicate_mut(id).clauses;
        clauses.set_walked(seen.iter().copied().max().unwrap_or(0));
        for clause in clauses.sweep(seen) {
            self.db.retire_clause(clause);
        }
        self.release_if_due();
    }
}

/// How many words unifying a fact may build.
#[inline(always)]
fn fact_size(clause: &Clause) -> u64 {
    clause.opened().0.count() as u64 + u64::from(clause.variables())
}

/// Unifies the arguments of a call with those of a fact.
#[inline]
fn unify_fact(mem: &mut Mem, x: &[Cell], table: &mut Vec<Cell>, clause: &Clause) -> bool {
    let (ClauseWords::Fact(words), head) = clause.opened() else {
        return false;
    };
    table.clear();
    table.resize(clause.variables() as usize, Cell(0));
    let (start, count) = arguments_of(words, head);
    let parts = &words[start..start + count];
    (0..count).all(|index| mem.unify_part(words, Cell(parts[index]), x[index], table))
}
