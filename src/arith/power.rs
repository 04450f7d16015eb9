//! Powers.

use dashu_base::{BitTest, Signed};
use dashu_int::{IBig, Sign, UBig};

use super::context::ArithContext;
use super::division::rational_quotient;
use super::fault::{Fault, Value};
use super::root::integer_root;
use crate::atom::known;
use crate::number::long::power;
use crate::number::long::ratio::inverse;
use crate::number::{Number, Ratio};

/// What a negative power of an integer is, where it is not an integer.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Inexact {
    /// A float, as for `**`.
    Float,
    /// A type error, as for `^`.
    Error,
}

/// `X ** Y`
pub fn power(cx: &mut ArithContext, x: &Number, y: &Number) -> Value {
    raise(cx, x, y, Inexact::Float)
}

/// `X ^ Y`
pub fn integer_power(cx: &mut ArithContext, x: &Number, y: &Number) -> Value {
    raise(cx, x, y, Inexact::Error)
}

fn raise(cx: &ArithContext, x: &Number, y: &Number, inexact: Inexact) -> Value {
    match (x, y) {
        (Number::Int(a), Number::Int(b)) if (0..64).contains(b) => match a.checked_pow(*b as u32) {
            Some(value) => Ok(Number::Int(value)),
            None => natural_power(cx, x, y),
        },
        (Number::Rat(_), Number::Float(_)) => float_power(cx, x, y),
        (_, Number::Rat(exponent)) => fractional_power(cx, x, exponent),
        (Number::Float(_), _) | (_, Number::Float(_)) => float_power(cx, x, y),
        (Number::Rat(base), _) => rational_power(cx, base, y),
        _ if y.is_negative() => negative_power(cx, x, y, inexact),
        _ => natural_power(cx, x, y),
    }
}

fn float_power(cx: &ArithContext, x: &Number, y: &Number) -> Value {
    let (a, b) = (cx.to_f64(x)?, cx.to_f64(y)?);
    if a == 0.0 && b < 0.0 {
        let is_odd = b.trunc() == b && (b / 2.0).trunc() != b / 2.0;
        return cx.zero_division(a.is_sign_negative() && is_odd);
    }
    cx.float(a.powf(b))
}

/// A negative power of an integer.
fn negative_power(cx: &ArithContext, x: &Number, y: &Number, inexact: Inexact) -> Value {
    match x {
        Number::Int(0) => return cx.zero_division(false),
        Number::Int(1 | -1) => return Ok(unit_power(x, y)),
        _ => {}
    }
    if cx.flags.prefer_rationals && !cx.flags.iso {
        let value = natural_power(cx, x, &super::basic::negated(y))?;
        return rational_quotient(cx, &Number::ONE, &value);
    }
    match inexact {
        Inexact::Float => float_power(cx, x, y),
        // ISO 13211-1 Cor.2, 9.3.10: the result would have to be a float.
        Inexact::Error => Err(Fault::Type(known::FLOAT, x.clone())),
    }
}

/// A power of 1 or -1.
fn unit_power(x: &Number, y: &Number) -> Number {
    let is_odd = y.as_big().is_some_and(|y| y.bit(0));
    if is_odd { x.clone() } else { Number::ONE }
}

/// An integer to the power of an integer that is not negative.
fn natural_power(cx: &ArithContext, x: &Number, y: &Number) -> Value {
    match x {
        Number::Int(0) if y.is_zero() => return Ok(Number::ONE),
        Number::Int(0) => return Ok(Number::ZERO),
        Number::Int(1 | -1) => return Ok(unit_power(x, y)),
        _ => {}
    }
    let exponent = exponent_within(cx, x.bit_length(), y)?;
    if let Number::Int(small) = *x {
        // The logarithm is exact enough to tell before the work whether it pays.
        let bits = (small.unsigned_abs() as f64).log2() * exponent as f64;
        cx.check_bits((bits * (1.0 - 1e-12)) as u64)?;
    }
    let base = x.as_big().ok_or_else(|| Fault::not_integer(x))?;
    let (sign, magnitude) = base.into_owned().into_parts();
    let value = power::power(&magnitude, exponent, cx.bell())?;
    cx.big(IBig::from_parts(power_sign(sign, exponent), value))
}

/// The sign of a power of a number of this sign.
fn power_sign(sign: Sign, exponent: usize) -> Sign {
    match exponent % 2 {
        0 => Sign::Positive,
        _ => sign,
    }
}

/// The magnitude of the exponent `y`, if a base of so many bits to that power
/// is not too long. The base is not 0, 1 or -1.
fn exponent_within(cx: &ArithContext, base_bits: u64, y: &Number) -> Result<usize, Fault> {
    let exponent = y.as_i64().ok_or(Fault::MEMORY)?.unsigned_abs();
    cx.check_bits((base_bits - 1).saturating_mul(exponent))?;
    usize::try_from(exponent).map_err(|_| Fault::MEMORY)
}

/// A rational, not an integer, to the power of an integer.
fn rational_power(cx: &ArithContext, base: &Ratio, y: &Number) -> Value {
    let bits = base.numerator().bit_len().max(base.denominator().bit_len());
    // The denominator is at least 2, so that its powers grow.
    let exponent = exponent_within(cx, bits as u64, y)?;
    let (sign, numerator) = base.numerator().clone().into_parts();
    let numerator = power::power(&numerator, exponent, cx.bell())?;
    let denominator = power::power(base.denominator(), exponent, cx.bell())?;
    let numerator = IBig::from_parts(power_sign(sign, exponent), numerator);
    let value = Ratio::from_parts(numerator, denominator);
    cx.rational(match y.is_negative() {
        true => inverse(&value),
        false => value,
    })
}

/// A number to the power of a rational that is no integer: exact if the root
/// is, otherwise a float.
fn fractional_power(cx: &ArithContext, x: &Number, exponent: &Ratio) -> Value {
    if x.is_zero() && x.is_exact() {
        return if exponent.is_negative() {
            cx.zero_division(false)
        } else {
            Ok(Number::ZERO)
        };
    }
    if x.is_negative() && !exponent.denominator().bit(0) {
        return cx.undefined();
    }
    let numerator = Number::from_big(exponent.numerator().clone());
    if let Some(root) = exact_root(cx, x, exponent.denominator())? {
        return match &root {
            Number::Rat(root) => rational_power(cx, root, &numerator),
            _ if numerator.is_negative() => {
                let value = natural_power(cx, &root, &super::basic::negated(&numerator))?;
                rational_quotient(cx, &Number::ONE, &value)
            }
            _ => natural_power(cx, &root, &numerator),
        };
    }
    float_root_power(cx, x, exponent)
}

fn float_root_power(cx: &ArithContext, x: &Number, exponent: &Ratio) -> Value {
    let base = cx.to_f64(x)?;
    let exponent_value = cx.to_f64(&Number::Rat(Box::new(exponent.clone())))?;
    if base == 0.0 && exponent_value < 0.0 {
        return cx.zero_division(false);
    }
    let value = base.abs().powf(exponent_value);
    let is_negative = base < 0.0 && exponent.numerator().bit(0);
    cx.float(if is_negative { -value } else { value })
}

/// The root of an exact number, if it is exact.
fn exact_root(cx: &ArithContext, x: &Number, index: &UBig) -> Result<Option<Number>, Fault> {
    let Some(x) = x.as_rational() else {
        return Ok(None);
    };
    let (sign, magnitude) = x.numerator().clone().into_parts();
    let (Some(numerator), Some(denominator)) = (
        exact_natural_root(cx, &magnitude, index)?,
        exact_natural_root(cx, x.denominator(), index)?,
    ) else {
        return Ok(None);
    };
    let numerator = IBig::from_parts(sign, numerator);
    Ok(Some(Number::from_rational(Ratio::from_parts(
        numerator,
        denominator,
    ))))
}

fn exact_natural_root(
    cx: &ArithContext,
    value: &UBig,
    index: &UBig,
) -> Result<Option<UBig>, Fault> {
    if value.is_one() {
        return Ok(Some(UBig::ONE));
    }
    match usize::try_from(index) {
        // A root above 1 to the power of the index has at least as many bits.
        Ok(index) if index < value.bit_len() => {
            let root = integer_root(cx, value, index)?;
            Ok((power::power(&root, index, cx.bell())? == *value).then_some(root))
        }
        _ => Ok(None),
    }
}
