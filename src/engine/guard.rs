//! Clauses that start with tests and a cut.
//!
//! Such a clause is tried without a choice point: its head and tests leave the
//! argument registers as they are, so that a failure among them only has to undo
//! bindings before the next clause is tried. A choice point is made only if goals
//! are woken in between.

use super::frames::Field;
use super::machine::Machine;
use crate::bytecode::code::Address;

/// The clause whose head and tests are running, if there is one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Guard {
    /// Where to go on after a failure; null if no guard is running.
    pub next: Address,
    /// The word with the alternative of a choice point in its place.
    pub choice: Address,
    /// The number of arguments.
    pub arity: u8,
    /// Heap top at the start.
    pub heap: u64,
    /// Trail top at the start.
    pub trail: u64,
}

impl Guard {
    /// No guard.
    pub const NONE: Guard = Guard {
        next: std::ptr::null(),
        choice: std::ptr::null(),
        arity: 0,
        heap: 0,
        trail: 0,
    };
}

impl Machine {
    /// Undoes what the guard that fails has bound, and says where to go on.
    #[inline(always)]
    pub(super) fn leave_guard(&mut self) -> Address {
        self.mem.undo_to(self.guard.trail);
        self.mem.hb = self.field(self.b, Field::Heap);
        std::mem::replace(&mut self.guard.next, std::ptr::null())
    }

    /// Commits to the clause whose guard holds.
    #[inline(always)]
    pub(super) fn pass_guard(&mut self) {
        self.guard.next = std::ptr::null();
        self.mem.hb = self.field(self.b, Field::Heap);
        if self.mem.tr > self.guard.trail {
            self.mem.tidy_trail(self.guard.trail);
        }
    }

    /// Forgets the guard that is running, as when an exception leaves it.
    pub(super) fn drop_guard(&mut self) {
        if !self.guard.next.is_null() {
            self.guard.next = std::ptr::null();
            self.mem.hb = self.field(self.b, Field::Heap);
        }
    }

    /// Makes the choice point that the guard has done without.
    pub(super) fn keep_guard(&mut self) {
        let guard = std::mem::replace(&mut self.guard, Guard::NONE);
        if guard.next.is_null() {
            return;
        }
        // SAFETY: the word stands in the instruction that began the guard.
        let alternative = unsafe { *guard.choice.cast::<Address>() };
        let top = self.top_at_entry(self.e);
        self.push_choice(
            usize::from(guard.arity),
            guard.heap,
            self.e,
            top,
            alternative,
        );
        self.set_field(self.b, Field::Trail, guard.trail);
    }
}
