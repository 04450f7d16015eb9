//! Copies of small terms, made on the heap in one walk.

use super::area::MemoryFull;
use super::cell::{Cell, Functor, Tag};
use super::mem::Mem;

/// A copy of at most so many words, with at most so many variables, is small.
const SMALL: u64 = 48;
const FEW_VARIABLES: usize = 8;

/// The copy in progress, from `base` to the top of the heap.
struct Copy<'a> {
    mem: &'a mut Mem,
    limit: u64,
    /// The variables met so far, and the fresh ones in their places.
    variables: [(Cell, Cell); FEW_VARIABLES],
    count: usize,
}

impl Mem {
    /// A copy of a compound with fresh variables, or the compound itself if it has no
    /// variables; nothing if the copy would not be small or has attributed variables.
    pub(super) fn copy_small(&mut self, term: Cell) -> Result<Option<Cell>, MemoryFull> {
        self.ensure(SMALL)?;
        let base = self.h;
        let mut copy = Copy {
            limit: base + 8 * SMALL,
            mem: self,
            variables: [(Cell(0), Cell(0)); FEW_VARIABLES],
            count: 0,
        };
        let copied = copy.run(term, base);
        let is_ground = copy.count == 0;
        if copied.is_none() || is_ground {
            self.h = base;
        }
        Ok(copied.map(|copied| if is_ground { term } else { copied }))
    }
}

impl Copy<'_> {
    /// Copies block after block: what has been copied is the list of what is left.
    fn run(&mut self, term: Cell, base: u64) -> Option<Cell> {
        let root = self.block(term)?;
        let mut scan = base;
        while scan < self.mem.h {
            let cell = self.mem.get(scan);
            if !matches!(cell.tag(), Tag::Atm | Tag::Int | Tag::Fun) {
                let part = self.part(cell, scan)?;
                self.mem.set(scan, part);
            }
            scan += 8;
        }
        Some(root)
    }

    /// What stands at `place` for a cell of the original.
    #[inline]
    fn part(&mut self, cell: Cell, place: u64) -> Option<Cell> {
        let cell = self.mem.deref(cell);
        match cell.tag() {
            // Boxed values never change.
            Tag::Atm | Tag::Int | Tag::Box => Some(cell),
            Tag::Lst | Tag::Str => self.block(cell),
            Tag::Ref => self.variable(cell, place),
            Tag::Att | Tag::Fun => None,
        }
    }

    #[inline]
    fn variable(&mut self, var: Cell, place: u64) -> Option<Cell> {
        let known = self.variables[..self.count].iter();
        if let Some((_, fresh)) = known.into_iter().find(|(known, _)| *known == var) {
            return Some(*fresh);
        }
        let fresh = Cell::reference(place);
        *self.variables.get_mut(self.count)? = (var, fresh);
        self.count += 1;
        Some(fresh)
    }

    /// Copies the words of a compound as they are.
    #[inline]
    fn block(&mut self, cell: Cell) -> Option<Cell> {
        let count = match cell.tag() {
            Tag::Lst => 2,
            _ => 1 + Functor(self.mem.get(cell.offset()).0).arity() as u64,
        };
        let start = self.mem.h;
        if start + 8 * count > self.limit {
            return None;
        }
        for word in 0..count {
            let original = self.mem.get(cell.offset() + 8 * word);
            self.mem.set(start + 8 * word, original);
        }
        self.mem.h = start + 8 * count;
        Some(Cell::new(cell.tag(), start))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::atom::Atom;

    #[test]
    fn a_small_copy_has_fresh_variables_in_the_same_places() {
        let mut mem = Mem::new(1 << 20);
        let (x, y) = (mem.new_var(), mem.new_var());
        let list = mem.list(&[x, y, x]);
        let copy = mem.copy_small(list).expect("there is room");
        let copy = copy.expect("it is small");
        let items: Vec<Cell> = (0..3)
            .scan(copy, |rest, _| {
                let item = mem.deref(mem.get(rest.offset()));
                *rest = mem.deref(mem.get(rest.offset() + 8));
                Some(item)
            })
            .collect();
        assert_eq!(items[0], items[2]);
        assert!(items[0].is_var() && items[1].is_var() && items[0] != items[1]);
        assert!(!items.contains(&x) && !items.contains(&y));
    }

    #[test]
    fn ground_terms_are_shared_and_large_ones_left() {
        let mut mem = Mem::new(1 << 20);
        let atom = Cell::atom(Atom::from_index(1));
        let list = mem.list(&[atom, Cell::small(3)]);
        let top = mem.h;
        assert_eq!(mem.copy_small(list), Ok(Some(list)));
        let var = mem.new_var();
        let long = mem.list(&[var; 100]);
        assert_eq!(mem.copy_small(long), Ok(None));
        let cyclic = mem.list(&[var]);
        mem.set(cyclic.offset() + 8, cyclic);
        assert_eq!(mem.copy_small(cyclic), Ok(None));
        assert!(mem.h > top);
    }
}
