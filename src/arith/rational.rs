//! Rationals and their parts.

use dashu_int::IBig;
use dashu_ratio::RBig;

use super::context::ArithContext;
use super::fault::{Fault, Value};
use crate::atom::known;
use crate::number::Number;

/// `rational(X)`: the exact value of a float.
pub fn rational(_: &mut ArithContext, x: &Number) -> Value {
    match x {
        Number::Float(value) => Number::exact(*value).ok_or(Fault::UNDEFINED),
        _ => Ok(x.clone()),
    }
}

/// `rationalize(X)`: the simplest rational that is nearer to this float than to others.
pub fn rationalize(_: &mut ArithContext, x: &Number) -> Value {
    match x {
        Number::Float(value) => RBig::simplest_from_f64(*value)
            .map(|simplest| Number::from_rational(simplest.relax()))
            .ok_or(Fault::UNDEFINED),
        _ => Ok(x.clone()),
    }
}

/// `numerator(X)`
pub fn numerator(_: &mut ArithContext, x: &Number) -> Value {
    match x {
        Number::Rat(value) => Ok(Number::from_big(value.numerator().clone())),
        Number::Float(_) => Err(Fault::Type(known::RATIONAL, x.clone())),
        _ => Ok(x.clone()),
    }
}

/// `denominator(X)`
pub fn denominator(_: &mut ArithContext, x: &Number) -> Value {
    match x {
        Number::Rat(value) => Ok(Number::from_big(IBig::from(value.denominator().clone()))),
        Number::Float(_) => Err(Fault::Type(known::RATIONAL, x.clone())),
        _ => Ok(Number::ONE),
    }
}
