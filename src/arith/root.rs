//! Integer roots.

use dashu_base::{BitTest, DivRem, SquareRoot};
use dashu_int::{IBig, Sign, UBig};

use super::context::ArithContext;
use super::fault::Fault;
use crate::atom::known;
use crate::number::Number;

/// The integer `index`-th root of `x`, rounded towards zero, and what is left:
/// `x = root ^ index + rest`.
pub fn root_and_remainder(
    cx: &ArithContext,
    index: &Number,
    x: &Number,
) -> Result<(Number, Number), Fault> {
    if !index.is_integer() {
        return Err(Fault::not_integer(index));
    }
    let value = x.as_big().ok_or_else(|| Fault::not_integer(x))?;
    if index.is_negative() || index.is_zero() {
        return Err(Fault::Domain(known::NOT_LESS_THAN_ONE, index.clone()));
    }
    let (sign, magnitude) = value.into_owned().into_parts();
    let is_even = |n: &Number| n.as_big().is_none_or(|n| !n.bit(0));
    if sign == Sign::Negative && is_even(index) {
        return Err(Fault::UNDEFINED);
    }
    // An index beyond the number of bits has the root 1, like every other such one.
    let index = index.as_i64().map_or(u64::MAX, i64::unsigned_abs);
    let index = index.min(magnitude.bit_len() as u64 + 1);
    let root = integer_root(cx, &magnitude, index as usize)?;
    let rest = magnitude - root.pow(index as usize);
    let signed = |value| Number::from_big(IBig::from_parts(sign, value));
    Ok((signed(root), signed(rest)))
}

/// The integer `index`-th root of `value`, rounded down; `index` is at least 1.
pub(super) fn integer_root(cx: &ArithContext, value: &UBig, index: usize) -> Result<UBig, Fault> {
    let bits = value.bit_len();
    Ok(match index {
        _ if value.is_zero() => UBig::ZERO,
        1 => value.clone(),
        2 => value.sqrt(),
        _ if index >= bits => UBig::ONE,
        _ => {
            // A step is a power and a division of this size.
            cx.check_work((bits as u64 / 64 + 1).saturating_mul(bits as u64 / 64 + 1) / 16)?;
            root_from_above(value, index)
        }
    })
}

/// Newton's iteration falls from any first guess above the root down to it.
fn root_from_above(value: &UBig, index: usize) -> UBig {
    let mut guess = guess_above(value, index);
    loop {
        let power = guess.pow(index - 1);
        let next = (value / power + &guess * (index - 1))
            .div_rem(&UBig::from(index))
            .0;
        if next >= guess {
            return guess;
        }
        guess = next;
    }
}

/// A number above the root, but only a little: the root of the leading bits in floats.
fn guess_above(value: &UBig, index: usize) -> UBig {
    let dropped = value.bit_len().saturating_sub(53);
    let leading = u64::try_from(value >> dropped).unwrap_or(u64::MAX) as f64;
    let log = (libm::log2(leading) + dropped as f64) / index as f64;
    let whole = log.floor();
    // 40 bits of the root are known; the rest is filled so that it is not too small.
    let mantissa = (libm::exp2(log - whole) * (1u64 << 40) as f64) as u64 + (1 << 20);
    let shift = whole as usize;
    if shift >= 40 {
        UBig::from(mantissa) << (shift - 40)
    } else {
        (UBig::from(mantissa) >> (40 - shift)) + UBig::ONE
    }
}
