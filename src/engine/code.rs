//! Dropping code that has been replaced when nothing that runs can come back to it.

use super::frames::Field;
use super::machine::Machine;
use crate::bytecode::code::{Address, Code};
use crate::term::cell::Cell;

/// So many pieces of retired code are kept without looking which are in use.
pub(super) const FEW_RETIRED: usize = 1024;

/// One more piece is kept for so many bytes of stacks, since these are looked through.
const STACK_BYTES: u64 = 512;

/// Blocks of code in order of their addresses, each with what it is a part of.
struct Blocks {
    all: Vec<(u64, u64, usize)>,
    end: u64,
    in_use: Vec<bool>,
}

impl Blocks {
    fn new(parts: impl Iterator<Item = (usize, (u64, u64))>, count: usize) -> Blocks {
        let mut all: Vec<_> = parts
            .map(|(part, (start, end))| (start, end, part))
            .collect();
        all.sort_unstable();
        Blocks {
            end: all.last().map_or(0, |last| last.1),
            all,
            in_use: vec![false; count],
        }
    }

    /// Notes what a word refers to, if it is an address in one of the blocks.
    #[inline]
    fn look_at(&mut self, address: u64) {
        if address > self.end || self.all.first().is_none_or(|first| address < first.0) {
            return;
        }
        let after = self.all.partition_point(|block| block.0 <= address);
        let (_, end, part) = self.all[after - 1];
        if address <= end {
            self.in_use[part] = true;
        }
    }
}

fn range(code: &Code) -> (u64, u64) {
    let start = code.entry() as u64;
    (start, start + 8 * code.body().len() as u64)
}

impl Machine {
    /// Makes the next call drop retired code, if there is much of it.
    pub(super) fn release_if_due(&mut self) {
        if self.db.retired.len() > self.retired_limit {
            self.mem.hlim = 0;
        }
    }

    /// Drops retired code that is not running. A call is about to be made.
    pub(super) fn release_unused_code(&mut self) {
        // A predicate in Rust that asks a query goes on behind its own call.
        if self.db.retired.len() <= self.retired_limit || self.nesting > 0 {
            return;
        }
        let retired = std::mem::take(&mut self.db.retired);
        let parts = (0..).zip(&retired).flat_map(|(part, one)| {
            let codes = one.codes().into_iter();
            codes.map(move |code| (part, range(code)))
        });
        let mut blocks = Blocks::new(parts, retired.len());
        let top = self.top_at_entry(self.e).max(self.et);
        self.each_code_address(|address| blocks.look_at(address as u64));
        let in_use = blocks.in_use.into_iter();
        let kept = retired.into_iter().zip(in_use).filter(|&(_, used)| used);
        self.db.retired = kept.map(|(one, _)| one).collect();
        self.retired_limit =
            FEW_RETIRED + 2 * self.db.retired.len() + ((self.b + top) / STACK_BYTES) as usize;
    }

    /// All places in code that the machine may come back to.
    fn each_code_address(&self, mut each: impl FnMut(Address)) {
        each(self.guard.at);
        let mut visited = vec![0; (self.environments.bytes() / 512) as usize + 1];
        self.each_continuation(self.e, self.cp, &mut visited, &mut each);
        let mut b = self.b;
        while b > 0 {
            each(self.field(b, Field::Alternative) as Address);
            let e = self.field(b, Field::Environment);
            let cp = self.field(b, Field::Continuation) as Address;
            self.each_continuation(e, cp, &mut visited, &mut each);
            b = self.field(b, Field::Previous);
        }
    }

    fn each_continuation(
        &self,
        mut e: u64,
        mut cp: Address,
        visited: &mut [u64],
        each: &mut impl FnMut(Address),
    ) {
        each(cp);
        while e > 0 {
            if self.fixed.resume.contains(cp) {
                // What goes on after woken goals has its place in the first slot.
                each(Cell(self.environment_word(e + 16)).small_value() as Address);
            }
            let (chunk, bit) = ((e / 512) as usize, 1 << (e / 8 % 64));
            if visited[chunk] & bit != 0 {
                return;
            }
            visited[chunk] |= bit;
            cp = self.environment_word(e + 8) as Address;
            each(cp);
            e = self.environment_word(e);
        }
    }
}
