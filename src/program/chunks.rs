//! A growing table whose clones share what neither changes.

use std::sync::Arc;

/// The number of items that are shared or copied together.
const CHUNK: usize = 64;

/// A table in chunks, each shared until it is changed.
///
/// A clone takes a step for each chunk, not for each item, and writes to few
/// counters that other threads write to as well.
#[derive(Clone, Debug)]
pub struct Chunks<T> {
    chunks: Vec<Arc<Vec<T>>>,
    len: usize,
}

impl<T> Default for Chunks<T> {
    fn default() -> Chunks<T> {
        Chunks {
            chunks: Vec::new(),
            len: 0,
        }
    }
}

impl<T: Clone> Chunks<T> {
    /// The number of items.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no items.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The item at `index`.
    #[inline(always)]
    pub fn get(&self, index: usize) -> &T {
        &self.chunks[index / CHUNK][index % CHUNK]
    }

    /// The item at `index`, to change it; its chunk is copied if it is shared.
    pub fn get_mut(&mut self, index: usize) -> &mut T {
        &mut Arc::make_mut(&mut self.chunks[index / CHUNK])[index % CHUNK]
    }

    /// Adds an item.
    pub fn push(&mut self, item: T) {
        if self.len.is_multiple_of(CHUNK) {
            self.chunks.push(Arc::new(Vec::with_capacity(CHUNK)));
        }
        let last = self.chunks.last_mut().expect("there is a chunk with room");
        Arc::make_mut(last).push(item);
        self.len += 1;
    }

    /// The items that are not those which `other` has in their places.
    pub fn changed<'a>(&'a self, other: &'a Chunks<T>) -> impl Iterator<Item = &'a T> {
        let chunks = self.chunks.iter().enumerate();
        let changed = chunks.filter(|&(at, chunk)| {
            let before = other.chunks.get(at);
            !before.is_some_and(|before| Arc::ptr_eq(before, chunk))
        });
        changed.flat_map(|(_, chunk)| chunk.iter())
    }

    /// The items in order.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.chunks.iter().flat_map(|chunk| chunk.iter())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clone_keeps_what_it_had() {
        let mut one = Chunks::default();
        for number in 0..200 {
            one.push(number);
        }
        let mut other = one.clone();
        *one.get_mut(70) = 0;
        other.push(200);
        assert_eq!((*one.get(70), *other.get(70)), (0, 70));
        assert_eq!((one.len(), other.len()), (200, 201));
        assert_eq!(other.iter().sum::<i32>(), 200 * 201 / 2);
    }
}
