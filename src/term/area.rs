//! A contiguous block of words that grows up to the engine's memory limit.

use std::alloc::{Layout, alloc_zeroed, dealloc, realloc};
use std::ptr::{self, NonNull};

use super::pages;

/// The memory that the areas of one engine may take together, in bytes.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// Bytes taken by all areas.
    pub used: u64,
    /// Bytes they may take.
    pub limit: u64,
    /// Whether the host has given less than was asked for, as when its memory runs out.
    pub refused: bool,
}

/// An area grows by so much where the host does not give more.
const LITTLE: u64 = 1 << 20;

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
        let bytes = 8 * words.max(1) as u64;
        let block = Area::block(bytes, pages::is_large(bytes));
        let base = block.expect("there is memory for a new engine").as_ptr();
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

    /// Grows as [`Area::grow`] does, whatever the budget is. Where the host does not give
    /// as much it grows by little, enough to come to the next call, which raises the error.
    pub fn grow_at_all(&mut self, needed: u64, budget: &mut Budget) -> Result<(), MemoryFull> {
        let limit = std::mem::replace(&mut budget.limit, u64::MAX);
        let mut grown = self.grow(needed, budget);
        if grown.is_err() {
            grown = self.resize((needed + LITTLE).next_multiple_of(8), budget);
            budget.refused = true;
        }
        budget.limit = limit;
        grown
    }

    fn resize(&mut self, bytes: u64, budget: &mut Budget) -> Result<(), MemoryFull> {
        let size = usize::try_from(bytes).map_err(|_| MemoryFull)?;
        if size > isize::MAX as usize - 16 {
            return Err(MemoryFull);
        }
        // SAFETY: the area goes on with what is returned.
        let base = unsafe { self.block_of(bytes) }.ok_or(MemoryFull)?;
        budget.used += bytes - self.bytes;
        self.base = base.as_ptr();
        self.bytes = bytes;
        Ok(())
    }

    /// Gives memory back down to `bytes`, which is at least one word.
    pub fn shrink(&mut self, bytes: u64, budget: &mut Budget) {
        let bytes = bytes.max(8).next_multiple_of(8);
        if bytes >= self.bytes {
            return;
        }
        // SAFETY: the area goes on with what is returned.
        if let Some(base) = unsafe { self.block_of(bytes) } {
            budget.used -= self.bytes - bytes;
            self.base = base.as_ptr();
            self.bytes = bytes;
        }
    }

    /// The block with another size, which is not zero; nothing if there is no memory.
    ///
    /// # Safety
    /// The block that is returned takes the place of this one, which is gone.
    unsafe fn block_of(&mut self, bytes: u64) -> Option<NonNull<u64>> {
        let base = NonNull::new(self.base)?;
        // SAFETY: the block has the size and the source that are named here, and is
        // given back only where another one has taken what it held.
        unsafe {
            match (pages::is_large(self.bytes), pages::is_large(bytes)) {
                (false, false) => {
                    NonNull::new(realloc(self.base.cast(), self.layout(), bytes as usize).cast())
                }
                (true, true) => pages::resize(base, self.bytes, bytes),
                (_, is_large) => {
                    let block = Area::block(bytes, is_large)?;
                    let words = (self.bytes.min(bytes) / 8) as usize;
                    ptr::copy_nonoverlapping(self.base, block.as_ptr(), words);
                    self.release();
                    Some(block)
                }
            }
        }
    }

    /// A new block.
    fn block(bytes: u64, is_large: bool) -> Option<NonNull<u64>> {
        match is_large {
            true => pages::map(bytes),
            false => {
                let layout = Layout::array::<u64>((bytes / 8) as usize).ok()?;
                // SAFETY: no area is empty.
                NonNull::new(unsafe { alloc_zeroed(layout) }.cast())
            }
        }
    }

    /// Gives the block back.
    ///
    /// # Safety
    /// It is not used any more.
    unsafe fn release(&mut self) {
        // SAFETY: the block was made in the way that its size says, and is given back
        // once.
        match NonNull::new(self.base) {
            Some(base) if pages::is_large(self.bytes) => unsafe { pages::unmap(base, self.bytes) },
            _ => unsafe { dealloc(self.base.cast(), self.layout()) },
        }
    }

    fn layout(&self) -> Layout {
        Layout::array::<u64>((self.bytes / 8) as usize).expect("the block was allocated with it")
    }
}

impl Drop for Area {
    fn drop(&mut self) {
        // SAFETY: nobody has the area any more.
        unsafe { self.release() }
    }
}
