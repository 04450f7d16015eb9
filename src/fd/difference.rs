//! Two or three variables: orders, differences, and sums of two.

use super::int::{Bound, Int};
use super::linear::{MATCHED, Truth};
use super::prop::{ANY, BOUNDS, Prop, PropKind};
use super::store::{Change, Conflict, Kind, LIMIT, NO_MAX, NO_MIN, PropId, Solver, VarId};

impl Solver {
    /// If `z` is as `when` says, `x #=< y + c`.
    pub fn order_if(&mut self, id: PropId, prop: &Prop, when: Truth) -> Change {
        let (x, y) = (self.var(prop.x), self.var(prop.y));
        if !x.is_narrow() || !y.is_narrow() || prop.x == prop.y {
            return self.order_if_exactly(id, prop, when);
        }
        match self.truth_of(prop.z) {
            Truth::Open if x.min <= y.max + prop.c => Ok(()),
            Truth::Open => self.conclude(id, prop.z, Truth::No.same_if(when == Truth::Yes)),
            truth if truth == when => self.order_by_bounds(id, prop.x, prop.y, prop.c),
            _ => {
                self.kill(id);
                Ok(())
            }
        }
    }

    #[cold]
    fn order_if_exactly(&mut self, id: PropId, prop: &Prop, when: Truth) -> Change {
        let truth = self.truth_of(prop.z);
        if truth == when {
            return self.order(prop);
        }
        let low = self.min(prop.x);
        let high = self.max(prop.y).plus(prop.c);
        let impossible = match prop.x == prop.y {
            true => prop.c < 0,
            false => low != Bound::Inf && high != Bound::Sup && low > high,
        };
        if truth == Truth::Open && impossible {
            return self.conclude(id, prop.z, Truth::No.same_if(when == Truth::Yes));
        }
        if truth != Truth::Open {
            self.kill(id);
        }
        Ok(())
    }

    /// `x #=< y + c`, of variables with bounds in range.
    #[inline(always)]
    fn order_by_bounds(&mut self, id: PropId, x: VarId, y: VarId, c: i64) -> Change {
        let (lower, upper) = (self.var(x), self.var(y));
        let (mut x_max, x_min) = (lower.max, lower.min);
        let (mut y_min, y_max) = (upper.min, upper.max);
        if y_max + c < x_max {
            self.at_most(x, y_max + c)?;
            x_max = self.var(x).max;
        }
        if x_min - c > y_min {
            self.at_least(y, x_min - c)?;
            y_min = self.var(y).min;
        }
        if x_max <= y_min + c {
            self.kill(id);
        }
        Ok(())
    }

    /// `x #= y + c`
    pub fn offset(&mut self, id: PropId, prop: &Prop) -> Change {
        let (x, y) = (self.var(prop.x), self.var(prop.y));
        let holed = x.kind != Kind::Interval || y.kind != Kind::Interval;
        if prop.x == prop.y || !x.is_narrow() || !y.is_narrow() {
            return self.offset_endless(id, prop);
        }
        let c = prop.c;
        let (x_min, x_max, y_min, y_max) = (x.min, x.max, y.min, y.max);
        self.idempotent(id);
        self.at_least(prop.x, y_min + c)?;
        self.at_most(prop.x, y_max + c)?;
        self.at_least(prop.y, x_min - c)?;
        self.at_most(prop.y, x_max - c)?;
        if !holed {
            return Ok(());
        }
        let (x, y) = (self.var(prop.x), self.var(prop.y));
        if x.size == 1 && y.size == 1 {
            return if x.min == y.min + c {
                Ok(())
            } else {
                Err(Conflict)
            };
        }
        if x.size <= MATCHED && y.size <= MATCHED {
            self.match_values(prop.x, prop.y, |value| Some(value - c))?;
            return self.match_values(prop.y, prop.x, |value| Some(value + c));
        }
        self.offset_exactly(prop)
    }

    /// Adds `x #= y + c` of two open variables.
    pub fn add_offset(&mut self, x: VarId, y: VarId, c: i64) -> Change {
        let mut prop = Prop::new(PropKind::Offset, x, y, 0, c);
        prop.posted = self.queue.posting;
        let id = self.push_prop(prop, 1);
        // What it changes before it waits does not make it run again.
        self.counts.runs[PropKind::Offset as usize] += 1;
        let narrowed = self.offset(id, &prop);
        self.runs_again();
        narrowed?;
        self.watch(id, x, ANY);
        self.watch(id, y, ANY);
        Ok(())
    }

    /// Adds `x + y #= z` of three open variables.
    pub fn add_plus(&mut self, x: VarId, y: VarId, z: VarId) -> Change {
        let mut prop = Prop::new(PropKind::Plus, x, y, z, 0);
        prop.posted = self.queue.posting;
        let id = self.push_prop(prop, 1);
        // The bounds of a sum that has had none tell nothing of the terms.
        let is_known = self.bound_new_sum(&prop)?;
        for var in [x, y, z] {
            self.watch(id, var, BOUNDS);
        }
        if !is_known {
            self.enqueue(id);
        }
        Ok(())
    }

    fn offset_endless(&mut self, id: PropId, prop: &Prop) -> Change {
        self.idempotent(id);
        if prop.x == prop.y {
            return if prop.c == 0 { Ok(()) } else { Err(Conflict) };
        }
        let (x, y) = (self.var(prop.x), self.var(prop.y));
        if x.kind == Kind::Interval
            && y.kind == Kind::Interval
            && let (Some(low), Some(high)) = (y.shifted_min(prop.c), y.shifted_max(prop.c))
        {
            self.keep_between(prop.x, low, high)?;
            let x = self.var(prop.x);
            if let (Some(low), Some(high)) = (x.shifted_min(-prop.c), x.shifted_max(-prop.c)) {
                return self.keep_between(prop.y, low, high);
            }
        }
        self.offset_exactly(prop)
    }

    fn offset_exactly(&mut self, prop: &Prop) -> Change {
        let c = Int::Small(prop.c);
        let shifted = self.domain(prop.y).shifted(&c);
        self.restrict(prop.x, &shifted)?;
        let shifted = self.domain(prop.x).shifted(&c.neg());
        self.restrict(prop.y, &shifted)
    }

    /// `x + y #= z`
    pub fn plus(&mut self, id: PropId, prop: &Prop) -> Change {
        let is_narrow = |solver: &Solver| {
            [prop.x, prop.y, prop.z]
                .iter()
                .all(|&v| solver.var(v).is_narrow())
        };
        if prop.x == prop.y {
            return self.double(prop);
        }
        if prop.y == prop.z || prop.x == prop.z {
            let rest = if prop.y == prop.z { prop.x } else { prop.y };
            self.fix(rest, 0)?;
            self.kill(id);
            return Ok(());
        }
        if self.queue.unifies && [prop.x, prop.y, prop.z].map(|v| self.is_fixed(v)) != [false; 3] {
            self.simplify_sum(id, prop);
            self.match_sum_holes(prop)?;
        }
        self.bound_new_sum(prop)?;
        if !is_narrow(self) {
            return self.plus_exactly(prop);
        }
        self.idempotent(id);
        loop {
            let before = self.counts.prunings;
            let ends = |solver: &Solver, id| {
                let var = solver.var(id);
                (var.min, var.max)
            };
            let (x, y) = (ends(self, prop.x), ends(self, prop.y));
            self.at_least(prop.z, x.0 + y.0)?;
            self.at_most(prop.z, x.1 + y.1)?;
            let z = ends(self, prop.z);
            self.at_least(prop.x, z.0 - y.1)?;
            self.at_most(prop.x, z.1 - y.0)?;
            let x = ends(self, prop.x);
            self.at_least(prop.y, z.0 - x.1)?;
            self.at_most(prop.y, z.1 - x.0)?;
            if self.counts.prunings == before {
                return Ok(());
            }
        }
    }

    /// A sum with 0 is the other variable.
    fn simplify_sum(&mut self, id: PropId, prop: &Prop) {
        for (term, other) in [(prop.x, prop.y), (prop.y, prop.x)] {
            if self.is_fixed(term) && self.contains(term, 0) {
                self.make_same(id, other, prop.z);
            }
        }
    }

    /// Where one of three is known, the holes of one of the others are those of the other.
    fn match_sum_holes(&mut self, prop: &Prop) -> Change {
        let (x, y, z) = (*self.var(prop.x), *self.var(prop.y), *self.var(prop.z));
        if !x.is_narrow() || !y.is_narrow() || !z.is_narrow() {
            return self.match_large_sum(prop);
        }
        let is_few = |var: &super::store::Var| var.size <= MATCHED;
        if z.is_fixed_small() && is_few(&x) && is_few(&y) {
            let sum = z.min;
            self.match_values(prop.x, prop.y, |value| Some(sum - value))?;
            return self.match_values(prop.y, prop.x, |value| Some(sum - value));
        }
        for (known, term) in [(x, prop.y), (y, prop.x)] {
            if known.is_fixed_small() && is_few(&z) && is_few(self.var(term)) {
                let distance = known.min;
                self.match_values(prop.z, term, |value| Some(value - distance))?;
                self.match_values(term, prop.z, |value| Some(value + distance))?;
            }
        }
        Ok(())
    }

    /// The same where bounds are large, or there are none.
    fn match_large_sum(&mut self, prop: &Prop) -> Change {
        let is_few = |solver: &Solver, id| solver.var(id).size <= MATCHED;
        if let Some(sum) = self.value(prop.z) {
            if !is_few(self, prop.x) || !is_few(self, prop.y) {
                return Ok(());
            }
            let rest = self.domain(prop.y).negated().shifted(&sum);
            self.restrict(prop.x, &rest)?;
            let rest = self.domain(prop.x).negated().shifted(&sum);
            return self.restrict(prop.y, &rest);
        }
        for (known, term) in [(prop.x, prop.y), (prop.y, prop.x)] {
            let Some(distance) = self.value(known) else {
                continue;
            };
            if is_few(self, prop.z) && is_few(self, term) {
                let shifted = self.domain(term).shifted(&distance);
                self.restrict(prop.z, &shifted)?;
                let shifted = self.domain(prop.z).shifted(&distance.neg());
                self.restrict(term, &shifted)?;
            }
        }
        Ok(())
    }

    /// Gives a variable without bounds those of the sum that it is; false if it is not
    /// such a variable.
    fn bound_new_sum(&mut self, prop: &Prop) -> Result<bool, Conflict> {
        let (x, y, z) = (self.var(prop.x), self.var(prop.y), self.var(prop.z));
        let is_endless = z.kind == Kind::Interval && z.min == NO_MIN;
        if !is_endless || z.max != NO_MAX || !x.is_narrow() || !y.is_narrow() {
            return Ok(false);
        }
        let (low, high) = (x.min + y.min, x.max + y.max);
        if low.min(-high) < -LIMIT {
            return Ok(false);
        }
        self.keep_between(prop.z, low, high)?;
        Ok(true)
    }

    /// `x + x #= z`
    fn double(&mut self, prop: &Prop) -> Change {
        let two = Bound::small(2);
        let (low, high) = self.range(prop.z);
        let low = low.divided(&two, Int::div_ceil);
        let high = high.divided(&two, Int::div_floor);
        self.between(prop.x, &low, &high)?;
        let (low, high) = self.range(prop.x);
        self.between(prop.z, &low.mul(&two), &high.mul(&two))
    }

    fn plus_exactly(&mut self, prop: &Prop) -> Change {
        let (x, y, z) = (prop.x, prop.y, prop.z);
        let (low, high) = (self.min(x).add(&self.min(y)), self.max(x).add(&self.max(y)));
        self.at_least_bound(z, &low)?;
        self.at_most_bound(z, &high)?;
        for (a, b) in [(x, y), (y, x)] {
            if self.max(b) != Bound::Sup {
                let low = self.min(z).sub(&self.max(b));
                self.at_least_bound(a, &low)?;
            }
            if self.min(b) != Bound::Inf {
                let high = self.max(z).sub(&self.min(b));
                self.at_most_bound(a, &high)?;
            }
        }
        Ok(())
    }
}
