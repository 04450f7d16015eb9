//! Powers.

use dashu_base::BitTest;
use dashu_int::UBig;
use dashu_int::fast_div::ConstDivisor;

use super::divide::div_rem;
use super::product::{product, square};
use super::{Bell, Rung, length};

/// The bits of powers that are made in one piece.
const PIECE: u64 = 1 << 18;

/// The words of a modulus for which powers are made of divisions.
const LONG_MODULUS: usize = 1 << 9;

/// The bits of exponents to a modulus that are used in one piece.
const ONE_PIECE: usize = 1 << 12;

/// The products of words that are made in one piece.
const WORK: usize = 1 << 21;

/// `base ^ exponent`
pub fn power(base: &UBig, exponent: usize, bell: &dyn Bell) -> Result<UBig, Rung> {
    let bits = (base.bit_len() as u64).saturating_mul(exponent as u64);
    let zeros = base.trailing_zeros().unwrap_or(0);
    // A power of two is a shift.
    if bits < PIECE || base.bit_len() == zeros + 1 {
        return Ok(base.pow(exponent));
    }
    let odd = base >> zeros;
    let mut value = odd.clone();
    for bit in (0..exponent.ilog2()).rev() {
        bell.check()?;
        value = square(&value, bell)?;
        if exponent >> bit & 1 == 1 {
            value = product(&value, &odd, bell)?;
        }
    }
    Ok(value << (zeros * exponent))
}

/// `base ^ exponent mod modulus`; `modulus` is not 0.
pub fn power_modulo(
    base: &UBig,
    exponent: &UBig,
    modulus: &UBig,
    bell: &dyn Bell,
) -> Result<UBig, Rung> {
    if modulus.is_one() {
        return Ok(UBig::ZERO);
    }
    let base = div_rem(base, modulus, bell)?.1;
    match length(modulus) {
        short if short < LONG_MODULUS => short_modulo(&base, exponent, modulus, bell),
        _ => long_modulo(&base, exponent, modulus, bell),
    }
}

/// The power bit by bit of the exponent, if it is long.
fn short_modulo(
    base: &UBig,
    exponent: &UBig,
    modulus: &UBig,
    bell: &dyn Bell,
) -> Result<UBig, Rung> {
    let ring = ConstDivisor::new(modulus.clone());
    let base = ring.reduce(base.clone());
    if exponent.bit_len() <= ONE_PIECE {
        return Ok(base.pow(exponent).residue());
    }
    let steps = (WORK / length(modulus).pow(2)).clamp(1, ONE_PIECE);
    let mut value = ring.reduce(UBig::ONE);
    for bit in (0..exponent.bit_len()).rev() {
        if bit.is_multiple_of(steps) {
            bell.check()?;
        }
        value = value.sqr();
        if exponent.bit(bit) {
            value *= &base;
        }
    }
    Ok(value.residue())
}

fn long_modulo(
    base: &UBig,
    exponent: &UBig,
    modulus: &UBig,
    bell: &dyn Bell,
) -> Result<UBig, Rung> {
    let mut value = UBig::ONE;
    for bit in (0..exponent.bit_len()).rev() {
        bell.check()?;
        value = div_rem(&square(&value, bell)?, modulus, bell)?.1;
        if exponent.bit(bit) {
            value = div_rem(&product(&value, base, bell)?, modulus, bell)?.1;
        }
    }
    Ok(value)
}

#[cfg(test)]
mod tests {
    use super::super::Silent;
    use super::super::tests::number;
    use super::*;

    #[test]
    fn long_powers_are_right() {
        for (base, exponent) in [(7u64, 400_000), (12, 90_001), (1 << 20, 70_000), (3, 5)] {
            let base = UBig::from(base);
            assert_eq!(power(&base, exponent, &Silent), Ok(base.pow(exponent)));
        }
    }

    #[test]
    fn powers_to_a_modulus_are_right() {
        for count in [1, 3, 520] {
            let (base, modulus) = (number(count + 2, 3), number(count, 5));
            for exponent in [
                UBig::ZERO,
                UBig::ONE,
                number(2, 7),
                number(if count < 9 { 40_000 } else { 3 }, 9),
            ] {
                let ring = ConstDivisor::new(modulus.clone());
                let expected = ring.reduce(base.clone()).pow(&exponent).residue();
                assert_eq!(
                    power_modulo(&base, &exponent, &modulus, &Silent),
                    Ok(expected)
                );
            }
        }
    }
}
