//! Numeric tokens.

use std::borrow::Cow;

use dashu_int::{IBig, UBig};
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
use crate::number::long::{Bell, Rung, radix, ratio};

/// So many digits are made a number only when it is needed, since that takes a while.
const LONG: usize = 10_000;

/// The text of a number.
#[derive(Clone, Debug, PartialEq)]
pub enum Numeral<'a> {
    /// The number.
    Value(Number),
    /// The digits of a long integer, and their radix.
    Long(Cow<'a, str>, u8),
    /// The digits of a rational.
    Ratio(Cow<'a, str>, &'a str),
}

impl Numeral<'_> {
    /// The number, unless the bell rings.
    pub fn value(self, bell: &dyn Bell) -> Result<Number, Rung> {
        match self {
            Numeral::Value(number) => Ok(number),
            Numeral::Long(digits, radix) => {
                Ok(Number::from_natural(magnitude(&digits, radix, bell)?))
            }
            Numeral::Ratio(numerator, denominator) => {
                let numerator = IBig::from(magnitude(&numerator, 10, bell)?);
                let denominator = magnitude(denominator, 10, bell)?;
                Ok(Number::from_rational(ratio::reduced(
                    numerator,
                    denominator,
                    bell,
                )?))
            }
        }
    }
}

fn magnitude(digits: &str, radix: u8, bell: &dyn Bell) -> Result<UBig, Rung> {
    Ok(radix::parse(digits, radix, bell)?.unwrap_or(UBig::ZERO))
}

/// A number without sign, at the start of `input`, which is a digit.
pub fn number(input: &str, dialect: Dialect) -> Scan<'_, Numeral<'_>> {
    if let Some(rest) = input.strip_prefix('0') {
        if let Some(quoted) = rest.strip_prefix('\'')
            && let Some(found) = character_code(quoted, dialect)?
        {
            return Ok(found);
        }
        if let Ok((rest, (radix, digits))) = based(rest, dialect) {
            return Ok((rest, integer(input, digits, radix)?));
        }
    }
    decimal(input, dialect)
}

/// The character after `0'`, or nothing if the quote starts another token.
fn character_code(input: &str, dialect: Dialect) -> Result<Option<(&str, Numeral<'_>)>, Stop<'_>> {
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
    Ok(Some((rest, Numeral::Value(Number::Int(c as i64)))))
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
fn decimal(input: &str, dialect: Dialect) -> Scan<'_, Numeral<'_>> {
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
    Ok((rest, integer(input, whole, 10)?))
}

fn fraction(input: &str) -> Scan<'_, &str> {
    recognize((tag("."), digit1, opt(exponent))).parse(input)
}

fn exponent(input: &str) -> Scan<'_, &str> {
    recognize((one_of("eE"), opt(one_of("+-")), digit1)).parse(input)
}

/// The float of `text`, before `rest`; `Inf` and `NaN` may follow outside
/// strict mode.
fn float<'a>(input: &'a str, text: &str, rest: &'a str, dialect: Dialect) -> Scan<'a, Numeral<'a>> {
    if !dialect.iso {
        if let Some(rest) = rest.strip_prefix("Inf") {
            return Ok((rest, Numeral::Value(Number::Float(f64::INFINITY))));
        }
        if let Some(rest) = rest.strip_prefix("NaN") {
            return Ok((rest, Numeral::Value(Number::Float(f64::NAN))));
        }
    }
    match text.parse::<f64>() {
        Ok(value) if value.is_finite() => Ok((rest, Numeral::Value(Number::Float(value)))),
        _ => fail(FaultKind::IllegalNumber, input),
    }
}

/// What the default mode reads beyond the standard after the digits `whole`:
/// `1e10`, `1r3`, `16'ff`.
fn extended<'a>(
    input: &'a str,
    whole: &Cow<'a, str>,
    rest: &'a str,
) -> Result<Option<(&'a str, Numeral<'a>)>, Stop<'a>> {
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
            match denominator.bytes().all(|digit| digit == b'0') {
                true => fail(FaultKind::IllegalNumber, input),
                false => Ok(Some((after, Numeral::Ratio(whole.clone(), denominator)))),
            }
        }
        Some(b'\'') => radix_number(input, whole, &rest[1..]),
        _ => Ok(None),
    }
}

/// Digits of radix `whole` after a quote. If another quote follows, the first
/// one opens a quoted name, which is legal without this extension.
fn radix_number<'a>(
    input: &'a str,
    whole: &str,
    rest: &'a str,
) -> Result<Option<(&'a str, Numeral<'a>)>, Stop<'a>> {
    let Some(radix) = whole.parse().ok().filter(|radix| (2..=36).contains(radix)) else {
        return Ok(None);
    };
    match digits(radix, Dialect::default())(rest) {
        Ok((after, digits)) if !after.starts_with('\'') => {
            Ok(Some((after, integer(input, digits, radix)?)))
        }
        _ => Ok(None),
    }
}

fn integer<'a>(input: &'a str, digits: Cow<'a, str>, radix: u8) -> Result<Numeral<'a>, Stop<'a>> {
    if digits.len() > LONG {
        return Ok(Numeral::Long(digits, radix));
    }
    match Number::from_digits(&digits, radix) {
        Some(value) => Ok(Numeral::Value(value)),
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
