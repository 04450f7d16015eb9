//! Roots.

use dashu_base::{BitTest, DivRem, SquareRoot};
use dashu_int::UBig;

use super::divide::div_rem;
use super::power::power;
use super::{Bell, Rung, length};

/// The words of numbers whose square root is found in one piece.
const SHORT: usize = 1 << 12;

/// The bits of roots that are guessed in floats.
const GUESSED: usize = 40;

/// The `index`-th root of `value`, rounded down; neither is 0.
pub fn root(value: &UBig, index: usize, bell: &dyn Bell) -> Result<UBig, Rung> {
    match index {
        1 => return Ok(value.clone()),
        2 if length(value) <= SHORT => return Ok(value.sqrt()),
        _ if index >= value.bit_len() => return Ok(UBig::ONE),
        _ => {}
    }
    // The lengths to which the root is found, one after the other.
    let mut dropped = Vec::new();
    let (mut bits, mut shift) = (value.bit_len() / index, 0);
    while bits > GUESSED {
        shift += bits / 2;
        bits -= bits / 2;
        dropped.push(shift);
    }
    let mut root = match dropped.last() {
        Some(&shift) => improved(
            guess(&(value >> (shift * index)), index),
            value,
            index,
            shift,
            bell,
        )?,
        None => improved(guess(value, index), value, index, 0, bell)?,
    };
    for at in (0..dropped.len()).rev() {
        let shift = at.checked_sub(1).map_or(0, |at| dropped[at]);
        // The root above, so that the guess is not too small.
        let above = (root + UBig::ONE) << (dropped[at] - shift);
        root = improved(above, value, index, shift, bell)?;
    }
    Ok(root)
}

/// The root of the value without so many bits for each of the index, from a guess that
/// is not below it: Newton's iteration falls from there to the root.
fn improved(
    mut guess: UBig,
    value: &UBig,
    index: usize,
    shift: usize,
    bell: &dyn Bell,
) -> Result<UBig, Rung> {
    let value = value >> (shift * index);
    loop {
        bell.check()?;
        let power = power(&guess, index - 1, bell)?;
        let quotient = div_rem(&value, &power, bell)?.0;
        let next = (quotient + &guess * (index - 1))
            .div_rem(&UBig::from(index))
            .0;
        if next >= guess {
            return Ok(guess);
        }
        guess = next;
    }
}

/// A number above the root, but only a little: the root of the leading bits in floats.
fn guess(value: &UBig, index: usize) -> UBig {
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

#[cfg(test)]
mod tests {
    use super::super::Silent;
    use super::super::tests::number;
    use super::*;

    #[test]
    fn roots_are_the_largest_whose_power_is_not_above() {
        for count in [1, 2, 7, 100, 3000, 4500] {
            let value = number(count, 17);
            for index in [1, 2, 3, 5, 17, 63, 1000] {
                let root = root(&value, index, &Silent).unwrap();
                assert!(root.pow(index) <= value);
                assert!((&root + UBig::ONE).pow(index) > value);
            }
        }
        let power = UBig::from(10u8).pow(3 * 700);
        assert_eq!(root(&power, 3, &Silent), Ok(UBig::from(10u8).pow(700)));
        assert_eq!(
            root(&(power - UBig::ONE), 3, &Silent),
            Ok(UBig::from(10u8).pow(700) - UBig::ONE)
        );
    }
}
