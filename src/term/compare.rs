//! The standard order of terms.

use std::cmp::Ordering;

use rustc_hash::FxHashSet;

use super::cell::{BoxKind, Cell, Functor, Tag};
use super::mem::Mem;
use super::stack::Stack;
use crate::atom::AtomTable;
use crate::number::Number;

/// How numbers of different types are ordered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NumberOrder {
    /// By type: every float before every integer (ISO).
    ByType,
    /// By value, a float before an integer of the same value.
    ByValue,
}

/// Pairs of terms that are still to be compared.
type Pairs = Stack<(Cell, Cell), 8>;

/// So many arguments are compared before a list is kept of what is left to do.
const FEW: usize = 8;

/// The order of two terms of one heap.
pub struct Comparison<'a> {
    mem: &'a Mem,
    atoms: &'a AtomTable,
    numbers: NumberOrder,
}

impl<'a> Comparison<'a> {
    /// Comparison of terms of `mem`, whose atoms are those of `atoms`.
    pub fn new(mem: &'a Mem, atoms: &'a AtomTable, numbers: NumberOrder) -> Comparison<'a> {
        Comparison {
            mem,
            atoms,
            numbers,
        }
    }

    /// The standard order: variables by age, numbers, strings, atoms, compounds
    /// by arity, name and arguments.
    pub fn compare(&self, a: Cell, b: Cell) -> Ordering {
        let a = self.mem.deref(a);
        let b = self.mem.deref(b);
        if a == b {
            return Ordering::Equal;
        }
        if a.is_small() && b.is_small() {
            return a.small_value().cmp(&b.small_value());
        }
        if a.is_atom() && b.is_atom() {
            return self.atom_order(a, b);
        }
        match self.flat(a, b) {
            Some(order) => order,
            None => match self.first_difference(a, b) {
                Some(order) => order,
                None => self.compounds(a, b),
            },
        }
    }

    /// The order of two compounds of one functor if it is that of arguments which are
    /// no compounds of one functor themselves, up to some number of them.
    fn first_difference(&self, a: Cell, b: Cell) -> Option<Ordering> {
        let (xs, ys) = (self.mem.args_of(a), self.mem.args_of(b));
        for index in 0..xs.len().min(FEW) {
            let x = self.mem.deref(xs.get(self.mem, index));
            let y = self.mem.deref(ys.get(self.mem, index));
            if x == y {
                continue;
            }
            let order = match x.is_small() && y.is_small() {
                true => x.small_value().cmp(&y.small_value()),
                false => self.flat(x, y)?,
            };
            if order != Ordering::Equal {
                return Some(order);
            }
        }
        (xs.len() <= FEW).then_some(Ordering::Equal)
    }

    /// The order of two dereferenced terms, or nothing if both are compounds of
    /// one functor, whose arguments decide.
    fn flat(&self, a: Cell, b: Cell) -> Option<Ordering> {
        let (x, y) = (self.rank(a), self.rank(b));
        if x != y {
            return Some(x.cmp(&y));
        }
        match a.tag() {
            Tag::Ref | Tag::Att => Some(a.offset().cmp(&b.offset())),
            Tag::Atm => Some(self.atom_order(a, b)),
            Tag::Lst | Tag::Str => self.functors(a, b),
            Tag::Box if self.mem.is_box(a, BoxKind::Str) => {
                Some(self.mem.string_text(a).cmp(self.mem.string_text(b)))
            }
            _ => Some(self.number_order(a, b)),
        }
    }

    fn atom_order(&self, a: Cell, b: Cell) -> Ordering {
        let x = self.atoms.text(a.atom_value()).as_bytes();
        let y = self.atoms.text(b.atom_value()).as_bytes();
        match (x.first(), y.first()) {
            // Most differ here.
            (Some(p), Some(q)) if p != q => p.cmp(q),
            _ => x.cmp(y),
        }
    }

    fn rank(&self, cell: Cell) -> u8 {
        match cell.tag() {
            Tag::Ref | Tag::Att => 0,
            Tag::Int => 2,
            Tag::Box => match self.mem.box_header(cell).kind() {
                BoxKind::Float if self.numbers == NumberOrder::ByType => 1,
                BoxKind::Str => 3,
                _ => 2,
            },
            Tag::Atm => 4,
            _ => 5,
        }
    }

    fn number_order(&self, a: Cell, b: Cell) -> Ordering {
        match (self.mem.number(a), self.mem.number(b)) {
            (Some(x), Some(y)) => Number::standard_order(&x, &y),
            _ => Ordering::Equal,
        }
    }

    fn functors(&self, a: Cell, b: Cell) -> Option<Ordering> {
        let functor = |cell: Cell| match cell.tag() {
            Tag::Lst => Functor::LIST,
            _ => Functor(self.mem.get(cell.offset()).0),
        };
        let (f, g) = (functor(a), functor(b));
        if f == g {
            return None;
        }
        let names = || self.atoms.text(f.name()).cmp(self.atoms.text(g.name()));
        Some(f.arity().cmp(&g.arity()).then_with(names))
    }

    fn compounds(&self, a: Cell, b: Cell) -> Ordering {
        let mut todo = Pairs::of((a, b));
        let mut steps = self.mem.h / 8 + 64;
        let mut met = None;
        while let Some((a, b)) = todo.pop() {
            if a.is_compound() && b.is_compound() {
                if self.mem.alarm.rings_at(steps) {
                    break;
                }
                if steps > 0 {
                    steps -= 1;
                } else if !met.get_or_insert_with(FxHashSet::default).insert((a, b)) {
                    continue;
                }
            }
            match self.flat(a, b) {
                Some(Ordering::Equal) => {}
                Some(order) => return order,
                None => self.push_arguments(a, b, &mut todo),
            }
        }
        Ordering::Equal
    }

    fn push_arguments(&self, a: Cell, b: Cell, todo: &mut Pairs) {
        let (xs, ys) = (self.mem.args_of(a), self.mem.args_of(b));
        for index in (0..xs.len()).rev() {
            let x = self.mem.deref(xs.get(self.mem, index));
            let y = self.mem.deref(ys.get(self.mem, index));
            if x != y {
                todo.push((x, y));
            }
        }
    }
}

impl Mem {
    /// Whether two terms are identical, variables included.
    pub fn identical(&self, a: Cell, b: Cell) -> bool {
        let a = self.deref(a);
        let b = self.deref(b);
        if a == b {
            return true;
        }
        if a.tag() != b.tag() {
            return false;
        }
        match a.tag() {
            Tag::Box => self.same_box(a, b),
            Tag::Lst | Tag::Str => self.identical_compounds(a, b),
            _ => false,
        }
    }

    fn identical_compounds(&self, a: Cell, b: Cell) -> bool {
        let mut todo = Pairs::of((a, b));
        let mut steps = self.h / 8 + 64;
        let mut met = FxHashSet::default();
        while let Some((a, b)) = todo.pop() {
            let (Some((f, xs)), Some((g, ys))) = (self.compound(a), self.compound(b)) else {
                return false;
            };
            if f != g {
                return false;
            }
            if self.alarm.rings_at(steps) {
                return false;
            }
            if steps > 0 {
                steps -= 1;
            } else if !met.insert((a, b)) {
                continue;
            }
            for index in 0..xs.len() {
                let (x, y) = (xs.get(self, index), ys.get(self, index));
                let (x, y) = (self.deref(x), self.deref(y));
                if x == y || (x.tag() == Tag::Box && y.tag() == Tag::Box && self.same_box(x, y)) {
                    continue;
                }
                if !x.is_compound() || x.tag() != y.tag() {
                    return false;
                }
                todo.push((x, y));
            }
        }
        true
    }
}
