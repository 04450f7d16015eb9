//! Floats as text.

/// The shortest text that reads back as `value`: always with a point and
/// digits on both sides of it. What is no number reads back in the default
/// mode only.
pub fn format_float(value: f64) -> String {
    if value.is_nan() {
        return "1.5NaN".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { "1.0Inf" } else { "-1.0Inf" }.to_owned();
    }
    let text = format!("{value:e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let digits = mantissa.bytes().filter(u8::is_ascii_digit).count() as i32;
    // A point among the digits, or zeros up to it where they are few.
    let is_plain = (-4..15).contains(&exponent) || (exponent >= 15 && digits > exponent + 1);
    if is_plain {
        let text = format!("{value}");
        let point = if text.contains('.') { "" } else { ".0" };
        return text + point;
    }
    let point = if mantissa.contains('.') { "" } else { ".0" };
    format!("{mantissa}{point}e{exponent}")
}

#[cfg(test)]
mod tests {
    use super::format_float;

    #[test]
    fn floats_are_short_and_have_a_point() {
        let cases = [
            (0.0, "0.0"),
            (-0.0, "-0.0"),
            (1.0, "1.0"),
            (0.1, "0.1"),
            (1.0e14, "100000000000000.0"),
            (1.0e15, "1.0e15"),
            (1.0e22, "1.0e22"),
            (1.5e-7, "1.5e-7"),
            (1.0e-4, "0.0001"),
            (5.0e-324, "5.0e-324"),
            (123456789012345.6, "123456789012345.6"),
            (f64::INFINITY, "1.0Inf"),
        ];
        for (value, text) in cases {
            assert_eq!(format_float(value), text);
        }
    }
}
