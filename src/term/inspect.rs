//! Questions about whole terms: variables, groundness, cycles.

use rustc_hash::{FxHashMap, FxHashSet};

use super::cell::{Cell, Tag};
use super::mem::Mem;
use super::stack::Stack;

/// A depth-first, left-to-right walk over the subterms of a term.
///
/// Shared subterms are entered once each time they are met, until the walk has
/// taken more steps than the heap has cells; from then on each compound is
/// entered once, so that the walk ends on cyclic and on heavily shared terms.
pub struct Walk {
    todo: Stack<Cell, FEW>,
    steps: u64,
    /// How many steps have been made. The alarm is not looked at in the first one.
    taken: u64,
    entered: FxHashSet<Cell>,
}

/// So many variables are looked through one by one, and so many subterms wait
/// without an allocation.
const FEW: usize = 16;

impl Walk {
    /// A walk over `term`.
    pub fn new(mem: &Mem, term: Cell) -> Walk {
        Walk {
            todo: Stack::of(term),
            steps: mem.h / 8 + 64,
            taken: 1,
            entered: FxHashSet::default(),
        }
    }

    /// The next subterm, dereferenced.
    pub fn next(&mut self, mem: &Mem) -> Option<Cell> {
        if mem.alarm.rings_at(self.taken) {
            return None;
        }
        self.taken += 1;
        let cell = mem.deref(self.todo.pop()?);
        if cell.is_compound() && self.enters(cell) {
            let args = mem.args_of(cell);
            for index in (0..args.len()).rev() {
                self.todo.push(args.get(mem, index));
            }
        }
        Some(cell)
    }

    fn enters(&mut self, cell: Cell) -> bool {
        if self.steps > 0 {
            self.steps -= 1;
            return true;
        }
        self.entered.insert(cell)
    }
}

impl Mem {
    /// Whether no variable occurs in `term`.
    pub fn is_ground(&self, term: Cell) -> bool {
        let mut walk = Walk::new(self, term);
        while let Some(cell) = walk.next(self) {
            if cell.is_var() {
                return false;
            }
        }
        !self.alarm.has_rung()
    }

    /// The variables of `term` in order of first occurrence.
    pub fn term_variables(&self, term: Cell) -> Vec<Cell> {
        self.collect_variables(term, |_| true)
    }

    /// The attributed variables of `term` in order of first occurrence.
    pub fn term_attvars(&self, term: Cell) -> Vec<Cell> {
        self.collect_variables(term, |cell| cell.tag() == Tag::Att)
    }

    fn collect_variables(&self, term: Cell, wanted: impl Fn(Cell) -> bool) -> Vec<Cell> {
        let mut found = Vec::new();
        let mut met = FxHashSet::default();
        let mut walk = Walk::new(self, term);
        while let Some(cell) = walk.next(self) {
            if !cell.is_var() || !wanted(cell) {
                continue;
            }
            let reference = Cell::reference(cell.offset());
            // A few variables are found again fastest without a table.
            if found.len() < FEW {
                if !found.contains(&reference) {
                    found.push(reference);
                }
                continue;
            }
            if met.is_empty() {
                met.extend(found.iter().copied());
            }
            if met.insert(reference) {
                found.push(reference);
            }
        }
        found
    }

    /// Whether the variable `var` occurs in `term`.
    pub fn occurs_in(&self, var: Cell, term: Cell) -> bool {
        let var = self.deref(var);
        let mut walk = Walk::new(self, term);
        while let Some(cell) = walk.next(self) {
            if cell == var {
                return true;
            }
        }
        false
    }

    /// Whether `term` is a finite tree.
    pub fn is_acyclic(&self, term: Cell) -> bool {
        self.is_small_tree(term) || self.has_no_back_edge(term)
    }

    /// Whether a plain walk over `term` ends within as many steps as the heap
    /// has cells: then it is a tree, and most terms are found to be one here.
    fn is_small_tree(&self, term: Cell) -> bool {
        let mut todo = Stack::<Cell, FEW>::of(term);
        let mut steps = self.h / 8 + 64;
        while let Some(cell) = todo.pop() {
            let cell = self.deref(cell);
            if cell.is_compound() {
                if steps == 0 || self.alarm.rings_at(steps) {
                    return false;
                }
                steps -= 1;
                let args = self.args_of(cell);
                for index in (0..args.len()).rev() {
                    todo.push(args.get(self, index));
                }
            }
        }
        true
    }

    fn has_no_back_edge(&self, term: Cell) -> bool {
        // False while a compound is open, true once all below it is known to be acyclic.
        let mut done: FxHashMap<Cell, bool> = FxHashMap::default();
        let mut todo = vec![(self.deref(term), false)];
        let mut steps = 0;
        while let Some((cell, leaving)) = todo.pop() {
            if self.alarm.rings_at(steps) {
                return false;
            }
            steps += 1;
            if leaving {
                done.insert(cell, true);
                continue;
            }
            if !cell.is_compound() {
                continue;
            }
            match done.get(&cell) {
                Some(true) => continue,
                Some(false) => return false,
                None => {}
            }
            done.insert(cell, false);
            todo.push((cell, true));
            for arg in self.args_of(cell).iter(self) {
                todo.push((self.deref(arg), false));
            }
        }
        true
    }

    /// Walks down a list: its proper items' count and the dereferenced tail.
    /// For a cyclic list the tail is the list cell where the walk stopped.
    pub fn skip_list(&self, list: Cell) -> (usize, Cell) {
        let mut count = 0;
        let mut cell = self.deref(list);
        // Brent's cycle finder: the tortoise moves to the hare at powers of two.
        let (mut tortoise, mut power, mut lap) = (cell, 1, 0);
        while cell.tag() == Tag::Lst {
            cell = self.deref(self.get(cell.offset() + 8));
            count += 1;
            if cell == tortoise || self.alarm.rings_at(count as u64) {
                break;
            }
            lap += 1;
            if lap == power {
                tortoise = cell;
                power *= 2;
                lap = 0;
            }
        }
        (count, cell)
    }

    /// The items of a proper list.
    pub fn list_items(&self, list: Cell) -> Option<Vec<Cell>> {
        let (count, tail) = self.skip_list(list);
        if tail != Cell::NIL {
            return None;
        }
        Some(self.list_prefix(list, count))
    }

    /// The first `count` items of a list that has as many.
    pub fn list_prefix(&self, list: Cell, count: usize) -> Vec<Cell> {
        let mut items = Vec::with_capacity(count);
        let mut cell = self.deref(list);
        for _ in 0..count {
            items.push(self.get(cell.offset()));
            cell = self.deref(self.get(cell.offset() + 8));
        }
        items
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::term::alarm::Alarm;
    use crate::term::image::Attributes;

    #[test]
    fn long_walks_end_when_the_alarm_rings() {
        let mut mem = Mem::new(1 << 30);
        let items: Vec<Cell> = (0..200_000).map(Cell::small).collect();
        let list = mem.list(&items);
        let copy = mem.list(&items);
        mem.alarm = Arc::new(Alarm::new(Arc::new(AtomicBool::new(true))));
        assert!(mem.is_ground(list) && mem.identical(list, copy));
        let walks: [fn(&mut Mem, Cell, Cell) -> bool; 5] = [
            |mem, list, _| !mem.is_ground(list),
            |mem, list, copy| !mem.identical(list, copy),
            |mem, list, _| mem.skip_list(list).1 != Cell::NIL,
            |mem, list, _| !mem.is_acyclic(list),
            |mem, list, _| mem.copy(list, Attributes::Keep) == Ok(Cell::NIL),
        ];
        for walk in walks {
            mem.alarm.arm();
            assert!(walk(&mut mem, list, copy));
            assert!(mem.alarm.disarm());
        }
        let image = mem.image(list, Attributes::Keep);
        assert_eq!(image.words.len(), 400_000);
    }
}
