//! Conversions between floats and exact numbers.

use dashu_base::BitTest;
use dashu_int::{IBig, UBig};

use super::{Number, Ratio};

/// 2^63: every float from it on, and none below, is above every `i64`.
pub(super) const ABOVE_I64: f64 = 9_223_372_036_854_775_808.0;

/// An exact number whose nearest float would be infinite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FloatOverflow;

impl Number {
    /// The nearest float, to even if two are as near.
    #[inline]
    pub fn to_f64(&self) -> Result<f64, FloatOverflow> {
        match self {
            Number::Int(value) => Ok(*value as f64),
            Number::Float(value) => Ok(*value),
            Number::Big(value) => finite(big_to_f64(value)),
            Number::Rat(value) => finite(quotient_to_f64(value.numerator(), value.denominator())),
        }
    }

    /// The integer that `value` is once its fraction is cut off; none if it is
    /// infinite or NaN.
    pub fn truncated(value: f64) -> Option<Number> {
        // Both bounds are exact, and every float between them truncates to an `i64`.
        if (-ABOVE_I64..ABOVE_I64).contains(&value) {
            return Some(Number::Int(value as i64));
        }
        let (mantissa, exponent) = decode(value)?;
        // A float of this size has no fraction: its exponent is positive.
        Some(Number::from_big(
            IBig::from(mantissa) << exponent.max(0) as usize,
        ))
    }

    /// The exact value of a finite float.
    pub fn exact(value: f64) -> Option<Number> {
        if value.trunc() == value {
            return Number::truncated(value);
        }
        rational_from_f64(value).map(Number::from_rational)
    }
}

fn finite(value: f64) -> Result<f64, FloatOverflow> {
    if value.is_finite() {
        Ok(value)
    } else {
        Err(FloatOverflow)
    }
}

fn big_to_f64(value: &IBig) -> f64 {
    value.to_f64().value()
}

/// The nearest float to `numerator / denominator`, to even if two are as near.
pub fn quotient_to_f64(numerator: &IBig, denominator: &UBig) -> f64 {
    let (sign, magnitude) = numerator.clone().into_parts();
    let negative = sign == dashu_base::Sign::Negative;
    // The quotient gets 65 or 66 bits, so that it holds all bits of the float
    // and a rounding bit, unless the float is subnormal: then those that count.
    let shift = 66 + denominator.bit_len() as i64 - magnitude.bit_len() as i64;
    let shift = shift.min(1074 + 2);
    let (scaled, divisor) = if shift >= 0 {
        (magnitude << shift as usize, denominator.clone())
    } else {
        (
            magnitude,
            denominator.clone() << shift.unsigned_abs() as usize,
        )
    };
    let quotient = &scaled / &divisor;
    let inexact = &quotient * &divisor != scaled;
    let value = round_scaled(&quotient, inexact, -shift);
    if negative { -value } else { value }
}

/// The nearest float to `(quotient + rest) * 2^exponent`, where rest is 0 or,
/// if `inexact`, between 0 and 1.
fn round_scaled(quotient: &UBig, inexact: bool, exponent: i64) -> f64 {
    let bits = quotient.bit_len() as i64;
    if bits == 0 {
        return 0.0;
    }
    if bits + exponent > 1024 {
        return f64::INFINITY;
    }
    // The lowest bit that a float of this size has.
    let lowest = (bits + exponent - 53).max(-1074);
    let dropped = lowest - exponent;
    if dropped <= 0 {
        return scale(u64_of(quotient), exponent);
    }
    let dropped = dropped as usize;
    let kept = u64_of(&(quotient >> dropped));
    let half = quotient.bit(dropped - 1);
    let below = inexact || quotient.trailing_zeros().is_some_and(|n| n < dropped - 1);
    let up = half && (below || kept & 1 == 1);
    scale(kept + u64::from(up), lowest)
}

fn u64_of(value: &UBig) -> u64 {
    u64::try_from(value).unwrap_or(u64::MAX)
}

/// `mantissa * 2^exponent`, which is exact or overflows.
fn scale(mantissa: u64, exponent: i64) -> f64 {
    let exponent = exponent.clamp(-2000, 2000) as i32;
    libm::scalbn(mantissa as f64, exponent)
}

/// The mantissa and exponent of a finite float: it is `mantissa * 2^exponent`.
fn decode(value: f64) -> Option<(i64, i32)> {
    if !value.is_finite() {
        return None;
    }
    let bits = value.to_bits();
    let biased = ((bits >> 52) & 0x7ff) as i32;
    let fraction = (bits & ((1 << 52) - 1)) as i64;
    let (mantissa, exponent) = if biased == 0 {
        (fraction, -1074)
    } else {
        (fraction | (1 << 52), biased - 1075)
    };
    Some((if value < 0.0 { -mantissa } else { mantissa }, exponent))
}

/// The exact value of a finite float.
pub fn rational_from_f64(value: f64) -> Option<Ratio> {
    let (mantissa, exponent) = decode(value)?;
    let mantissa = IBig::from(mantissa);
    let shift = exponent.unsigned_abs() as usize;
    Some(if exponent >= 0 {
        Ratio::from(mantissa << shift)
    } else {
        Ratio::from_parts(mantissa, UBig::ONE << shift)
    })
}
