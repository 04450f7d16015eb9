//! Functions on floats that need more than the call of a function.

use super::context::ArithContext;
use super::fault::{Fault, Value};
use crate::number::Number;

/// The logarithm `log` of `x`, which is undefined for 0 as well as for negative
/// numbers (ISO 13211-1, 9.3.6).
fn logarithm(cx: &ArithContext, x: &Number, log: fn(f64) -> f64) -> Value {
    let value = cx.to_f64(x)?;
    if value <= 0.0 {
        return cx.undefined();
    }
    cx.float(log(value))
}

/// `log(X)`
pub fn natural_logarithm(cx: &mut ArithContext, x: &Number) -> Value {
    logarithm(cx, x, f64::ln)
}

/// `log2(X)`
pub fn binary_logarithm(cx: &mut ArithContext, x: &Number) -> Value {
    logarithm(cx, x, f64::log2)
}

/// `log10(X)`
pub fn decimal_logarithm(cx: &mut ArithContext, x: &Number) -> Value {
    logarithm(cx, x, f64::log10)
}

/// `log(B, X)`: the logarithm of `X` to the base `B`.
pub fn logarithm_to_base(cx: &mut ArithContext, base: &Number, x: &Number) -> Value {
    let divisor = natural_logarithm(cx, base)?;
    let dividend = natural_logarithm(cx, x)?;
    super::division::divide(cx, &dividend, &divisor)
}

/// `atan2(Y, X)`, which has no value at the origin (ISO 13211-1 Cor.2, 9.3.14).
pub fn arc_tangent2(cx: &mut ArithContext, y: &Number, x: &Number) -> Value {
    if y.is_zero() && x.is_zero() {
        return cx.undefined();
    }
    cx.float(cx.to_f64(y)?.atan2(cx.to_f64(x)?))
}

/// `cot(X)`
pub fn cotangent(cx: &mut ArithContext, x: &Number) -> Value {
    let value = cx.to_f64(x)?;
    if value == 0.0 {
        return cx.undefined();
    }
    cx.float(1.0 / value.tan())
}

/// `acot(X)`
pub fn arc_cotangent(cx: &mut ArithContext, x: &Number) -> Value {
    let value = cx.to_f64(x)?;
    cx.float((1.0 / value).atan())
}

/// `random(N)`: an integer from 0 to `N - 1`.
pub fn random_below(cx: &mut ArithContext, x: &Number) -> Value {
    let not_positive = || Fault::Domain(crate::atom::known::NOT_LESS_THAN_ONE, x.clone());
    match x {
        Number::Int(bound) if *bound > 0 => Ok(Number::from(cx.random.below(*bound as u64))),
        Number::Big(bound) => {
            let bound = dashu_int::UBig::try_from(bound.as_ref().clone());
            let bound = bound.map_err(|_| not_positive())?;
            Ok(Number::from_natural(cx.random.below_natural(&bound)))
        }
        Number::Int(_) => Err(not_positive()),
        _ => Err(Fault::not_integer(x)),
    }
}
