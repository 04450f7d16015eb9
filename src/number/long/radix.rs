//! From digits and to digits, by halves.

use dashu_int::UBig;

use super::divide::div_rem;
use super::product::{product, square};
use super::{Bell, Rung, length};

/// The words of numbers whose digits are made in one piece.
const PIECE: usize = 1 << 10;

/// The digits that are read in one piece.
const DIGITS: usize = 1 << 14;

/// The digits of `value` in `base`, those above 9 as small letters.
pub fn digits(value: &UBig, base: u8, bell: &dyn Bell) -> Result<String, Rung> {
    if length(value) <= PIECE || base.is_power_of_two() {
        return Ok(value.in_radix(base).to_string());
    }
    // Each power has twice the digits of the one before.
    let mut count = PIECE * 64 / (base.ilog2() as usize + 1);
    let mut powers = vec![(count, UBig::from(base).pow(count))];
    while let Some((_, power)) = powers.last()
        && 2 * length(power) - 1 <= length(value)
    {
        count *= 2;
        let next = square(power, bell)?;
        powers.push((count, next));
    }
    let mut text = String::new();
    let mut parts = vec![(value.clone(), powers.len(), 0)];
    while let Some((part, level, width)) = parts.pop() {
        if level == 0 {
            bell.check()?;
            push_padded(&mut text, &part.in_radix(base).to_string(), width);
            continue;
        }
        let (count, power) = &powers[level - 1];
        let (high, low) = div_rem(&part, power, bell)?;
        let is_leading = width == 0;
        if is_leading && high.is_zero() {
            parts.push((low, level - 1, 0));
            continue;
        }
        // The part on top of the list comes first.
        parts.push((low, level - 1, *count));
        parts.push((high, level - 1, if is_leading { 0 } else { width - count }));
    }
    Ok(text)
}

fn push_padded(text: &mut String, digits: &str, width: usize) {
    let digits = if digits == "0" { "" } else { digits };
    let zeros = width.saturating_sub(digits.len());
    text.extend(std::iter::repeat_n('0', zeros));
    text.push_str(digits);
}

/// The number of these digits in `base`; none if they are something else.
pub fn parse(digits: &str, base: u8, bell: &dyn Bell) -> Result<Option<UBig>, Rung> {
    let plain = |digits: &str| UBig::from_str_radix(digits, u32::from(base)).ok();
    if digits.len() <= DIGITS || base.is_power_of_two() || !digits.is_ascii() {
        return Ok(plain(digits));
    }
    let mut parts = Vec::new();
    for part in digits.as_bytes().rchunks(DIGITS) {
        bell.check()?;
        let Some(part) = std::str::from_utf8(part).ok().and_then(plain) else {
            return Ok(None);
        };
        parts.push(part);
    }
    // The parts, the lowest first, are digits to the base of a power.
    let mut power = UBig::from(base).pow(DIGITS);
    loop {
        parts = pairs(&parts, &power, bell)?;
        if parts.len() <= 1 {
            return Ok(parts.pop());
        }
        power = square(&power, bell)?;
    }
}

/// Pairs of digits as digits to the square of the base.
fn pairs(digits: &[UBig], base: &UBig, bell: &dyn Bell) -> Result<Vec<UBig>, Rung> {
    let join = |pair: &[UBig]| match pair {
        [low, high] => Ok(product(high, base, bell)? + low),
        one => Ok(one[0].clone()),
    };
    digits.chunks(2).map(join).collect()
}

#[cfg(test)]
mod tests {
    use super::super::Silent;
    use super::super::tests::number;
    use super::*;

    #[test]
    fn digits_of_long_numbers_are_right() {
        for base in [2, 3, 10, 36] {
            for count in [1, 1025, 2050, 5000] {
                let value = number(count, 5);
                let text = value.in_radix(base).to_string();
                assert_eq!(digits(&value, base, &Silent).as_deref(), Ok(&*text));
                assert_eq!(parse(&text, base, &Silent), Ok(Some(value)));
            }
        }
        let power = UBig::from(10u8).pow(50_000);
        let text = digits(&power, 10, &Silent).unwrap();
        assert!(text.len() == 50_001 && text.trim_end_matches('0') == "1");
        assert_eq!(parse(&text, 10, &Silent), Ok(Some(power.clone())));
        let nines = digits(&(power - UBig::ONE), 10, &Silent).unwrap();
        assert!(nines.len() == 50_000 && nines.trim_end_matches('9').is_empty());
        assert_eq!(parse(&format!("{nines}x"), 10, &Silent), Ok(None));
        let zeros = "0".repeat(40_000);
        assert_eq!(
            parse(&format!("{zeros}7"), 10, &Silent),
            Ok(Some(7u8.into()))
        );
    }
}
