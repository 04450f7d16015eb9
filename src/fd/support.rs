//! Functions of two variables, value by value.
//!
//! Outside of searches, and where there are few values, arguments without a result that is
//! left go from the ends of domains; if the result has holes, from within as well.

use super::int::{Bound, Int};
use super::prop::{Prop, PropKind};
use super::store::{Change, Conflict, Solver, VarId};

/// So many pairs of values are looked at.
const MAX_PAIRS: u64 = 512;

impl Solver {
    /// Takes from the arguments `x` and `y` of a function what gives no value of `z`.
    pub fn keep_supported(&mut self, prop: &Prop) -> Change {
        if !self.queue.unifies || prop.z == prop.x || prop.z == prop.y {
            return Ok(());
        }
        let (x, y) = (*self.var(prop.x), *self.var(prop.y));
        let is_one = prop.x == prop.y;
        let pairs = if is_one {
            x.size
        } else {
            x.size.saturating_mul(y.size)
        };
        if !x.is_narrow() || !y.is_narrow() || pairs > MAX_PAIRS {
            return Ok(());
        }
        let (xs, ys) = (self.values_of(prop.x), self.values_of(prop.y));
        let results = self.domain(prop.z);
        let mut kept: [Vec<i64>; 2] = Default::default();
        let mut ends: Option<(Int, Int)> = None;
        for &x in &xs {
            let others = if is_one {
                std::slice::from_ref(&x)
            } else {
                &ys
            };
            for &y in others {
                let value = result(prop, &Int::Small(x), &Int::Small(y));
                let Some(value) = value.filter(|value| results.contains(value)) else {
                    continue;
                };
                kept[0].push(x);
                kept[1].push(y);
                ends = Some(match ends {
                    None => (value.clone(), value),
                    Some((low, high)) => (low.min(value.clone()), high.max(value)),
                });
            }
        }
        let (low, high) = ends.ok_or(Conflict)?;
        self.between(prop.z, &Bound::Fin(low), &Bound::Fin(high))?;
        let is_quotient = matches!(prop.kind, PropKind::Quotient | PropKind::FloorQuotient);
        // The divisors for a known quotient lie on both sides of 0.
        let has_holes = results.ranges().len() > 1 || is_quotient && results.value().is_some();
        let [xs, ys] = kept;
        self.keep_values(prop.x, xs, has_holes)?;
        self.keep_values(prop.y, ys, has_holes)
    }

    fn values_of(&self, id: VarId) -> Vec<i64> {
        let first = Some(self.var(id).min);
        std::iter::successors(first, |&value| self.next_value(id, value)).collect()
    }

    /// Keeps of a domain what lies between some values, or only these.
    fn keep_values(&mut self, id: VarId, mut values: Vec<i64>, only: bool) -> Change {
        values.sort_unstable();
        if let (Some(&low), Some(&high)) = (values.first(), values.last()) {
            self.at_least(id, low)?;
            self.at_most(id, high)?;
        }
        if !only {
            return Ok(());
        }
        for value in self.values_of(id) {
            if values.binary_search(&value).is_err() {
                self.exclude(id, value)?;
            }
        }
        Ok(())
    }
}

/// The value of a function, if it has one.
fn result(prop: &Prop, x: &Int, y: &Int) -> Option<Int> {
    use PropKind as K;
    let is_zero = *y == Int::ZERO;
    match prop.kind {
        K::Quotient if !is_zero => Some(x.div_trunc(y)),
        K::FloorQuotient if !is_zero => Some(x.div_floor(y)),
        K::Modulo if !is_zero => Some(x.modulo(y)),
        K::Remainder if !is_zero => Some(x.rem(y)),
        K::Power => super::arith::power(x, y),
        _ => None,
    }
}
