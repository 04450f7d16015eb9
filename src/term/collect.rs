//! Garbage collection of the heap: mark and slide.
//!
//! Every word that can be reached is marked in a bit map; the marked words then
//! slide down, keeping their order, so that the age of variables and the heap
//! tops of choice points stay meaningful. A reference into a compound keeps the
//! one word it refers to, not the compound.

use super::cell::{BoxHeader, Cell, Functor, Tag};
use super::mem::Mem;

/// Which words of the heap are in use, and where they will be.
pub(crate) struct Marks {
    bits: Vec<u64>,
    /// For each 64 words, how many words before them are in use.
    before: Vec<u64>,
    todo: Vec<Cell>,
}

impl Marks {
    /// No word is in use, except the first, which is none.
    pub(crate) fn new(mem: &Mem) -> Marks {
        let chunks = (mem.h / 8) as usize / 64 + 1;
        let mut bits = vec![0; chunks];
        bits[0] = 1;
        Marks {
            bits,
            before: Vec::new(),
            todo: Vec::new(),
        }
    }

    /// Whether the word at `offset` is marked.
    #[inline(always)]
    pub(crate) fn is_marked(&self, offset: u64) -> bool {
        let word = offset / 8;
        self.bits[(word / 64) as usize] >> (word % 64) & 1 == 1
    }

    /// Marks the word at `offset`; false if it was marked.
    #[inline(always)]
    fn set(&mut self, offset: u64) -> bool {
        let word = offset / 8;
        let chunk = &mut self.bits[(word / 64) as usize];
        let bit = 1 << (word % 64);
        let is_new = *chunk & bit == 0;
        *chunk |= bit;
        is_new
    }

    /// Marks the words from `offset` on.
    fn set_all(&mut self, offset: u64, words: u64) {
        for index in 0..words {
            self.set(offset + 8 * index);
        }
    }

    /// Marks a word of the heap and all that it refers to.
    pub(crate) fn mark_word(&mut self, mem: &Mem, offset: u64) {
        if self.set(offset) {
            self.mark(mem, mem.get(offset));
        }
    }

    /// Marks all three words of an attributed variable and what they refer to.
    pub(crate) fn mark_attributed(&mut self, mem: &Mem, offset: u64) {
        for at in [offset, offset + 8, offset + 16] {
            self.mark_word(mem, at);
        }
    }

    /// Marks all that a cell refers to.
    pub(crate) fn mark(&mut self, mem: &Mem, cell: Cell) {
        let mut next = Some(cell);
        while let Some(cell) = next.or_else(|| self.todo.pop()) {
            let at = cell.offset();
            next = match cell.tag() {
                Tag::Atm | Tag::Int | Tag::Fun => None,
                Tag::Ref => self.reach(mem, at),
                Tag::Att => {
                    self.set(at);
                    self.set(at + 16);
                    self.reach(mem, at + 8)
                }
                Tag::Lst => {
                    let first = self.reach(mem, at);
                    let rest = self.reach(mem, at + 8);
                    self.later(first, rest)
                }
                Tag::Str if self.set(at) => {
                    let arity = Functor(mem.get(at).0).arity() as u64;
                    (1..=arity).rev().fold(None, |last, index| {
                        let arg = self.reach(mem, at + 8 * index);
                        self.later(last, arg)
                    })
                }
                Tag::Box if self.set(at) => {
                    let words = BoxHeader(mem.get(at).0).words() as u64;
                    self.set_all(at + 8, words);
                    None
                }
                Tag::Str | Tag::Box => None,
            };
        }
    }

    /// Leaves the first of two cells for later, if both are there.
    #[inline(always)]
    fn later(&mut self, first: Option<Cell>, next: Option<Cell>) -> Option<Cell> {
        if let (Some(first), Some(_)) = (first, next) {
            self.todo.push(first);
        }
        next.or(first)
    }

    /// Marks a word; the cell there if it refers to something not gone through yet.
    #[inline(always)]
    fn reach(&mut self, mem: &Mem, at: u64) -> Option<Cell> {
        if !self.set(at) {
            return None;
        }
        let cell = mem.get(at);
        let refers = !matches!(cell.tag(), Tag::Atm | Tag::Int | Tag::Fun) && cell.0 != at;
        refers.then_some(cell)
    }

    /// Marking is over: new places are known from here on. The number of words in use.
    pub(crate) fn finish(&mut self) -> u64 {
        let mut count = 0;
        self.before = Vec::with_capacity(self.bits.len());
        for chunk in &self.bits {
            self.before.push(count);
            count += u64::from(chunk.count_ones());
        }
        count
    }

    /// The new offset of the word at `offset`; of an unmarked one, where it would be.
    #[inline(always)]
    pub(crate) fn new_offset(&self, offset: u64) -> u64 {
        let word = offset / 8;
        let chunk = (word / 64) as usize;
        let Some(bits) = self.bits.get(chunk) else {
            let last = self.bits.len() - 1;
            return 8 * (self.before[last] + u64::from(self.bits[last].count_ones()));
        };
        let below = bits & ((1 << (word % 64)) - 1);
        8 * (self.before[chunk] + u64::from(below.count_ones()))
    }

    /// A cell with its reference brought up to date.
    #[inline(always)]
    pub(crate) fn forward(&self, cell: Cell) -> Cell {
        match cell.tag() {
            Tag::Atm | Tag::Int | Tag::Fun => cell,
            tag => Cell::new(tag, self.new_offset(cell.offset())),
        }
    }
}

impl Mem {
    /// Slides the marked words down and brings their references up to date.
    pub(crate) fn slide(&mut self, marks: &Marks) {
        let mut to = 0;
        let mut raw = 0;
        for (chunk, &bits) in marks.bits.iter().enumerate() {
            let mut bits = bits;
            while bits != 0 {
                let word = chunk as u64 * 64 + u64::from(bits.trailing_zeros());
                bits &= bits - 1;
                let cell = self.get(word * 8);
                if raw > 0 {
                    raw -= 1;
                    self.set(to, cell);
                } else {
                    if let Some(header) = BoxHeader::from_cell(cell) {
                        raw = header.words();
                    }
                    self.set(to, marks.forward(cell));
                }
                to += 8;
            }
        }
        self.h = to;
    }

    /// Walks the trail from the top down to `bottom`, giving each entry: the
    /// cell it is about, and the value to restore if it is not reset.
    pub(crate) fn trail_entries(&self, bottom: u64, top: u64) -> Vec<TrailEntry> {
        let mut entries = Vec::new();
        let mut at = top;
        while at > bottom {
            at -= 8;
            let entry = self.trail_entry(at);
            let offset = entry & !7;
            if entry & 7 == super::mem::VALUE_MARK {
                at -= 8;
                let old = Cell(self.trail_entry(at));
                entries.push(TrailEntry {
                    offset,
                    kind: entry & 7,
                    old: Some(old),
                });
            } else {
                entries.push(TrailEntry {
                    offset,
                    kind: entry & 7,
                    old: None,
                });
            }
        }
        entries.reverse();
        entries
    }

    /// Replaces the trail.
    pub(crate) fn set_trail(&mut self, entries: impl Iterator<Item = TrailEntry>) {
        for entry in entries {
            if let Some(old) = entry.old {
                self.push_trail(old.0);
            }
            self.push_trail(entry.offset | entry.kind);
        }
    }
}

/// An entry of the trail.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TrailEntry {
    /// The cell that it restores.
    pub(crate) offset: u64,
    /// Its tag.
    pub(crate) kind: u64,
    /// The value to restore; without one the cell becomes unbound.
    pub(crate) old: Option<Cell>,
}

impl TrailEntry {
    /// Whether it is about the constraint store and not about a cell.
    pub(crate) fn is_store(&self) -> bool {
        self.kind == super::mem::STORE_MARK
    }

    /// The number of the state of the constraint store that it is about.
    pub(crate) fn store_mark(&self) -> usize {
        (self.offset >> 3) as usize
    }

    /// Makes it be about another state of the constraint store.
    pub(crate) fn set_store_mark(&mut self, index: usize) {
        self.offset = (index as u64) << 3;
    }

    /// Whether it is about an attributed variable that was bound.
    pub(crate) fn is_attributed(&self) -> bool {
        self.kind == Tag::Att as u64
    }
}
