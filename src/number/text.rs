//! Digits of exact numbers.

use dashu_base::BitTest;
use dashu_int::{IBig, Sign};

use super::Number;
use super::long::{Bell, radix};

/// Whether digits above 9 are written as `A` or as `a`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DigitCase {
    /// `a` to `z`.
    Lower,
    /// `A` to `Z`.
    Upper,
}

impl Number {
    /// The digits of an exact number in `base`, which is 2 to 36, with a sign
    /// if it is negative; a rational is written `1r3`. None for a float, or if the bell
    /// rings.
    pub fn digits(&self, base: u8, case: DigitCase, bell: &dyn Bell) -> Option<String> {
        let base = base.clamp(2, 36);
        match self {
            Number::Int(value) if base == 10 => Some(value.to_string()),
            Number::Int(value) => digits(&IBig::from(*value), base, case, bell),
            Number::Big(value) => digits(value, base, case, bell),
            Number::Rat(value) => {
                let numerator = digits(value.numerator(), base, case, bell)?;
                let denominator = digits(value.denominator().as_ibig(), base, case, bell)?;
                Some(format!("{numerator}r{denominator}"))
            }
            Number::Float(_) => None,
        }
    }

    /// The integer with these digits in `base`, which is 2 to 36. A sign may
    /// stand in front; none if the text is anything else.
    pub fn from_digits(text: &str, base: u8) -> Option<Number> {
        let magnitude = text.strip_prefix(['+', '-']).unwrap_or(text);
        let is_digit = |c: char| c.is_digit(u32::from(base));
        if magnitude.is_empty() || !magnitude.chars().all(is_digit) {
            return None;
        }
        if let Ok(small) = i64::from_str_radix(text, u32::from(base)) {
            return Some(Number::Int(small));
        }
        let value = IBig::from_str_radix(text, u32::from(base)).ok()?;
        Some(Number::from_big(value))
    }
}

fn digits(value: &IBig, base: u8, case: DigitCase, bell: &dyn Bell) -> Option<String> {
    let (sign, magnitude) = value.clone().into_parts();
    let mut text = match sign {
        Sign::Positive => String::new(),
        Sign::Negative => "-".to_owned(),
    };
    text.push_str(&radix::digits(&magnitude, base, bell).ok()?);
    if case == DigitCase::Upper {
        text.make_ascii_uppercase();
    }
    Some(text)
}

/// The first digits of a long integer, with dots for the others, which would take long.
pub fn leading_digits(value: &IBig) -> String {
    let (sign, magnitude) = value.clone().into_parts();
    let dropped = magnitude.bit_len().saturating_sub(64);
    let leading = u64::try_from(magnitude >> dropped).unwrap_or(u64::MAX);
    let logarithm = (leading as f64).log10() + dropped as f64 * std::f64::consts::LOG10_2;
    let digits = 10f64.powf(logarithm.fract() + 5.0) as u64;
    let sign = if sign == Sign::Negative { "-" } else { "" };
    format!("{sign}{digits}...")
}

/// A number as people read it, its digits in groups of three.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_integers_are_told_by_their_first_digits() {
        let power = -IBig::from(7).pow(100_000);
        let text = power.to_string();
        assert_eq!(leading_digits(&power), format!("{}...", &text[..7]));
    }

    #[test]
    fn digits_stand_in_groups_of_three() {
        let texts = [0, 999, 1000, 44870, 1_000_000].map(grouped);
        assert_eq!(texts, ["0", "999", "1,000", "44,870", "1,000,000"]);
    }
}
