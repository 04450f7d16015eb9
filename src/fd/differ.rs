//! Disequalities of two variables: what a value of one forbids the other is an entry in
//! the list of the first (see `entries`).

use super::entries::DIFFERS;
use super::int::Int;
use super::prop::{Prop, PropKind};
use super::queue::DOM;
use super::store::{Change, Conflict, Kind, PropId, Solver, VarId};

impl Solver {
    /// Adds `x #\= y + c`.
    pub fn add_differ(&mut self, x: VarId, y: VarId, c: i64) -> Change {
        if x == y {
            return if c == 0 { Err(Conflict) } else { Ok(()) };
        }
        if self.is_fixed(x) || self.is_fixed(y) {
            return self.differ_from_known(x, y, c);
        }
        let mut prop = Prop::new(PropKind::Differ, x, y, 0, c);
        prop.posted = self.queue.posting;
        let id = self.push_prop(prop, 1);
        self.add_entry(x, DIFFERS, (id, y, -c));
        self.add_entry(y, DIFFERS, (id, x, c));
        Ok(())
    }

    #[cold]
    fn differ_from_known(&mut self, x: VarId, y: VarId, c: i64) -> Change {
        if let Some(value) = self.value(x) {
            return self.exclude_int(y, &value.sub(&Int::Small(c)));
        }
        match self.value(y) {
            Some(value) => self.exclude_int(x, &value.add(&Int::Small(c))),
            None => Ok(()),
        }
    }

    /// Takes from the others what they must differ from, `var` being fixed.
    #[inline]
    pub fn value_differs(&mut self, var: VarId) -> Change {
        let mut chunk = self.links[var as usize].entries[DIFFERS] as usize;
        if chunk == 0 {
            return Ok(());
        }
        let known = self.vars[var as usize];
        if !known.is_fixed_small() {
            return self.large_value_differs(var);
        }
        while chunk != 0 {
            let header = self.words[chunk];
            let end = chunk + 1 + 2 * (header & 0xffff) as usize;
            self.counts.runs[PropKind::Differ as usize] += header & 0xffff;
            let mut at = chunk + 1;
            while let Some((entry, value)) = self.next_to_exclude(&mut at, end, known.min) {
                if let Err(conflict) = self.exclude_fast(entry as VarId, value) {
                    self.queue.failed = Some((entry >> 32) as PropId);
                    return Err(conflict);
                }
            }
            chunk = (header >> 32) as usize;
        }
        Ok(())
    }

    /// The next entry from `at` on whose variable may have the value that it
    /// forbids. Most have lost it already.
    #[inline(always)]
    fn next_to_exclude(&self, at: &mut usize, end: usize, known: i64) -> Option<(u64, i64)> {
        for entry in self.words.get(*at..end)?.chunks_exact(2) {
            *at += 2;
            let value = known.wrapping_add(entry[1] as i64);
            let var = &self.vars[entry[0] as VarId as usize];
            if var.kind != Kind::Word || var.has_bit(value) {
                return Some((entry[0], value));
            }
        }
        None
    }

    /// As [`Solver::exclude`], for domains that are mostly bits; a value that is not in
    /// one of one word has been looked for before.
    #[inline(always)]
    fn exclude_fast(&mut self, id: VarId, value: i64) -> Change {
        let var = &self.vars[id as usize];
        if var.kind == Kind::Word {
            return self.remove_bit(id, 1 << (value - var.base));
        }
        if var.kind == Kind::Bits {
            if value < var.min || value > var.max {
                return Ok(());
            }
            let index = (value - var.base) as usize;
            let at = var.store as usize + index / 64;
            let word = self.words[at];
            let bit = 1u64 << (index % 64);
            if word & bit == 0 {
                return Ok(());
            }
            if value != var.min && value != var.max {
                self.set_word(at, word & !bit);
                self.touch(id);
                self.vars[id as usize].size -= 1;
                self.notify(id, DOM);
                return Ok(());
            }
        }
        self.exclude(id, value)
    }

    #[cold]
    fn large_value_differs(&mut self, var: VarId) -> Change {
        let Some(value) = self.value(var) else {
            return Ok(());
        };
        for (_, other, distance) in self.entries(var, DIFFERS) {
            self.exclude_int(other, &value.add(&Int::Small(distance)))?;
        }
        Ok(())
    }

    /// Moves the disequalities of a variable to the one that it has become.
    pub fn alias_differs(&mut self, gone: VarId, kept: VarId) -> Change {
        for (id, other, distance) in self.entries(gone, DIFFERS) {
            self.rename_ends(id, gone, kept);
            if other == kept {
                if distance == 0 {
                    return Err(Conflict);
                }
                self.kill(id);
                continue;
            }
            if let Some(value) = self.value(kept) {
                self.exclude_int(other, &value.add(&Int::Small(distance)))?;
                continue;
            }
            self.add_entry(kept, DIFFERS, (id, other, distance));
            self.redirect(other, DIFFERS, id, kept);
            if let Some(value) = self.value(other) {
                self.exclude_int(kept, &value.sub(&Int::Small(distance)))?;
            }
        }
        Ok(())
    }
}
