//! Disequalities of two variables, the most frequent constraint of all.
//!
//! What a value of one variable forbids the other stands in the list of the
//! first, so that fixing a variable reads its list from end to end and nothing
//! else but the other variables. An entry is two words: the number of the
//! propagator and of the other variable, and the distance between them.

use super::int::Int;
use super::prop::{Prop, PropKind};
use super::queue::DOM;
use super::store::{Change, Conflict, Kind, PropId, Solver, VarId};

/// An entry: the propagator, the other variable, and what to add to the value
/// of the first to get the value that the other cannot have.
type Entry = (PropId, VarId, i64);

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
        self.add_entry(x, (id, y, -c));
        self.add_entry(y, (id, x, c));
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

    /// Adds an entry to the list of a variable.
    #[inline]
    pub fn add_entry(&mut self, var: VarId, (id, other, distance): Entry) {
        self.touch(var);
        let own = &mut self.vars[var as usize];
        own.degree = own.degree.saturating_add(1);
        let mut head = own.differs as usize;
        // That of no chunk is 0: it has no room.
        let mut header = self.words[head];
        if header & 0xffff == header >> 16 & 0xffff {
            head = self.add_chunk(var, head);
            header = self.words[head];
        }
        let at = head + 1 + 2 * (header & 0xffff) as usize;
        // Beyond the length nothing is in use that would have to be kept.
        if let Some([first, second]) = self.words.get_mut(at..at + 2) {
            *first = u64::from(id) << 32 | u64::from(other);
            *second = distance as u64;
        }
        self.set_word(head, header + 1);
    }

    /// A chunk for more entries, twice as long as the newest.
    #[inline(never)]
    fn add_chunk(&mut self, var: VarId, head: usize) -> usize {
        let capacity = match self.words[head] >> 16 & 0xffff {
            0 => 4,
            capacity => (2 * capacity).min(256),
        };
        let chunk = self.new_equal_words(1 + 2 * capacity as usize, 0);
        self.words[chunk] = (head as u64) << 32 | capacity << 16;
        self.vars[var as usize].differs = chunk as u32;
        chunk
    }

    /// The entries of a variable.
    pub fn differs(&self, var: VarId) -> Vec<Entry> {
        let mut entries = Vec::new();
        self.each_differ(var, |entry| entries.push(entry));
        entries
    }

    /// Calls `visit` with each entry of a variable.
    pub fn each_differ(&self, var: VarId, mut visit: impl FnMut(Entry)) {
        let mut chunk = self.var(var).differs as usize;
        while chunk != 0 {
            let header = self.words[chunk];
            for index in 0..(header & 0xffff) as usize {
                let word = self.words[chunk + 1 + 2 * index];
                let distance = self.words[chunk + 2 + 2 * index] as i64;
                visit(((word >> 32) as PropId, word as VarId, distance));
            }
            chunk = (header >> 32) as usize;
        }
    }

    /// Takes from the others what they must differ from, `var` being fixed.
    #[inline]
    pub fn value_differs(&mut self, var: VarId) -> Change {
        let mut chunk = self.vars[var as usize].differs as usize;
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
            while at < end {
                let word = self.words[at];
                let value = known.min.wrapping_add(self.words[at + 1] as i64);
                if let Err(conflict) = self.exclude_fast(word as VarId, value) {
                    self.queue.failed = Some((word >> 32) as PropId);
                    return Err(conflict);
                }
                at += 2;
            }
            chunk = (header >> 32) as usize;
        }
        Ok(())
    }

    /// As [`Solver::exclude`], for domains that are mostly bits.
    #[inline(always)]
    fn exclude_fast(&mut self, id: VarId, value: i64) -> Change {
        let var = &self.vars[id as usize];
        if var.kind == Kind::Word {
            let index = value.wrapping_sub(var.base) as u64;
            if index < 64 && var.bits >> index & 1 == 1 {
                return self.keep_bits(id, !(1 << index));
            }
            return Ok(());
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
        for (_, other, distance) in self.differs(var) {
            self.exclude_int(other, &value.add(&Int::Small(distance)))?;
        }
        Ok(())
    }

    /// Moves the disequalities of a variable to the one that it has become.
    pub fn alias_differs(&mut self, gone: VarId, kept: VarId) -> Change {
        for (id, other, distance) in self.differs(gone) {
            self.touch_prop(id);
            let prop = &mut self.props[id as usize];
            for var in [&mut prop.x, &mut prop.y] {
                if *var == gone {
                    *var = kept;
                }
            }
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
            self.add_entry(kept, (id, other, distance));
            self.redirect(other, id, kept);
            if let Some(value) = self.value(other) {
                self.exclude_int(kept, &value.sub(&Int::Small(distance)))?;
            }
        }
        Ok(())
    }

    /// Makes the entry of a propagator in the list of `var` name another variable.
    fn redirect(&mut self, var: VarId, id: PropId, to: VarId) {
        let mut chunk = self.var(var).differs as usize;
        while chunk != 0 {
            let header = self.words[chunk];
            for index in 0..(header & 0xffff) as usize {
                let at = chunk + 1 + 2 * index;
                if (self.words[at] >> 32) as PropId == id {
                    self.set_word(at, u64::from(id) << 32 | u64::from(to));
                }
            }
            chunk = (header >> 32) as usize;
        }
    }
}
