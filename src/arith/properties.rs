//! Identities that hold for all numbers.

use std::cmp::Ordering;

use dashu_base::{Abs, UnsignedAbs};
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;
use proptest::prelude::*;

use super::fault::Value;
use super::fixture::Fixture;
use super::{basic, bits, division, power, rational, root, rounding};
use crate::number::convert::{quotient_to_f64, rational_from_f64};
use crate::number::long::Silent;
use crate::number::text::DigitCase;
use crate::number::{Number, Ratio};
use crate::term::cell::{MAX_SMALL, MIN_SMALL};

/// Integers of all sizes, most often near a power of two.
fn integer() -> impl Strategy<Value = Number> {
    let near = (0usize..300, -3i64..=3, any::<bool>()).prop_map(|(shift, offset, negative)| {
        let value = (IBig::ONE << shift) + offset;
        Number::from_big(if negative { -value } else { value })
    });
    let edges = prop::sample::select(vec![i64::MIN, i64::MAX, MIN_SMALL, MAX_SMALL, 0, 1, -1]);
    let long = prop::collection::vec(any::<u8>(), 0..60)
        .prop_map(|bytes| Number::from_big(IBig::from_le_bytes(&bytes)));
    prop_oneof![
        near,
        (edges, -2i64..=2).prop_map(|(e, o)| Number::from_i128(i128::from(e) + i128::from(o))),
        any::<i64>().prop_map(Number::Int),
        (-20i64..20).prop_map(Number::Int),
        long,
    ]
}

/// Integers and rationals.
fn exact() -> impl Strategy<Value = Number> {
    (integer(), integer()).prop_map(|(a, b)| {
        let (a, b) = (big(&a), big(&b).abs() + IBig::ONE);
        Number::from_rational(RBig::from_parts(a, b.unsigned_abs()).relax())
    })
}

/// Finite floats, also those around integers.
fn float() -> impl Strategy<Value = f64> {
    prop_oneof![
        any::<u64>()
            .prop_map(f64::from_bits)
            .prop_filter("finite", |f| f.is_finite()),
        integer().prop_filter_map("finite", |n| n.to_f64().ok()),
        any::<i32>().prop_map(|n| f64::from(n) / 2.0),
        any::<i64>().prop_map(|n| n as f64),
    ]
}

fn any_number() -> impl Strategy<Value = Number> {
    let special = prop::sample::select(vec![0.0, -0.0, f64::NAN, f64::INFINITY, -f64::INFINITY]);
    prop_oneof![
        integer(),
        exact(),
        float().prop_map(Number::Float),
        special.prop_map(Number::Float),
    ]
}

fn big(number: &Number) -> IBig {
    number.as_big().unwrap().into_owned()
}

type Binary = fn(&mut super::context::ArithContext, &Number, &Number) -> Value;

fn apply(function: Binary, x: &Number, y: &Number) -> Number {
    function(&mut Fixture::new().cx, x, y).unwrap()
}

fn is_normal(number: &Number) -> bool {
    match number {
        Number::Int(_) | Number::Float(_) => true,
        Number::Big(value) => i64::try_from(&**value).is_err(),
        Number::Rat(value) => {
            !value.denominator().is_one()
                && value.clone().canonicalize().denominator() == value.denominator()
        }
    }
}

proptest! {
    #[test]
    fn a_dividend_is_its_quotient_and_rest(a in integer(), b in integer()) {
        prop_assume!(!b.is_zero());
        let pairs: [(Binary, Binary); 2] = [
            (division::quotient, division::remainder),
            (division::floor_quotient, division::modulo),
        ];
        for (quotient, rest) in pairs {
            let (q, r) = (apply(quotient, &a, &b), apply(rest, &a, &b));
            prop_assert_eq!(apply(basic::add, &apply(basic::multiply, &q, &b), &r), a.clone());
            prop_assert!(big(&r).abs() < big(&b).abs());
        }
        let (q, r) = division::divmod(&mut Fixture::new().cx, &a, &b).unwrap();
        prop_assert_eq!(&q, &apply(division::floor_quotient, &a, &b));
        prop_assert!(r.is_zero() || r.is_negative() == b.is_negative());
        let rest = apply(division::remainder, &a, &b);
        prop_assert!(rest.is_zero() || rest.is_negative() == a.is_negative());
    }

    #[test]
    fn small_and_big_arithmetic_agree(a in integer(), b in integer()) {
        let (x, y) = (big(&a), big(&b));
        prop_assert_eq!(apply(basic::add, &a, &b), Number::from_big(&x + &y));
        prop_assert_eq!(apply(basic::subtract, &a, &b), Number::from_big(&x - &y));
        prop_assert_eq!(apply(basic::multiply, &a, &b), Number::from_big(&x * &y));
        prop_assert_eq!(Number::compare_values(&a, &b), Some(x.cmp(&y)));
        prop_assert_eq!(apply(basic::subtract, &apply(basic::add, &a, &b), &b), a);
    }

    #[test]
    fn a_shift_is_a_product(a in integer(), count in 0i64..200) {
        let factor = Number::from_big(IBig::ONE << count as usize);
        let left = apply(bits::shift_left, &a, &Number::Int(count));
        prop_assert_eq!(&left, &apply(basic::multiply, &a, &factor));
        prop_assert_eq!(apply(bits::shift_right, &left, &Number::Int(count)), a.clone());
        let right = apply(bits::shift_right, &a, &Number::Int(count));
        prop_assert_eq!(&right, &apply(division::floor_quotient, &a, &factor));
        prop_assert_eq!(right, apply(bits::shift_left, &a, &Number::Int(-count)));
    }

    #[test]
    fn bits_add_up(a in integer(), b in integer()) {
        let both = apply(bits::and, &a, &b);
        let either = apply(bits::or, &a, &b);
        prop_assert_eq!(apply(basic::add, &both, &either), apply(basic::add, &a, &b));
        prop_assert_eq!(apply(basic::subtract, &either, &both), apply(bits::exclusive_or, &a, &b));
        let complement = bits::complement(&mut Fixture::new().cx, &a).unwrap();
        prop_assert_eq!(apply(basic::add, &a, &complement), Number::Int(-1));
    }

    #[test]
    fn integers_and_floats_compare_exactly(a in exact(), b in float()) {
        let exact = Number::exact(b).unwrap();
        let expected = a.as_rational().unwrap().cmp(&exact.as_rational().unwrap());
        prop_assert_eq!(Number::compare_values(&a, &Number::Float(b)), Some(expected));
        prop_assert_eq!(Number::compare_values(&Number::Float(b), &a), Some(expected.reverse()));
        let order = Number::standard_order(&a, &Number::Float(b));
        prop_assert_eq!(order, expected.then(Ordering::Greater));
    }

    #[test]
    fn a_near_float_compares_exactly(a in integer(), ulps in -2i64..=2) {
        let Ok(value) = a.to_f64() else { return Ok(()) };
        let near = f64::from_bits((value.to_bits() as i64 + ulps) as u64);
        prop_assume!(near.is_finite());
        let exact = rational_from_f64(near).unwrap();
        let expected = Ratio::from(big(&a)).cmp(&exact);
        prop_assert_eq!(Number::compare_values(&a, &Number::Float(near)), Some(expected));
    }

    #[test]
    fn the_standard_order_is_total(a in any_number(), b in any_number(), c in any_number()) {
        let order = Number::standard_order;
        prop_assert_eq!(order(&a, &b), order(&b, &a).reverse());
        if order(&a, &b).is_le() && order(&b, &c).is_le() {
            prop_assert!(order(&a, &c).is_le());
        }
    }

    #[test]
    fn rationals_are_in_normal_form(a in exact(), b in exact()) {
        for function in [basic::add as Binary, basic::subtract, basic::multiply] {
            prop_assert!(is_normal(&apply(function, &a, &b)));
        }
        prop_assume!(!b.is_zero());
        let quotient = apply(division::rational_divide, &a, &b);
        prop_assert!(is_normal(&quotient));
        prop_assert_eq!(apply(basic::multiply, &quotient, &b), a);
    }

    #[test]
    fn numbers_survive_the_heap(a in any_number()) {
        let mut fixture = Fixture::new();
        let cell = fixture.mem.new_number(&a);
        let back = fixture.mem.number(cell).unwrap();
        prop_assert_eq!(Number::standard_order(&back, &a), Ordering::Equal);
        prop_assert_eq!(back.is_float(), a.is_float());
        prop_assert!(is_normal(&back));
    }

    #[test]
    fn the_nearest_float_is_nearest(a in exact()) {
        let Ok(value) = a.to_f64() else { return Ok(()) };
        let a = a.as_rational().unwrap();
        let distance = |f: f64| rational_from_f64(f).map(|f| (&*a - f).abs());
        let near = distance(value).unwrap();
        for ulp in [-1i64, 1] {
            let bits = value.abs().to_bits() as i64 + ulp;
            if bits < 0 { continue }
            let other = f64::from_bits(bits as u64).copysign(value);
            let Some(far) = distance(other) else { continue };
            prop_assert!(near < far || (near == far && value.to_bits() & 1 == 0));
        }
    }

    #[test]
    fn tiny_quotients_round_to_even(mantissa in 0u64..1 << 54, shift in 1060usize..1090) {
        let value = quotient_to_f64(&IBig::from(mantissa), &(UBig::ONE << shift));
        // An exact power of two below the smallest float scales in one rounding.
        let expected = libm::scalbn(mantissa as f64, -(shift as i32 - 60)) / (1u64 << 60) as f64;
        if mantissa < 1 << 53 {
            prop_assert_eq!(value, expected);
        }
    }

    #[test]
    fn floats_become_rationals_and_back(f in float()) {
        let mut cx = Fixture::new().cx;
        for function in [rational::rational, rational::rationalize] {
            let exact = function(&mut cx, &Number::Float(f)).unwrap();
            prop_assert!(exact.is_exact());
            prop_assert_eq!(exact.to_f64().unwrap(), f);
        }
    }

    #[test]
    fn rounding_brackets_its_argument(a in exact()) {
        let mut cx = Fixture::new().cx;
        let floor = rounding::floor(&mut cx, &a).unwrap();
        let ceiling = rounding::ceiling(&mut cx, &a).unwrap();
        prop_assert!(Number::compare_values(&floor, &a).unwrap().is_le());
        prop_assert!(Number::compare_values(&a, &ceiling).unwrap().is_le());
        let nearest = rounding::round(&mut cx, &a).unwrap();
        prop_assert!(nearest == floor || nearest == ceiling);
        let distance = apply(basic::subtract, &a, &nearest);
        let doubled = apply(basic::multiply, &distance, &Number::Int(2));
        let size = basic::absolute(&mut cx, &doubled).unwrap();
        prop_assert!(Number::compare_values(&size, &Number::ONE).unwrap().is_le());
    }

    #[test]
    fn powers_are_repeated_products(a in exact(), exponent in 0i64..12) {
        let mut product = Number::ONE;
        for _ in 0..exponent {
            product = apply(basic::multiply, &product, &a);
        }
        prop_assert_eq!(apply(power::power, &a, &Number::Int(exponent)), product.clone());
        prop_assert_eq!(apply(power::integer_power, &a, &Number::Int(exponent)), product);
    }

    #[test]
    fn modular_powers_agree(a in 0i64..1000, exponent in 0i64..40, modulus in 1i64..1000) {
        let args = [a, exponent, modulus].map(Number::Int);
        let value = bits::power_modulo(&mut Fixture::new().cx, &args[0], &args[1], &args[2]);
        let direct = apply(power::power, &args[0], &args[1]);
        prop_assert_eq!(value, Ok(apply(division::modulo, &direct, &args[2])));
    }

    #[test]
    fn roots_and_rests_add_up(a in integer(), index in 1usize..400) {
        let mut cx = Fixture::new().cx;
        let a = basic::absolute(&mut cx, &a).unwrap();
        let (root, rest) = root::root_and_remainder(&cx, &Number::from(index as u64), &a).unwrap();
        let (root, rest) = (big(&root), big(&rest));
        prop_assert!(rest >= IBig::ZERO);
        let power = |n: &IBig| n.pow(index);
        prop_assert_eq!(power(&root) + rest, big(&a));
        prop_assert!(power(&(root + IBig::ONE)) > big(&a));
    }

    #[test]
    fn digits_are_read_back(a in integer(), base in 2u8..=36) {
        for case in [DigitCase::Lower, DigitCase::Upper] {
            let text = a.digits(base, case, &Silent).unwrap();
            prop_assert_eq!(Number::from_digits(&text, base), Some(a.clone()));
        }
    }

    #[test]
    fn common_divisors_divide(a in integer(), b in integer()) {
        let gcd = apply(division::greatest_divisor, &a, &b);
        prop_assume!(!gcd.is_zero());
        prop_assert!(apply(division::modulo, &a, &gcd).is_zero());
        prop_assert!(apply(division::modulo, &b, &gcd).is_zero());
        let lcm = apply(division::least_multiple, &a, &b);
        let product = basic::absolute(&mut Fixture::new().cx, &apply(basic::multiply, &a, &b));
        prop_assert_eq!(Ok(apply(basic::multiply, &gcd, &lcm)), product);
    }
}
