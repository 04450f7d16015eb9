//! Products.

use dashu_base::BitTest;
use dashu_int::UBig;

use super::transform::{self, MIN_LENGTH};
use super::{Bell, Rung, from_words, length, words};

/// The products of words that are made in one piece.
const PIECE: usize = 1 << 22;

/// `a * b`
pub fn product(a: &UBig, b: &UBig, bell: &dyn Bell) -> Result<UBig, Rung> {
    let (long, short) = if a.bit_len() < b.bit_len() {
        (b, a)
    } else {
        (a, b)
    };
    let (long_length, short_length) = (length(long), length(short));
    if short_length < MIN_LENGTH && long_length.saturating_mul(short_length) <= PIECE {
        return Ok(a * b);
    }
    bell.check()?;
    if short_length >= MIN_LENGTH && long_length <= 4 * short_length {
        return transform::product(long, short, bell);
    }
    by_pieces(long, short, bell)
}

/// `a * a`
pub fn square(a: &UBig, bell: &dyn Bell) -> Result<UBig, Rung> {
    if length(a) < MIN_LENGTH {
        return Ok(a.sqr());
    }
    bell.check()?;
    transform::product(a, a, bell)
}

/// The product of factors of different lengths: pieces of the long one by the short one.
fn by_pieces(long: &UBig, short: &UBig, bell: &dyn Bell) -> Result<UBig, Rung> {
    let count = length(short).max(PIECE / length(short).max(1));
    let long = words(long);
    let mut sum = vec![0; long.len() + length(short) + 1];
    for (index, piece) in long.chunks(count).enumerate() {
        bell.check()?;
        let part = match length(short) {
            small if small < MIN_LENGTH => from_words(piece) * short,
            _ => product(&from_words(piece), short, bell)?,
        };
        add_at(&mut sum, index * count, &words(&part));
    }
    Ok(from_words(&sum))
}

/// Adds `part` to the words of `sum` from `at` on; there is room for the carry.
fn add_at(sum: &mut [u64], at: usize, part: &[u64]) {
    let mut carry = false;
    for (index, word) in sum[at..].iter_mut().enumerate() {
        if index >= part.len() && !carry {
            break;
        }
        let (value, over) = word.overflowing_add(part.get(index).copied().unwrap_or(0));
        let (value, again) = value.overflowing_add(u64::from(carry));
        *word = value;
        carry = over || again;
    }
}

#[cfg(test)]
mod tests {
    use super::super::Silent;
    use super::super::tests::number;
    use super::*;

    #[test]
    fn products_of_all_lengths_are_right() {
        for (a, b) in [
            (3, 5),
            (9000, 9000),
            (30_000, 8200),
            (50_000, 700),
            (70_000, 8200),
        ] {
            let (a, b) = (number(a, 3), number(b, 11));
            assert_eq!(product(&a, &b, &Silent), Ok(&a * &b));
            assert_eq!(product(&b, &a, &Silent), Ok(&a * &b));
        }
        let ones = (UBig::ONE << (64 * 20_000)) - UBig::ONE;
        assert_eq!(square(&ones, &Silent), Ok(ones.sqr()));
        assert_eq!(product(&ones, &UBig::ZERO, &Silent), Ok(UBig::ZERO));
    }
}
