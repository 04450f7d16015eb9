//! Terms that are built from templates.

use super::machine::Machine;
use crate::bytecode::code::Address;
use crate::compile::terms::slot;
use crate::term::cell::{BoxHeader, Cell, Tag};

impl Machine {
    /// Builds the term whose template stands from `pc` to `end` at the heap top `h`,
    /// which is given back; `e` is the environment. The heap has room for it.
    #[inline(never)]
    pub(super) fn build_template(
        &mut self,
        mut pc: Address,
        end: Address,
        start: u64,
        e: *mut u64,
    ) -> u64 {
        let base = self.mem.base();
        let mut h = start;
        // SAFETY: templates are made by the compiler, which has checked that the heap
        // has room and that the registers and slots exist.
        unsafe {
            let mut push = |word: u64| {
                *base.add(h as usize).cast::<u64>() = word;
                h += 8;
                h - 8
            };
            while pc < end {
                let word = Cell(*pc.cast::<u64>());
                pc = pc.add(1);
                match word.tag() {
                    Tag::Atm | Tag::Int => _ = push(word.0),
                    Tag::Lst | Tag::Str | Tag::Box => _ = push(word.0 + start),
                    Tag::Fun => {
                        push(word.0);
                        let words = BoxHeader::from_cell(word).map_or(0, |header| header.words());
                        for _ in 0..words {
                            push(*pc.cast::<u64>());
                            pc = pc.add(1);
                        }
                    }
                    _ => {
                        let index = (word.0 >> 6) as usize;
                        match (word.0 >> 3) & 7 {
                            slot::X => _ = push(self.x[index].0),
                            slot::Y => _ = push(*e.add(2 + index)),
                            kind => {
                                let at = push(0);
                                *base.add(at as usize).cast::<u64>() = at;
                                match kind {
                                    slot::NEW_X => self.x[index] = Cell(at),
                                    slot::NEW_Y => *e.add(2 + index) = at,
                                    _ => {}
                                }
                            }
                        }
                    }
                }
            }
        }
        h
    }
}
