//! Numbers of every kind: small and big integers, rationals, floats.

pub mod compare;
pub mod convert;
pub mod long;
pub mod text;

use std::borrow::Cow;

use dashu_base::Signed;
use dashu_int::{IBig, UBig};

/// A rational number in its lowest terms, which whoever makes one sees to: looking for
/// common factors takes long.
pub type Ratio = dashu_ratio::Relaxed;

/// A number as a value, always in its smallest form: what fits in an `Int` is
/// no `Big`, and what is an integer is no `Rat`.
#[derive(Clone, Debug, PartialEq)]
pub enum Number {
    /// An integer that fits in 64 bits.
    Int(i64),
    /// An integer that does not.
    Big(Box<IBig>),
    /// A rational that is no integer.
    Rat(Box<Ratio>),
    /// A float.
    Float(f64),
}

impl Number {
    /// The integer 0.
    pub const ZERO: Number = Number::Int(0);
    /// The integer 1.
    pub const ONE: Number = Number::Int(1);

    /// The integer `value` in its smallest form.
    pub fn from_big(value: IBig) -> Number {
        match i64::try_from(&value) {
            Ok(small) => Number::Int(small),
            Err(_) => Number::Big(Box::new(value)),
        }
    }

    /// The integer `value` in its smallest form.
    #[inline]
    pub fn from_i128(value: i128) -> Number {
        match i64::try_from(value) {
            Ok(small) => Number::Int(small),
            Err(_) => Number::Big(Box::new(IBig::from(value))),
        }
    }

    /// The natural number `value` in its smallest form.
    pub fn from_natural(value: UBig) -> Number {
        Number::from_big(IBig::from(value))
    }

    /// The rational `value` in its smallest form.
    pub fn from_rational(value: Ratio) -> Number {
        if value.denominator().is_one() {
            Number::from_big(value.into_parts().0)
        } else {
            Number::Rat(Box::new(value))
        }
    }

    /// Whether this is an integer.
    #[inline]
    pub fn is_integer(&self) -> bool {
        matches!(self, Number::Int(_) | Number::Big(_))
    }

    /// Whether this is a float.
    #[inline]
    pub fn is_float(&self) -> bool {
        matches!(self, Number::Float(_))
    }

    /// Whether this is an exact number: an integer or a rational.
    #[inline]
    pub fn is_exact(&self) -> bool {
        !self.is_float()
    }

    /// Whether this is 0, `0.0` or `-0.0`.
    #[inline]
    pub fn is_zero(&self) -> bool {
        match self {
            Number::Int(value) => *value == 0,
            Number::Float(value) => *value == 0.0,
            Number::Big(_) | Number::Rat(_) => false,
        }
    }

    /// Whether this is less than 0.
    #[inline]
    pub fn is_negative(&self) -> bool {
        match self {
            Number::Int(value) => *value < 0,
            Number::Big(value) => value.is_negative(),
            Number::Rat(value) => value.is_negative(),
            Number::Float(value) => *value < 0.0,
        }
    }

    /// The value of a small integer.
    #[inline]
    pub fn as_i64(&self) -> Option<i64> {
        match self {
            Number::Int(value) => Some(*value),
            _ => None,
        }
    }

    /// The value of an integer of any size.
    pub fn as_big(&self) -> Option<Cow<'_, IBig>> {
        match self {
            Number::Int(value) => Some(Cow::Owned(IBig::from(*value))),
            Number::Big(value) => Some(Cow::Borrowed(value)),
            Number::Rat(_) | Number::Float(_) => None,
        }
    }

    /// The value of an integer or a rational.
    pub fn as_rational(&self) -> Option<Cow<'_, Ratio>> {
        match self {
            Number::Int(value) => Some(Cow::Owned(Ratio::from(*value))),
            Number::Big(value) => Some(Cow::Owned(Ratio::from(IBig::clone(value)))),
            Number::Rat(value) => Some(Cow::Borrowed(value)),
            Number::Float(_) => None,
        }
    }

    /// The length in bits of the magnitude of an exact number: for a rational
    /// that of numerator and denominator together.
    pub fn bit_length(&self) -> u64 {
        use dashu_base::BitTest;
        match self {
            Number::Int(value) => u64::from(64 - value.unsigned_abs().leading_zeros()),
            Number::Big(value) => value.bit_len() as u64,
            Number::Rat(value) => {
                value.numerator().bit_len() as u64 + value.denominator().bit_len() as u64
            }
            Number::Float(_) => 64,
        }
    }
}

impl From<i64> for Number {
    fn from(value: i64) -> Number {
        Number::Int(value)
    }
}

impl From<u64> for Number {
    fn from(value: u64) -> Number {
        Number::from_i128(i128::from(value))
    }
}

impl From<f64> for Number {
    fn from(value: f64) -> Number {
        Number::Float(value)
    }
}

impl From<IBig> for Number {
    fn from(value: IBig) -> Number {
        Number::from_big(value)
    }
}

impl From<Ratio> for Number {
    fn from(value: Ratio) -> Number {
        Number::from_rational(value)
    }
}
