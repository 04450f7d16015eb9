//! Words behind a header, in one allocation that its users share.

use std::alloc::{Layout, alloc, dealloc, handle_alloc_error};
use std::fmt;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicPtr, AtomicU32, Ordering, fence};

/// A header and words that never change, shared by counting references.
///
/// It is one pointer wide, and takes one allocation, which is what matters where
/// there are millions of them.
#[repr(transparent)]
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
        let start = Self::start(header, words.len() + behind.len());
        // SAFETY: the allocation has room for the words behind the start.
        unsafe {
            let room = start.add(1).cast::<u64>().as_ptr();
            std::ptr::copy_nonoverlapping(words.as_ptr(), room, words.len());
            let room = room.add(words.len());
            std::ptr::copy_nonoverlapping(behind.as_ptr(), room, behind.len());
        }
        Block { start }
    }

    /// A block of so many words, which are written where they will stay: they are 0
    /// before.
    ///
    /// # Panics
    /// Panics if there are more words than 32 bits count.
    pub fn filled(header: H, len: usize, fill: impl FnOnce(&mut [u64])) -> Block<H> {
        let start = Self::start(header, len);
        // SAFETY: the allocation has room for so many words behind the start, and nobody
        // else knows of it yet.
        fill(unsafe {
            let room = start.add(1).cast::<u64>().as_ptr();
            std::ptr::write_bytes(room, 0, len);
            std::slice::from_raw_parts_mut(room, len)
        });
        Block { start }
    }

    /// Room for a block, with its header.
    fn start(header: H, len: usize) -> NonNull<Start<H>> {
        let count = u32::try_from(len).expect("terms of that size do not fit in memory");
        let layout = Self::layout(len);
        // SAFETY: the layout is not empty.
        let start = unsafe { alloc(layout) }.cast::<Start<H>>();
        let Some(start) = NonNull::new(start) else {
            handle_alloc_error(layout);
        };
        let first = Start {
            users: AtomicU32::new(1),
            len: count,
            header,
        };
        // SAFETY: the allocation has room for the start.
        unsafe { start.write(first) };
        start
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

    /// The words from the start on as so many halves.
    ///
    /// # Panics
    /// Panics if there are not so many.
    #[inline(always)]
    pub fn halves(&self, count: usize) -> &[u32] {
        let words = self.words();
        assert!(count.div_ceil(2) <= words.len());
        // SAFETY: each word has the memory of two halves, which are any bits.
        unsafe { std::slice::from_raw_parts(words.as_ptr().cast(), count) }
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

/// A place for a block, or for the word that there is none, which is set once.
pub struct OnceBlock<H> {
    /// Null if it is not set, [`NOTHING`] if there is none.
    start: AtomicPtr<Start<H>>,
}

/// The address that no block has.
const NOTHING: usize = 1;

impl<H> OnceBlock<H> {
    /// A place that is not set.
    pub const fn new() -> OnceBlock<H> {
        OnceBlock {
            start: AtomicPtr::new(std::ptr::null_mut()),
        }
    }

    /// What it has been set to, if it has been.
    #[inline(always)]
    pub fn get(&self) -> Option<Option<&Block<H>>> {
        let start = self.start.load(Ordering::Acquire);
        match start.addr() {
            0 => None,
            NOTHING => Some(None),
            // SAFETY: the pointer is that of a block that this place owns and which does
            // not change any more, and a block is nothing but such a pointer.
            _ => Some(Some(unsafe {
                &*(&raw const self.start).cast::<Block<H>>()
            })),
        }
    }

    /// Sets it, unless it is set already; what it is set to then.
    pub fn set(&self, block: Option<Block<H>>) -> Option<&Block<H>> {
        let start = match &block {
            Some(block) => block.start.as_ptr(),
            None => std::ptr::without_provenance_mut(NOTHING),
        };
        let unset = std::ptr::null_mut();
        let set = self
            .start
            .compare_exchange(unset, start, Ordering::AcqRel, Ordering::Acquire);
        if set.is_ok() {
            std::mem::forget(block);
        }
        self.get().flatten()
    }
}

impl<H> Default for OnceBlock<H> {
    fn default() -> OnceBlock<H> {
        OnceBlock::new()
    }
}

impl<H> Drop for OnceBlock<H> {
    fn drop(&mut self) {
        let start = *self.start.get_mut();
        if start.addr() != NOTHING
            && let Some(start) = NonNull::new(start)
        {
            drop(Block { start });
        }
    }
}

impl<H: fmt::Debug> fmt::Debug for OnceBlock<H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("OnceBlock").field(&self.get()).finish()
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

    use super::{Block, OnceBlock};

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
    fn a_place_is_set_once_and_drops_what_it_has() {
        let header = Arc::new(());
        let block = || Some(Block::new(header.clone(), &[1]));
        let place = OnceBlock::new();
        assert!(place.get().is_none());
        assert_eq!(place.set(block()).map(Block::words), Some(&[1][..]));
        place.set(None);
        place.set(block());
        assert!(place.get().is_some_and(|block| block.is_some()));
        assert_eq!(Arc::strong_count(&header), 2);
        drop(place);
        assert_eq!(Arc::strong_count(&header), 1);
        let none = OnceBlock::new();
        assert!(none.set(None).is_none() && none.set(block()).is_none());
        assert!(none.get().is_some_and(|block| block.is_none()));
        assert_eq!(Arc::strong_count(&header), 1);
    }

    #[test]
    fn words_are_written_where_they_stay() {
        let mut place = std::ptr::null();
        let block = Block::filled((), 3, |words| {
            place = words.as_ptr();
            words[1] = 7;
        });
        assert_eq!(block.words(), [0, 7, 0]);
        assert_eq!(block.words().as_ptr(), place);
        assert_eq!(block.halves(5).len(), 5);
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
