//! Addition, subtraction, multiplication, signs and extremes.

use std::cmp::Ordering;

use dashu_base::Abs;

use super::context::ArithContext;
use super::fault::{Fault, Value};
use crate::number::Number;
use crate::number::long::{ratio, signed};

/// `X + Y`
#[inline]
pub fn add(cx: &mut ArithContext, x: &Number, y: &Number) -> Value {
    match (x, y) {
        (Number::Int(a), Number::Int(b)) => match a.checked_add(*b) {
            Some(sum) => Ok(Number::Int(sum)),
            None => Ok(Number::from_i128(i128::from(*a) + i128::from(*b))),
        },
        (Number::Float(a), Number::Float(b)) => cx.float(a + b),
        _ => mixed(cx, x, y, Operation::Add),
    }
}

/// `X - Y`
#[inline]
pub fn subtract(cx: &mut ArithContext, x: &Number, y: &Number) -> Value {
    match (x, y) {
        (Number::Int(a), Number::Int(b)) => match a.checked_sub(*b) {
            Some(difference) => Ok(Number::Int(difference)),
            None => Ok(Number::from_i128(i128::from(*a) - i128::from(*b))),
        },
        (Number::Float(a), Number::Float(b)) => cx.float(a - b),
        _ => mixed(cx, x, y, Operation::Subtract),
    }
}

/// `X * Y`
#[inline]
pub fn multiply(cx: &mut ArithContext, x: &Number, y: &Number) -> Value {
    match (x, y) {
        (Number::Int(a), Number::Int(b)) => match a.checked_mul(*b) {
            Some(product) => Ok(Number::Int(product)),
            None => Ok(Number::from_i128(i128::from(*a) * i128::from(*b))),
        },
        (Number::Float(a), Number::Float(b)) => cx.float(a * b),
        _ => mixed(cx, x, y, Operation::Multiply),
    }
}

#[derive(Clone, Copy)]
enum Operation {
    Add,
    Subtract,
    Multiply,
}

/// The operation on operands that are neither both small nor both floats.
fn mixed(cx: &ArithContext, x: &Number, y: &Number, operation: Operation) -> Value {
    if x.is_float() || y.is_float() {
        let (a, b) = (cx.to_f64(x)?, cx.to_f64(y)?);
        return cx.float(match operation {
            Operation::Add => a + b,
            Operation::Subtract => a - b,
            Operation::Multiply => a * b,
        });
    }
    if let (Some(a), Some(b)) = (x.as_big(), y.as_big()) {
        return match operation {
            Operation::Add => cx.big(&*a + &*b),
            Operation::Subtract => cx.big(&*a - &*b),
            Operation::Multiply => {
                cx.check_bits((x.bit_length() + y.bit_length()).saturating_sub(1))?;
                cx.big(signed::times(&a, &b, cx.bell())?)
            }
        };
    }
    rationals(cx, x, y, operation)
}

fn rationals(cx: &ArithContext, x: &Number, y: &Number, operation: Operation) -> Value {
    let (Some(a), Some(b)) = (x.as_rational(), y.as_rational()) else {
        return Err(Fault::UNDEFINED);
    };
    cx.check_rationals(x, y)?;
    cx.rational(match operation {
        Operation::Add => ratio::sum(&a, &b, cx.bell())?,
        Operation::Subtract => ratio::sum(&a, &-&*b, cx.bell())?,
        Operation::Multiply => ratio::times(&a, &b, cx.bell())?,
    })
}

/// `-X`
pub fn negate(_: &mut ArithContext, x: &Number) -> Value {
    Ok(negated(x))
}

/// The number of the other sign; NaN stays what it is.
pub(super) fn negated(x: &Number) -> Number {
    match x {
        Number::Int(a) => Number::from_i128(-i128::from(*a)),
        Number::Float(a) if a.is_nan() => Number::Float(*a),
        Number::Float(a) => Number::Float(-a),
        Number::Big(a) => Number::from_big(-&**a),
        Number::Rat(a) => Number::from_rational(-(**a).clone()),
    }
}

/// `+X`
pub fn plus(_: &mut ArithContext, x: &Number) -> Value {
    Ok(x.clone())
}

/// `succ(X)`
pub fn successor(cx: &mut ArithContext, x: &Number) -> Value {
    if !x.is_integer() {
        return Err(Fault::not_integer(x));
    }
    add(cx, x, &Number::ONE)
}

/// `abs(X)`
pub fn absolute(_: &mut ArithContext, x: &Number) -> Value {
    Ok(match x {
        Number::Int(a) => Number::from_i128(i128::from(*a).abs()),
        Number::Float(a) => Number::Float(a.abs()),
        Number::Big(a) => Number::from_big((**a).clone().abs()),
        Number::Rat(a) => Number::from_rational((**a).clone().abs()),
    })
}

/// `sign(X)`
pub fn sign(_: &mut ArithContext, x: &Number) -> Value {
    Ok(match x {
        Number::Float(a) if a.is_nan() => Number::Float(*a),
        Number::Float(a) if *a == 0.0 => Number::Float(0.0),
        Number::Float(a) => Number::Float(1f64.copysign(*a)),
        _ if x.is_zero() => Number::ZERO,
        _ if x.is_negative() => Number::Int(-1),
        _ => Number::ONE,
    })
}

/// `max(X, Y)`
pub fn maximum(_: &mut ArithContext, x: &Number, y: &Number) -> Value {
    Ok(extreme(x, y, Ordering::Greater))
}

/// `min(X, Y)`
pub fn minimum(_: &mut ArithContext, x: &Number, y: &Number) -> Value {
    Ok(extreme(x, y, Ordering::Less))
}

/// The operand on the `wanted` side of the other. Of equal ones it is the
/// float, and a number is preferred to NaN.
fn extreme(x: &Number, y: &Number, wanted: Ordering) -> Number {
    let is_nan = |n: &Number| matches!(n, Number::Float(f) if f.is_nan());
    let first = match Number::compare_values(x, y) {
        None => is_nan(y),
        Some(Ordering::Equal) => is_preferred(x, y, wanted),
        Some(order) => order == wanted,
    };
    if first { x.clone() } else { y.clone() }
}

/// Whether `x` is taken rather than `y`, which has the same value. `-0.0` is
/// below `0` and `0.0`.
fn is_preferred(x: &Number, y: &Number, wanted: Ordering) -> bool {
    let is_minus_zero =
        |n: &Number| matches!(n, Number::Float(f) if *f == 0.0 && f.is_sign_negative());
    match (is_minus_zero(x), is_minus_zero(y)) {
        (true, false) => wanted == Ordering::Less,
        (false, true) => wanted == Ordering::Greater,
        _ => x.is_float(),
    }
}

/// `copysign(X, Y)`
pub fn copy_sign(cx: &mut ArithContext, x: &Number, y: &Number) -> Value {
    let negative = match y {
        Number::Float(b) => b.is_sign_negative(),
        _ => y.is_negative(),
    };
    let is_negative = match x {
        Number::Float(a) => a.is_sign_negative(),
        _ => x.is_negative(),
    };
    if negative == is_negative {
        plus(cx, x)
    } else {
        negate(cx, x)
    }
}
