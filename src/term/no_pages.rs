//! Stands for `pages.rs` where the host gives no blocks of pages: no area is large.

use std::ptr::NonNull;

/// Whether an area of so many bytes is a block of pages.
pub fn is_large(_bytes: u64) -> bool {
    false
}

/// A vector with room for so many items.
pub fn vector<T>(capacity: usize) -> Vec<T> {
    Vec::with_capacity(capacity)
}

/// Adds an item to a vector.
pub fn push<T>(items: &mut Vec<T>, item: T) {
    items.push(item);
}

/// A block of pages.
pub fn map(_bytes: u64) -> Option<NonNull<u64>> {
    None
}

/// Gives a block another size.
///
/// # Safety
/// There is no block that this could be called with.
pub unsafe fn resize(_block: NonNull<u64>, _old: u64, _new: u64) -> Option<NonNull<u64>> {
    None
}

/// Gives a block back.
///
/// # Safety
/// There is no block that this could be called with.
pub unsafe fn unmap(_block: NonNull<u64>, _bytes: u64) {}
