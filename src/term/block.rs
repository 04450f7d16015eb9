//! Words behind a header, in one allocation that its users share.

use std::alloc::{Layout, alloc, dealloc, handle_alloc_error};
use std::fmt;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicU32, Ordering, fence};

/// A header and words that never change, shared by counting references.
///
/// It is one pointer wide, and takes one allocation, which is what matters where
/// there are millions of them.
pub struct Block<H> {
    start: NonNull<Start<H>>,
}

/// The words follow, since their alignment is at most that of the start.
#[repr(C, align(8))]
struct Start<H> {
    users: AtomicU32,
    len: u32,
    header: H,
}

// SAFETY: a block is shared as `Arc` shares, by an atomic count; words are plain.
unsafe impl<H: Send + Sync> Send for Block<H> {}
// SAFETY: as above.
unsafe impl<H: Send + Sync> Sync for Block<H> {}

impl<H> Block<H> {
    /// A block of these words.
    ///
    /// # Panics
    /// Panics if there are more words than 32 bits count.
    pub fn new(header: H, words: &[u64]) -> Block<H> {
        Block::joined(header, words, &[])
    }

    /// A block of these words and those behind them.
    ///
    /// # Panics
    /// Panics if there are more words than 32 bits count.
    pub fn joined(header: H, words: &[u64], behind: &[u64]) -> Block<H> {
        let all = words.len() + behind.len();
        let len = u32::try_from(all).expect("terms of that size do not fit in memory");
        let layout = Self::layout(all);
        // SAFETY: the layout is not empty.
        let start = unsafe { alloc(layout) }.cast::<Start<H>>();
        let Some(start) = NonNull::new(start) else {
            handle_alloc_error(layout);
        };
        let first = Start {
            users: AtomicU32::new(1),
            len,
            header,
        };
        // SAFETY: the allocation has room for the start and, behind it, the words.
        unsafe {
            start.write(first);
            let room = start.add(1).cast::<u64>().as_ptr();
            std::ptr::copy_nonoverlapping(words.as_ptr(), room, words.len());
            let room = room.add(words.len());
            std::ptr::copy_nonoverlapping(behind.as_ptr(), room, behind.len());
        }
        Block { start }
    }

    fn layout(len: usize) -> Layout {
        let words = Layout::array::<u64>(len).expect("the words exist");
        let (layout, at) = Layout::new::<Start<H>>()
            .extend(words)
            .expect("the words exist");
        debug_assert_eq!(at, size_of::<Start<H>>());
        layout
    }

    /// The header.
    #[inline(always)]
    pub fn header(&self) -> &H {
        // SAFETY: the block lives as long as one of its users.
        unsafe { &(*self.start.as_ptr()).header }
    }

    /// The words.
    #[inline(always)]
    pub fn words(&self) -> &[u64] {
        // SAFETY: so many words were written behind the start and never change.
        unsafe {
            let len = (*self.start.as_ptr()).len as usize;
            std::slice::from_raw_parts(self.start.add(1).cast::<u64>().as_ptr(), len)
        }
    }

    /// The bytes that the block takes.
    pub fn bytes(&self) -> usize {
        Self::layout(self.words().len()).size()
    }

    /// Whether both are the same block, not only equal ones.
    pub fn is_same(&self, other: &Block<H>) -> bool {
        self.start == other.start
    }
}

impl<H> Clone for Block<H> {
    #[inline]
    fn clone(&self) -> Block<H> {
        // SAFETY: as in `header`.
        let users = unsafe { &(*self.start.as_ptr()).users };
        if users.fetch_add(1, Ordering::Relaxed) > u32::MAX / 2 {
            // Only users that are forgotten, never dropped, can be so many.
            std::process::abort();
        }
        Block { start: self.start }
    }
}

impl<H> Drop for Block<H> {
    #[inline]
    fn drop(&mut self) {
        // SAFETY: as in `header`.
        let users = unsafe { &(*self.start.as_ptr()).users };
        if users.fetch_sub(1, Ordering::Release) != 1 {
            return;
        }
        fence(Ordering::Acquire);
        let layout = Self::layout(self.words().len());
        // SAFETY: this was the last user, and the layout is that of `new`.
        unsafe {
            self.start.drop_in_place();
            dealloc(self.start.as_ptr().cast(), layout);
        }
    }
}

impl<H: fmt::Debug> fmt::Debug for Block<H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = self.words().len();
        f.debug_tuple("Block")
            .field(self.header())
            .field(&words)
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::Block;

    #[test]
    fn the_last_user_drops_the_header() {
        let header = Arc::new(());
        let one = Block::new(header.clone(), &[1, 2, 3]);
        let other = one.clone();
        assert!(one.is_same(&other));
        drop(one);
        assert_eq!(other.words(), [1, 2, 3]);
        assert_eq!(Arc::strong_count(other.header()), 2);
        std::thread::spawn(move || drop(other))
            .join()
            .expect("dropping does not panic");
        assert_eq!(Arc::strong_count(&header), 1);
    }

    #[test]
    fn a_block_may_have_no_words() {
        assert_eq!(Block::joined(0, &[1, 2], &[3]).words(), [1, 2, 3]);
        let block = Block::new(7u8, &[]);
        assert!(block.words().is_empty());
        assert_eq!(*block.header(), 7);
        assert_eq!(block.bytes(), 16);
    }
}
