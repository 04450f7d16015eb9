//! From floats and rationals to integers, and the parts of numbers.

use dashu_int::IBig;

use super::context::ArithContext;
use super::fault::{Fault, Value};
use crate::number::long::signed;
use crate::number::{Number, Ratio};

/// The integer that `on_float` or `on_rational` rounds `x` to. Infinite and NaN
/// have none.
fn rounded(
    cx: &ArithContext,
    x: &Number,
    on_float: fn(f64) -> f64,
    on_rational: fn(&ArithContext, &Ratio) -> Result<IBig, Fault>,
) -> Value {
    match x {
        Number::Int(_) | Number::Big(_) => Ok(x.clone()),
        Number::Float(value) => Number::truncated(on_float(*value)).ok_or(Fault::UNDEFINED),
        Number::Rat(value) => Ok(Number::from_big(on_rational(cx, value)?)),
    }
}

/// `float(X)`
pub fn to_float(cx: &mut ArithContext, x: &Number) -> Value {
    Ok(Number::Float(cx.to_f64(x)?))
}

/// `truncate(X)`: towards zero.
pub fn truncate(cx: &mut ArithContext, x: &Number) -> Value {
    rounded(cx, x, f64::trunc, trunc_rational)
}

/// `round(X)` and `integer(X)`: to the nearest integer, away from zero if two
/// are as near.
pub fn round(cx: &mut ArithContext, x: &Number) -> Value {
    rounded(cx, x, f64::round, round_rational)
}

/// `ceiling(X)`: up.
pub fn ceiling(cx: &mut ArithContext, x: &Number) -> Value {
    rounded(cx, x, f64::ceil, |cx, value| {
        Ok(floor_rational(cx, value)? + IBig::ONE)
    })
}

/// `floor(X)`: down.
pub fn floor(cx: &mut ArithContext, x: &Number) -> Value {
    rounded(cx, x, f64::floor, floor_rational)
}

fn trunc_rational(cx: &ArithContext, value: &Ratio) -> Result<IBig, Fault> {
    Ok(signed::div_rem(value.numerator(), value.denominator().as_ibig(), cx.bell())?.0)
}

fn floor_rational(cx: &ArithContext, value: &Ratio) -> Result<IBig, Fault> {
    Ok(signed::div_floor(value.numerator(), value.denominator().as_ibig(), cx.bell())?.0)
}

fn round_rational(cx: &ArithContext, value: &Ratio) -> Result<IBig, Fault> {
    let (sign, magnitude) = value.numerator().clone().into_parts();
    // Half of the denominator more than the magnitude, both doubled.
    let doubled = IBig::from(magnitude * 2u8 + value.denominator());
    let divisor = IBig::from(value.denominator() * 2u8);
    Ok(signed::div_rem(&doubled, &divisor, cx.bell())?.0 * sign)
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
        Number::Rat(value) => {
            let denominator = value.denominator();
            let (_, rest) = signed::div_rem(value.numerator(), denominator.as_ibig(), cx.bell())?;
            Ok(Number::from_rational(Ratio::from_parts(
                rest,
                denominator.clone(),
            )))
        }
    }
}
