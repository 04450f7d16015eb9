//! Greatest common divisors.

use dashu_base::Gcd;
use dashu_int::UBig;

use super::divide::div_rem;
use super::{Bell, Rung, from_words, length, words};

/// The words of numbers whose divisor is found in one piece.
const SHORT: usize = 1 << 9;

/// The greatest common divisor of numbers of which at most one is 0.
pub fn gcd(a: &UBig, b: &UBig, bell: &dyn Bell) -> Result<UBig, Rung> {
    let (a, b) = if a < b { (b, a) } else { (a, b) };
    if length(a) <= SHORT || length(b) <= 1 {
        return Ok(if b.is_zero() { a.clone() } else { a.gcd(b) });
    }
    // A division makes the lengths about the same.
    let (mut a, mut b) = (b.clone(), div_rem(a, b, bell)?.1);
    let mut pair = (words(&a), words(&b));
    while pair.1.len() > SHORT {
        bell.check()?;
        match cofactors(&pair.0, &pair.1) {
            Some(steps) => apply(&mut pair, steps),
            None => {
                (a, b) = (from_words(&pair.0), from_words(&pair.1));
                let rest = div_rem(&a, &b, bell)?.1;
                pair = (pair.1, words(&rest));
            }
        }
    }
    (a, b) = (from_words(&pair.0), from_words(&pair.1));
    gcd_short(&a, &b, bell)
}

/// The divisor where the smaller number, `b`, is short.
fn gcd_short(a: &UBig, b: &UBig, bell: &dyn Bell) -> Result<UBig, Rung> {
    if b.is_zero() {
        return Ok(a.clone());
    }
    let rest = div_rem(a, b, bell)?.1;
    Ok(if rest.is_zero() {
        b.clone()
    } else {
        b.gcd(&rest)
    })
}

/// Two linear combinations of a pair of numbers.
type Cofactors = [[i64; 2]; 2];

/// What several steps of Euclid's algorithm do to `a >= b`, as far as their highest
/// bits tell; none if that is nothing.
fn cofactors(a: &[u64], b: &[u64]) -> Option<Cofactors> {
    let shift = a.last()?.leading_zeros();
    let (mut x, mut y) = (leading(a, a.len(), shift), leading(b, a.len(), shift));
    let [mut first, mut second] = [[1i64, 0], [0, 1]];
    loop {
        // The quotient is known where both bounds of the ratio agree.
        let (low, high) = (y + second[0], y + second[1]);
        if low == 0 || high == 0 {
            break;
        }
        let quotient = (x + first[0]) / low;
        if quotient != (x + first[1]) / high {
            break;
        }
        let next = |index: usize| {
            let taken = quotient.checked_mul(second[index])?;
            first[index].checked_sub(taken)
        };
        let (Some(one), Some(other)) = (next(0), next(1)) else {
            break;
        };
        (first, second) = (second, [one, other]);
        (x, y) = (y, x - quotient * y);
    }
    (first[1] != 0).then_some([first, second])
}

/// The highest 62 bits of a number that has `count` words, the highest of which starts
/// with so many zeros; `words` may be a shorter one to the same scale.
fn leading(words: &[u64], count: usize, shift: u32) -> i64 {
    let word = |index: usize| u128::from(words.get(index).copied().unwrap_or(0));
    let pair = word(count - 1) << 64 | word(count - 2);
    ((pair << shift) >> 66) as i64
}

/// Replaces the pair by its combinations, which are not negative.
fn apply((a, b): &mut (Vec<u64>, Vec<u64>), steps: Cofactors) {
    b.resize(a.len(), 0);
    let [first, second] = steps.map(|[p, q]| [p.unsigned_abs(), q.unsigned_abs()]);
    // The signs of cofactors alternate.
    match steps[1][1] > 0 {
        true => combine_all::<true>(a, b, first, second),
        false => combine_all::<false>(a, b, first, second),
    }
    for words in [a, b] {
        let used = words.iter().rposition(|&word| word != 0);
        words.truncate(used.map_or(0, |last| last + 1));
    }
}

/// Combines all words; whether the first cofactor of the first pair is the positive one.
fn combine_all<const FIRST: bool>(a: &mut [u64], b: &mut [u64], first: [u64; 2], second: [u64; 2]) {
    let mut carries = [0; 2];
    for (x, y) in a.iter_mut().zip(b.iter_mut()) {
        let pair = (*x, *y);
        *x = combine(&mut carries[0], pair, first, FIRST);
        *y = combine(&mut carries[1], pair, second, !FIRST);
    }
    debug_assert_eq!(carries, [0, 0]);
}

/// A word of a combination, of which one cofactor is not positive.
#[inline(always)]
fn combine(carry: &mut i64, (x, y): (u64, u64), [p, q]: [u64; 2], is_first_positive: bool) -> u64 {
    let (added, taken) = match is_first_positive {
        true => (u128::from(x) * u128::from(p), u128::from(y) * u128::from(q)),
        false => (u128::from(y) * u128::from(q), u128::from(x) * u128::from(p)),
    };
    // Cofactors have half a word, so that sums stay far below 127 bits.
    let sum = added.wrapping_sub(taken) as i128 + i128::from(*carry);
    *carry = (sum >> 64) as i64;
    sum as u64
}

#[cfg(test)]
mod tests {
    use super::super::Silent;
    use super::super::tests::number;
    use super::*;

    #[test]
    fn divisors_of_long_numbers_are_right() {
        let common = number(700, 13);
        for (x, y) in [(900, 900), (2000, 900), (1, 1500)] {
            let (a, b) = (&number(x, 5) * &common, &number(y, 7) * &common);
            assert_eq!(gcd(&a, &b, &Silent), Ok((&a).gcd(&b)));
            assert_eq!(gcd(&b, &a, &Silent), Ok((&a).gcd(&b)));
        }
        assert_eq!(gcd(&common, &common, &Silent), Ok(common.clone()));
        assert_eq!(gcd(&UBig::ZERO, &common, &Silent), Ok(common.clone()));
        // The worst case of Euclid's algorithm.
        let (mut a, mut b) = (UBig::ONE, UBig::ONE);
        while length(&a) < 1000 {
            (a, b) = (&a + &b, a);
        }
        assert_eq!(gcd(&a, &b, &Silent), Ok(UBig::ONE));
    }
}
