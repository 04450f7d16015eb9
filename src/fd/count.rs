//! How often values occur, and how many different ones there are; the order of lists.

use super::domain::Domain;
use super::int::{Bound, Int};
use super::linear::Truth;
use super::prop::Prop;
use super::store::{Change, Conflict, Kind, PropId, Solver, VarId};

impl Solver {
    /// `z` of the listed variables are in domain number `c`.
    pub fn count(&mut self, id: PropId, prop: &Prop) -> Change {
        if let Some(Int::Small(value)) = self.domains[prop.c as usize].value() {
            return self.count_value(id, prop, *value);
        }
        let set = self.domains[prop.c as usize].clone();
        let (mut sure, mut open) = (0, Vec::new());
        for index in 0..prop.len as usize {
            let var = self.item(prop, index);
            match self.is_member(var, &set) {
                Truth::Yes => sure += 1,
                Truth::Open => open.push(var),
                Truth::No => {}
            }
        }
        self.at_least(prop.z, sure)?;
        self.at_most(prop.z, sure + open.len() as i64)?;
        let z = *self.var(prop.z);
        if open.is_empty() {
            self.kill(id);
        } else if z.max == sure {
            let outside = set.complement();
            self.kill(id);
            for var in open {
                self.restrict(var, &outside)?;
            }
        } else if z.min == sure + open.len() as i64 {
            self.kill(id);
            for var in open {
                self.restrict(var, &set)?;
            }
        }
        Ok(())
    }

    /// The same for a set of one value.
    fn count_value(&mut self, id: PropId, prop: &Prop, value: i64) -> Change {
        let (mut sure, mut open) = (0, 0);
        let from = prop.args as usize;
        for &item in &self.words[from..from + prop.len as usize] {
            let var = self.var(item as VarId);
            let has_value = match var.kind {
                Kind::Word => var.has_bit(value),
                Kind::Interval => value >= var.min && value <= var.max,
                _ => self.contains(item as VarId, value),
            };
            let is_sure = var.size == 1;
            sure += i64::from(has_value & is_sure);
            open += i64::from(has_value & !is_sure);
        }
        self.at_least(prop.z, sure)?;
        self.at_most(prop.z, sure + open)?;
        let z = *self.var(prop.z);
        if z.max != sure && z.min != sure + open {
            return Ok(());
        }
        self.kill(id);
        for index in 0..prop.len as usize {
            let var = self.item(prop, index);
            if open == 0 || self.is_fixed(var) {
                continue;
            }
            if z.max == sure {
                self.exclude(var, value)?;
            } else if self.contains(var, value) {
                self.fix(var, value)?;
            }
        }
        Ok(())
    }

    fn is_member(&self, id: VarId, set: &Domain) -> Truth {
        let domain = self.domain(id);
        let common = domain.intersection(set);
        if common.is_empty() {
            Truth::No
        } else if common == domain {
            Truth::Yes
        } else {
            Truth::Open
        }
    }

    /// The listed variables have `z` different values.
    pub fn values(&mut self, prop: &Prop) -> Change {
        let mut known: Vec<Int> = Vec::new();
        let mut open = Vec::new();
        for index in 0..prop.len as usize {
            let var = self.item(prop, index);
            match self.value(var) {
                Some(value) => known.push(value),
                None => open.push(var),
            }
        }
        known.sort_unstable();
        known.dedup();
        let least = known.len().max(usize::from(prop.len > 0));
        self.at_least(prop.z, least as i64)?;
        self.at_most(prop.z, (known.len() + open.len()) as i64)?;
        let z = *self.var(prop.z);
        if z.max == known.len() as i64 {
            let set = Domain::from_values(known.into_iter());
            for var in open {
                self.restrict(var, &set)?;
            }
        } else if z.min == (known.len() + open.len()) as i64 {
            let others = Domain::from_values(known.into_iter()).complement();
            for var in open {
                self.restrict(var, &others)?;
            }
        }
        Ok(())
    }

    /// The first half of the list is not after the second half in the
    /// lexicographic order; with `c`, it is before it.
    pub fn lexicographic(&mut self, id: PropId, prop: &Prop) -> Change {
        let count = prop.len as usize / 2;
        let mut at = 0;
        while at < count {
            let (x, y) = (self.item(prop, at), self.item(prop, count + at));
            let same = x == y || self.is_fixed(x) && self.value(x) == self.value(y);
            if !same {
                break;
            }
            at += 1;
        }
        if at == count {
            return if prop.c == 0 { Ok(()) } else { Err(Conflict) };
        }
        let (x, y) = (self.item(prop, at), self.item(prop, count + at));
        let strict = i64::from(!self.tail_possible(prop, at + 1, count));
        let high = self.max(y).plus(-strict);
        self.at_most_bound(x, &high)?;
        let low = self.min(x).plus(strict);
        self.at_least_bound(y, &low)?;
        if self.max(x) < self.min(y) {
            self.kill(id);
        } else if self.is_fixed(x) && self.value(x) == self.value(y) {
            self.enqueue(id);
        }
        Ok(())
    }

    /// Whether the lists can be in order from position `at` on.
    fn tail_possible(&self, prop: &Prop, at: usize, count: usize) -> bool {
        for index in at..count {
            let low = self.min(self.item(prop, index));
            let high = self.max(self.item(prop, count + index));
            if low == Bound::Inf || low < high {
                return true;
            }
            if low > high {
                return false;
            }
        }
        prop.c == 0
    }
}
