//! Garbage collection: the roots, and when to collect.
//!
//! Roots are the X registers that a call passes, the slots of environments that
//! the code behind each continuation still needs, the arguments in choice
//! points, what the trail restores, and what the host and the loader hold. A
//! collection happens at a call or return only, when all these are known.

use rustc_hash::FxHashSet;

use super::frames::Field;
use super::machine::Machine;
use crate::bytecode::code::Address;
use crate::bytecode::instr::{ALL_SLOTS, Instr, Op, WIDE_SLOTS};
use crate::error::Ball;
use crate::term::cell::Cell;
use crate::term::collect::{Marks, TrailEntry};
use crate::term::mem::FIRST_THRESHOLD;

/// What has been found of the environments, a bit for each of their words.
struct Slots {
    /// The slots that are in use.
    bits: Vec<u64>,
    /// The first words of environments whose callers have been visited.
    visited: Vec<u64>,
}

/// Sets the bit for the word at `offset`; false if it was set.
fn set_bit(bits: &mut [u64], offset: u64) -> bool {
    let word = offset / 8;
    let chunk = &mut bits[(word / 64) as usize];
    let bit = 1 << (word % 64);
    let is_new = *chunk & bit == 0;
    *chunk |= bit;
    is_new
}

impl Slots {
    fn new(bytes: u64) -> Slots {
        let chunks = (bytes / 512) as usize + 1;
        Slots {
            bits: vec![0; chunks],
            visited: vec![0; chunks],
        }
    }

    fn offsets(&self) -> impl Iterator<Item = u64> + '_ {
        self.bits.iter().enumerate().flat_map(|(chunk, &bits)| {
            super::frames::set_bits(bits).map(move |bit| 8 * (64 * chunk as u64 + bit as u64))
        })
    }
}

/// The segments of the trail, oldest first: where the segment of a choice point
/// starts, and the heap top below which its entries matter.
struct Segment {
    choice: u64,
    trail: u64,
    heap: u64,
}

impl Machine {
    /// Collects garbage if the heap has grown enough since the last time, and there is
    /// time for it. The first `live` X registers are in use.
    pub(super) fn collect_if_due(&mut self, live: usize) -> Result<(), Ball> {
        if self.mem.h >= self.mem.threshold {
            self.poll_before(self.mem.h)?;
            self.collect(live);
        }
        Ok(())
    }

    /// Collects garbage; the first `live` X registers are in use.
    pub(super) fn collect(&mut self, live: usize) {
        let (start, before) = (self.arith.clock.running_seconds(), self.mem.h);
        self.follow_store();
        let mut marks = Marks::new(&self.mem);
        let mut slots = Slots::new(self.environments.bytes());
        self.mark_roots(live, &mut marks, &mut slots);
        let segments = self.segments();
        let entries = self.mark_trail(&segments, &mut marks);
        self.mark_constrained(&mut marks);
        let used = marks.finish();
        self.forward_roots(live, &marks, &slots);
        self.forward_trail(&segments, entries, &marks);
        self.move_store_marks();
        self.forward_tops(&segments, &marks);
        self.mem.slide(&marks);
        self.sweep_while_running(live, slots.offsets());
        debug_assert_eq!(self.mem.h, 8 * used);
        self.collections += 1;
        self.gained.0 += before - self.mem.h;
        self.gained.1 += self.arith.clock.running_seconds() - start;
        // The stacks are gone through as well, and should not be again too soon.
        let stacks = self.b + self.et.max(self.e);
        self.mem.threshold = 3 * self.mem.h + stacks + FIRST_THRESHOLD;
        self.mem.is_postponed = false;
        self.mem.shrink_heap(self.mem.threshold);
        self.mem.reset_limit();
    }

    fn mark_roots(&mut self, live: usize, marks: &mut Marks, slots: &mut Slots) {
        let mem = &self.mem;
        for cell in &self.x[..live] {
            marks.mark(mem, *cell);
        }
        for cell in &self.cleanups {
            marks.mark(mem, *cell);
        }
        for &(at, value) in &mem.woken {
            marks.mark_attributed(mem, at);
            marks.mark(mem, value);
        }
        for at in [self.globals.root, self.globals.root + 8] {
            marks.mark_word(mem, at);
        }
        self.mark_environments(self.e, self.cp, marks, slots);
        let mut b = self.b;
        while b > 0 {
            self.mark_choice(b, marks, slots);
            b = self.field(b, Field::Previous);
        }
    }

    /// Marks what the code behind a continuation needs.
    fn mark_environments(&self, e: u64, cp: Address, marks: &mut Marks, slots: &mut Slots) {
        let (mut e, mut cp) = (e, cp);
        while e > 0 {
            // SAFETY: before a continuation stand a call and the map of its slots.
            let (call, map) = unsafe { (*cp.sub(2), *cp.sub(1).cast::<u64>()) };
            debug_assert_eq!(call.op, Op::Call);
            let end = cp.wrapping_sub(2);
            self.mark_slots(e, u64::from(call.b), (map, end), marks, slots);
            // Where an environment returns to stands in it, whoever refers to it.
            if !set_bit(&mut slots.visited, e) {
                return;
            }
            cp = self.environment_word(e + 8) as Address;
            e = self.environment_word(e);
        }
    }

    /// Marks the slots of an environment by their map; a wide one ends at the address.
    fn mark_slots(
        &self,
        e: u64,
        size: u64,
        (map, end): (u64, Address),
        marks: &mut Marks,
        slots: &mut Slots,
    ) {
        let wide = end.wrapping_sub(size.div_ceil(64) as usize).cast::<u64>();
        let is_used = |slot: u64| match map {
            ALL_SLOTS => true,
            // SAFETY: the words of a wide map stand before the instruction.
            WIDE_SLOTS => unsafe { *wide.add((slot / 64) as usize) >> (slot % 64) & 1 == 1 },
            _ => slot < 64 && map >> slot & 1 == 1,
        };
        for slot in (0..size).filter(|&slot| is_used(slot)) {
            let at = e + 16 + 8 * slot;
            if set_bit(&mut slots.bits, at) {
                marks.mark(&self.mem, Cell(self.environment_word(at)));
            }
        }
    }

    fn mark_choice(&self, b: u64, marks: &mut Marks, slots: &mut Slots) {
        for index in 0..self.field(b, Field::Arguments) as usize {
            marks.mark(&self.mem, self.choice_argument(b, index));
        }
        let alternative = self.field(b, Field::Alternative) as Address;
        // SAFETY: the alternative of a choice point is an instruction.
        if unsafe { (*alternative).op } == Op::TrustFail {
            // Disabled by a soft cut: nothing is done there with any environment.
            return;
        }
        let e = self.field(b, Field::Environment);
        let cp = self.field(b, Field::Continuation) as Address;
        match self.own_slots(alternative) {
            Some((size, map)) => {
                self.mark_slots(e, size, map, marks, slots);
                let outer = self.environment_word(e);
                let cp = self.environment_word(e + 8) as Address;
                self.mark_environments(outer, cp, marks, slots);
            }
            None => self.mark_environments(e, cp, marks, slots),
        }
    }

    /// The size and map of the environment that an alternative goes on with, if
    /// it is that of its own clause.
    fn own_slots(&self, alternative: Address) -> Option<(u64, (u64, Address))> {
        let mut at = alternative;
        // SAFETY: the alternative of a choice point is an instruction.
        let mut instr: Instr = unsafe { *at };
        if instr.op == Op::Slots {
            at = at.wrapping_add(1 + instr.c as usize);
            // SAFETY: an instruction follows the words of a wide map.
            instr = unsafe { *at };
        }
        match instr.op {
            Op::RetryElse | Op::TrustElse if instr.a != 0 => {
                // SAFETY: two raw words follow, the second of which is the map.
                let map = unsafe { *at.add(2).cast::<u64>() };
                Some((u64::from(instr.b), (map, at)))
            }
            Op::CatchFail | Op::CleanupFail => Some((1, (ALL_SLOTS, at))),
            _ => None,
        }
    }

    fn segments(&self) -> Vec<Segment> {
        let mut segments = Vec::new();
        let mut b = self.b;
        while b > 0 {
            let trail = self.field(b, Field::Trail);
            segments.push(Segment {
                choice: b,
                trail,
                heap: self.field(b, Field::Heap),
            });
            b = self.field(b, Field::Previous);
        }
        segments.reverse();
        segments
    }

    /// Marks what the trail restores. The entries that still matter, by segment.
    fn mark_trail(&mut self, segments: &[Segment], marks: &mut Marks) -> Vec<Vec<TrailEntry>> {
        let mut all = Vec::with_capacity(segments.len());
        // What is below all segments stays as it is.
        let below = segments.first().map_or(0, |segment| segment.trail);
        let entries = self.mem.trail_entries(0, below).into_iter();
        let mut store_marks: Vec<usize> = entries
            .filter(TrailEntry::is_store)
            .map(|entry| entry.store_mark())
            .collect();
        for (index, segment) in segments.iter().enumerate() {
            let top = segments
                .get(index + 1)
                .map_or(self.mem.tr, |next| next.trail);
            let mut entries = self.mem.trail_entries(segment.trail, top);
            // What is younger than the choice point vanishes without help, but for
            // notes of goals that are still to be woken.
            let is_woken = |at| self.mem.woken.iter().any(|&(woken, _)| woken == at);
            let mut has_mark = false;
            entries.retain_mut(|entry| {
                if !entry.is_store() {
                    return entry.offset < segment.heap
                        || entry.is_attributed() && is_woken(entry.offset);
                }
                // Undoing to the first state in a segment undoes the others as well.
                if std::mem::replace(&mut has_mark, true) {
                    return false;
                }
                store_marks.push(entry.store_mark());
                entry.set_store_mark(store_marks.len() - 1);
                true
            });
            // Of the values that a cell has had, only the first comes back.
            let mut assigned = FxHashSet::default();
            entries.retain(|entry| entry.old.is_none() || assigned.insert(entry.offset));
            for entry in &entries {
                if entry.is_attributed() {
                    marks.mark_attributed(&self.mem, entry.offset);
                }
                if let Some(old) = entry.old {
                    marks.mark(&self.mem, old);
                }
            }
            all.push(entries);
        }
        self.keep_store_marks(&store_marks);
        all
    }

    fn forward_roots(&mut self, live: usize, marks: &Marks, slots: &Slots) {
        for cell in &mut self.x[..live] {
            *cell = marks.forward(*cell);
        }
        for cell in &mut self.cleanups {
            *cell = marks.forward(*cell);
        }
        for (at, value) in &mut self.mem.woken {
            *at = marks.new_offset(*at);
            *value = marks.forward(*value);
        }
        self.globals.root = marks.new_offset(self.globals.root);
        self.move_constrained(|at| marks.new_offset(at));
        for at in slots.offsets() {
            let cell = marks.forward(Cell(self.environment_word(at)));
            self.set_environment_word(at, cell.0);
        }
        let mut b = self.b;
        while b > 0 {
            for index in 0..self.field(b, Field::Arguments) as usize {
                let cell = marks.forward(self.choice_argument(b, index));
                self.set_choice_argument(b, index, cell);
            }
            b = self.field(b, Field::Previous);
        }
    }

    /// Rewrites the trail without entries whose cells are gone.
    fn forward_trail(
        &mut self,
        segments: &[Segment],
        entries: Vec<Vec<TrailEntry>>,
        marks: &Marks,
    ) {
        self.mem.tr = segments.first().map_or(0, |segment| segment.trail);
        for (segment, entries) in segments.iter().zip(entries) {
            let start = self.mem.tr;
            self.set_field(segment.choice, Field::Trail, start);
            let kept = entries
                .into_iter()
                .filter(|entry| entry.is_store() || marks.is_marked(entry.offset));
            let moved = kept.map(|entry| match entry.is_store() {
                true => entry,
                false => TrailEntry {
                    offset: marks.new_offset(entry.offset),
                    old: entry.old.map(|old| marks.forward(old)),
                    ..entry
                },
            });
            let moved: Vec<TrailEntry> = moved.collect();
            self.mem.set_trail(moved.into_iter());
        }
    }

    fn forward_tops(&mut self, segments: &[Segment], marks: &Marks) {
        for segment in segments {
            let heap = marks.new_offset(segment.heap);
            self.set_field(segment.choice, Field::Heap, heap);
        }
        self.mem.hb = self.field(self.b, Field::Heap);
    }

    /// How many times garbage has been collected.
    pub fn collections(&self) -> u64 {
        self.collections
    }

    /// The bytes that collections have gained, and the seconds that they took.
    pub fn gained(&self) -> (u64, f64) {
        self.gained
    }

    /// Makes the next call collect garbage.
    pub fn request_collection(&mut self) {
        self.mem.threshold = 0;
        self.mem.hlim = 0;
    }

    /// Makes every call collect garbage, or no longer: a test of the collector.
    pub fn stress_collector(&mut self, on: bool) {
        self.stress = on;
        if on {
            self.request_collection();
        }
        self.atoms.reuse(!on);
    }
}
