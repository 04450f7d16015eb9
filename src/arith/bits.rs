//! Operations on the bits of integers, in two's complement of any length.

use std::borrow::Cow;

use dashu_base::BitTest;
use dashu_int::{IBig, UBig};

use super::context::ArithContext;
use super::fault::{Fault, Value};
use crate::atom::known;
use crate::number::Number;
use crate::number::long::power;

/// The value of an integer operand.
fn integer(x: &Number) -> Result<Cow<'_, IBig>, Fault> {
    x.as_big().ok_or_else(|| Fault::not_integer(x))
}

/// The value of an integer operand that must be at least 0.
fn natural(x: &Number) -> Result<UBig, Fault> {
    let value = integer(x)?.into_owned();
    UBig::try_from(value).map_err(|_| Fault::Domain(known::NOT_LESS_THAN_ZERO, x.clone()))
}

/// The value of an integer operand that must be at least 1.
fn positive(x: &Number) -> Result<UBig, Fault> {
    let value = UBig::try_from(integer(x)?.into_owned()).unwrap_or(UBig::ZERO);
    if value.is_zero() {
        return Err(Fault::Domain(known::NOT_LESS_THAN_ONE, x.clone()));
    }
    Ok(value)
}

/// `X /\ Y`
pub fn and(_: &mut ArithContext, x: &Number, y: &Number) -> Value {
    match (x, y) {
        (Number::Int(a), Number::Int(b)) => Ok(Number::Int(a & b)),
        _ => Ok(Number::from_big(&*integer(x)? & &*integer(y)?)),
    }
}

/// `X \/ Y`
pub fn or(_: &mut ArithContext, x: &Number, y: &Number) -> Value {
    match (x, y) {
        (Number::Int(a), Number::Int(b)) => Ok(Number::Int(a | b)),
        _ => Ok(Number::from_big(&*integer(x)? | &*integer(y)?)),
    }
}

/// `X xor Y`
pub fn exclusive_or(_: &mut ArithContext, x: &Number, y: &Number) -> Value {
    match (x, y) {
        (Number::Int(a), Number::Int(b)) => Ok(Number::Int(a ^ b)),
        _ => Ok(Number::from_big(&*integer(x)? ^ &*integer(y)?)),
    }
}

/// `\ X`
pub fn complement(_: &mut ArithContext, x: &Number) -> Value {
    match x {
        Number::Int(a) => Ok(Number::Int(!a)),
        _ => Ok(Number::from_big(!integer(x)?.into_owned())),
    }
}

/// `X << Y`; a negative count shifts to the right.
pub fn shift_left(cx: &mut ArithContext, x: &Number, y: &Number) -> Value {
    shift(cx, x, y, false)
}

/// `X >> Y`, rounding down; a negative count shifts to the left.
pub fn shift_right(cx: &mut ArithContext, x: &Number, y: &Number) -> Value {
    shift(cx, x, y, true)
}

fn shift(cx: &ArithContext, x: &Number, y: &Number, to_right: bool) -> Value {
    if !x.is_integer() {
        return Err(Fault::not_integer(x));
    }
    if !y.is_integer() {
        return Err(Fault::not_integer(y));
    }
    let to_right = to_right != y.is_negative();
    let count = match y {
        Number::Int(count) => count.unsigned_abs(),
        _ => u64::MAX,
    };
    if to_right {
        Ok(shifted_right(x, count))
    } else {
        shifted_left(cx, x, count)
    }
}

fn shifted_right(x: &Number, count: u64) -> Number {
    match x {
        Number::Int(a) => Number::Int(a >> count.min(63)),
        Number::Big(a) if count <= a.bit_len() as u64 => Number::from_big(&**a >> count as usize),
        _ => Number::Int(-i64::from(x.is_negative())),
    }
}

fn shifted_left(cx: &ArithContext, x: &Number, count: u64) -> Value {
    match x {
        Number::Int(0) => Ok(Number::ZERO),
        Number::Int(a) if count < 64 => Ok(Number::from_i128(i128::from(*a) << count)),
        _ => {
            cx.check_bits(x.bit_length().saturating_add(count))?;
            cx.big(&*integer(x)? << count as usize)
        }
    }
}

/// `msb(X)`: the position of the highest bit of a positive integer.
pub fn highest_bit(_: &mut ArithContext, x: &Number) -> Value {
    let value = positive(x)?;
    Ok(Number::Int(value.bit_len() as i64 - 1))
}

/// `lsb(X)`: the position of the lowest bit of a positive integer.
pub fn lowest_bit(_: &mut ArithContext, x: &Number) -> Value {
    let value = positive(x)?;
    Ok(Number::Int(value.trailing_zeros().unwrap_or(0) as i64))
}

/// `popcount(X)`: the number of bits set.
pub fn bit_count(_: &mut ArithContext, x: &Number) -> Value {
    Ok(Number::Int(natural(x)?.count_ones() as i64))
}

/// `getbit(X, I)`: bit `I` of a natural number.
pub fn get_bit(_: &mut ArithContext, x: &Number, y: &Number) -> Value {
    let position = natural(y)?;
    let value = natural(x)?;
    let bit = usize::try_from(&position).is_ok_and(|position| value.bit(position));
    Ok(Number::Int(i64::from(bit)))
}

/// `powm(X, Y, Z)`: `X ^ Y mod Z`.
pub fn power_modulo(cx: &mut ArithContext, x: &Number, y: &Number, z: &Number) -> Value {
    let (base, exponent, modulus) = (natural(x)?, natural(y)?, positive(z)?);
    let value = power::power_modulo(&base, &exponent, &modulus, cx.bell())?;
    Ok(Number::from_natural(value))
}
