//! Products and quotients of integers with signs.

use dashu_base::{BitTest, DivRem};
use dashu_int::{IBig, UBig};

use super::transform::MIN_LENGTH;
use super::{Bell, Rung, divide, product};

/// The bits of both operands together up to which everything is done in one piece.
const SHORT: usize = 64 * MIN_LENGTH / 2;

/// `a * b`
pub fn product(a: &IBig, b: &UBig, bell: &dyn Bell) -> Result<IBig, Rung> {
    if a.bit_len() + b.bit_len() <= SHORT {
        return Ok(a * b);
    }
    let (sign, magnitude) = a.clone().into_parts();
    Ok(IBig::from_parts(
        sign,
        product::product(&magnitude, b, bell)?,
    ))
}

/// `a * b`
pub fn times(a: &IBig, b: &IBig, bell: &dyn Bell) -> Result<IBig, Rung> {
    if a.bit_len() + b.bit_len() <= SHORT {
        return Ok(a * b);
    }
    let (sign, magnitude) = b.clone().into_parts();
    Ok(product(a, &magnitude, bell)? * sign)
}

/// The quotient of `a / b`, rounded towards zero, and what is left; `b` is not 0.
pub fn div_rem(a: &IBig, b: &IBig, bell: &dyn Bell) -> Result<(IBig, IBig), Rung> {
    if a.bit_len() <= SHORT {
        return Ok(a.div_rem(b));
    }
    let ((sign, dividend), (other, divisor)) = (a.clone().into_parts(), b.clone().into_parts());
    let (quotient, rest) = divide::div_rem(&dividend, &divisor, bell)?;
    let quotient = IBig::from_parts(sign * other, quotient);
    Ok((quotient, IBig::from_parts(sign, rest)))
}

/// The quotient of `a / b`, rounded down, and what is left; `b` is not 0.
pub fn div_floor(a: &IBig, b: &IBig, bell: &dyn Bell) -> Result<(IBig, IBig), Rung> {
    let (quotient, rest) = div_rem(a, b, bell)?;
    match !rest.is_zero() && rest.sign() != b.sign() {
        true => Ok((quotient - IBig::ONE, rest + b)),
        false => Ok((quotient, rest)),
    }
}

#[cfg(test)]
mod tests {
    use super::super::Silent;
    use super::super::tests::number;
    use super::*;

    #[test]
    fn signs_are_those_of_short_numbers() {
        let (a, b) = (IBig::from(number(9000, 3)), IBig::from(number(2500, 5)));
        for (a, b) in [(&a, &b), (&-&a, &b), (&a, &-&b), (&-&a, &-&b)] {
            assert_eq!(div_rem(a, b, &Silent), Ok(a.div_rem(b)));
            let (quotient, rest) = div_floor(a, b, &Silent).unwrap();
            assert!(rest.sign() == b.sign() && &(quotient * b + &rest) == a);
            assert_eq!(times(a, b, &Silent), Ok(a * b));
        }
    }
}
