//! Truth values, membership, and functions that are known by their values only.

use dashu_base::BitTest;
use dashu_int::IBig;

use super::domain::Domain;
use super::int::Int;
use super::linear::Truth;
use super::prop::Prop;
use super::store::{Change, Conflict, PropId, Solver};
use crate::number::Number;

/// Functions of integers that are computed where their arguments are known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Function {
    /// `/\`
    And,
    /// `\/`
    Or,
    /// `xor`
    Xor,
    /// `<<`
    Left,
    /// `>>`
    Right,
    /// `msb`, of one argument.
    Msb,
    /// The position of the lowest bit, of one argument.
    Lsb,
    /// `popcount`, of one argument.
    Count,
    /// `\`, of one argument.
    Not,
}

/// The functions by their numbers.
pub const FUNCTIONS: [Function; 9] = [
    Function::And,
    Function::Or,
    Function::Xor,
    Function::Left,
    Function::Right,
    Function::Msb,
    Function::Lsb,
    Function::Count,
    Function::Not,
];

/// The most combinations of arguments that are tried.
const MAX_TRIED: u64 = 1024;

fn big(value: &Int) -> IBig {
    match value {
        Int::Small(value) => IBig::from(*value),
        Int::Big(value) => IBig::clone(value),
    }
}

fn from_big(value: IBig) -> Option<Int> {
    Int::from_number(&Number::from_big(value))
}

impl Function {
    /// The value, if there is one.
    pub fn value(self, x: &Int, y: &Int) -> Option<Int> {
        match self {
            Function::And => from_big(big(x) & big(y)),
            Function::Or => from_big(big(x) | big(y)),
            Function::Xor => from_big(big(x) ^ big(y)),
            Function::Left => shifted(x, y.as_i64()?),
            Function::Right => shifted(x, y.as_i64()?.checked_neg()?),
            Function::Not => Some(x.neg().sub(&Int::ONE)),
            _ if x.signum() < 0 => None,
            Function::Count => {
                let magnitude = big(x).into_parts().1;
                Some(Int::Small(magnitude.count_ones() as i64))
            }
            _ if x.signum() == 0 => None,
            Function::Msb => Some(Int::Small(big(x).bit_len() as i64 - 1)),
            Function::Lsb => Some(Int::Small(big(x).trailing_zeros()? as i64)),
        }
    }
}

fn shifted(x: &Int, distance: i64) -> Option<Int> {
    if distance >= 0 {
        let factor = Int::Small(2).pow(u32::try_from(distance).ok()?)?;
        return Some(x.mul(&factor));
    }
    let distance = u32::try_from(distance.checked_neg()?).ok();
    match distance.and_then(|distance| Int::Small(2).pow(distance)) {
        Some(divisor) => Some(x.div_floor(&divisor)),
        None => Some(Int::Small(if x.signum() < 0 { -1 } else { 0 })),
    }
}

impl Solver {
    /// A function of known values only.
    pub fn function(&mut self, id: PropId, prop: &Prop) -> Change {
        let function = FUNCTIONS[prop.c as usize];
        if let (Some(x), Some(y)) = (self.value(prop.x), self.value(prop.y)) {
            self.kill(id);
            return match function.value(&x, &y) {
                Some(value) => self.fix_int(prop.z, &value),
                None => Err(Conflict),
            };
        }
        let (x, y) = (self.var(prop.x).size, self.var(prop.y).size);
        if x.saturating_mul(y) <= MAX_TRIED {
            return self.try_all(prop, function);
        }
        if matches!(function, Function::Msb | Function::Lsb) {
            self.at_least(prop.x, 1)?;
            return self.at_least(prop.z, 0);
        }
        self.bit_bounds(prop, function)
    }

    /// What is certain of bit operations on numbers that are not negative.
    fn bit_bounds(&mut self, prop: &Prop, function: Function) -> Change {
        let zero = super::int::Bound::small(0);
        if self.min(prop.x) < zero || self.min(prop.y) < zero {
            return Ok(());
        }
        match function {
            Function::And => {
                let high = self.max(prop.x).min(self.max(prop.y));
                self.between(prop.z, &zero, &high)
            }
            Function::Or => {
                let low = self.min(prop.x).max(self.min(prop.y));
                self.at_least_bound(prop.z, &low)?;
                let high = self.max(prop.z);
                self.at_most_bound(prop.x, &high)?;
                self.at_most_bound(prop.y, &high)
            }
            _ => self.at_least(prop.z, 0),
        }
    }

    fn try_all(&mut self, prop: &Prop, function: Function) -> Change {
        let (xs, ys, zs) = (
            self.domain(prop.x),
            self.domain(prop.y),
            self.domain(prop.z),
        );
        let (Some(all_x), Some(all_y)) = (xs.values(), ys.values()) else {
            return Ok(());
        };
        let all_y: Vec<Int> = all_y.collect();
        let mut found: [Vec<Int>; 3] = Default::default();
        for x in all_x {
            for y in &all_y {
                let Some(z) = function.value(&x, y) else {
                    continue;
                };
                if zs.contains(&z) && (prop.x != prop.y || x == *y) {
                    found[0].push(x.clone());
                    found[1].push(y.clone());
                    found[2].push(z);
                }
            }
        }
        for (values, var) in found.into_iter().zip([prop.x, prop.y, prop.z]) {
            self.restrict(var, &Domain::from_values(values.into_iter()))?;
        }
        Ok(())
    }

    /// The truth table `c` holds: bit `4 * x + 2 * y + z` tells whether it may be so.
    pub fn truth(&mut self, id: PropId, prop: &Prop) -> Change {
        let bits = |solver: &Solver, var| {
            let var = solver.var(var);
            u8::from(var.min <= 0) | u8::from(var.max >= 1) << 1
        };
        let (x, y, z) = (bits(self, prop.x), bits(self, prop.y), bits(self, prop.z));
        let mut possible = [0u8; 3];
        let mut allowed = 0;
        for row in 0..8u8 {
            let (a, b, c) = (row >> 2 & 1, row >> 1 & 1, row & 1);
            let is_open = x >> a & 1 == 1 && y >> b & 1 == 1 && z >> c & 1 == 1;
            let same = (prop.x != prop.y || a == b)
                && (prop.x != prop.z || a == c)
                && (prop.y != prop.z || b == c);
            if is_open && same && prop.c >> row & 1 == 1 {
                possible[0] |= 1 << a;
                possible[1] |= 1 << b;
                possible[2] |= 1 << c;
                allowed += 1;
            }
        }
        if allowed == 0 {
            return Err(Conflict);
        }
        let count = x.count_ones() * y.count_ones() * z.count_ones();
        if allowed == count {
            self.kill(id);
        }
        for (var, values) in [prop.x, prop.y, prop.z].into_iter().zip(possible) {
            match values {
                1 => self.fix(var, 0)?,
                2 => self.fix(var, 1)?,
                _ => {}
            }
        }
        Ok(())
    }

    /// `z` tells whether `x` is in domain number `c`.
    pub fn reified_in(&mut self, id: PropId, prop: &Prop) -> Change {
        let set = self.domains[prop.c as usize].clone();
        match self.truth_of(prop.z) {
            Truth::Yes => {
                self.kill(id);
                self.restrict(prop.x, &set)
            }
            Truth::No => {
                self.kill(id);
                self.restrict(prop.x, &set.complement())
            }
            Truth::Open => {
                let domain = self.domain(prop.x);
                let common = domain.intersection(&set);
                if common.is_empty() {
                    self.conclude(id, prop.z, Truth::No)
                } else if common == domain {
                    self.conclude(id, prop.z, Truth::Yes)
                } else {
                    Ok(())
                }
            }
        }
    }

    /// If `z` is 1, `x` is `y`; if it is 0, `x` is 1.
    pub fn defined(&mut self, id: PropId, prop: &Prop) -> Change {
        match self.truth_of(prop.z) {
            Truth::No => {
                self.kill(id);
                self.fix(prop.x, 1)
            }
            Truth::Yes => {
                let domain = self.domain(prop.y);
                self.restrict(prop.x, &domain)?;
                let domain = self.domain(prop.x);
                self.restrict(prop.y, &domain)
            }
            Truth::Open => {
                let other = self.domain(prop.y).intersection(&self.domain(prop.x));
                if other.is_empty() {
                    return self.fix(prop.z, 0);
                }
                Ok(())
            }
        }
    }

    /// `z` is 1, 2 or 3 as `x` is less than, equal to or greater than `y`.
    pub fn three_way(&mut self, prop: &Prop) -> Change {
        let (x, y) = (self.range(prop.x), self.range(prop.y));
        if x.0 >= y.1 {
            self.exclude(prop.z, 1)?;
        }
        if x.1 <= y.0 {
            self.exclude(prop.z, 3)?;
        }
        if self
            .domain(prop.x)
            .intersection(&self.domain(prop.y))
            .is_empty()
        {
            self.exclude(prop.z, 2)?;
        }
        if prop.x == prop.y {
            self.fix(prop.z, 2)?;
        }
        let z = *self.var(prop.z);
        if z.max <= 2 {
            let strict = i64::from(z.max == 1);
            self.at_most_bound(prop.x, &y.1.plus(-strict))?;
            self.at_least_bound(prop.y, &x.0.plus(strict))?;
        }
        if z.min >= 2 {
            let strict = i64::from(z.min == 3);
            self.at_least_bound(prop.x, &y.0.plus(strict))?;
            self.at_most_bound(prop.y, &x.1.plus(-strict))?;
        }
        Ok(())
    }
}
