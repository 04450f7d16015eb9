//! Quotients and remainders: long divisions are made of products and divisions of
//! half the length.

use dashu_base::{BitTest, DivRem};
use dashu_int::UBig;

use super::product::product;
use super::{Bell, Rung, from_words, length, split, words};

/// The words of divisors that are divided by in one piece.
const SHORT: usize = 1 << 11;

/// The words of quotient times the words of divisor that are divided in one piece.
const PIECE: usize = 1 << 21;

/// `a / b` and what is left; `b` is not 0.
pub fn div_rem(a: &UBig, b: &UBig, bell: &dyn Bell) -> Result<(UBig, UBig), Rung> {
    if a < b {
        return Ok((UBig::ZERO, a.clone()));
    }
    let (divisor, quotient) = (length(b), length(a) - length(b) + 1);
    if divisor.saturating_mul(quotient) <= PIECE {
        return Ok(a.div_rem(b));
    }
    bell.check()?;
    if divisor <= SHORT {
        return by_digits(a, b, PIECE / divisor, bell, &|a| Ok(a.div_rem(b)));
    }
    match 2 * quotient < divisor {
        true => short_quotient(a, b, divisor - quotient - 1, bell),
        false => long_division(a, b, bell),
    }
}

/// Divides by a divisor of so many words that recursion splits them evenly, and whose
/// highest bit is set.
fn long_division(a: &UBig, b: &UBig, bell: &dyn Bell) -> Result<(UBig, UBig), Rung> {
    let mut unit = 1;
    while length(b).div_ceil(unit) > SHORT {
        unit *= 2;
    }
    let count = length(b).div_ceil(unit) * unit;
    let shift = 64 * count - b.bit_len();
    let divisor = b << shift;
    let step = |a: &UBig| two_by_one(a, &divisor, count, bell);
    let (quotient, rest) = by_digits(&(a << shift), &divisor, count, bell, &step)?;
    Ok((quotient, rest >> shift))
}

/// How a number below the divisor with a digit behind it is divided.
type Step<'a> = dyn Fn(&UBig) -> Result<(UBig, UBig), Rung> + 'a;

/// Divides as by hand, with digits of so many words.
fn by_digits(
    a: &UBig,
    b: &UBig,
    count: usize,
    bell: &dyn Bell,
    step: &Step<'_>,
) -> Result<(UBig, UBig), Rung> {
    let digits = words(a);
    let mut quotient = vec![0; digits.len()];
    let mut rest = UBig::ZERO;
    for (index, digit) in digits.chunks(count).enumerate().rev() {
        bell.check()?;
        let dividend = (rest << (64 * count)) + from_words(digit);
        let (part, left) = match dividend < *b {
            true => (UBig::ZERO, dividend),
            false => step(&dividend)?,
        };
        let part = words(&part);
        quotient[index * count..][..part.len()].copy_from_slice(&part);
        rest = left;
    }
    Ok((from_words(&quotient), rest))
}

/// Divides by a divisor that is much longer than the quotient: its lowest words hardly
/// matter.
fn short_quotient(
    a: &UBig,
    b: &UBig,
    dropped: usize,
    bell: &dyn Bell,
) -> Result<(UBig, UBig), Rung> {
    let ((a_low, a_high), (b_low, b_high)) = (split(a, dropped), split(b, dropped));
    let (quotient, rest) = div_rem(&a_high, &b_high, bell)?;
    let rest = (rest << (64 * dropped)) + a_low;
    mended(quotient, rest, &product_of(&b_low, bell), b)
}

/// A product with a quotient that is only guessed.
type Product<'a> = dyn Fn(&UBig) -> Result<UBig, Rung> + 'a;

fn product_of<'a>(factor: &'a UBig, bell: &'a dyn Bell) -> Box<Product<'a>> {
    Box::new(move |quotient| product(quotient, factor, bell))
}

/// The quotient by all of the divisor from that by its high part, which may be a
/// little more, and from what that leaves.
fn mended(
    mut quotient: UBig,
    mut rest: UBig,
    low_product: &Product<'_>,
    divisor: &UBig,
) -> Result<(UBig, UBig), Rung> {
    let taken = low_product(&quotient)?;
    while rest < taken {
        rest += divisor;
        quotient -= UBig::ONE;
    }
    Ok((quotient, rest - taken))
}

/// Divides a number of up to `2 * count` words by one of `count` words whose highest
/// bit is set; the quotient has `count` words at most.
fn two_by_one(a: &UBig, b: &UBig, count: usize, bell: &dyn Bell) -> Result<(UBig, UBig), Rung> {
    if count <= SHORT {
        bell.check()?;
        return Ok(a.div_rem(b));
    }
    let half = count / 2;
    let (low, high) = split(a, half);
    let (upper, rest) = three_by_two(&high, b, half, bell)?;
    let (lower, rest) = three_by_two(&((rest << (64 * half)) + low), b, half, bell)?;
    Ok(((upper << (64 * half)) + lower, rest))
}

/// Divides a number of up to `3 * half` words by one of `2 * half` words; the quotient
/// has `half` words at most.
fn three_by_two(a: &UBig, b: &UBig, half: usize, bell: &dyn Bell) -> Result<(UBig, UBig), Rung> {
    let ((a_low, a_high), (b_low, b_high)) = (split(a, half), split(b, half));
    let (quotient, rest) = if (&a_high >> (64 * half)) < b_high {
        two_by_one(&a_high, &b_high, half, bell)?
    } else {
        // The quotient of the high parts would have another word.
        let quotient = (UBig::ONE << (64 * half)) - UBig::ONE;
        let rest = a_high - (&b_high << (64 * half)) + &b_high;
        (quotient, rest)
    };
    let rest = (rest << (64 * half)) + a_low;
    mended(quotient, rest, &product_of(&b_low, bell), b)
}

#[cfg(test)]
mod tests {
    use super::super::Silent;
    use super::super::tests::number;
    use super::*;

    #[test]
    fn quotients_of_all_lengths_are_right() {
        let lengths = [
            (3, 5),
            (9000, 9),
            (9000, 4096),
            (9000, 4097),
            (9000, 8000),
            (30_000, 6001),
        ];
        for (a, b) in lengths {
            let (a, b) = (number(a, 3), number(b, 11));
            assert_eq!(div_rem(&a, &b, &Silent), Ok((&a).div_rem(&b)));
        }
        let b = UBig::ONE << (64 * 5000 + 3);
        for a in [&b * &b - UBig::ONE, &b * &b, &b * 7u8 - UBig::ONE] {
            assert_eq!(div_rem(&a, &b, &Silent), Ok((&a).div_rem(&b)));
            let c = &b - UBig::ONE;
            assert_eq!(div_rem(&a, &c, &Silent), Ok((&a).div_rem(&c)));
        }
    }
}
