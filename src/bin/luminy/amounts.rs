//! Amounts on the command line: numbers with a unit, as limits are given.

use std::time::Duration;

/// So many bytes, or so many of something else: `64M` are 64 mebibytes, or 64 million.
fn scaled(text: &str, unit: u64) -> Option<u64> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let power = match text[digits.len()..]
        .to_ascii_uppercase()
        .trim_end_matches('B')
    {
        "" => 0,
        "K" => 1,
        "M" => 2,
        "G" => 3,
        _ => return None,
    };
    let number: u64 = digits.replace('_', "").parse().ok()?;
    number.checked_mul(unit.pow(power))
}

/// A number of steps or answers: `1000`, `50k`, `2M`.
pub fn count(text: &str) -> Result<u64, String> {
    let is_plain = !text.ends_with(['b', 'B']);
    let number = scaled(text, 1000).filter(|_| is_plain);
    number.ok_or_else(|| "expected a number such as 1000, 50k or 2M".to_owned())
}

/// The same, and at least one.
pub fn positive(text: &str) -> Result<u64, String> {
    match count(text)? {
        0 => Err("expected a number above zero".to_owned()),
        number => Ok(number),
    }
}

/// A number of bytes: `65536`, `512K`, `64M`, `1G`.
pub fn bytes(text: &str) -> Result<u64, String> {
    scaled(text, 1024).ok_or_else(|| "expected bytes such as 65536, 64M or 1G".to_owned())
}

/// A time: `2`, `0.5` and `2s` are seconds, `100ms` milliseconds.
pub fn time(text: &str) -> Result<Duration, String> {
    let (digits, unit) = match text.strip_suffix("ms") {
        Some(digits) => (digits, 1000.0),
        None => (text.strip_suffix('s').unwrap_or(text), 1.0),
    };
    let seconds: Option<f64> = digits.parse().ok();
    let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds / unit).ok());
    time.ok_or_else(|| "expected a time such as 2, 0.5 or 100ms".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_have_units() {
        assert_eq!(count("1000"), Ok(1000));
        assert_eq!(count("50k"), Ok(50_000));
        assert_eq!(bytes("64M"), Ok(64 << 20));
        assert_eq!(bytes("1GB"), Ok(1 << 30));
        assert_eq!(time("100ms"), Ok(Duration::from_millis(100)));
        assert_eq!(time("0.5"), Ok(Duration::from_millis(500)));
        assert_eq!(time("2s"), Ok(Duration::from_secs(2)));
        for wrong in ["", "x", "-1", "5T", "1.5.2"] {
            assert!(count(wrong).is_err() && bytes(wrong).is_err() && time(wrong).is_err());
        }
        assert!(count("5B").is_err() && count("99999999999G").is_err());
    }
}
