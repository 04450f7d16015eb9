//! An item of a list by its position, and lists that are inverse to each other.

use super::domain::Domain;
use super::int::Int;
use super::prop::Prop;
use super::store::{Change, Conflict, Solver};

impl Solver {
    /// Item `x` of the list is `z`; positions count from 1.
    pub fn element(&mut self, prop: &Prop) -> Change {
        self.at_least(prop.x, 1)?;
        self.at_most(prop.x, i64::from(prop.len))?;
        let value = self.domain(prop.z);
        let mut ranges = Vec::new();
        let mut impossible = Vec::new();
        let mut position = Some(self.var(prop.x).min);
        while let Some(at) = position {
            self.look_at(1)?;
            position = self.next_value(prop.x, at);
            let item = self.item(prop, at as usize - 1);
            let fixed = self.var(item);
            let common = if fixed.is_fixed_small() {
                let only = Int::Small(fixed.min);
                match value.contains(&only) {
                    true => Domain::single(only),
                    false => Domain::default(),
                }
            } else {
                self.domain(item).intersection(&value)
            };
            if common.is_empty() {
                impossible.push(at);
            } else {
                ranges.extend_from_slice(common.ranges());
            }
        }
        if !impossible.is_empty() {
            self.keep_if(prop.x, |_, at| impossible.binary_search(&at).is_err())?;
        }
        let union = Domain::from_ranges(ranges);
        if union != value {
            self.restrict(prop.z, &union)?;
        }
        let index = *self.var(prop.x);
        if index.is_fixed_small() {
            let item = self.item(prop, index.min as usize - 1);
            self.restrict(item, &union)?;
            let domain = self.domain(item);
            self.restrict(prop.z, &domain)?;
        }
        Ok(())
    }

    /// Half of the list is the inverse of the other half: item `i` of one is `j`
    /// where item `j` of the other is `i`.
    pub fn inverse(&mut self, prop: &Prop) -> Change {
        let count = prop.len as usize / 2;
        for (from, to) in [(0, count), (count, 0)] {
            for index in 0..count {
                let var = self.item(prop, from + index);
                self.at_least(var, 1)?;
                self.at_most(var, count as i64)?;
                self.look_at(self.var(var).size as usize)?;
                self.keep_if(var, |solver, at| {
                    let other = solver.item(prop, to + at as usize - 1);
                    solver.contains(other, index as i64 + 1)
                })?;
                if let Some(Int::Small(at)) = self.value(var) {
                    let other = self.item(prop, to + at as usize - 1);
                    self.fix(other, index as i64 + 1)?;
                }
            }
        }
        Ok(())
    }

    /// The listed variables are the successors on one circuit through all positions.
    pub fn circuit(&mut self, prop: &Prop) -> Change {
        let count = prop.len as usize;
        let mut is_end = vec![false; count];
        for index in 0..count {
            if let Some(Int::Small(next)) = self.value(self.item(prop, index)) {
                is_end[next as usize - 1] = true;
            }
        }
        for start in (0..count).filter(|&start| !is_end[start]) {
            let (mut at, mut length) = (start, 1);
            while let Some(Int::Small(next)) = self.value(self.item(prop, at)) {
                at = next as usize - 1;
                length += 1;
                if length > count {
                    return Err(Conflict);
                }
            }
            if length < count {
                let last = self.item(prop, at);
                self.exclude(last, start as i64 + 1)?;
            }
        }
        self.no_early_cycle(prop, count)?;
        self.all_reached(prop, count)
    }

    /// Known successors do not form a cycle that leaves something out.
    fn no_early_cycle(&self, prop: &Prop, count: usize) -> Change {
        let (mut at, mut length) = (0, 0);
        while let Some(Int::Small(next)) = self.value(self.item(prop, at)) {
            at = next as usize - 1;
            length += 1;
            if at == 0 {
                return if length == count {
                    Ok(())
                } else {
                    Err(Conflict)
                };
            }
            if length > count {
                return Err(Conflict);
            }
        }
        Ok(())
    }

    /// Every position can be reached from the first one.
    fn all_reached(&mut self, prop: &Prop, count: usize) -> Change {
        let mut reached = vec![false; count];
        let mut todo = vec![0];
        let mut seen = 1;
        reached[0] = true;
        while let Some(at) = todo.pop() {
            let var = self.item(prop, at);
            self.look_at(self.var(var).size as usize)?;
            let mut value = Some(self.var(var).min);
            while let Some(next) = value {
                value = self.next_value(var, next);
                if !std::mem::replace(&mut reached[next as usize - 1], true) {
                    seen += 1;
                    todo.push(next as usize - 1);
                }
            }
        }
        if seen == count { Ok(()) } else { Err(Conflict) }
    }
}
