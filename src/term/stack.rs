//! What is left to do in walks over terms.

/// A stack whose first items need no allocation, since most terms are small.
pub struct Stack<T, const N: usize> {
    first: [T; N],
    len: usize,
    /// Items above the first ones, which are all there then.
    rest: Vec<T>,
}

impl<T: Copy, const N: usize> Stack<T, N> {
    /// A stack of one item.
    pub fn of(item: T) -> Stack<T, N> {
        Stack {
            first: [item; N],
            len: 1,
            rest: Vec::new(),
        }
    }

    /// Puts an item on top.
    #[inline(always)]
    pub fn push(&mut self, item: T) {
        match self.first.get_mut(self.len) {
            Some(place) => {
                *place = item;
                self.len += 1;
            }
            None => self.rest.push(item),
        }
    }

    /// Takes the item on top.
    #[inline(always)]
    pub fn pop(&mut self) -> Option<T> {
        if self.len == N
            && let Some(item) = self.rest.pop()
        {
            return Some(item);
        }
        self.len = self.len.checked_sub(1)?;
        Some(self.first[self.len])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_item_comes_first() {
        let mut stack = Stack::<u32, 3>::of(0);
        for item in 1..8 {
            stack.push(item);
        }
        for item in (2..8).rev() {
            assert_eq!(stack.pop(), Some(item));
        }
        stack.push(9);
        let rest: Vec<u32> = std::iter::from_fn(|| stack.pop()).collect();
        assert_eq!(rest, [9, 1, 0]);
    }
}
