//! Integers of any size, and bounds that may be infinite.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt;

use dashu_base::{BitTest, Sign, Signed};
use dashu_int::IBig;

use crate::number::Number;
use crate::number::long::{Bell, Rung, Silent, power, root, signed};

/// An integer of any size, small where it fits.
#[derive(Clone, PartialEq, Eq, Hash)]
pub enum Int {
    /// One that fits in 64 bits.
    Small(i64),
    /// One that does not.
    Big(Box<IBig>),
}

use Int::{Big, Small};

impl Default for Int {
    fn default() -> Int {
        Int::ZERO
    }
}

impl Int {
    /// The integer 0.
    pub const ZERO: Int = Small(0);
    /// The integer 1.
    pub const ONE: Int = Small(1);

    fn from_ibig(value: IBig) -> Int {
        match i64::try_from(&value) {
            Ok(small) => Small(small),
            Err(_) => Big(Box::new(value)),
        }
    }

    fn as_ibig(&self) -> Cow<'_, IBig> {
        match self {
            Small(value) => Cow::Owned(IBig::from(*value)),
            Big(value) => Cow::Borrowed(value),
        }
    }

    /// The integer that an operation which nothing stops has made of two.
    fn unstopped(
        &self,
        other: &Int,
        operation: fn(&IBig, &IBig, &dyn Bell) -> Result<IBig, Rung>,
    ) -> Int {
        let result = operation(&self.as_ibig(), &other.as_ibig(), &Silent);
        Int::from_ibig(result.expect("a silent bell does not ring"))
    }

    /// The integer `value`.
    pub fn from_i128(value: i128) -> Int {
        match i64::try_from(value) {
            Ok(small) => Small(small),
            Err(_) => Big(Box::new(IBig::from(value))),
        }
    }

    /// The value of an integer that is small.
    #[inline]
    pub fn as_i64(&self) -> Option<i64> {
        match self {
            Small(value) => Some(*value),
            Big(_) => None,
        }
    }

    /// The integer that a number is.
    pub fn from_number(number: &Number) -> Option<Int> {
        match number {
            Number::Int(value) => Some(Small(*value)),
            Number::Big(value) => Some(Big(value.clone())),
            _ => None,
        }
    }

    /// The number that this integer is.
    pub fn to_number(&self) -> Number {
        match self {
            Small(value) => Number::Int(*value),
            Big(value) => Number::Big(value.clone()),
        }
    }

    /// -1, 0 or 1.
    pub fn signum(&self) -> i32 {
        match self {
            Small(value) => value.signum() as i32,
            Big(value) if value.is_negative() => -1,
            Big(_) => 1,
        }
    }

    /// `self + other`.
    pub fn add(&self, other: &Int) -> Int {
        if let (Small(a), Small(b)) = (self, other)
            && let Some(sum) = a.checked_add(*b)
        {
            return Small(sum);
        }
        Int::from_ibig(&*self.as_ibig() + &*other.as_ibig())
    }

    /// `self - other`.
    pub fn sub(&self, other: &Int) -> Int {
        if let (Small(a), Small(b)) = (self, other)
            && let Some(difference) = a.checked_sub(*b)
        {
            return Small(difference);
        }
        Int::from_ibig(&*self.as_ibig() - &*other.as_ibig())
    }

    /// `self * other`.
    pub fn mul(&self, other: &Int) -> Int {
        if let (Small(a), Small(b)) = (self, other)
            && let Some(product) = a.checked_mul(*b)
        {
            return Small(product);
        }
        self.unstopped(other, signed::times)
    }

    /// `-self`.
    pub fn neg(&self) -> Int {
        Int::ZERO.sub(self)
    }

    /// The magnitude.
    pub fn abs(&self) -> Int {
        if self.signum() < 0 {
            self.neg()
        } else {
            self.clone()
        }
    }

    /// The quotient, rounded towards 0; the divisor is not 0.
    pub fn div_trunc(&self, divisor: &Int) -> Int {
        if let (Small(a), Small(b)) = (self, divisor)
            && let Some(quotient) = a.checked_div(*b)
        {
            return Small(quotient);
        }
        self.unstopped(divisor, |a, b, bell| Ok(signed::div_rem(a, b, bell)?.0))
    }

    /// The quotient, rounded towards 0, and what is left; the divisor is not 0.
    fn div_rem(&self, divisor: &Int) -> (Int, Int) {
        if let (Small(a), Small(b)) = (self, divisor)
            && let (Some(quotient), Some(rest)) = (a.checked_div(*b), a.checked_rem(*b))
        {
            return (Small(quotient), Small(rest));
        }
        let result = signed::div_rem(&self.as_ibig(), &divisor.as_ibig(), &Silent);
        let (quotient, rest) = result.expect("a silent bell does not ring");
        (Int::from_ibig(quotient), Int::from_ibig(rest))
    }

    /// The remainder of [`Int::div_trunc`].
    pub fn rem(&self, divisor: &Int) -> Int {
        self.div_rem(divisor).1
    }

    /// The quotient, rounded down; the divisor is not 0.
    pub fn div_floor(&self, divisor: &Int) -> Int {
        let (quotient, rest) = self.div_rem(divisor);
        match rest.signum() {
            0 => quotient,
            sign if sign == divisor.signum() => quotient,
            _ => quotient.sub(&Int::ONE),
        }
    }

    /// The quotient, rounded up; the divisor is not 0.
    pub fn div_ceil(&self, divisor: &Int) -> Int {
        self.neg().div_floor(divisor).neg()
    }

    /// The remainder of [`Int::div_floor`].
    pub fn modulo(&self, divisor: &Int) -> Int {
        let rest = self.div_rem(divisor).1;
        match rest.signum() {
            0 => rest,
            sign if sign == divisor.signum() => rest,
            _ => rest.add(divisor),
        }
    }

    /// The length in bits of the magnitude.
    pub fn bits(&self) -> u64 {
        match self {
            Small(value) => u64::from(64 - value.unsigned_abs().leading_zeros()),
            Big(value) => value.bit_len() as u64,
        }
    }

    /// The greatest exponent with which the power of `self`, which is above 1, is at most
    /// `limit`, which is at least 1; nothing if that is hard to say.
    pub fn logarithm(&self, limit: &Int) -> Option<i64> {
        let bits = limit.bits() as f64;
        // The binary logarithm of `self` is between these.
        let (least, most) = match self {
            Small(value) => {
                let logarithm = (*value as f64).log2();
                (logarithm - 1e-9, logarithm + 1e-9)
            }
            Big(_) => ((self.bits() - 1) as f64, self.bits() as f64),
        };
        let mut low = ((bits - 1.0) / most).floor() as u64;
        let mut high = (bits / least).ceil() as u64 + 1;
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            match self.pow(u32::try_from(middle).ok()?)? <= *limit {
                true => low = middle,
                false => high = middle,
            }
        }
        i64::try_from(low).ok()
    }

    /// `self` to the power of `exponent`, unless that would be huge.
    pub fn pow(&self, exponent: u32) -> Option<Int> {
        let bits = self.bits();
        if bits > 1 && bits.saturating_mul(u64::from(exponent)) > 1 << 22 {
            return None;
        }
        if bits <= 1 {
            let odd = exponent % 2 == 1;
            return Some(match self {
                Small(0) if exponent > 0 => Int::ZERO,
                Small(-1) if odd => Small(-1),
                _ => Int::ONE,
            });
        }
        let (sign, magnitude) = self.as_ibig().into_owned().into_parts();
        let power = power::power(&magnitude, exponent as usize, &Silent);
        let power = IBig::from(power.expect("a silent bell does not ring"));
        let is_negative = sign == Sign::Negative && exponent % 2 == 1;
        Some(Int::from_ibig(if is_negative { -power } else { power }))
    }

    /// The largest integer whose power is at most `self`, which is not negative.
    pub fn root(&self, degree: u32) -> Int {
        if degree == 1 || *self <= Int::ONE {
            return self.clone();
        }
        let (_, magnitude) = self.as_ibig().into_owned().into_parts();
        let root = root::root(&magnitude, degree as usize, &Silent);
        Int::from_ibig(root.expect("a silent bell does not ring").into())
    }
}

impl PartialOrd for Int {
    fn partial_cmp(&self, other: &Int) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Int {
    fn cmp(&self, other: &Int) -> Ordering {
        match (self, other) {
            (Small(a), Small(b)) => a.cmp(b),
            _ => self.as_ibig().cmp(&other.as_ibig()),
        }
    }
}

impl From<i64> for Int {
    fn from(value: i64) -> Int {
        Small(value)
    }
}

impl fmt::Debug for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Small(value) => write!(f, "{value}"),
            Big(value) => write!(f, "{value}"),
        }
    }
}

/// A bound of a domain.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Bound {
    /// Below all integers.
    Inf,
    /// An integer.
    Fin(Int),
    /// Above all integers.
    Sup,
}

use Bound::{Fin, Inf, Sup};

impl Bound {
    /// The bound of a small integer.
    pub const fn small(value: i64) -> Bound {
        Fin(Small(value))
    }

    /// The integer, if the bound is finite.
    pub fn finite(&self) -> Option<&Int> {
        match self {
            Fin(value) => Some(value),
            _ => None,
        }
    }

    /// -1, 0 or 1.
    pub fn signum(&self) -> i32 {
        match self {
            Inf => -1,
            Fin(value) => value.signum(),
            Sup => 1,
        }
    }

    /// `-self`.
    pub fn neg(&self) -> Bound {
        match self {
            Inf => Sup,
            Fin(value) => Fin(value.neg()),
            Sup => Inf,
        }
    }

    /// `self + other`; the infinite bound wins, and is the same on both sides.
    pub fn add(&self, other: &Bound) -> Bound {
        match (self, other) {
            (Fin(a), Fin(b)) => Fin(a.add(b)),
            (Fin(_), infinite) => infinite.clone(),
            (infinite, _) => infinite.clone(),
        }
    }

    /// `self - other`, as [`Bound::add`].
    pub fn sub(&self, other: &Bound) -> Bound {
        self.add(&other.neg())
    }

    /// `self * other`, where 0 times infinity is 0.
    pub fn mul(&self, other: &Bound) -> Bound {
        match (self, other) {
            (Fin(a), Fin(b)) => Fin(a.mul(b)),
            _ => match self.signum() * other.signum() {
                0 => Bound::small(0),
                1 => Sup,
                _ => Inf,
            },
        }
    }

    /// The bound `value` further.
    pub fn plus(&self, value: i64) -> Bound {
        self.add(&Bound::small(value))
    }

    /// `self / divisor` by `round`; the divisor is not 0.
    pub fn divided(&self, divisor: &Bound, round: fn(&Int, &Int) -> Int) -> Bound {
        match (self, divisor) {
            (Fin(a), Fin(b)) => Fin(round(a, b)),
            (Fin(a), infinite) => {
                // The quotient tends to 0 from one side.
                let sign = a.signum() * infinite.signum();
                Fin(round(&Small(i64::from(sign)), &Small(2)))
            }
            (infinite, _) => match infinite.signum() * divisor.signum() {
                1 => Sup,
                _ => Inf,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn division_rounds_as_named() {
        let seven = Int::from(-7);
        let two = Int::from(2);
        assert_eq!(seven.div_floor(&two), Int::from(-4));
        assert_eq!(seven.div_ceil(&two), Int::from(-3));
        assert_eq!(seven.modulo(&two), Int::from(1));
        assert_eq!(seven.rem(&two), Int::from(-1));
    }

    #[test]
    fn sums_beyond_64_bits_are_exact() {
        let big = Int::from(i64::MAX).add(&Int::ONE);
        assert_eq!(big.sub(&Int::ONE), Int::from(i64::MAX));
        assert!(big > Int::from(i64::MAX));
        assert_eq!(Int::from(10).pow(30).unwrap().root(15), Int::from(100));
        assert_eq!(Int::from(-10).pow(31).unwrap().signum(), -1);
    }

    #[test]
    fn roots_are_rounded_down() {
        for degree in 1..8 {
            for value in 0..300 {
                let root = Int::from(value).root(degree);
                let above = root.add(&Int::ONE).pow(degree).unwrap();
                assert!(root.pow(degree).unwrap() <= Int::from(value));
                assert!(above > Int::from(value), "{value} {degree}");
            }
        }
        let huge = Int::from(3).pow(2_000_000).unwrap();
        let huge = huge.mul(&huge);
        assert_eq!(huge.root(2), Int::from(3).pow(2_000_000).unwrap());
    }

    #[test]
    fn logarithms_are_exact() {
        for base in 2..40 {
            for exponent in 0..20 {
                let power = Int::from(base).pow(exponent).unwrap();
                let base = Int::from(base);
                let exponent = i64::from(exponent);
                assert_eq!(base.logarithm(&power), Some(exponent));
                let next = power.mul(&base).sub(&Int::ONE);
                assert_eq!(base.logarithm(&next), Some(exponent));
            }
        }
    }
}
