//! Division in all its forms, and common divisors.

use dashu_base::UnsignedAbs;
use dashu_int::{IBig, UBig};

use super::context::ArithContext;
use super::fault::{Fault, Value};
use crate::atom::known;
use crate::number::Number;
use crate::number::convert::quotient_to_f64;
use crate::number::long::gcd::gcd;
use crate::number::long::{Bell, Rung, ratio, signed};

/// `X / Y`
pub fn divide(cx: &mut ArithContext, x: &Number, y: &Number) -> Value {
    match (x, y) {
        (Number::Float(_), _) | (_, Number::Float(_)) => {
            let (a, b) = (cx.to_f64(x)?, cx.to_f64(y)?);
            divide_floats(cx, a, b)
        }
        (Number::Int(a), Number::Int(b)) => divide_small(cx, *a, *b),
        _ => divide_exact(cx, x, y),
    }
}

fn divide_floats(cx: &ArithContext, a: f64, b: f64) -> Value {
    if b != 0.0 {
        return cx.float(a / b);
    }
    if a == 0.0 || a.is_nan() {
        return cx.undefined();
    }
    cx.zero_division(a.is_sign_negative() != b.is_sign_negative())
}

/// Integers up to this size are floats of the same value.
const EXACT_IN_FLOAT: u64 = 1 << 53;

fn divide_small(cx: &ArithContext, a: i64, b: i64) -> Value {
    if b == 0 {
        return divide_by_zero(cx, a == 0, a < 0);
    }
    if !cx.flags.iso && a.checked_rem(b).unwrap_or(0) == 0 {
        return Ok(Number::from_i128(i128::from(a) / i128::from(b)));
    }
    if cx.flags.prefer_rationals && !cx.flags.iso {
        return rational_quotient(cx, &Number::Int(a), &Number::Int(b));
    }
    if a.unsigned_abs() <= EXACT_IN_FLOAT && b.unsigned_abs() <= EXACT_IN_FLOAT {
        return cx.float(a as f64 / b as f64);
    }
    float_quotient(cx, &IBig::from(a), &IBig::from(b))
}

fn divide_by_zero(cx: &ArithContext, is_zero: bool, is_negative: bool) -> Value {
    if is_zero {
        return cx.undefined();
    }
    cx.zero_division(is_negative)
}

/// The quotient of exact numbers of which at least one is not small.
fn divide_exact(cx: &ArithContext, x: &Number, y: &Number) -> Value {
    if y.is_zero() {
        return divide_by_zero(cx, x.is_zero(), x.is_negative());
    }
    let (Some(a), Some(b)) = (x.as_big(), y.as_big()) else {
        return rational_quotient(cx, x, y);
    };
    if !cx.flags.iso {
        let (quotient, rest) = signed::div_rem(&a, &b, cx.bell())?;
        if rest.is_zero() {
            return cx.big(quotient);
        }
        if cx.flags.prefer_rationals {
            return rational_quotient(cx, x, y);
        }
    }
    float_quotient(cx, &a, &b)
}

/// The nearest float to `a / b`.
fn float_quotient(cx: &ArithContext, a: &IBig, b: &IBig) -> Value {
    let (sign, magnitude) = b.clone().into_parts();
    let value = quotient_to_f64(a, &magnitude);
    cx.float(match sign {
        dashu_base::Sign::Positive => value,
        dashu_base::Sign::Negative => -value,
    })
}

/// The quotient of exact numbers, which is exact; `y` is not 0.
pub(super) fn rational_quotient(cx: &ArithContext, x: &Number, y: &Number) -> Value {
    let (Some(a), Some(b)) = (x.as_rational(), y.as_rational()) else {
        return Err(Fault::UNDEFINED);
    };
    cx.check_rationals(x, y)?;
    cx.rational(ratio::times(&a, &ratio::inverse(&b), cx.bell())?)
}

/// `X rdiv Y`
pub fn rational_divide(cx: &mut ArithContext, x: &Number, y: &Number) -> Value {
    for operand in [x, y] {
        if operand.is_float() {
            return Err(Fault::Type(known::RATIONAL, operand.clone()));
        }
    }
    if y.is_zero() {
        return Err(Fault::ZERO_DIVISOR);
    }
    rational_quotient(cx, x, y)
}

/// The operation of integers given by one function for small and one for big ones.
#[inline]
fn integers(
    cx: &ArithContext,
    x: &Number,
    y: &Number,
    small: fn(i64, i64) -> Option<i64>,
    big: fn(&IBig, &IBig, &dyn Bell) -> Result<IBig, Rung>,
) -> Value {
    if let (Number::Int(a), Number::Int(b)) = (x, y) {
        if *b == 0 {
            return Err(Fault::ZERO_DIVISOR);
        }
        if let Some(value) = small(*a, *b) {
            return Ok(Number::Int(value));
        }
    }
    let a = x.as_big().ok_or_else(|| Fault::not_integer(x))?;
    let b = y.as_big().ok_or_else(|| Fault::not_integer(y))?;
    if b.is_zero() {
        return Err(Fault::ZERO_DIVISOR);
    }
    Ok(Number::from_big(big(&a, &b, cx.bell())?))
}

/// `X // Y`, rounded towards zero.
pub fn quotient(cx: &mut ArithContext, x: &Number, y: &Number) -> Value {
    let big = |a: &IBig, b: &IBig, bell: &dyn Bell| Ok(signed::div_rem(a, b, bell)?.0);
    integers(cx, x, y, i64::checked_div, big)
}

/// `X rem Y`: the rest of `//`, with the sign of `X`.
pub fn remainder(cx: &mut ArithContext, x: &Number, y: &Number) -> Value {
    // The one overflow, the smallest integer by -1, leaves no rest.
    let big = |a: &IBig, b: &IBig, bell: &dyn Bell| Ok(signed::div_rem(a, b, bell)?.1);
    integers(cx, x, y, |a, b| Some(a.wrapping_rem(b)), big)
}

/// `X div Y`, rounded down.
pub fn floor_quotient(cx: &mut ArithContext, x: &Number, y: &Number) -> Value {
    let big = |a: &IBig, b: &IBig, bell: &dyn Bell| Ok(signed::div_floor(a, b, bell)?.0);
    integers(cx, x, y, small_floor, big)
}

/// `X mod Y`: the rest of `div`, with the sign of `Y`.
pub fn modulo(cx: &mut ArithContext, x: &Number, y: &Number) -> Value {
    let big = |a: &IBig, b: &IBig, bell: &dyn Bell| Ok(signed::div_floor(a, b, bell)?.1);
    integers(cx, x, y, |a, b| Some(small_modulo(a, b)), big)
}

/// `divmod/4`: the quotient of `div` and the rest of `mod`.
pub fn divmod(cx: &mut ArithContext, x: &Number, y: &Number) -> Result<(Number, Number), Fault> {
    if let (Number::Int(_), Number::Int(_)) = (x, y) {
        return Ok((floor_quotient(cx, x, y)?, modulo(cx, x, y)?));
    }
    let a = x.as_big().ok_or_else(|| Fault::not_integer(x))?;
    let b = y.as_big().ok_or_else(|| Fault::not_integer(y))?;
    if b.is_zero() {
        return Err(Fault::ZERO_DIVISOR);
    }
    let (quotient, rest) = signed::div_floor(&a, &b, cx.bell())?;
    Ok((Number::from_big(quotient), Number::from_big(rest)))
}

fn small_floor(a: i64, b: i64) -> Option<i64> {
    let quotient = a.checked_div(b)?;
    let is_below = a % b != 0 && (a < 0) != (b < 0);
    Some(quotient - i64::from(is_below))
}

#[inline]
fn small_modulo(a: i64, b: i64) -> i64 {
    let rest = a.wrapping_rem(b);
    if rest != 0 && (rest < 0) != (b < 0) {
        rest + b
    } else {
        rest
    }
}

/// `gcd(X, Y)`
pub fn greatest_divisor(cx: &mut ArithContext, x: &Number, y: &Number) -> Value {
    if let (Number::Int(a), Number::Int(b)) = (x, y) {
        return Ok(Number::from(small_gcd(a.unsigned_abs(), b.unsigned_abs())));
    }
    let a = x.as_big().ok_or_else(|| Fault::not_integer(x))?;
    let b = y.as_big().ok_or_else(|| Fault::not_integer(y))?;
    Ok(Number::from_natural(big_gcd(cx, &a, &b)?))
}

fn small_gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

fn big_gcd(cx: &ArithContext, a: &IBig, b: &IBig) -> Result<UBig, Fault> {
    let (a, b) = (a.clone().unsigned_abs(), b.clone().unsigned_abs());
    Ok(gcd(&a, &b, cx.bell())?)
}

/// `lcm(X, Y)`
pub fn least_multiple(cx: &mut ArithContext, x: &Number, y: &Number) -> Value {
    use dashu_base::Abs;
    let a = x.as_big().ok_or_else(|| Fault::not_integer(x))?;
    let b = y.as_big().ok_or_else(|| Fault::not_integer(y))?;
    if a.is_zero() || b.is_zero() {
        return Ok(Number::ZERO);
    }
    let divisor = IBig::from(big_gcd(cx, &a, &b)?);
    cx.check_bits(x.bit_length() + y.bit_length())?;
    let part = signed::div_rem(&a, &divisor, cx.bell())?.0;
    cx.big(signed::times(&part, &b, cx.bell())?.abs())
}
