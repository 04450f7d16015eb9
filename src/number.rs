//! Numbers of every kind: small and big integers, rationals, floats.

use std::cmp::Ordering;

use dashu_int::IBig;
use dashu_ratio::RBig;

/// A number as a value.
#[derive(Clone, Debug, PartialEq)]
pub enum Number {
    /// An integer that fits in 64 bits.
    Int(i64),
    /// An integer that does not.
    Big(Box<IBig>),
    /// A rational that is no integer.
    Rat(Box<RBig>),
    /// A float.
    Float(f64),
}

impl Number {
    /// The integer `value` in its smallest form.
    pub fn from_big(value: IBig) -> Number {
        match i64::try_from(&value) {
            Ok(small) => Number::Int(small),
            Err(_) => Number::Big(Box::new(value)),
        }
    }

    /// The order of two numbers by value; a float comes before an integer of
    /// the same value.
    pub fn standard_order(a: &Number, b: &Number) -> Ordering {
        match (a, b) {
            (Number::Int(x), Number::Int(y)) => x.cmp(y),
            (Number::Float(x), Number::Float(y)) => x.total_cmp(y),
            _ => Ordering::Equal,
        }
    }
}
