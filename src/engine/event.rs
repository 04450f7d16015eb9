//! What happens between calls: growth, limits, signals, woken goals.

use super::frames::set_bits;
use super::machine::{Flow, Machine, Pause};
use crate::atom::known;
use crate::bytecode::code::Address;
use crate::bytecode::instr::Instr;
use crate::error::Ball;
use crate::program::predicate::PredId;
use crate::term::cell::{Cell, Functor, Tag};
use crate::term::view::View;

/// How many calls are made between two looks at signals.
const POLL_STEPS: u64 = 1024;

impl Machine {
    /// Events before a call of `id`, whose arguments are in X.
    #[cold]
    #[inline(never)]
    pub(super) fn call_event(&mut self, id: PredId) -> Result<Flow, Ball> {
        if self.steps_left == 0 {
            self.called = Some(id);
            let is_allowed = self.refill_steps();
            self.called = None;
            if !is_allowed? {
                self.paused = Some(Pause::Call(id));
                return Ok(Flow::Pause);
            }
        }
        self.raise_occurs()?;
        self.release_unused_code();
        let live = self.db.predicate(id).functor.arity();
        self.called = Some(id);
        let collected = self.collect_if_due(live);
        self.called = None;
        collected?;
        self.make_room_or_collect(live)?;
        if !self.wake_constraints()? {
            return Ok(Flow::Fail);
        }
        if !self.has_events() {
            return Ok(self.go(id));
        }
        let predicate = self.db.predicate(id);
        let (module, functor) = (predicate.module, predicate.functor);
        let goal = self.goal_of(module, functor)?;
        self.x[0] = self.event_list()?;
        self.x[1] = goal;
        let id = self.system_predicate("$events_then", 2);
        self.b0 = self.b;
        Ok(self.go(id))
    }

    /// Events when a clause returns to its continuation.
    #[inline(never)]
    pub(super) fn return_event(&mut self) -> Result<Flow, Ball> {
        if self.mem.h <= self.mem.hlim {
            return Ok(Flow::Go(self.cp));
        }
        self.raise_occurs()?;
        self.collect_if_due(0)?;
        self.make_room_or_collect(0)?;
        if !self.wake_constraints()? {
            return Ok(Flow::Fail);
        }
        if !self.has_events() {
            return Ok(Flow::Go(self.cp));
        }
        self.x[0] = self.event_list()?;
        let id = self.system_predicate("$events", 1);
        self.b0 = self.b;
        Ok(self.go(id))
    }

    /// Events inside a clause: `map` is a bit map of the X registers in use.
    #[cold]
    #[inline(never)]
    pub(super) fn wake_in_line(
        &mut self,
        check: Instr,
        map: Address,
        next: Address,
    ) -> Result<Flow, Ball> {
        self.raise_occurs()?;
        self.make_room()?;
        if !self.mem.woken.is_empty() {
            // The constraint solver undoes its changes at choice points.
            self.keep_guard(self.e);
        }
        if !self.wake_constraints()? {
            return Ok(Flow::Fail);
        }
        if !self.has_events() {
            return Ok(Flow::Go(next));
        }
        self.keep_guard(self.e);
        let mut slots = vec![
            Cell::small(next as i64),
            Cell::small(self.b0 as i64),
            Cell::small(0),
        ];
        // SAFETY: the map follows the instruction.
        let bits = unsafe { *map.cast::<u64>() };
        for register in set_bits(bits) {
            slots.push(Cell::small(register as i64));
            slots.push(self.x[register]);
        }
        slots[2] = Cell::small(slots.len() as i64);
        let top = match check.a {
            0 => self.top_at_entry(self.e),
            _ => {
                // The collector reads there which slots are in use.
                self.cp = next;
                self.environment_top(self.e, u64::from(check.c))
            }
        };
        self.push_environment(top, &slots);
        self.cp = self.fixed.resume_at(slots.len());
        self.x[0] = self.event_list()?;
        let id = self.system_predicate("$events", 1);
        self.b0 = self.b;
        Ok(self.go(id))
    }

    /// Goes on inside a clause after its events.
    #[inline(never)]
    pub(super) fn resume(&mut self) -> Result<Flow, Ball> {
        let next = self.slot(0).small_value() as Address;
        self.b0 = self.slot(1).small_value() as u64;
        let count = self.slot(2).small_value() as u64;
        for at in (3..count).step_by(2) {
            let register = self.slot(at).small_value() as usize;
            self.x[register] = self.slot(at + 1);
        }
        self.pop_environment();
        Ok(Flow::Go(next))
    }

    /// Restores the event limit, with room on the heap; if there is none, garbage
    /// is collected first. The first `live` X registers are in use.
    fn make_room_or_collect(&mut self, live: usize) -> Result<(), Ball> {
        if self.make_room().is_ok() {
            return Ok(());
        }
        self.collect(live);
        self.make_room()
    }

    /// Restores the event limit, with room on the heap.
    fn make_room(&mut self) -> Result<(), Ball> {
        if self.stress {
            self.mem.threshold = 0;
        }
        if self.mem.alarm.take_walked() {
            // What takes as long as many calls counts as many calls.
            self.shorten_chunk();
        }
        self.mem.reset_limit();
        self.mem.ensure(0)?;
        self.within_limit()
    }

    /// Raises the error for a term that would have been cyclic.
    fn raise_occurs(&mut self) -> Result<(), Ball> {
        let Some(found) = self.mem.occurs_found.take() else {
            return Ok(());
        };
        let pair = self.build(&found)?;
        let View::List(var, term) = self.mem.view(pair) else {
            return Ok(());
        };
        let formal = self.compound("occurs_check", &[var, term]);
        let context = self.mem.new_var();
        Err(Ball::Term(
            self.mem.new_struct(known::ERROR, &[formal, context]),
        ))
    }

    fn has_events(&self) -> bool {
        !self.mem.woken.is_empty() || !self.cleanups.is_empty()
    }

    /// The list of what has to run: `wakeup(Attributes, Value)` and `cleanup(Goal)`.
    fn event_list(&mut self) -> Result<Cell, Ball> {
        let woken = std::mem::take(&mut self.mem.woken);
        let cleanups = std::mem::take(&mut self.cleanups);
        self.mem
            .ensure(8 * (woken.len() + cleanups.len()) as u64 + 8)?;
        let mut events = Vec::new();
        for (at, value) in woken {
            let attributes = self.mem.get(at + 8);
            events.push(self.compound("wakeup", &[attributes, value]));
        }
        for cleanup in cleanups {
            events.push(self.compound("cleanup", &[cleanup]));
        }
        Ok(self.mem.list(&events))
    }

    /// Asks the host whether the query is to go on after an interrupt. Without
    /// anybody to ask it is not.
    #[cold]
    pub(super) fn interrupted(&mut self) -> Result<(), Ball> {
        let Some(mut ask) = self.on_interrupt.take() else {
            return Err(Ball::Interrupt);
        };
        let goes_on = ask(self);
        self.on_interrupt = Some(ask);
        match goes_on {
            true => Ok(()),
            false => Err(Ball::Interrupt),
        }
    }

    /// The builtin that ran last, if it is one that users know.
    pub fn running_builtin(&self) -> Option<Functor> {
        self.blamed()
    }

    /// The goal that is being called at an interrupt, if that is known. It lies on
    /// the heap and is for looking at only.
    pub fn interrupted_goal(&mut self) -> Option<Cell> {
        let predicate = self.db.predicate(self.called?);
        let (module, functor) = (predicate.module, predicate.functor);
        self.goal_of(module, functor).ok()
    }

    /// Counts a look for another solution of a predicate in Rust as a step; false if
    /// the query is to pause before it.
    pub(super) fn count_redo(&mut self) -> Result<bool, Ball> {
        if std::mem::take(&mut self.is_counted) {
            return Ok(true);
        }
        self.redos += 1;
        self.steps_left = self.steps_left.wrapping_sub(1);
        if self.steps_left == 0 && !self.refill_steps()? {
            self.paused = Some(Pause::Redo);
            self.is_counted = true;
            return Ok(false);
        }
        Ok(true)
    }

    /// Starts the next chunk of steps; false if no more are allowed now.
    pub(super) fn refill_steps(&mut self) -> Result<bool, Ball> {
        self.steps_done += self.steps_chunk;
        self.steps_chunk = 0;
        if self.is_pause_due() {
            return Ok(false);
        }
        if self.atoms.is_collection_due() && self.nesting == 0 {
            self.mem.threshold = 0;
        }
        let looked = self.look_around();
        self.start_chunk();
        if self.leads_to_cleanup() {
            // What waits must come at the next call: every chunk might end at one like this.
            self.shorten_chunk();
        }
        looked?;
        Ok(self.steps_left > 0)
    }

    /// Starts a chunk of steps, which ends at the nearest limit of a goal.
    fn start_chunk(&mut self) {
        let chunk = POLL_STEPS
            .min(self.steps_allowed)
            .min(self.steps_to_limit());
        if self.steps_allowed != u64::MAX {
            self.steps_allowed -= chunk;
        }
        self.steps_chunk = chunk;
        self.steps_left = chunk;
    }

    /// Makes the chunk that has just been started end after one step.
    pub(super) fn shorten_chunk(&mut self) {
        let surplus = self.steps_left.saturating_sub(1);
        self.steps_left -= surplus;
        self.steps_chunk -= surplus;
        if self.steps_allowed != u64::MAX {
            self.steps_allowed += surplus;
        }
    }

    /// Ends the current chunk of steps early and starts another, after a change of
    /// the limits of goals.
    pub(super) fn restart_chunk(&mut self) {
        let left = self.steps_left.min(self.steps_chunk);
        self.steps_done += self.steps_chunk - left;
        if self.steps_allowed != u64::MAX {
            self.steps_allowed += left;
        }
        self.start_chunk();
        // The step being made ends a chunk without steps.
        if self.steps_left == 0 {
            self.steps_chunk = 1;
            self.steps_left = 1;
        }
    }

    /// Calls that are still allowed, if they are limited.
    pub fn steps_allowed(&self) -> Option<u64> {
        let left = self.steps_left.min(self.steps_chunk);
        (self.steps_allowed != u64::MAX).then(|| self.steps_allowed + left)
    }

    /// Allows so many calls from now on.
    pub fn allow_steps(&mut self, steps: u64) {
        self.steps_done += self.steps_chunk - self.steps_left.min(self.steps_chunk);
        self.steps_allowed = steps;
        self.start_chunk();
    }

    /// Unifies the value of an attributed variable block, for builtins.
    pub fn attributes_of(&self, var: Cell) -> Option<Cell> {
        let var = self.mem.deref(var);
        (var.tag() == Tag::Att).then(|| self.mem.get(var.offset() + 8))
    }
}
