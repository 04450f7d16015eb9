//! From floats and rationals to integers, and the parts of numbers.

use dashu_int::IBig;
use dashu_ratio::RBig;

use super::context::ArithContext;
use super::fault::{Fault, Value};
use crate::number::Number;

/// The integer that `on_float` or `on_rational` rounds `x` to. Infinite and NaN
/// have none.
fn rounded(x: &Number, on_float: fn(f64) -> f64, on_rational: fn(&RBig) -> IBig) -> Value {
    match x {
        Number::Int(_) | Number::Big(_) => Ok(x.clone()),
        Number::Float(value) => Number::truncated(on_float(*value)).ok_or(Fault::UNDEFINED),
        Number::Rat(value) => Ok(Number::from_big(on_rational(value))),
    }
}

/// `float(X)`
pub fn to_float(cx: &mut ArithContext, x: &Number) -> Value {
    Ok(Number::Float(cx.to_f64(x)?))
}

/// `truncate(X)`: towards zero.
pub fn truncate(_: &mut ArithContext, x: &Number) -> Value {
    rounded(x, f64::trunc, RBig::trunc)
}

/// `round(X)` and `integer(X)`: to the nearest integer, away from zero if two
/// are as near.
pub fn round(_: &mut ArithContext, x: &Number) -> Value {
    rounded(x, f64::round, round_rational)
}

/// `ceiling(X)`: up.
pub fn ceiling(_: &mut ArithContext, x: &Number) -> Value {
    rounded(x, f64::ceil, RBig::ceil)
}

/// `floor(X)`: down.
pub fn floor(_: &mut ArithContext, x: &Number) -> Value {
    rounded(x, f64::floor, RBig::floor)
}

fn round_rational(value: &RBig) -> IBig {
    let half = RBig::from_parts(IBig::ONE, 2u8.into());
    match value.sign() {
        dashu_base::Sign::Positive => (value + half).floor(),
        dashu_base::Sign::Negative => (value - half).ceil(),
    }
}

/// `float_integer_part(X)`
pub fn integer_part(cx: &mut ArithContext, x: &Number) -> Value {
    match x {
        Number::Float(value) => cx.float(value.trunc()),
        _ => truncate(cx, x),
    }
}

/// `float_fractional_part(X)`
pub fn fractional_part(cx: &mut ArithContext, x: &Number) -> Value {
    match x {
        Number::Int(_) | Number::Big(_) => Ok(Number::ZERO),
        Number::Float(value) if value.is_infinite() => Ok(Number::Float(0f64.copysign(*value))),
        Number::Float(value) => cx.float((value - value.trunc()).copysign(*value)),
        Number::Rat(value) => Ok(Number::from_rational(value.fract())),
    }
}
