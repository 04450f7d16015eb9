//! Numeric tokens.

use std::borrow::Cow;

use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;
use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_while1};
use nom::character::complete::{digit1, one_of};
use nom::combinator::{opt, recognize};
use nom::sequence::{pair, preceded};

use super::fault::{FaultKind, Scan, Stop, TokenFault, fail, incomplete};
use super::quoted::escape;
use super::token::Dialect;
use crate::number::Number;

/// A number without sign, at the start of `input`, which is a digit.
pub fn number(input: &str, dialect: Dialect) -> Scan<'_, Number> {
    if let Some(rest) = input.strip_prefix('0') {
        if let Some(quoted) = rest.strip_prefix('\'')
            && let Some(found) = character_code(quoted, dialect)?
        {
            return Ok(found);
        }
        if let Ok((rest, (radix, digits))) = based(rest, dialect) {
            return Ok((rest, integer(input, &digits, radix)?));
        }
    }
    decimal(input, dialect)
}

/// The character after `0'`, or nothing if the quote starts another token.
fn character_code(input: &str, dialect: Dialect) -> Result<Option<(&str, Number)>, Stop<'_>> {
    let Some(first) = input.chars().next() else {
        return incomplete();
    };
    let rest = &input[first.len_utf8()..];
    let (rest, c) = match first {
        '\'' if rest.starts_with('\'') => (&rest[1..], first),
        '\'' if dialect.iso => return Ok(None),
        '\\' if dialect.character_escapes => match escape(rest, dialect)? {
            (rest, Some(c)) => (rest, c),
            (_, None) => return fail(FaultKind::MissingCharacter, input),
        },
        '\n' => return fail(FaultKind::MissingCharacter, input),
        c if c < ' ' && dialect.iso => return fail(FaultKind::RawControl(c), input),
        c => (rest, c),
    };
    Ok(Some((rest, Number::Int(c as i64))))
}

/// Digits, with `_` between groups outside strict mode.
fn digits(radix: u8, dialect: Dialect) -> impl Fn(&str) -> Scan<'_, Cow<'_, str>> {
    move |input| {
        let group = |input| take_while1(|c: char| c.is_digit(u32::from(radix))).parse(input);
        let (mut rest, first): (&str, &str) = group(input)?;
        if dialect.iso || !rest.starts_with('_') {
            return Ok((rest, Cow::Borrowed(first)));
        }
        let mut all = first.to_owned();
        while let Ok((after, more)) = preceded(tag::<_, _, TokenFault>("_"), group).parse(rest) {
            all.push_str(more);
            rest = after;
        }
        Ok((rest, Cow::Owned(all)))
    }
}

/// A base letter and digits, as after the first digit of `0xff`.
fn based(input: &str, dialect: Dialect) -> Scan<'_, (u8, Cow<'_, str>)> {
    let base = |letter: &'static str, radix: u8| {
        preceded(tag(letter), digits(radix, dialect)).map(move |digits| (radix, digits))
    };
    alt((base("x", 16), base("o", 8), base("b", 2))).parse(input)
}

/// A decimal integer, or what begins with one: a float, a rational, a number
/// with its radix in front.
fn decimal(input: &str, dialect: Dialect) -> Scan<'_, Number> {
    let (rest, whole) = digits(10, dialect)(input)?;
    if rest.starts_with('.')
        && let Ok((rest, fraction)) = fraction(rest)
    {
        let text = match whole {
            Cow::Borrowed(_) => Cow::Borrowed(&input[..input.len() - rest.len()]),
            Cow::Owned(whole) => Cow::Owned(whole + fraction),
        };
        return float(input, &text, rest, dialect);
    }
    if !dialect.iso
        && let Some(found) = extended(input, &whole, rest)?
    {
        return Ok(found);
    }
    Ok((rest, integer(input, &whole, 10)?))
}

fn fraction(input: &str) -> Scan<'_, &str> {
    recognize((tag("."), digit1, opt(exponent))).parse(input)
}

fn exponent(input: &str) -> Scan<'_, &str> {
    recognize((one_of("eE"), opt(one_of("+-")), digit1)).parse(input)
}

/// The float of `text`, before `rest`; `Inf` and `NaN` may follow outside
/// strict mode.
fn float<'a>(input: &'a str, text: &str, rest: &'a str, dialect: Dialect) -> Scan<'a, Number> {
    if !dialect.iso {
        if let Some(rest) = rest.strip_prefix("Inf") {
            return Ok((rest, Number::Float(f64::INFINITY)));
        }
        if let Some(rest) = rest.strip_prefix("NaN") {
            return Ok((rest, Number::Float(f64::NAN)));
        }
    }
    match text.parse::<f64>() {
        Ok(value) if value.is_finite() => Ok((rest, Number::Float(value))),
        _ => fail(FaultKind::IllegalNumber, input),
    }
}

/// What the default mode reads beyond the standard after the digits `whole`:
/// `1e10`, `1r3`, `16'ff`.
fn extended<'a>(
    input: &'a str,
    whole: &str,
    rest: &'a str,
) -> Result<Option<(&'a str, Number)>, Stop<'a>> {
    match rest.as_bytes().first() {
        Some(b'e' | b'E') => {
            let Ok((after, exponent)) = exponent(rest) else {
                return Ok(None);
            };
            let dialect = Dialect::default();
            float(input, &format!("{whole}{exponent}"), after, dialect).map(Some)
        }
        Some(b'r') => {
            let rational = pair(tag::<_, _, TokenFault>("r"), digit1).parse(rest);
            let Ok((after, (_, denominator))) = rational else {
                return Ok(None);
            };
            let value = rational_number(input, whole, denominator)?;
            Ok(Some((after, value)))
        }
        Some(b'\'') => radix_number(input, whole, &rest[1..]),
        _ => Ok(None),
    }
}

fn rational_number<'a>(
    input: &'a str,
    numerator: &str,
    denominator: &str,
) -> Result<Number, Stop<'a>> {
    let parts = (
        IBig::from_str_radix(numerator, 10),
        UBig::from_str_radix(denominator, 10),
    );
    match parts {
        (Ok(numerator), Ok(denominator)) if denominator != UBig::ZERO => Ok(Number::from_rational(
            RBig::from_parts(numerator, denominator),
        )),
        _ => fail(FaultKind::IllegalNumber, input),
    }
}

/// Digits of radix `whole` after a quote. If another quote follows, the first
/// one opens a quoted name, which is legal without this extension.
fn radix_number<'a>(
    input: &'a str,
    whole: &str,
    rest: &'a str,
) -> Result<Option<(&'a str, Number)>, Stop<'a>> {
    let Some(radix) = whole.parse().ok().filter(|radix| (2..=36).contains(radix)) else {
        return Ok(None);
    };
    match digits(radix, Dialect::default())(rest) {
        Ok((after, digits)) if !after.starts_with('\'') => {
            Ok(Some((after, integer(input, &digits, radix)?)))
        }
        _ => Ok(None),
    }
}

fn integer<'a>(input: &'a str, digits: &str, radix: u8) -> Result<Number, Stop<'a>> {
    match Number::from_digits(digits, radix) {
        Some(value) => Ok(value),
        None => fail(FaultKind::IllegalNumber, input),
    }
}

/// The number with the other sign.
pub fn negated(number: Number) -> Number {
    match number {
        Number::Int(value) => match value.checked_neg() {
            Some(value) => Number::Int(value),
            None => Number::from_big(-IBig::from(value)),
        },
        Number::Big(value) => Number::from_big(-*value),
        Number::Rat(value) => Number::Rat(Box::new(-*value)),
        Number::Float(value) => Number::Float(-value),
    }
}
