//! The integers in which sums are computed: of 64 bits where that is known to
//! be enough, else of 128.

use std::ops::{Add, Sub};

/// An integer type in which the sums at hand cannot overflow.
pub trait Wide: Copy + Ord + From<i64> + Add<Output = Self> + Sub<Output = Self> {
    /// 0.
    const ZERO: Self;
    /// 1.
    const ONE: Self;
    /// The greatest value.
    const MAX: Self;

    /// The least and greatest values of `c * x`, for `x` between two bounds.
    fn ends(c: i64, min: i64, max: i64) -> (Self, Self);
    /// The quotient rounded down, which fits in 64 bits.
    fn floor_div(self, c: i64) -> i64;
    /// The quotient rounded up, which fits in 64 bits.
    fn ceil_div(self, c: i64) -> i64;
}

impl Wide for i64 {
    const ZERO: i64 = 0;
    const ONE: i64 = 1;
    const MAX: i64 = i64::MAX;

    #[inline(always)]
    fn ends(c: i64, min: i64, max: i64) -> (i64, i64) {
        if c > 0 {
            (c * min, c * max)
        } else {
            (c * max, c * min)
        }
    }

    #[inline(always)]
    fn floor_div(self, c: i64) -> i64 {
        match c {
            1 => self,
            -1 => -self,
            _ => {
                let quotient = self / c;
                quotient - i64::from(self % c != 0 && (self < 0) != (c < 0))
            }
        }
    }

    #[inline(always)]
    fn ceil_div(self, c: i64) -> i64 {
        match c {
            1 => self,
            -1 => -self,
            _ => {
                let quotient = self / c;
                quotient + i64::from(self % c != 0 && (self < 0) == (c < 0))
            }
        }
    }
}

impl Wide for i128 {
    const ZERO: i128 = 0;
    const ONE: i128 = 1;
    const MAX: i128 = i128::MAX;

    fn ends(c: i64, min: i64, max: i64) -> (i128, i128) {
        let (c, min, max) = (i128::from(c), i128::from(min), i128::from(max));
        if c > 0 {
            (c * min, c * max)
        } else {
            (c * max, c * min)
        }
    }

    fn floor_div(self, c: i64) -> i64 {
        let c = i128::from(c);
        let rounded = self % c != 0 && (self < 0) != (c < 0);
        (self / c - i128::from(rounded)) as i64
    }

    fn ceil_div(self, c: i64) -> i64 {
        let c = i128::from(c);
        let rounded = self % c != 0 && (self < 0) == (c < 0);
        (self / c + i128::from(rounded)) as i64
    }
}
