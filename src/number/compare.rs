//! Comparison by exact value, across kinds.

use std::cmp::Ordering;

use dashu_base::{BitTest, Signed};
use dashu_int::IBig;

use super::convert::{ABOVE_I64, rational_from_f64};
use super::{Number, Ratio};

impl Number {
    /// The order of two numbers by exact value; none if one is not a number (NaN).
    #[inline]
    pub fn compare_values(a: &Number, b: &Number) -> Option<Ordering> {
        match (a, b) {
            (Number::Int(x), Number::Int(y)) => Some(x.cmp(y)),
            (Number::Float(x), Number::Float(y)) => x.partial_cmp(y),
            (Number::Float(x), _) => compare_with_float(b, *x).map(Ordering::reverse),
            (_, Number::Float(y)) => compare_with_float(a, *y),
            _ => Some(compare_exact(a, b)),
        }
    }

    /// The order of two numbers by value; a float comes before an exact number
    /// of the same value, `-0.0` before `0.0`, and NaN before everything.
    pub fn standard_order(a: &Number, b: &Number) -> Ordering {
        let is_nan = |n: &Number| matches!(n, Number::Float(x) if x.is_nan());
        match (a, b) {
            (Number::Int(x), Number::Int(y)) => x.cmp(y),
            _ if is_nan(a) != is_nan(b) => is_nan(b).cmp(&is_nan(a)),
            (Number::Float(x), Number::Float(y)) => x.total_cmp(y),
            _ => Number::compare_values(a, b)
                .unwrap_or(Ordering::Equal)
                .then_with(|| b.is_float().cmp(&a.is_float())),
        }
    }
}

fn compare_exact(a: &Number, b: &Number) -> Ordering {
    match (a, b) {
        (Number::Int(x), Number::Int(y)) => x.cmp(y),
        // A big integer lies beyond every small one, on the side of its sign.
        (Number::Big(x), Number::Int(_)) => outside(x),
        (Number::Int(_), Number::Big(y)) => outside(y).reverse(),
        (Number::Big(x), Number::Big(y)) => x.cmp(y),
        _ => match (a.as_rational(), b.as_rational()) {
            (Some(x), Some(y)) => x.cmp(&y),
            _ => Ordering::Equal,
        },
    }
}

fn outside(big: &IBig) -> Ordering {
    if big.is_negative() {
        Ordering::Less
    } else {
        Ordering::Greater
    }
}

fn compare_with_float(exact: &Number, y: f64) -> Option<Ordering> {
    if y.is_nan() {
        return None;
    }
    if y.is_infinite() {
        return Some(0f64.total_cmp(&y));
    }
    match exact {
        Number::Int(x) => Some(compare_int_float(*x, y)),
        Number::Big(x) => Some(compare_big_float(x, y)),
        Number::Rat(x) => rational_from_f64(y).map(|y| Ratio::cmp(x, &y)),
        Number::Float(x) => x.partial_cmp(&y),
    }
}

#[inline]
fn compare_int_float(x: i64, y: f64) -> Ordering {
    if y >= ABOVE_I64 {
        return Ordering::Less;
    }
    if y < -ABOVE_I64 {
        return Ordering::Greater;
    }
    let whole = y as i64;
    let rest = y - whole as f64;
    x.cmp(&whole).then_with(|| {
        if rest > 0.0 {
            Ordering::Less
        } else if rest < 0.0 {
            Ordering::Greater
        } else {
            Ordering::Equal
        }
    })
}

fn compare_big_float(x: &IBig, y: f64) -> Ordering {
    if x.is_negative() != (y < 0.0) {
        return outside(x);
    }
    // 1024 bits hold every finite float.
    if x.bit_len() > 1024 {
        return outside(x);
    }
    match rational_from_f64(y) {
        Some(y) => Ratio::from(x.clone()).cmp(&y),
        None => Ordering::Equal,
    }
}
