//! Integer roots.

use dashu_base::BitTest;
use dashu_int::{IBig, Sign, UBig};

use super::context::ArithContext;
use super::fault::Fault;
use crate::atom::known;
use crate::number::Number;
use crate::number::long::power::power;
use crate::number::long::root::root;

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
    let rest = magnitude - power(&root, index as usize, cx.bell())?;
    let signed = |value| Number::from_big(IBig::from_parts(sign, value));
    Ok((signed(root), signed(rest)))
}

/// The integer `index`-th root of `value`, rounded down; `index` is at least 1.
pub(super) fn integer_root(cx: &ArithContext, value: &UBig, index: usize) -> Result<UBig, Fault> {
    match value.is_zero() {
        true => Ok(UBig::ZERO),
        false => Ok(root(value, index, cx.bell())?),
    }
}
