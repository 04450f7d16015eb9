//! What the instruction loop calls for bindings.
//!
//! The functions take the machine rather than its memory: the loop then keeps the
//! address of the machine only, and not a second one at an offset from it.

use super::machine::Machine;
use crate::term::cell::Cell;

impl Machine {
    /// [`Mem::unify`](crate::term::mem::Mem::unify), with the heap top of the loop.
    #[inline(never)]
    pub(super) fn unify_step(&mut self, a: Cell, b: Cell, h: u64) -> bool {
        self.mem.h = h;
        // The loop has dereferenced them, and compounds are what it leaves to others most.
        match a.tag() == b.tag() && a.is_compound() {
            true => self.mem.unify_compounds(a, b),
            false => self.mem.unify(a, b),
        }
    }

    /// [`Mem::identical`](crate::term::mem::Mem::identical), with the heap top of the loop.
    #[inline(never)]
    pub(super) fn identical_step(&mut self, a: Cell, b: Cell, h: u64) -> bool {
        self.mem.h = h;
        let is_identical = self.mem.identical(a, b);
        if self.mem.alarm.has_walked() {
            self.mem.hlim = 0;
        }
        is_identical
    }

    /// [`Mem::bind_attributed`](crate::term::mem::Mem::bind_attributed).
    #[cold]
    #[inline(never)]
    pub(super) fn bind_attributed(&mut self, at: u64, value: Cell) {
        self.mem.bind_attributed(at, value);
    }

    /// Puts the address of a bound variable on the trail.
    #[inline(always)]
    pub(super) fn trail_variable(&mut self, at: u64) {
        if !self.mem.trail_has_room() {
            self.grow_trail();
        }
        self.mem.push_trail_unchecked(at);
    }

    #[cold]
    #[inline(never)]
    fn grow_trail(&mut self) {
        self.mem.grow_trail();
    }

    /// [`Mem::undo_to`](crate::term::mem::Mem::undo_to).
    #[inline(always)]
    pub(super) fn undo_to(&mut self, mark: u64) {
        while self.mem.tr > mark {
            let entry = self.mem.pop_trail();
            if entry & 7 == 0 {
                self.mem.set(entry, Cell(entry));
            } else {
                self.undo_special(entry);
            }
        }
    }

    #[cold]
    #[inline(never)]
    fn undo_special(&mut self, entry: u64) {
        self.mem.undo_special(entry);
    }

    /// [`Mem::tidy_trail`](crate::term::mem::Mem::tidy_trail).
    #[inline(never)]
    pub(super) fn tidy_trail(&mut self, mark: u64) {
        self.mem.tidy_trail(mark);
    }
}
