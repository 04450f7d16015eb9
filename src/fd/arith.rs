//! Products, quotients, powers and the like, by bounds of any size.

use super::domain::Domain;
use super::int::{Bound, Int};
use super::prop::Prop;
use super::queue::GRAINS;
use super::store::{Change, Conflict, Kind, PropId, Solver, VarId};

/// Multiplying or dividing so many bits of a long integer takes at least as long as
/// looking at one thing.
const BITS_A_THING: u64 = 16;

/// Endless domains get holes as long as they have at most so many ranges.
const FEW_RANGES: usize = 16;

/// A range of values.
type Range = (Bound, Bound);

/// The least and the greatest of some bounds, unless there are none.
fn hull(bounds: impl Iterator<Item = Bound> + Clone) -> Option<Range> {
    Some((bounds.clone().min()?, bounds.max()?))
}

fn largest_magnitude(range: &Range) -> Bound {
    let low = if range.0.signum() < 0 {
        range.0.neg()
    } else {
        range.0.clone()
    };
    let high = if range.1.signum() < 0 {
        range.1.neg()
    } else {
        range.1.clone()
    };
    low.max(high)
}

/// The sign of all values of a range that are not 0, if there is only one.
fn sign(range: &Range) -> i32 {
    if range.0.signum() > 0 {
        1
    } else if range.1.signum() < 0 {
        -1
    } else {
        0
    }
}

/// The parts of a range below and above 0.
fn without_zero(range: &Range) -> Vec<Range> {
    let mut parts = Vec::new();
    if range.0.signum() < 0 {
        parts.push((range.0.clone(), range.1.clone().min(Bound::small(-1))));
    }
    if range.1.signum() > 0 {
        parts.push((range.0.clone().max(Bound::small(1)), range.1.clone()));
    }
    parts
}

impl Solver {
    /// The bounds of a variable.
    pub fn range(&self, id: VarId) -> Range {
        (self.min(id), self.max(id))
    }

    /// A function of the combinations of ends of two ranges, which may take long.
    fn corners(
        &mut self,
        a: &Range,
        b: &Range,
        f: impl Fn(&Bound, &Bound) -> Bound,
    ) -> Result<[Bound; 4], Conflict> {
        let ends = [(&a.0, &b.0), (&a.0, &b.1), (&a.1, &b.0), (&a.1, &b.1)];
        let mut results = [const { Bound::Inf }; 4];
        for (result, (a, b)) in results.iter_mut().zip(ends) {
            self.look_at_long([a, b])?;
            *result = f(a, b);
        }
        Ok(results)
    }

    /// As [`Solver::look_at`], for a function of two bounds that may be long.
    #[inline]
    fn look_at_long(&mut self, bounds: [&Bound; 2]) -> Change {
        let bits = bounds.into_iter().filter_map(|bound| match bound {
            Bound::Fin(value @ Int::Big(_)) => Some(value.bits()),
            _ => None,
        });
        match bits.sum::<u64>() {
            0 => Ok(()),
            bits => self.look_at((bits / BITS_A_THING) as usize),
        }
    }

    /// The variable is between two bounds.
    pub fn between(&mut self, id: VarId, low: &Bound, high: &Bound) -> Change {
        self.at_least_bound(id, low)?;
        self.at_most_bound(id, high)
    }

    fn values2(&self, prop: &Prop) -> Option<(Int, Int)> {
        Some((self.value(prop.x)?, self.value(prop.y)?))
    }

    /// `x * y #= z`
    pub fn times(&mut self, id: PropId, prop: &Prop) -> Change {
        let (x, y) = (self.range(prop.x), self.range(prop.y));
        let products = self.corners(&x, &y, Bound::mul)?;
        if let Some((low, high)) = hull(products.iter().cloned()) {
            self.between(prop.z, &low, &high)?;
        }
        if prop.x == prop.y {
            self.at_least(prop.z, 0)?;
        }
        if self.var(prop.z).kind != Kind::Interval && !self.contains(prop.z, 0) {
            self.exclude(prop.x, 0)?;
            self.exclude(prop.y, 0)?;
        }
        self.factor(prop.x, prop.y, prop.z)?;
        self.factor(prop.y, prop.x, prop.z)?;
        self.simplify_product(id, prop)
    }

    /// A product with 1 is the other factor, one with 0 is 0, and a known one is right or
    /// wrong.
    fn simplify_product(&mut self, id: PropId, prop: &Prop) -> Change {
        for (factor, other) in [(prop.x, prop.y), (prop.y, prop.x)] {
            if self.is_fixed(factor) && self.contains(factor, 1) {
                self.make_same(id, other, prop.z);
            }
        }
        let Some(z) = self.value(prop.z) else {
            return Ok(());
        };
        let product = match (self.value(prop.x), self.value(prop.y)) {
            (Some(x), Some(y)) => x.mul(&y),
            (Some(zero), None) | (None, Some(zero)) if zero == Int::ZERO => zero,
            _ => return Ok(()),
        };
        self.kill(id);
        if product == z { Ok(()) } else { Err(Conflict) }
    }

    /// Narrows `x` of `x * y = z`.
    fn factor(&mut self, x: VarId, y: VarId, z: VarId) -> Change {
        let product = self.range(z);
        let has_zero = |range: &Range| range.0.signum() <= 0 && range.1.signum() >= 0;
        if has_zero(&self.range(y)) {
            if has_zero(&product) {
                return Ok(());
            }
            self.exclude(y, 0)?;
            let limit = largest_magnitude(&product);
            self.between(x, &limit.neg(), &limit)?;
            if has_zero(&self.range(y)) {
                return Ok(());
            }
        }
        let y = self.range(y);
        let least = self.corners(&product, &y, |a, b| a.divided(b, Int::div_ceil))?;
        let greatest = self.corners(&product, &y, |a, b| a.divided(b, Int::div_floor))?;
        if let (Some(low), Some(high)) = (least.iter().min(), greatest.iter().max()) {
            self.between(x, low, high)?;
        }
        Ok(())
    }

    /// `x // y #= z`
    pub fn quotient(&mut self, id: PropId, prop: &Prop) -> Change {
        self.divide(id, prop, Int::div_trunc)?;
        let (x, y) = (self.range(prop.x), self.range(prop.y));
        let z = self.range(prop.z);
        let products = self.corners(&z, &y, Bound::mul)?;
        let rest = largest_magnitude(&y).plus(-1);
        if let Some((low, high)) = hull(products.iter().cloned()) {
            let low = if x.0.signum() < 0 {
                low.sub(&rest)
            } else {
                low
            };
            let high = if x.1.signum() > 0 {
                high.add(&rest)
            } else {
                high
            };
            self.between(prop.x, &low, &high)?;
        }
        if self.contains(prop.z, 0) {
            return Ok(());
        }
        let (x, z) = (self.range(prop.x), self.range(prop.z));
        let least = if z.0.signum() > 0 {
            z.0.clone()
        } else if z.1.signum() < 0 {
            z.1.neg()
        } else {
            Bound::small(1)
        };
        let limit = largest_magnitude(&x).divided(&least, Int::div_floor);
        self.between(prop.y, &limit.neg(), &limit)?;
        match (sign(&x), sign(&z)) {
            (0, _) | (_, 0) => Ok(()),
            (a, b) if a == b => self.at_least(prop.y, 1),
            _ => self.at_most(prop.y, -1),
        }
    }

    /// `x div y #= z`
    pub fn floor_quotient(&mut self, id: PropId, prop: &Prop) -> Change {
        self.divide(id, prop, Int::div_floor)?;
        let y = self.range(prop.y);
        let z = self.range(prop.z);
        let products = self.corners(&z, &y, Bound::mul)?;
        let Some((low, high)) = hull(products.iter().cloned()) else {
            return Ok(());
        };
        let low = low.add(&y.0.clone().min(Bound::small(-1)).plus(1));
        let high = high.add(&y.1.clone().max(Bound::small(1)).plus(-1));
        self.between(prop.x, &low, &high)
    }

    /// Narrows the quotient, and excludes the divisor 0.
    fn divide(&mut self, id: PropId, prop: &Prop, round: fn(&Int, &Int) -> Int) -> Change {
        self.exclude(prop.y, 0)?;
        if prop.x == prop.y {
            return self.fix(prop.z, 1);
        }
        if let Some((x, y)) = self.values2(prop) {
            return self.fix_int(prop.z, &round(&x, &y));
        }
        if self.is_fixed(prop.y) && self.contains(prop.y, 1) {
            self.make_same(id, prop.x, prop.z);
        }
        let x = self.range(prop.x);
        let parts = without_zero(&self.range(prop.y));
        let mut quotients = Vec::new();
        for part in &parts {
            quotients.extend(self.corners(&x, part, |a, b| a.divided(b, round))?);
            // A dividend of 0 lies inside.
            if x.0.signum() < 0 && x.1.signum() > 0 {
                quotients.push(Bound::small(0));
            }
        }
        match hull(quotients.iter().cloned()) {
            Some((low, high)) => self.between(prop.z, &low, &high),
            None => Err(Conflict),
        }
    }

    /// `x mod y #= z`
    pub fn modulo(&mut self, id: PropId, prop: &Prop) -> Change {
        self.exclude(prop.y, 0)?;
        if prop.x == prop.y {
            return self.fix(prop.z, 0);
        }
        if let Some((x, y)) = self.values2(prop) {
            return self.fix_int(prop.z, &x.modulo(&y));
        }
        let y = self.range(prop.y);
        let low = y.0.clone().min(Bound::small(-1)).plus(1);
        let high = y.1.clone().max(Bound::small(1)).plus(-1);
        self.between(prop.z, &low, &high)?;
        let x = self.range(prop.x);
        if x.0.signum() >= 0 && y.0.signum() > 0 {
            self.at_most_bound(prop.z, &x.1)?;
        }
        self.remainder_ends(id, prop, Int::modulo, Int::div_floor)
    }

    /// `x rem y #= z`
    pub fn remainder(&mut self, id: PropId, prop: &Prop) -> Change {
        self.exclude(prop.y, 0)?;
        if prop.y == prop.z {
            // It is nearer to 0 than the divisor.
            return Err(Conflict);
        }
        if prop.x == prop.y {
            return self.fix(prop.z, 0);
        }
        if let Some((x, y)) = self.values2(prop) {
            return self.fix_int(prop.z, &x.rem(&y));
        }
        let limit = largest_magnitude(&self.range(prop.y)).plus(-1);
        let x = self.range(prop.x);
        let low = x.0.min(Bound::small(0)).max(limit.neg());
        let high = x.1.max(Bound::small(0)).min(limit);
        self.between(prop.z, &low, &high)?;
        self.remainder_ends(id, prop, Int::rem, Int::div_trunc)
    }

    /// With a known divisor, moves the ends of the dividend to possible rests,
    /// and links it with the rest where the quotient is known.
    fn remainder_ends(
        &mut self,
        id: PropId,
        prop: &Prop,
        rest: fn(&Int, &Int) -> Int,
        round: fn(&Int, &Int) -> Int,
    ) -> Change {
        let Some(y) = self.value(prop.y) else {
            return Ok(());
        };
        for _ in 0..1000 {
            self.queue.effort += GRAINS;
            let (Bound::Fin(low), Bound::Fin(high)) = self.range(prop.x) else {
                return Ok(());
            };
            self.look_at_long([&Bound::Fin(low.clone()), &Bound::Fin(high.clone())])?;
            let rests = self.domain(prop.z);
            if !rests.contains(&rest(&low, &y)) {
                self.at_least_bound(prop.x, &Bound::Fin(low.add(&Int::ONE)))?;
            } else if !rests.contains(&rest(&high, &y)) {
                self.at_most_bound(prop.x, &Bound::Fin(high.sub(&Int::ONE)))?;
            } else {
                let quotient = round(&low, &y);
                if quotient == round(&high, &y) {
                    if quotient == Int::ZERO {
                        self.make_same(id, prop.x, prop.z);
                    }
                    return self.link(prop.x, prop.z, &quotient.mul(&y));
                }
                return Ok(());
            }
        }
        Ok(())
    }

    /// `x` is `z` and `distance`.
    fn link(&mut self, x: VarId, z: VarId, distance: &Int) -> Change {
        if self.var(x).size == u64::MAX || self.var(z).size == u64::MAX {
            return self.link_ends(x, z, distance);
        }
        let shifted = self.domain(z).shifted(distance);
        self.restrict(x, &shifted)?;
        let shifted = self.domain(x).shifted(&distance.neg());
        self.restrict(z, &shifted)
    }

    /// The same for the ends of endless domains, which must not move step by step for ever.
    fn link_ends(&mut self, x: VarId, z: VarId, shift: &Int) -> Change {
        let distance = Bound::Fin(shift.clone());
        let (low, high) = self.range(z);
        self.between(x, &low.add(&distance), &high.add(&distance))?;
        let (low, high) = self.range(x);
        self.between(z, &low.sub(&distance), &high.sub(&distance))?;
        let shifted = self.domain(z).shifted(shift);
        self.keep_holes(x, &shifted)?;
        let shifted = self.domain(x).shifted(&shift.neg());
        self.keep_holes(z, &shifted)
    }

    /// Takes what is not in a set from an endless domain, where that moves none of its ends
    /// and leaves few ranges: holes, too, must not multiply for ever.
    fn keep_holes(&mut self, id: VarId, set: &Domain) -> Change {
        let common = self.domain(id).intersection(set);
        let (low, high) = self.range(id);
        let has_ends = common.min() == low && common.max() == high;
        match has_ends && common.ranges().len() <= FEW_RANGES {
            true => self.restrict(id, &common),
            false => Ok(()),
        }
    }

    /// `max(x, y) #= z`
    pub fn maximum(&mut self, id: PropId, prop: &Prop) -> Change {
        let (x, y) = (self.range(prop.x), self.range(prop.y));
        let (low, high) = (x.0.clone().max(y.0.clone()), x.1.clone().max(y.1.clone()));
        self.between(prop.z, &low, &high)?;
        let z = self.range(prop.z);
        self.at_most_bound(prop.x, &z.1)?;
        self.at_most_bound(prop.y, &z.1)?;
        if prop.x == prop.y || x.1 < z.0 {
            self.link(prop.y, prop.z, &Int::ZERO)?;
            self.make_same(id, prop.y, prop.z);
        }
        if y.1 < z.0 {
            self.link(prop.x, prop.z, &Int::ZERO)?;
            self.make_same(id, prop.x, prop.z);
        }
        Ok(())
    }

    /// `min(x, y) #= z`
    pub fn minimum(&mut self, id: PropId, prop: &Prop) -> Change {
        let (x, y) = (self.range(prop.x), self.range(prop.y));
        let (low, high) = (x.0.clone().min(y.0.clone()), x.1.clone().min(y.1.clone()));
        self.between(prop.z, &low, &high)?;
        let z = self.range(prop.z);
        self.at_least_bound(prop.x, &z.0)?;
        self.at_least_bound(prop.y, &z.0)?;
        if prop.x == prop.y || x.0 > z.1 {
            self.link(prop.y, prop.z, &Int::ZERO)?;
            self.make_same(id, prop.y, prop.z);
        }
        if y.0 > z.1 {
            self.link(prop.x, prop.z, &Int::ZERO)?;
            self.make_same(id, prop.x, prop.z);
        }
        Ok(())
    }

    /// `abs(x) #= z`
    pub fn absolute(&mut self, id: PropId, prop: &Prop) -> Change {
        self.idempotent(id);
        self.at_least(prop.z, 0)?;
        if self.var(prop.x).size == u64::MAX {
            self.absolute_ends(prop)?;
        } else {
            let z = self.domain(prop.z);
            self.restrict(prop.x, &z.union(&z.negated()))?;
            let x = self.domain(prop.x);
            self.restrict(prop.z, &x.union(&x.negated()))?;
        }
        if self.min(prop.x) >= Bound::small(0) {
            self.make_same(id, prop.x, prop.z);
        }
        Ok(())
    }

    /// `abs(x) #= z` for the ends of an endless domain, which must not move step by step
    /// for ever.
    fn absolute_ends(&mut self, prop: &Prop) -> Change {
        let (low, high) = self.range(prop.z);
        self.between(prop.x, &high.neg(), &high)?;
        let x = self.range(prop.x);
        if x.0 > low.neg() {
            self.at_least_bound(prop.x, &low)?;
        } else if x.1 < low {
            self.at_most_bound(prop.x, &low.neg())?;
        } else {
            let inside = low.plus(-1);
            self.exclude_range(prop.x, &inside.neg(), &inside)?;
        }
        let x = self.range(prop.x);
        let least = match sign(&x) {
            1 => x.0.clone(),
            -1 => x.1.neg(),
            _ => Bound::small(0),
        };
        self.between(prop.z, &least, &largest_magnitude(&x))?;
        let z = self.domain(prop.z);
        self.keep_holes(prop.x, &z.union(&z.negated()))?;
        let x = self.domain(prop.x);
        self.keep_holes(prop.z, &x.union(&x.negated()))
    }

    /// `x ^ y #= z`
    pub fn power(&mut self, id: PropId, prop: &Prop) -> Change {
        if let Some((x, y)) = self.values2(prop) {
            return match power(&x, &y) {
                Some(power) => self.fix_int(prop.z, &power),
                None => Err(Conflict),
            };
        }
        match self.value(prop.y).and_then(|y| y.as_i64()) {
            Some(exponent) if exponent < 0 => {
                let ones = Domain::from_values([-1, 1].into_iter().map(Int::Small));
                self.restrict(prop.x, &ones)?;
                self.restrict(prop.z, &ones)
            }
            Some(0) => self.fix(prop.z, 1),
            Some(1) => {
                self.make_same(id, prop.x, prop.z);
                self.link(prop.x, prop.z, &Int::ZERO)
            }
            Some(exponent) => match u32::try_from(exponent) {
                Ok(exponent) => self.power_of(prop, exponent),
                Err(_) => Ok(()),
            },
            None => self.power_open(prop),
        }
    }

    /// `x ^ exponent #= z`, where the exponent is at least 1.
    fn power_of(&mut self, prop: &Prop, exponent: u32) -> Change {
        let raise = |bound: &Bound| match bound {
            Bound::Fin(value) => value.pow(exponent).map(Bound::Fin),
            Bound::Inf if exponent.is_multiple_of(2) => Some(Bound::Sup),
            infinite => Some(infinite.clone()),
        };
        let x = self.range(prop.x);
        let even = exponent.is_multiple_of(2);
        if even {
            self.at_least(prop.z, 0)?;
        }
        if let (Some(low), Some(high)) = (raise(&x.0), raise(&x.1)) {
            let spans_zero = even && x.0.signum() < 0 && x.1.signum() > 0;
            let least = if spans_zero {
                Bound::small(0)
            } else {
                low.clone().min(high.clone())
            };
            self.between(prop.z, &least, &low.max(high))?;
        }
        let z = self.range(prop.z);
        let root = |value: &Int| {
            let root = value.abs().root(exponent);
            if value.signum() < 0 { root.neg() } else { root }
        };
        if let Bound::Fin(high) = &z.1 {
            let limit = Bound::Fin(root(high));
            self.at_most_bound(prop.x, &limit)?;
            if even {
                self.at_least_bound(prop.x, &limit.neg())?;
            }
        }
        if let Bound::Fin(low) = &z.0 {
            if even && low.signum() > 0 {
                self.exclude_roots(prop, low, exponent)?;
            } else if !even {
                self.at_least_bound(prop.x, &Bound::Fin(root(low)))?;
            }
        }
        Ok(())
    }

    /// The even power is at least `low`: `x` is not near 0.
    fn exclude_roots(&mut self, prop: &Prop, low: &Int, exponent: u32) -> Change {
        let mut root = low.root(exponent);
        if root.pow(exponent).is_some_and(|power| power < *low) {
            root = root.add(&Int::ONE);
        }
        let inside = Bound::Fin(root.sub(&Int::ONE));
        self.exclude_range(prop.x, &inside.neg(), &inside)
    }

    /// Neither the exponent nor, perhaps, the base is known.
    fn power_open(&mut self, prop: &Prop) -> Change {
        let (x, y) = (self.range(prop.x), self.range(prop.y));
        if y.1.signum() < 0 {
            let ones = Domain::from_values([-1, 1].into_iter().map(Int::Small));
            self.restrict(prop.x, &ones)?;
            return self.restrict(prop.z, &ones);
        }
        if y.0.signum() < 0 && !self.contains(prop.x, 1) && !self.contains(prop.x, -1) {
            // Only units can be raised to negative powers.
            return self.at_least(prop.y, 0);
        }
        if x.0.signum() <= 0 || y.0.signum() < 0 {
            return Ok(());
        }
        let raise = |base: &Bound, exponent: &Bound| match (base, exponent) {
            (Bound::Fin(base), Bound::Fin(exponent)) => {
                let exponent = u32::try_from(exponent.as_i64()?).ok()?;
                base.pow(exponent).map(Bound::Fin)
            }
            _ => None,
        };
        self.at_least_bound(prop.z, &raise(&x.0, &y.0).unwrap_or(Bound::small(1)))?;
        if let Some(high) = raise(&x.1, &y.1) {
            self.at_most_bound(prop.z, &high)?;
        }
        self.limit_exponent(prop, &x.0)
    }

    /// The exponent is at most that to which the least base can be raised.
    fn limit_exponent(&mut self, prop: &Prop, base: &Bound) -> Change {
        let (Bound::Fin(base), Bound::Fin(high)) = (base, self.max(prop.z)) else {
            return Ok(());
        };
        if *base <= Int::ONE {
            return Ok(());
        }
        if high < Int::ONE {
            return Err(Conflict);
        }
        if let Some(exponent) = base.logarithm(&high) {
            self.at_most(prop.y, exponent)?;
        }
        if let (Some(x), Bound::Fin(least)) = (self.value(prop.x), self.min(prop.z)) {
            let below = least.sub(&Int::ONE);
            if below >= Int::ONE
                && let Some(exponent) = x.logarithm(&below)
            {
                self.at_least(prop.y, exponent + 1)?;
            }
        }
        Ok(())
    }
}

fn power_small(base: &Int, exponent: &Int) -> Option<Int> {
    base.pow(u32::try_from(exponent.as_i64()?).ok()?)
}

/// `base ^ exponent`, if it is an integer (and not huge).
pub fn power(base: &Int, exponent: &Int) -> Option<Int> {
    if exponent.signum() < 0 {
        let odd = exponent.rem(&Int::Small(2)) != Int::ZERO;
        return match base {
            Int::Small(1) => Some(Int::ONE),
            Int::Small(-1) => Some(Int::Small(if odd { -1 } else { 1 })),
            _ => None,
        };
    }
    power_small(base, exponent)
}
