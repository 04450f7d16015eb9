//! A contiguous block of words that grows up to the engine's memory limit.

use std::alloc::{Layout, alloc_zeroed, dealloc, realloc};

/// The memory that the areas of one engine may take together, in bytes.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// Bytes taken by all areas.
    pub used: u64,
    /// Bytes they may take.
    pub limit: u64,
}

/// The budget is exhausted or the host gives no more memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MemoryFull;

/// A growable block of words at a stable base between growths.
#[derive(Debug)]
pub struct Area {
    base: *mut u64,
    bytes: u64,
}

// SAFETY: an area owns its block alone; nothing in it is tied to a thread.
unsafe impl Send for Area {}

impl Area {
    /// A zeroed block of `words` words, at least one.
    ///
    /// # Panics
    /// Panics if the host cannot give this initial memory.
    pub fn new(words: usize, budget: &mut Budget) -> Area {
        let layout = Layout::array::<u64>(words.max(1)).expect("initial areas are small");
        // SAFETY: the layout is not empty.
        let base = unsafe { alloc_zeroed(layout) }.cast::<u64>();
        assert!(!base.is_null(), "no memory for a new engine");
        let bytes = layout.size() as u64;
        budget.used += bytes;
        Area { base, bytes }
    }

    /// The address of the first word.
    #[inline(always)]
    pub fn base(&self) -> *mut u64 {
        self.base
    }

    /// The size in bytes.
    #[inline(always)]
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Grows to at least `needed` bytes, by doubling where the budget allows.
    /// The words up to the old size are kept; the base may change.
    pub fn grow(&mut self, needed: u64, budget: &mut Budget) -> Result<(), MemoryFull> {
        if needed <= self.bytes {
            return Ok(());
        }
        let room = budget.limit.saturating_sub(budget.used) + self.bytes;
        if needed > room {
            return Err(MemoryFull);
        }
        let wanted = needed.max(self.bytes * 2).min(room.max(needed)) & !7;
        self.resize(wanted.max(needed.next_multiple_of(8)), budget)
    }

    fn resize(&mut self, bytes: u64, budget: &mut Budget) -> Result<(), MemoryFull> {
        let size = usize::try_from(bytes).map_err(|_| MemoryFull)?;
        if size > isize::MAX as usize - 16 {
            return Err(MemoryFull);
        }
        // SAFETY: the block was allocated with this layout, and the new size is
        // not zero and does not overflow when rounded up to the alignment.
        let base = unsafe { realloc(self.base.cast(), self.layout(), size) };
        if base.is_null() {
            return Err(MemoryFull);
        }
        budget.used += bytes - self.bytes;
        self.base = base.cast();
        self.bytes = bytes;
        Ok(())
    }

    /// Gives memory back down to `bytes`, which is at least one word.
    pub fn shrink(&mut self, bytes: u64, budget: &mut Budget) {
        let bytes = bytes.max(8).next_multiple_of(8);
        if bytes >= self.bytes {
            return;
        }
        // SAFETY: as in `resize`; a smaller size is always valid.
        let base = unsafe { realloc(self.base.cast(), self.layout(), bytes as usize) };
        if !base.is_null() {
            budget.used -= self.bytes - bytes;
            self.base = base.cast();
            self.bytes = bytes;
        }
    }

    fn layout(&self) -> Layout {
        Layout::array::<u64>((self.bytes / 8) as usize).expect("the block was allocated with it")
    }
}

impl Drop for Area {
    fn drop(&mut self) {
        // SAFETY: the block was allocated with this layout and is freed once.
        unsafe { dealloc(self.base.cast(), self.layout()) }
    }
}
