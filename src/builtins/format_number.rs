//! How `format/2` writes numbers.

use dashu_int::{IBig, UBig};

use crate::number::long::{Bell, Rung, divide, power, product};
use crate::number::text::DigitCase;
use crate::number::{Number, Ratio};

/// The most fraction digits that a float can have; those behind are zeros.
const MAX_FRACTION: usize = 1100;

/// An integer with a point before its last `decimals` digits, and a comma
/// between groups of three digits before the point if `grouped`.
pub fn integer(digits: &str, decimals: usize, grouped: bool) -> String {
    let (sign, digits) = match digits.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", digits),
    };
    let padded = format!("{digits:0>width$}", width = decimals + 1);
    let (whole, fraction) = padded.split_at(padded.len() - decimals);
    let whole = if grouped {
        separated(whole, 3, ',')
    } else {
        whole.to_owned()
    };
    let point = if decimals > 0 { "." } else { "" };
    format!("{sign}{whole}{point}{fraction}")
}

/// The digits of an integer with a mark between groups of `size`.
pub fn separated(digits: &str, size: usize, mark: char) -> String {
    let (sign, digits) = digits.split_at(usize::from(digits.starts_with('-')));
    let mut text = sign.to_owned();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(size) {
            text.push(mark);
        }
        text.push(digit);
    }
    text
}

/// A number with exactly `decimals` digits behind the point.
/// None if the bell rings.
pub fn fixed(number: &Number, decimals: usize, bell: &dyn Bell) -> Option<String> {
    if let Number::Float(value) = number {
        return Some(fixed_float(*value, decimals));
    }
    let scaled = scaled(&*number.as_rational()?, decimals, bell).ok()?;
    let digits = Number::from_big(scaled).digits(10, DigitCase::Lower, bell)?;
    Some(integer(&digits, decimals, false))
}

fn fixed_float(value: f64, decimals: usize) -> String {
    if !value.is_finite() {
        return not_finite(value);
    }
    let known = decimals.min(MAX_FRACTION);
    let mut text = format!("{value:.known$}");
    text.extend(std::iter::repeat_n('0', decimals - known));
    text
}

fn not_finite(value: f64) -> String {
    let name = if value.is_nan() { "nan" } else { "inf" };
    let sign = if value < 0.0 { "-" } else { "" };
    format!("{sign}{name}")
}

/// `value` times ten to the power of `decimals`, rounded, halves away from zero.
fn scaled(value: &Ratio, decimals: usize, bell: &dyn Bell) -> Result<IBig, Rung> {
    let denominator = value.denominator();
    let (sign, numerator) = value.numerator().clone().into_parts();
    let scale = power::power(&UBig::from(10u8), decimals, bell)?;
    let doubled = product::product(&numerator, &scale, bell)? * 2u8 + denominator;
    let (rounded, _) = divide::div_rem(&doubled, &(denominator * 2u8), bell)?;
    Ok(IBig::from_parts(sign, rounded))
}

/// A float with one digit before the point, `decimals` behind it, and an exponent.
pub fn exponential(value: f64, decimals: usize) -> String {
    if !value.is_finite() {
        return not_finite(value);
    }
    let known = decimals.min(MAX_FRACTION);
    let text = format!("{value:.known$e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let (sign, exponent) = match exponent.strip_prefix('-') {
        Some(exponent) => ('-', exponent),
        None => ('+', exponent),
    };
    let zeros = "0".repeat(decimals - known);
    format!("{mantissa}{zeros}e{sign}{exponent:0>2}")
}

/// A float with `precision` significant digits, without zeros at the end, with
/// an exponent only if it is very small or large.
pub fn general(value: f64, precision: usize) -> String {
    if !value.is_finite() {
        return not_finite(value);
    }
    let digits = precision.clamp(1, MAX_FRACTION);
    let text = exponential(value, digits - 1);
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let power: i64 = exponent.parse().unwrap_or(0);
    if power < -4 || power >= digits as i64 {
        return format!("{}e{exponent}", without_zeros(mantissa));
    }
    let decimals = digits as i64 - 1 - power;
    let text = fixed_float(value, decimals.max(0) as usize);
    without_zeros(&text).to_owned()
}

fn without_zeros(text: &str) -> &str {
    if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.')
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::long::Silent;

    #[test]
    fn integers_get_points_and_commas() {
        assert_eq!(integer("1234", 2, false), "12.34");
        assert_eq!(integer("-5", 3, false), "-0.005");
        assert_eq!(integer("1234567", 2, true), "12,345.67");
        assert_eq!(integer("123", 0, true), "123");
    }

    #[test]
    fn exact_numbers_have_all_their_digits() {
        let big = Number::from_big(IBig::from(10).pow(20));
        assert_eq!(
            fixed(&big, 2, &Silent).as_deref(),
            Some("100000000000000000000.00")
        );
        let third = Number::from_rational(Ratio::from_parts(1.into(), 3u8.into()));
        assert_eq!(fixed(&third, 10, &Silent).as_deref(), Some("0.3333333333"));
        let minus = Number::from_rational(Ratio::from_parts((-5).into(), 2u8.into()));
        assert_eq!(fixed(&minus, 0, &Silent).as_deref(), Some("-3"));
    }

    #[test]
    fn floats_follow_the_usual_forms() {
        assert_eq!(fixed_float(0.1, 20), "0.10000000000000000555");
        assert_eq!(exponential(12345.678, 6), "1.234568e+04");
        assert_eq!(exponential(1.5, 0), "2e+00");
        assert_eq!(general(0.5, 6), "0.5");
        assert_eq!(general(1e20, 6), "1e+20");
        assert_eq!(general(12.3, 3), "12.3");
        assert_eq!(general(f64::NEG_INFINITY, 6), "-inf");
    }
}
