//! Unification, without native recursion and safe on cyclic terms.

use rustc_hash::FxHashSet;

use super::cell::{Cell, Functor, Tag};
use super::image::Attributes;
use super::mem::Mem;

/// The cells of compounds that are unified without a list of what is left to do.
const SMALL: usize = 400;

/// How deep they may be.
const DEEP: usize = 12;

impl Mem {
    /// Unifies two terms. On failure the bindings made so far stay on the
    /// trail for the caller to undo.
    #[inline]
    pub fn unify(&mut self, a: Cell, b: Cell) -> bool {
        let a = self.deref(a);
        let b = self.deref(b);
        if a == b {
            return true;
        }
        match (a.is_var(), b.is_var()) {
            (true, true) => {
                self.bind_vars(a, b);
                true
            }
            (true, false) => self.bind_checked(a, b),
            (false, true) => self.bind_checked(b, a),
            _ if a.tag() != b.tag() => false,
            _ => match a.tag() {
                Tag::Lst | Tag::Str => self.unify_compounds(a, b),
                Tag::Box => self.same_box(a, b),
                _ => false,
            },
        }
    }

    /// Binds a variable to a term, unless that is to be refused because the
    /// variable occurs in it.
    #[inline(always)]
    fn bind_checked(&mut self, var: Cell, value: Cell) -> bool {
        if self.occurs_check && value.is_compound() && self.occurs_in(var, value) {
            return self.occurs_is_error && self.note_occurs(var, value);
        }
        self.bind(var, value);
        true
    }

    /// Keeps what would be cyclic until the next event, which raises the error.
    #[cold]
    #[inline(never)]
    fn note_occurs(&mut self, var: Cell, value: Cell) -> bool {
        if self.occurs_found.is_none() && self.ensure(3).is_ok() {
            let pair = self.new_list(var, value);
            self.occurs_found = Some(Box::new(self.image(pair, Attributes::Drop)));
        }
        self.hlim = 0;
        true
    }

    /// Whether two boxed values are equal bit for bit.
    pub(crate) fn same_box(&self, a: Cell, b: Cell) -> bool {
        self.box_header(a) == self.box_header(b) && self.box_bytes(a) == self.box_bytes(b)
    }

    /// Unifies compounds with the same tag.
    #[inline]
    pub(crate) fn unify_compounds(&mut self, a: Cell, b: Cell) -> bool {
        let mut fuel = SMALL;
        let unified = self.unify_small(a, b, &mut fuel, 0);
        unified.unwrap_or_else(|| self.unify_large(a, b))
    }

    /// Unifies compounds of the same kind that are small; nothing if they are not,
    /// so that all has to be done again. What follows in the last argument is no
    /// deeper, as in lists.
    fn unify_small(
        &mut self,
        mut a: Cell,
        mut b: Cell,
        fuel: &mut usize,
        depth: usize,
    ) -> Option<bool> {
        'level: loop {
            let (mut p, mut q) = (a.offset(), b.offset());
            let mut count = 2;
            if a.tag() == Tag::Str {
                if self.get(p) != self.get(q) {
                    return Some(false);
                }
                count = Functor(self.get(p).0).arity();
                p += 8;
                q += 8;
            }
            *fuel = fuel.checked_sub(count + 1)?;
            for left in (0..count).rev() {
                let (x, y) = (self.get(p), self.get(q));
                p += 8;
                q += 8;
                if x == y {
                    continue;
                }
                let (x, y) = (self.deref(x), self.deref(y));
                if x == y {
                    continue;
                }
                match (x.is_var(), y.is_var()) {
                    (true, true) => self.bind_vars(x, y),
                    (true, false) if self.bind_checked(x, y) => {}
                    (false, true) if self.bind_checked(y, x) => {}
                    _ if x.tag() != y.tag() => return Some(false),
                    _ => match x.tag() {
                        Tag::Lst | Tag::Str if left == 0 => {
                            (a, b) = (x, y);
                            continue 'level;
                        }
                        Tag::Lst | Tag::Str => {
                            if depth == DEEP {
                                return None;
                            }
                            if !self.unify_small(x, y, fuel, depth + 1)? {
                                return Some(false);
                            }
                        }
                        Tag::Box if self.same_box(x, y) => {}
                        _ => return Some(false),
                    },
                }
            }
            return Some(true);
        }
    }

    fn unify_large(&mut self, a: Cell, b: Cell) -> bool {
        let mut pairs = std::mem::take(&mut self.pairs);
        pairs.clear();
        pairs.push((a, b));
        // Acyclic terms without sharing need no more steps than there are
        // cells; past that, pairs already met are remembered.
        let mut steps = self.h / 8 + 64;
        let mut met = None;
        let mut unified = true;
        while let Some((a, b)) = pairs.pop() {
            if self.alarm.rings_at(steps) {
                unified = false;
                break;
            }
            if steps == 0 {
                let met = met.get_or_insert_with(FxHashSet::default);
                if !met.insert((a, b)) {
                    continue;
                }
            } else {
                steps -= 1;
            }
            if !self.unify_level(a, b, &mut pairs) {
                unified = false;
                break;
            }
        }
        self.pairs = pairs;
        if self.alarm.has_walked() {
            self.hlim = 0;
        }
        unified
    }

    /// Unifies the atomic arguments of two compounds and leaves pairs of
    /// compound arguments in `pairs`, the first on top.
    fn unify_level(&mut self, a: Cell, b: Cell, pairs: &mut Vec<(Cell, Cell)>) -> bool {
        let (mut p, mut q) = (a.offset(), b.offset());
        let mut count = 2;
        if a.tag() == Tag::Str {
            if self.get(p) != self.get(q) {
                return false;
            }
            count = Functor(self.get(p).0).arity();
            p += 8;
            q += 8;
        }
        let start = pairs.len();
        for _ in 0..count {
            let x = self.deref(self.get(p));
            let y = self.deref(self.get(q));
            p += 8;
            q += 8;
            if x == y {
                continue;
            }
            match (x.is_var(), y.is_var()) {
                (true, true) => self.bind_vars(x, y),
                (true, false) if self.bind_checked(x, y) => {}
                (false, true) if self.bind_checked(y, x) => {}
                _ if x.tag() != y.tag() => return false,
                _ => match x.tag() {
                    Tag::Lst | Tag::Str => pairs.push((x, y)),
                    Tag::Box if self.same_box(x, y) => {}
                    _ => return false,
                },
            }
        }
        pairs[start..].reverse();
        true
    }

    /// Unifies two terms if the result is a finite tree.
    pub fn unify_with_occurs_check(&mut self, a: Cell, b: Cell) -> bool {
        let mark = self.tr;
        let hb = std::mem::replace(&mut self.hb, self.h);
        let is_error = std::mem::replace(&mut self.occurs_is_error, false);
        let unified = self.unify(a, b);
        self.occurs_is_error = is_error;
        self.hb = hb;
        unified && {
            let mut values = self.bound_since(mark).map(|(_, value)| value);
            values.all(|value| !value.is_compound() || self.is_acyclic(value))
        }
    }
}
