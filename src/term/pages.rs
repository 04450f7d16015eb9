//! Blocks of pages from the host, for areas that are large.
//!
//! They start where a large page can, and ask for large pages: one fault then brings as
//! much as hundreds do else, and addresses are found sooner. Where a block grows it is
//! moved by its page tables, not by copying.

use std::ptr::{self, NonNull};

use rustix::mm::{self, Advice, MapFlags, MremapFlags, ProtFlags};

/// Areas of so many bytes are blocks of pages.
const LARGE: u64 = 8 << 20;

/// Where a large page can start: what is larger on some machines loses nothing by it.
const ALIGNMENT: usize = 2 << 20;

/// Whether an area of so many bytes is a block of pages.
#[inline]
pub fn is_large(bytes: u64) -> bool {
    bytes >= LARGE
}

/// A vector with room for so many items, in large pages if it is large enough to hold some.
pub fn vector<T>(capacity: usize) -> Vec<T> {
    let items: Vec<T> = Vec::with_capacity(capacity);
    let bytes = items.capacity() * size_of::<T>();
    if is_large(bytes as u64) {
        let start: *const u8 = items.as_ptr().cast();
        let before = start.addr() & (rustix::param::page_size() - 1);
        advise(start.wrapping_sub(before).cast_mut().cast(), bytes + before);
    }
    items
}

/// Adds an item to a vector that asks for large pages once it is large.
#[inline]
pub fn push<T>(items: &mut Vec<T>, item: T) {
    if items.len() == items.capacity() {
        grow(items);
    }
    items.push(item);
}

/// Doubles the room of a vector if it is large then.
#[cold]
fn grow<T>(items: &mut Vec<T>) {
    let capacity = 2 * items.capacity();
    if is_large((capacity * size_of::<T>()) as u64) {
        let mut larger = vector(capacity);
        larger.append(items);
        *items = larger;
    }
}

/// The bytes of the pages that hold so many bytes.
fn rounded(bytes: u64) -> Option<usize> {
    let bytes = usize::try_from(bytes).ok()?;
    let bytes = bytes.checked_next_multiple_of(rustix::param::page_size())?;
    (bytes <= isize::MAX as usize).then_some(bytes)
}

/// A block of zeroed pages with at least so many bytes, not zero.
pub fn map(bytes: u64) -> Option<NonNull<u64>> {
    let length = rounded(bytes)?;
    let start = reserve(length)?;
    advise(start.as_ptr(), length);
    Some(start)
}

/// Pages that start where a large page can.
fn reserve(length: usize) -> Option<NonNull<u64>> {
    let whole = length.checked_add(ALIGNMENT)?;
    // SAFETY: the host chooses where pages are free.
    let start = unsafe {
        mm::mmap_anonymous(
            ptr::null_mut(),
            whole,
            ProtFlags::READ | ProtFlags::WRITE,
            MapFlags::PRIVATE,
        )
    };
    let start: *mut u8 = start.ok()?.cast();
    let before = start.align_offset(ALIGNMENT);
    // SAFETY: both ends lie inside the pages just mapped, at page boundaries, and
    // nobody knows of them.
    unsafe {
        release(start, before);
        let block = start.add(before);
        release(block.add(length), ALIGNMENT - before);
        NonNull::new(block.cast())
    }
}

/// Gives whole pages back, if there are any.
///
/// # Safety
/// The pages are mapped and nobody uses them any more.
unsafe fn release(start: *mut u8, length: usize) {
    if length > 0 {
        // SAFETY: by the contract of this function.
        let _ = unsafe { mm::munmap(start.cast(), length) };
    }
}

/// Asks for large pages. A host may decline.
fn advise(start: *mut u64, length: usize) {
    // SAFETY: the advice changes how pages are backed, and neither what they hold nor who
    // may use them.
    let _ = unsafe { mm::madvise(start.cast(), length, Advice::LinuxHugepage) };
}

/// Gives a block another size: what both sizes have of it is kept. The block stays as
/// it is if there is no memory.
///
/// # Safety
/// The block is from [`map`] or from here with `old` bytes, and the caller uses what
/// is returned instead of it.
pub unsafe fn resize(block: NonNull<u64>, old: u64, new: u64) -> Option<NonNull<u64>> {
    let (old, new) = (rounded(old)?, rounded(new)?);
    let start: *mut u8 = block.as_ptr().cast();
    if new <= old {
        // SAFETY: the caller no longer uses what is behind the new size.
        unsafe { release(start.add(new), old - new) };
        return Some(block);
    }
    // SAFETY: the pages belong to the block, and stay where they are.
    let grown = unsafe { mm::mremap(start.cast(), old, new, MremapFlags::empty()) };
    if grown.is_ok() {
        return Some(block);
    }
    let Some(place) = reserve(new) else {
        // There are not enough addresses for a second block: anywhere will do.
        // SAFETY: the pages belong to the block.
        let moved = unsafe { mm::mremap(start.cast(), old, new, MremapFlags::MAYMOVE) };
        return NonNull::new(moved.ok()?.cast());
    };
    // SAFETY: the pages belong to the block, and what they are moved to has just been
    // mapped and is used by nobody.
    let moved = unsafe {
        mm::mremap_fixed(
            start.cast(),
            old,
            new,
            MremapFlags::MAYMOVE,
            place.as_ptr().cast(),
        )
    };
    if moved.is_ok() {
        return Some(place);
    }
    // SAFETY: both blocks are mapped, the new one is longer, and they do not overlap;
    // the old one is given back once.
    unsafe {
        ptr::copy_nonoverlapping(start, place.as_ptr().cast(), old);
        release(start, old);
    }
    Some(place)
}

/// Gives a block back.
///
/// # Safety
/// The block is from [`map`] or [`resize`] with so many bytes, and nobody uses it any more.
pub unsafe fn unmap(block: NonNull<u64>, bytes: u64) {
    if let Some(length) = rounded(bytes) {
        // SAFETY: by the contract of this function.
        unsafe { release(block.as_ptr().cast(), length) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_keeps_what_it_holds_while_it_grows_and_shrinks() {
        let first = map(LARGE).expect("there is memory");
        assert_eq!(first.as_ptr().cast::<u8>().align_offset(ALIGNMENT), 0);
        // SAFETY: each block has the sizes that are named, and only the last is used.
        unsafe {
            let words = LARGE as usize / 8;
            first.as_ptr().add(words - 1).write(7);
            // What lies behind it makes it move at times.
            let other = map(LARGE).expect("there is memory");
            let second = resize(first, LARGE, 64 * LARGE).expect("there is memory");
            assert_eq!(second.as_ptr().add(words - 1).read(), 7);
            assert_eq!(second.as_ptr().add(64 * words - 1).read(), 0);
            second.as_ptr().write(8);
            let third = resize(second, 64 * LARGE, LARGE + 1).expect("there is memory");
            assert_eq!(third.as_ptr().read(), 8);
            assert_eq!(third.as_ptr().add(words).read(), 0);
            unmap(third, LARGE + 1);
            unmap(other, LARGE);
        }
    }

    #[test]
    fn too_much_memory_is_declined() {
        assert_eq!(map(1 << 62), None);
        assert_eq!(map(u64::MAX), None);
    }
}
