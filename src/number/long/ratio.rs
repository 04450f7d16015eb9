//! Sums, products and quotients of ratios.

use dashu_int::{IBig, Sign, UBig};

use super::divide::div_rem;
use super::gcd::gcd;
use super::product::product;
use super::{Bell, Rung, signed};
use crate::number::Ratio;

/// The ratio in its lowest terms; the denominator is not 0.
pub fn reduced(numerator: IBig, denominator: UBig, bell: &dyn Bell) -> Result<Ratio, Rung> {
    if denominator.is_one() {
        return Ok(Ratio::from(numerator));
    }
    let (sign, magnitude) = numerator.into_parts();
    let common = gcd(&magnitude, &denominator, bell)?;
    let numerator = IBig::from_parts(sign, over(magnitude, &common, bell)?);
    Ok(Ratio::from_parts(
        numerator,
        over(denominator, &common, bell)?,
    ))
}

/// `value / divisor`, where nothing is left.
fn over(value: UBig, divisor: &UBig, bell: &dyn Bell) -> Result<UBig, Rung> {
    match divisor.is_one() {
        true => Ok(value),
        false => Ok(div_rem(&value, divisor, bell)?.0),
    }
}

/// `a + b`
pub fn sum(a: &Ratio, b: &Ratio, bell: &dyn Bell) -> Result<Ratio, Rung> {
    let common = gcd(a.denominator(), b.denominator(), bell)?;
    let left = over(a.denominator().clone(), &common, bell)?;
    let right = over(b.denominator().clone(), &common, bell)?;
    let upper = signed::product(a.numerator(), &right, bell)?
        + signed::product(b.numerator(), &left, bell)?;
    if upper.is_zero() {
        return Ok(Ratio::ZERO);
    }
    // What else both have in common is in the common factor of the denominators.
    let (sign, magnitude) = upper.into_parts();
    let rest = gcd(&magnitude, &common, bell)?;
    let numerator = over(magnitude, &rest, bell)?;
    let lower = product(b.denominator(), &left, bell)?;
    let denominator = over(lower, &rest, bell)?;
    Ok(Ratio::from_parts(
        IBig::from_parts(sign, numerator),
        denominator,
    ))
}

/// `a * b`
pub fn times(a: &Ratio, b: &Ratio, bell: &dyn Bell) -> Result<Ratio, Rung> {
    if a.is_zero() || b.is_zero() {
        return Ok(Ratio::ZERO);
    }
    let ((sign, upper), (other, right)) = (parts(a), parts(b));
    let (first, second) = (
        gcd(&upper, b.denominator(), bell)?,
        gcd(&right, a.denominator(), bell)?,
    );
    let numerator = product(
        &over(upper, &first, bell)?,
        &over(right, &second, bell)?,
        bell,
    )?;
    let denominator = product(
        &over(a.denominator().clone(), &second, bell)?,
        &over(b.denominator().clone(), &first, bell)?,
        bell,
    )?;
    Ok(Ratio::from_parts(
        IBig::from_parts(sign * other, numerator),
        denominator,
    ))
}

fn parts(ratio: &Ratio) -> (Sign, UBig) {
    ratio.numerator().clone().into_parts()
}

/// `1 / a`; `a` is not 0.
pub fn inverse(a: &Ratio) -> Ratio {
    let (sign, magnitude) = parts(a);
    let numerator = IBig::from_parts(sign, a.denominator().clone());
    Ratio::from_parts(numerator, magnitude)
}

#[cfg(test)]
mod tests {
    use super::super::Silent;
    use super::super::tests::number;
    use super::*;
    use dashu_ratio::RBig;

    #[test]
    fn ratios_are_in_lowest_terms() {
        let common = number(3, 5);
        let small = |n: i32, d: u8| RBig::from_parts(n.into(), d.into());
        let long = RBig::from_parts(-IBig::from(&common * number(2, 3)), &common * number(4, 7));
        for a in [
            small(1, 3),
            small(-4, 6),
            small(5, 1),
            small(0, 1),
            long.clone(),
        ] {
            for b in [small(2, 3), small(-1, 6), small(1, 7), long.clone()] {
                let (x, y) = (a.clone().relax(), b.clone().relax());
                let check = |made: Ratio, expected: RBig| {
                    assert_eq!(made.numerator(), expected.numerator());
                    assert_eq!(made.denominator(), expected.denominator());
                };
                check(sum(&x, &y, &Silent).unwrap(), &a + &b);
                check(times(&x, &y, &Silent).unwrap(), &a * &b);
                check(times(&x, &inverse(&y), &Silent).unwrap(), &a / &b);
                let (n, d) = (a.numerator() * 6, a.denominator() * 6u8);
                check(reduced(n, d, &Silent).unwrap(), a.clone());
            }
        }
    }
}
