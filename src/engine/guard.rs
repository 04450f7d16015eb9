//! Clauses that are tried before a choice point is made.
//!
//! The head of such a clause and the tests behind it leave the argument registers as
//! they are, so that a failure among them only has to undo bindings before the next
//! clause is tried. Behind them the clause cuts, or the choice point is made; it is
//! made earlier if goals are woken in between.

use super::frames::Field;
use super::machine::Machine;
use crate::bytecode::code::Address;

/// The clause whose head and tests are running, if there is one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Guard {
    /// Where the instruction that has begun it says what follows, null if no guard is
    /// running: the alternative of a choice point in its place, and where to go on if
    /// the guard fails.
    pub at: Address,
    /// Heap top at the start.
    pub heap: u64,
    /// Trail top at the start.
    pub trail: u64,
}

impl Guard {
    /// No guard.
    pub const NONE: Guard = Guard {
        at: std::ptr::null(),
        heap: 0,
        trail: 0,
    };

    /// Whether a guard is running.
    #[inline(always)]
    pub fn is_on(&self) -> bool {
        !self.at.is_null()
    }
}

impl Machine {
    /// Undoes what the guard that fails has bound, and says where to go on.
    #[inline(always)]
    pub(super) fn leave_guard(&mut self) -> Address {
        self.undo_to(self.guard.trail);
        self.mem.hb = self.field(self.b, Field::Heap);
        let at = std::mem::replace(&mut self.guard.at, std::ptr::null());
        // SAFETY: behind the alternative stands another address.
        unsafe { *at.add(1).cast::<Address>() }
    }

    /// Commits to the clause whose guard holds.
    #[inline(always)]
    pub(super) fn pass_guard(&mut self) {
        self.guard.at = std::ptr::null();
        self.mem.hb = self.field(self.b, Field::Heap);
        if self.mem.tr > self.guard.trail {
            self.tidy_trail(self.guard.trail);
        }
    }

    /// Forgets the guard that is running, as when an exception leaves it.
    pub(super) fn drop_guard(&mut self) {
        if self.guard.is_on() {
            self.guard.at = std::ptr::null();
            self.mem.hb = self.field(self.b, Field::Heap);
        }
    }

    /// Makes the choice point that the guard has done without; `e` is the environment.
    #[inline(always)]
    pub(super) fn keep_guard(&mut self, e: u64) {
        if !self.guard.is_on() {
            return;
        }
        let at = std::mem::replace(&mut self.guard.at, std::ptr::null());
        // SAFETY: two words before is the instruction that began the guard, and the
        // word itself is an address.
        let (arity, alternative) = unsafe { ((*at.sub(2)).a, *at.cast::<Address>()) };
        let top = self.top_at_entry(e);
        let heap = self.guard.heap;
        self.push_choice(usize::from(arity), heap, e, top, alternative);
        self.set_field(self.b, Field::Trail, self.guard.trail);
    }
}
