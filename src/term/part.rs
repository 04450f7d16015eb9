//! Unification of parts of images with terms, for what most parts are: variables,
//! constants, and compounds of these.

use super::cell::{Cell, Functor, Tag};
use super::halves::Words;
use super::mem::Mem;

impl Mem {
    /// Unifies the part `part` of an image with a term, as [`Mem::unify_image`] does.
    #[inline]
    pub(crate) fn unify_part(
        &mut self,
        words: impl Words,
        part: Cell,
        cell: Cell,
        table: &mut [Cell],
    ) -> bool {
        let cell = self.deref(cell);
        if let Some(unified) = self.unify_simple(part, cell, table) {
            return unified;
        }
        if cell.is_var() && part.tag() != Tag::Ref {
            let built = self.build_part(words, part, table);
            return self.unify(cell, built);
        }
        let at = (part.offset() / 8) as usize;
        match (part.tag(), cell.tag()) {
            (Tag::Lst, Tag::Lst) => self.unify_places(words, at, cell.offset(), 2, table),
            (Tag::Str, Tag::Str) => {
                let functor = self.get(cell.offset()).0;
                functor == words.word(at) && {
                    let count = Functor(functor).arity();
                    self.unify_places(words, at + 1, cell.offset() + 8, count, table)
                }
            }
            _ => self.unify_image(words, part, cell, table),
        }
    }

    /// Unifies the arguments of a compound in an image with those of one on the heap.
    #[inline]
    fn unify_places(
        &mut self,
        words: impl Words,
        first: usize,
        offset: u64,
        count: usize,
        table: &mut [Cell],
    ) -> bool {
        (0..count).all(|index| {
            let part = Cell(words.word(first + index));
            let cell = self.deref(self.get(offset + 8 * index as u64));
            match self.unify_simple(part, cell, table) {
                Some(unified) => unified,
                None => self.unify_image(words, part, cell, table),
            }
        })
    }

    /// Unifies a dereferenced cell with a constant or the first occurrence of a variable;
    /// nothing for other parts.
    #[inline(always)]
    pub(super) fn unify_simple(
        &mut self,
        part: Cell,
        cell: Cell,
        table: &mut [Cell],
    ) -> Option<bool> {
        match part.tag() {
            Tag::Ref => {
                let slot = &mut table[(part.0 >> 3) as usize];
                if slot.0 != 0 {
                    return None;
                }
                *slot = match cell.is_var() {
                    true => Cell::reference(cell.offset()),
                    false => cell,
                };
                Some(true)
            }
            Tag::Atm | Tag::Int if cell.is_var() => Some(self.unify(cell, part)),
            Tag::Atm | Tag::Int => Some(cell == part),
            _ => None,
        }
    }
}
