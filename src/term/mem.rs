//! The heap and the trail, and all raw access to them.
//!
//! Offsets are byte offsets from the heap base. Invariants, checked by debug
//! builds: every pointer cell below the heap top points below the heap top;
//! `hb <= h <= capacity`; variables live on the heap only.

use std::ops::Range;
use std::sync::Arc;

use super::alarm::Alarm;
use super::area::{Area, Budget, MemoryFull};
use super::cell::{BoxHeader, BoxKind, Cell, Functor, Tag, WIDE};
use super::image::Image;

/// The heap room that is always free at a call, in bytes: code between two
/// calls that needs no more need not check.
pub const MARGIN: u64 = 32 * 1024;

/// Garbage is collected for the first time at this heap top, in bytes: little
/// enough for caches and small hosts, and so much that the work to start a
/// collection does not count.
pub(crate) const FIRST_THRESHOLD: u64 = 2 << 20;

/// Marks a trail entry that restores an old value: the value is the entry below.
pub(super) const VALUE_MARK: u64 = Tag::Int as u64;

/// Marks a trail entry that is the number of a state of the constraint store.
pub(super) const STORE_MARK: u64 = Tag::Fun as u64;

/// The heap with its trail.
#[derive(Debug)]
pub struct Mem {
    heap: Area,
    trail: Area,
    /// Byte offset of the heap top.
    pub(crate) h: u64,
    /// Heap top at the newest choice point: older variables are trailed.
    pub(crate) hb: u64,
    /// Byte offset of the trail top.
    pub(crate) tr: u64,
    /// The heap top from which on garbage is collected.
    pub(crate) threshold: u64,
    /// Whether garbage has been left for later since the last collection.
    pub(crate) is_postponed: bool,
    /// The heap top above which a call handles events; 0 while one is pending.
    pub(crate) hlim: u64,
    /// The memory that all areas of the engine share.
    pub(crate) budget: Budget,
    /// Whether unification refuses to make cyclic terms.
    pub occurs_check: bool,
    /// Whether that is an error rather than a failure: then the variable stays
    /// unbound, and what was to be unified is kept in `occurs_found`.
    pub(crate) occurs_is_error: bool,
    /// A variable and the term it occurs in, as a pair.
    pub(crate) occurs_found: Option<Box<Image>>,
    /// Attributed variables bound since the last wake-up, with their values.
    pub(crate) woken: Vec<(u64, Cell)>,
    /// The oldest state of the constraint store that has been undone to, until
    /// the store follows; `u64::MAX` if there is none.
    pub(crate) store_undone: u64,
    /// Work list of `unify`, kept to save allocations.
    pub(super) pairs: Vec<(Cell, Cell)>,
    /// The variables of the term that was copied last.
    pub(super) copied: Vec<Cell>,
    /// Variables of an image being decoded.
    pub(super) decoded: Vec<Cell>,
    /// What ends long walks.
    pub alarm: Arc<Alarm>,
    /// Words of an image that is being made, kept to save allocations.
    pub(super) image_words: Vec<u64>,
    /// Work list of `unify_image`.
    pub(super) parts: Vec<(Cell, Cell)>,
}

const ATT: u64 = Tag::Att as u64;

/// No more trail entries than this are looked at in a cut.
const TIDIED: u64 = 32;

impl Mem {
    /// An empty heap whose engine may use `limit` bytes.
    pub fn new(limit: u64) -> Mem {
        let mut budget = Budget {
            used: 0,
            limit,
            refused: false,
        };
        let heap = Area::new(16 * 1024, &mut budget);
        let trail = Area::new(1024, &mut budget);
        let hlim = heap.bytes() - MARGIN;
        Mem {
            threshold: FIRST_THRESHOLD,
            is_postponed: false,
            hlim,
            heap,
            trail,
            // Offset 0 is never a term, so that a zero word is recognisable.
            h: 8,
            hb: 8,
            tr: 0,
            budget,
            occurs_check: false,
            occurs_is_error: false,
            occurs_found: None,
            woken: Vec::new(),
            store_undone: u64::MAX,
            pairs: Vec::new(),
            copied: Vec::new(),
            decoded: Vec::new(),
            alarm: Arc::default(),
            image_words: Vec::new(),
            parts: Vec::new(),
        }
    }

    /// The address that offsets count from.
    #[inline(always)]
    pub(crate) fn base(&self) -> *mut u8 {
        self.heap.base().cast()
    }

    /// Sets how many bytes all areas of the engine may use together.
    pub fn limit_memory(&mut self, bytes: u64) {
        self.budget.limit = bytes;
    }

    /// Bytes of the heap in use.
    pub fn heap_used(&self) -> u64 {
        self.h
    }

    /// Bytes of the trail in use.
    pub fn trail_used(&self) -> u64 {
        self.tr
    }

    /// The cell at `offset`.
    #[inline(always)]
    pub fn get(&self, offset: u64) -> Cell {
        debug_assert!(offset < self.heap.bytes() && offset.is_multiple_of(8));
        // SAFETY: offsets come from cells of this heap, which point below its top.
        unsafe {
            Cell(
                *self
                    .heap
                    .base()
                    .cast::<u8>()
                    .add(offset as usize)
                    .cast::<u64>(),
            )
        }
    }

    /// The `count` words from `offset` on, all below the heap top.
    #[inline(always)]
    pub(super) fn words_at(&self, offset: u64, count: usize) -> &[u64] {
        debug_assert!(offset + 8 * count as u64 <= self.h);
        // SAFETY: the words of a block lie whole below the heap top; any bits are
        // a valid `u64`.
        unsafe {
            std::slice::from_raw_parts(
                self.heap.base().cast::<u8>().add(offset as usize).cast(),
                count,
            )
        }
    }

    /// Replaces the cell at `offset`, without trailing.
    #[inline(always)]
    pub fn set(&mut self, offset: u64, cell: Cell) {
        debug_assert!(offset < self.heap.bytes() && offset.is_multiple_of(8));
        // SAFETY: as in `get`.
        unsafe {
            *self
                .heap
                .base()
                .cast::<u8>()
                .add(offset as usize)
                .cast::<u64>() = cell.0
        }
    }

    /// Follows references to a value or to an unbound variable.
    #[inline(always)]
    pub fn deref(&self, mut cell: Cell) -> Cell {
        while cell.tag() == Tag::Ref {
            let next = self.get(cell.offset());
            if next == cell {
                break;
            }
            cell = next;
        }
        cell
    }

    /// Makes room for `words` more words beyond the margin.
    #[inline(always)]
    pub fn ensure(&mut self, words: u64) -> Result<(), MemoryFull> {
        let needed = (self.h + MARGIN).saturating_add(words.saturating_mul(8));
        if needed <= self.heap.bytes() {
            return Ok(());
        }
        self.grow_heap(needed)
    }

    #[cold]
    #[inline(never)]
    fn grow_heap(&mut self, needed: u64) -> Result<(), MemoryFull> {
        self.heap.grow(needed, &mut self.budget)?;
        self.raise_limit();
        Ok(())
    }

    fn raise_limit(&mut self) {
        if self.hlim != 0 {
            self.reset_limit();
        }
    }

    /// Pushes a word. The heap grows past the limit if it must: what builds
    /// terms of unbounded size calls [`Mem::ensure`] first.
    ///
    /// # Panics
    /// Panics if the host has no memory left at all.
    #[inline(always)]
    pub(crate) fn push(&mut self, word: Cell) -> u64 {
        let at = self.h;
        if at + 8 > self.heap.bytes() {
            self.grow_past_limit(at + 8);
        }
        self.h = at + 8;
        self.set(at, word);
        at
    }

    /// Takes room for so many words, which must be written next; its offset.
    ///
    /// # Panics
    /// Panics if the host has no memory left at all.
    #[inline(always)]
    pub(super) fn room_for(&mut self, words: u64) -> u64 {
        let at = self.h;
        let end = at + 8 * words;
        if end > self.heap.bytes() {
            self.grow_past_limit(end);
        }
        self.h = end;
        at
    }

    #[cold]
    #[inline(never)]
    fn grow_past_limit(&mut self, needed: u64) {
        let limit = std::mem::replace(&mut self.budget.limit, u64::MAX);
        let grown = self.heap.grow(needed + MARGIN, &mut self.budget);
        self.budget.limit = limit;
        grown.expect("the host has memory for one more term");
        self.raise_limit();
    }

    /// Says that all terms above `old` are new and in use, so that a collection would
    /// look at them in vain: if they are many it is put off for a while, once.
    pub fn keep_new(&mut self, old: u64) {
        let is_due = (1..self.h).contains(&self.threshold);
        if is_due && !self.is_postponed && self.h - old >= FIRST_THRESHOLD / 2 {
            self.threshold = self.h + self.h / 4;
            self.is_postponed = true;
            self.raise_limit();
        }
    }

    /// Whether the areas have grown past the memory limit.
    pub fn is_over_limit(&self) -> bool {
        self.budget.used > self.budget.limit || self.budget.refused
    }

    /// Forgets the terms made since the heap top was `top`, to which nothing refers.
    pub fn truncate(&mut self, top: u64) {
        debug_assert!(top <= self.h);
        self.h = top;
    }

    /// Forgets all terms.
    pub(crate) fn clear(&mut self) {
        self.h = 8;
        self.hb = 8;
        self.tr = 0;
        self.woken.clear();
        self.store_undone = 0;
        self.reset_limit();
    }

    /// Gives the heap beyond `bytes` back to the host, if that is most of it.
    pub(crate) fn shrink_heap(&mut self, bytes: u64) {
        let bytes = bytes.max(self.h) + 2 * MARGIN;
        if self.heap.bytes() > 4 * bytes {
            self.heap.shrink(bytes, &mut self.budget);
            self.raise_limit();
        }
    }

    /// Gives the memory of the unused heap back to the host.
    pub fn shrink(&mut self) {
        let bytes = (self.h + 2 * MARGIN).max(128 * 1024);
        if self.heap.bytes() > 4 * bytes {
            self.heap.shrink(bytes, &mut self.budget);
            self.raise_limit();
        }
        let bytes = self.tr.max(8 * 1024);
        if self.trail.bytes() > 4 * bytes {
            self.trail.shrink(bytes, &mut self.budget);
        }
    }

    // Building terms.

    /// A new unbound variable.
    pub fn new_var(&mut self) -> Cell {
        let cell = Cell::reference(self.h);
        self.push(cell);
        cell
    }

    /// A new list cell.
    pub fn new_list(&mut self, head: Cell, tail: Cell) -> Cell {
        let at = self.push(head);
        self.push(tail);
        Cell::new(Tag::Lst, at)
    }

    /// A new compound, a list cell if the functor is `'.'/2`; an atom if there
    /// are no arguments.
    pub fn new_struct(&mut self, name: crate::atom::Atom, args: &[Cell]) -> Cell {
        let functor = Functor::new(name, args.len());
        if args.is_empty() {
            return Cell::atom(name);
        }
        if functor == Functor::LIST {
            return self.new_list(args[0], args[1]);
        }
        let at = self.push(functor.cell());
        for &arg in args {
            self.push(arg);
        }
        Cell::new(Tag::Str, at)
    }

    /// A new compound of fresh variables (at least one).
    pub fn new_frame(&mut self, functor: Functor) -> Cell {
        if functor == Functor::LIST {
            let at = self.h;
            self.new_var();
            self.new_var();
            return Cell::new(Tag::Lst, at);
        }
        let at = self.push(functor.cell());
        for _ in 0..functor.arity() {
            self.new_var();
        }
        Cell::new(Tag::Str, at)
    }

    /// The list of `items` with `tail` behind them.
    pub fn new_partial_list(&mut self, items: &[Cell], tail: Cell) -> Cell {
        let Some((&last, front)) = items.split_last() else {
            return tail;
        };
        let first = self.h;
        for &item in front {
            let at = self.push(item);
            self.push(Cell::new(Tag::Lst, at + 16));
        }
        self.push(last);
        self.push(tail);
        Cell::new(Tag::Lst, first)
    }

    /// The list of `items`, with `tail` behind it, for which there is room.
    pub fn new_list_of(&mut self, items: impl Iterator<Item = Cell>, tail: Cell) -> Cell {
        let first = self.h;
        let mut at = first;
        for item in items {
            self.set(at, item);
            self.set(at + 8, Cell::new(Tag::Lst, at + 16));
            at += 16;
        }
        if at == first {
            return tail;
        }
        self.set(at - 8, tail);
        self.h = at;
        Cell::new(Tag::Lst, first)
    }

    /// A list of `count` fresh variables, at least one, which ends in another one.
    pub fn new_open_list(&mut self, count: usize) -> Cell {
        let first = self.h;
        for _ in 0..count {
            self.new_var();
            let next = self.h + 8;
            self.push(Cell::new(Tag::Lst, next));
        }
        let end = self.h - 8;
        self.set(end, Cell::reference(end));
        Cell::new(Tag::Lst, first)
    }

    /// The list of the codes of `text`, with `tail` behind it.
    pub fn new_code_list(&mut self, text: &str, tail: Cell) -> Result<Cell, MemoryFull> {
        self.ensure(2 * text.len() as u64)?;
        Ok(match text.is_ascii() {
            true => self.new_list_of(text.bytes().map(|byte| Cell::small(i64::from(byte))), tail),
            false => {
                let codes = text.chars().map(|c| Cell::small(i64::from(u32::from(c))));
                self.new_list_of(codes, tail)
            }
        })
    }

    /// The list of what `item` gives for the bytes of a string all of whose characters
    /// are ASCII, with `tail` behind it.
    pub fn new_string_items(
        &mut self,
        string: Cell,
        tail: Cell,
        item: impl Fn(u8) -> Cell,
    ) -> Result<Cell, MemoryFull> {
        let len = self.string_text(string).len();
        self.ensure(2 * len as u64)?;
        if len == 0 {
            return Ok(tail);
        }
        let first = self.h;
        let bytes = string.offset() + 8;
        let mut at = first;
        for start in (0..len as u64).step_by(8) {
            let mut word = self.get(bytes + start).0;
            for _ in start..(start + 8).min(len as u64) {
                self.set(at, item(word as u8));
                self.set(at + 8, Cell::new(Tag::Lst, at + 16));
                word >>= 8;
                at += 16;
            }
        }
        self.set(at - 8, tail);
        self.h = at;
        Ok(Cell::new(Tag::Lst, first))
    }

    /// The string of the bytes `part` of a string.
    ///
    /// # Panics
    /// Panics if they are no whole characters of it.
    pub fn new_substring(&mut self, string: Cell, part: Range<usize>) -> Result<Cell, MemoryFull> {
        let bytes = part.len();
        let words = bytes.div_ceil(8);
        self.ensure(words as u64 + 1)?;
        let wide = match self.is_ascii_string(string) {
            true => {
                assert!(part.start <= part.end && part.end <= self.string_text(string).len());
                0
            }
            false => match self.string_text(string)[part.clone()].is_ascii() {
                true => 0,
                false => WIDE,
            },
        };
        let padding = (words * 8 - bytes) as u64;
        let header = BoxHeader::new(BoxKind::Str, words, padding | wide);
        let at = self.h;
        self.set(at, Cell(header.0));
        self.h = at + 8 * (words as u64 + 1);
        if words > 0 {
            self.set(self.h - 8, Cell(0));
        }
        let from = string.offset() as usize + 8 + part.start;
        // SAFETY: the source is a part of a string below `at`, and the target has just
        // been pushed, so that they do not overlap.
        unsafe {
            let base = self.base();
            std::ptr::copy_nonoverlapping(base.add(from), base.add(at as usize + 8), bytes);
        }
        Ok(Cell::new(Tag::Box, at))
    }

    /// The proper list of `items`.
    pub fn list(&mut self, items: &[Cell]) -> Cell {
        self.new_partial_list(items, Cell::NIL)
    }

    /// A new float. Terms have only one NaN, since all are written the same.
    pub fn new_float(&mut self, value: f64) -> Cell {
        let value = if value.is_nan() { f64::NAN } else { value };
        let at = self.push(Cell(BoxHeader::new(BoxKind::Float, 1, 0).0));
        self.push(Cell(value.to_bits()));
        Cell::new(Tag::Box, at)
    }

    /// A new string.
    pub fn new_string(&mut self, text: &str) -> Cell {
        let bytes = text.as_bytes();
        let words = bytes.len().div_ceil(8);
        let padding = (words * 8 - bytes.len()) as u64;
        let wide = if text.is_ascii() { 0 } else { WIDE };
        let header = BoxHeader::new(BoxKind::Str, words, padding | wide);
        self.new_box(header, bytes)
    }

    /// A new boxed value of whole words, the last one padded with zeros.
    pub(crate) fn new_box(&mut self, header: BoxHeader, bytes: &[u8]) -> Cell {
        let at = self.h;
        let end = at + 8 + 8 * bytes.len().div_ceil(8) as u64;
        if end > self.heap.bytes() {
            self.grow_past_limit(end);
        }
        self.set(at, Cell(header.0));
        // What pads the last word.
        if end > at + 8 {
            self.set(end - 8, Cell(0));
        }
        self.h = end;
        // SAFETY: there are as many bytes up to `end`, and `bytes` are no part of the
        // heap, which is borrowed.
        unsafe {
            let target = self.base().add(at as usize + 8);
            std::ptr::copy_nonoverlapping(bytes.as_ptr(), target, bytes.len());
        }
        Cell::new(Tag::Box, at)
    }

    /// A new attributed variable with no attributes yet. Its block is the
    /// variable, its attributes and the slot of the domain store.
    pub fn new_attributed(&mut self) -> Cell {
        let at = self.h;
        self.push(Cell::new(Tag::Att, at));
        self.push(Cell::NIL);
        self.push(Cell::small(0));
        Cell::reference(at)
    }

    // Looking at terms.

    /// The header of the boxed value that `cell` points at.
    #[inline(always)]
    pub(crate) fn box_header(&self, cell: Cell) -> BoxHeader {
        debug_assert_eq!(cell.tag(), Tag::Box);
        BoxHeader(self.get(cell.offset()).0)
    }

    /// The bytes of the boxed value that `cell` points at, with padding.
    pub(crate) fn box_bytes(&self, cell: Cell) -> &[u8] {
        let words = self.box_header(cell).words();
        let at = cell.offset() as usize + 8;
        debug_assert!((at + words * 8) as u64 <= self.h);
        // SAFETY: a boxed value lies whole below the heap top; any bytes are valid `u8`.
        unsafe { std::slice::from_raw_parts(self.base().add(at), words * 8) }
    }

    /// The word `index` after the header of the boxed value at `cell`.
    pub(crate) fn box_word(&self, cell: Cell, index: u64) -> u64 {
        self.get(cell.offset() + 8 + index * 8).0
    }

    /// The text of the string that `cell`, already dereferenced, points at.
    ///
    /// # Panics
    /// Panics if it points at something else.
    pub fn view_string(&self, cell: Cell) -> &str {
        assert!(self.is_box(cell, BoxKind::Str));
        self.string_text(cell)
    }

    /// The text of the string that `cell`, already dereferenced, points at.
    pub(crate) fn string_text(&self, cell: Cell) -> &str {
        let header = self.box_header(cell);
        debug_assert_eq!(header.kind(), BoxKind::Str);
        let bytes = self.box_bytes(cell);
        let text = &bytes[..bytes.len() - (header.extra() & 7) as usize];
        debug_assert!(std::str::from_utf8(text).is_ok());
        // SAFETY: strings are made from `&str` only and never changed.
        unsafe { std::str::from_utf8_unchecked(text) }
    }

    /// Whether all characters of the string that `cell`, already dereferenced,
    /// points at are ASCII.
    pub fn is_ascii_string(&self, cell: Cell) -> bool {
        self.box_header(cell).extra() & WIDE == 0
    }

    // Binding.

    /// Binds the unbound variable `var` (dereferenced) to `value`, with trail
    /// and wake-up.
    #[inline(always)]
    pub fn bind(&mut self, var: Cell, value: Cell) {
        if var.tag() == Tag::Ref {
            self.bind_plain(var.offset(), value);
        } else {
            self.bind_attributed(var.offset(), value);
        }
    }

    /// Binds the plain variable at `at`. One that is younger than the newest
    /// choice point vanishes on backtracking and is not trailed.
    #[inline(always)]
    pub(crate) fn bind_plain(&mut self, at: u64, value: Cell) {
        self.set(at, value);
        if at < self.hb {
            self.push_trail(at);
        }
    }

    /// Binds the attributed variable at `at` and notes it for wake-up. It is
    /// always trailed, so that undoing it also takes back the note.
    #[cold]
    #[inline(never)]
    pub(crate) fn bind_attributed(&mut self, at: u64, value: Cell) {
        self.set(at, value);
        self.push_trail(at | Tag::Att as u64);
        self.woken.push((at, value));
        self.hlim = 0;
    }

    /// Binds the attributed variable at `at`, which has a domain and no
    /// attributes, without waking anything.
    pub(crate) fn bind_domain(&mut self, at: u64, value: Cell) {
        self.set(at, value);
        self.push_trail(at | Tag::Att as u64);
    }

    /// Makes undoing from here on also undo the constraint store to its state
    /// number `index`. Where the entry stands on the trail.
    pub(crate) fn mark_store(&mut self, index: usize) -> u64 {
        let at = self.tr;
        self.push_trail((index as u64) << 3 | STORE_MARK);
        at
    }

    /// The states of the constraint store on the trail, and where they stand.
    pub(crate) fn store_marks(&self) -> Vec<(usize, u64)> {
        let mut marks = Vec::new();
        let mut at = self.tr;
        while at > 0 {
            at -= 8;
            let entry = self.trail_entry(at);
            match entry & 7 {
                VALUE_MARK => at -= 8,
                STORE_MARK => marks.push(((entry >> 3) as usize, at)),
                _ => {}
            }
        }
        marks
    }

    /// Sets the event limit from the capacity, as when no event is pending.
    pub(crate) fn reset_limit(&mut self) {
        self.hlim = (self.heap.bytes() - MARGIN).min(self.threshold);
    }

    /// Makes one unbound variable refer to another: the younger to the older,
    /// a plain one to an attributed one.
    #[inline(always)]
    pub(crate) fn bind_vars(&mut self, a: Cell, b: Cell) {
        match (a.tag(), b.tag()) {
            (Tag::Ref, Tag::Ref) => {
                if a.0 < b.0 {
                    self.bind_plain(b.offset(), a);
                } else if b.0 < a.0 {
                    self.bind_plain(a.offset(), b);
                }
            }
            (Tag::Ref, _) => self.bind_plain(a.offset(), Cell::reference(b.offset())),
            (_, Tag::Ref) => self.bind_plain(b.offset(), Cell::reference(a.offset())),
            _ if a.0 < b.0 => self.bind_attributed(b.offset(), Cell::reference(a.offset())),
            _ if b.0 < a.0 => self.bind_attributed(a.offset(), Cell::reference(b.offset())),
            _ => {}
        }
    }

    /// Replaces the cell at `at` so that backtracking restores it.
    pub fn assign(&mut self, at: u64, value: Cell) {
        let old = self.get(at);
        self.push_trail(old.0);
        self.push_trail(at | VALUE_MARK);
        self.set(at, value);
    }

    #[inline(always)]
    pub(crate) fn push_trail(&mut self, entry: u64) {
        if !self.trail_has_room() {
            self.grow_trail();
        }
        self.push_trail_unchecked(entry);
    }

    /// Whether one more entry fits on the trail.
    #[inline(always)]
    pub(crate) fn trail_has_room(&self) -> bool {
        self.tr + 8 <= self.trail.bytes()
    }

    /// Puts an entry on the trail, which has room for it.
    #[inline(always)]
    pub(crate) fn push_trail_unchecked(&mut self, entry: u64) {
        debug_assert!(self.trail_has_room());
        // SAFETY: the callers see to it that the top stays below the capacity.
        unsafe {
            *self
                .trail
                .base()
                .cast::<u8>()
                .add(self.tr as usize)
                .cast::<u64>() = entry
        };
        self.tr += 8;
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn grow_trail(&mut self) {
        let grown = self.trail.grow_at_all(self.tr + 8, &mut self.budget);
        grown.expect("the host has memory for a longer trail");
        if self.budget.refused {
            self.hlim = 0;
        }
    }

    /// The trail entry at byte offset `at`.
    #[inline(always)]
    pub(super) fn trail_entry(&self, at: u64) -> u64 {
        debug_assert!(at < self.tr);
        // SAFETY: `at` is below the trail top.
        unsafe {
            *self
                .trail
                .base()
                .cast::<u8>()
                .add(at as usize)
                .cast::<u64>()
        }
    }

    /// The words of the trail.
    pub(crate) fn trail_words(&self) -> impl Iterator<Item = u64> + '_ {
        (0..self.tr).step_by(8).map(|at| self.trail_entry(at))
    }

    /// The argument of a compound with this number, if the cells, dereferenced, are
    /// a small integer and a compound that has it.
    #[inline(always)]
    pub fn argument(&self, number: Cell, term: Cell) -> Option<Cell> {
        let (start, arity) = match term.tag() {
            Tag::Str => (
                term.offset() + 8,
                Functor(self.get(term.offset()).0).arity(),
            ),
            Tag::Lst => (term.offset(), 2),
            _ => return None,
        };
        let index = number.small_value().wrapping_sub(1) as u64;
        (number.is_small() && index < arity as u64).then(|| self.get(start + 8 * index))
    }

    /// Name and number of arguments of a term that is no variable and dereferenced.
    #[inline(always)]
    pub fn name_and_arity(&self, term: Cell) -> (Cell, Cell) {
        let functor = match term.tag() {
            Tag::Str => Functor(self.get(term.offset()).0),
            Tag::Lst => Functor::LIST,
            _ => return (term, Cell::small(0)),
        };
        (
            Cell::atom(functor.name()),
            Cell::small(functor.arity() as i64),
        )
    }

    /// Takes the newest entry from the trail, which is not empty.
    #[inline(always)]
    pub(crate) fn pop_trail(&mut self) -> u64 {
        let entry = self.trail_entry(self.tr - 8);
        self.tr -= 8;
        entry
    }

    /// Undoes all bindings made since the trail top was `mark`.
    #[inline(always)]
    pub fn undo_to(&mut self, mark: u64) {
        while self.tr > mark {
            let entry = self.pop_trail();
            if entry & 7 == 0 {
                self.set(entry, Cell(entry));
            } else {
                self.undo_special(entry);
            }
        }
    }

    /// Drops the trail entries since `mark` that no choice point needs, unless there
    /// are many, which the collector sees to, or such as restore other values.
    #[inline(never)]
    pub(crate) fn tidy_trail(&mut self, mark: u64) {
        if self.tr - mark > 8 * TIDIED {
            return;
        }
        // Seen from the top, an entry of two words shows itself first.
        let count = (self.tr - mark) / 8;
        let entries = (1..=count).map(|back| self.trail_entry(self.tr - 8 * back));
        if { entries }.any(|entry| !matches!(entry & 7, 0 | ATT)) {
            return;
        }
        let (mut from, mut to) = (mark, mark);
        while from < self.tr {
            let entry = self.trail_entry(from);
            from += 8;
            if entry & 7 == 0 && entry >= self.hb {
                continue;
            }
            // SAFETY: `to` is not above `from`, and so below the trail top.
            unsafe {
                let base: *mut u8 = self.trail.base().cast();
                *base.add(to as usize).cast::<u64>() = entry;
            }
            to += 8;
        }
        self.tr = to;
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn undo_special(&mut self, entry: u64) {
        let at = entry & !7;
        if entry & 7 == Tag::Att as u64 {
            self.set(at, Cell(entry));
            self.woken.retain(|&(woken, _)| woken != at);
        } else if entry & 7 == STORE_MARK {
            self.store_undone = self.store_undone.min(entry >> 3);
        } else {
            let old = self.trail_entry(self.tr - 8);
            self.tr -= 8;
            self.set(at, Cell(old));
        }
    }

    /// The variables bound since the trail top was `mark`, the last one first, with
    /// their values.
    pub fn bound_since(&self, mark: u64) -> impl Iterator<Item = (Cell, Cell)> + '_ {
        let mut at = self.tr;
        std::iter::from_fn(move || {
            while at > mark {
                at -= 8;
                let entry = self.trail_entry(at);
                match entry & 7 {
                    VALUE_MARK => at -= 8,
                    STORE_MARK => {}
                    _ => return Some((Cell(entry), self.get(entry & !7))),
                }
            }
            None
        })
    }
}
