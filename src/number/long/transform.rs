//! Products by transforms: the words are coefficients of polynomials, whose values at
//! the roots of one in three finite fields are multiplied.
//!
//! Coefficients of the product are below the product of the three primes, so that
//! their remainders tell them. Field elements are in Montgomery's form, and below
//! twice their prime between two operations.

use dashu_int::UBig;

use super::{Bell, Rung, from_words, length, words};

/// The words of the shorter factor from which on transforms pay.
pub(super) const MIN_LENGTH: usize = 1 << 12;

/// So many operations are made between two looks at the bell.
const OPERATIONS: usize = 1 << 17;

/// The field of the integers modulo a prime below 2^62 of the form `k * 2^40 + 1`.
#[derive(Clone, Copy)]
struct Field {
    prime: u64,
    /// A number that is no square.
    generator: u64,
    /// The inverse of the prime modulo 2^64.
    inverse: u64,
    /// The square of 2^64 modulo the prime.
    square: u64,
}

const FIELDS: [Field; 3] = [
    Field::new(0x3fff_c000_0000_0001, 7),
    Field::new(0x3fff_be00_0000_0001, 3),
    Field::new(0x3fff_8400_0000_0001, 11),
];

impl Field {
    const fn new(prime: u64, generator: u64) -> Field {
        let mut inverse = 1u64;
        let mut step = 0;
        while step < 6 {
            inverse = inverse.wrapping_mul(2u64.wrapping_sub(prime.wrapping_mul(inverse)));
            step += 1;
        }
        let radix = (1u128 << 64) % prime as u128;
        let square = (radix * radix % prime as u128) as u64;
        Field {
            prime,
            generator,
            inverse,
            square,
        }
    }

    /// `a * b / 2^64`, for factors below twice the prime, or one of any size and one
    /// below the prime.
    #[inline(always)]
    fn times(&self, a: u64, b: u64) -> u64 {
        let product = u128::from(a) * u128::from(b);
        let quotient = (product as u64).wrapping_mul(self.inverse);
        let surplus = (u128::from(quotient) * u128::from(self.prime)) >> 64;
        (product >> 64) as u64 + self.prime - surplus as u64
    }

    /// `a + b` for summands below twice the prime.
    #[inline(always)]
    fn plus(&self, a: u64, b: u64) -> u64 {
        let sum = a + b;
        sum.min(sum.wrapping_sub(2 * self.prime))
    }

    /// `a - b` for operands below twice the prime.
    #[inline(always)]
    fn minus(&self, a: u64, b: u64) -> u64 {
        let difference = a.wrapping_sub(b);
        difference.min(difference.wrapping_add(2 * self.prime))
    }

    /// The element of a number.
    #[inline(always)]
    fn element(&self, value: u64) -> u64 {
        self.times(value, self.square)
    }

    /// The number, below the prime, of an element.
    #[inline(always)]
    fn number(&self, element: u64) -> u64 {
        let value = self.times(element, 1);
        value.min(value.wrapping_sub(self.prime))
    }

    fn power(&self, base: u64, mut exponent: u64) -> u64 {
        let (mut base, mut value) = (base, self.element(1));
        while exponent > 0 {
            if exponent & 1 == 1 {
                value = self.times(value, base);
            }
            base = self.times(base, base);
            exponent >>= 1;
        }
        value
    }

    fn inverse_of(&self, element: u64) -> u64 {
        self.power(element, self.prime - 2)
    }

    /// What the twiddle factor of a block is multiplied by to get that of the next
    /// block, whose number ends in so many ones less; for the transform, or back.
    fn steps(&self, back: bool) -> [u64; 40] {
        let mut roots = [0; 41];
        roots[40] = self.power(self.element(self.generator), (self.prime - 1) >> 40);
        if back {
            roots[40] = self.inverse_of(roots[40]);
        }
        for order in (0..40).rev() {
            roots[order] = self.times(roots[order + 1], roots[order + 1]);
        }
        let mut steps = [0; 40];
        let mut passed = self.element(1);
        for at in 0..39 {
            // A root of order 2^(at + 2), less the roots that the lower bits had put in.
            steps[at] = self.times(roots[at + 2], passed);
            passed = self.times(passed, self.inverse_of(roots[at + 2]));
        }
        steps
    }

    /// The values of a polynomial, in the order of reversed bits.
    fn transform(&self, a: &mut [u64], bell: &dyn Bell) -> Result<(), Rung> {
        let steps = self.steps(false);
        let (mut half, mut done) = (a.len() / 2, 0);
        while half > 0 {
            let mut twiddle = self.element(1);
            for (number, block) in a.chunks_exact_mut(2 * half).enumerate() {
                let (low, high) = block.split_at_mut(half);
                for (part_low, part_high) in parts(low, high) {
                    for (x, y) in part_low.iter_mut().zip(part_high) {
                        let turned = self.times(*y, twiddle);
                        (*x, *y) = (self.plus(*x, turned), self.minus(*x, turned));
                    }
                    look(&mut done, half, bell)?;
                }
                twiddle = self.times(twiddle, steps[number.trailing_ones() as usize]);
            }
            half /= 2;
        }
        Ok(())
    }

    /// The polynomial of these values, times their number.
    fn transform_back(&self, a: &mut [u64], bell: &dyn Bell) -> Result<(), Rung> {
        let steps = self.steps(true);
        let (mut half, mut done) = (1, 0);
        while half < a.len() {
            let mut twiddle = self.element(1);
            for (number, block) in a.chunks_exact_mut(2 * half).enumerate() {
                let (low, high) = block.split_at_mut(half);
                for (part_low, part_high) in parts(low, high) {
                    for (x, y) in part_low.iter_mut().zip(part_high) {
                        let difference = self.minus(*x, *y);
                        (*x, *y) = (self.plus(*x, *y), self.times(difference, twiddle));
                    }
                    look(&mut done, half, bell)?;
                }
                twiddle = self.times(twiddle, steps[number.trailing_ones() as usize]);
            }
            half *= 2;
        }
        Ok(())
    }

    fn elements(&self, words: &[u64], size: usize) -> Vec<u64> {
        let mut elements = Vec::with_capacity(size);
        elements.extend(words.iter().map(|&word| self.element(word)));
        elements.resize(size, 0);
        elements
    }

    /// The coefficients of a product of polynomials, as numbers.
    fn product(&self, a: &[u64], b: &[u64], bell: &dyn Bell) -> Result<Vec<u64>, Rung> {
        let count = a.len() + b.len();
        let size = count.next_power_of_two();
        let mut values = self.elements(a, size);
        self.transform(&mut values, bell)?;
        if std::ptr::eq(a, b) {
            values.iter_mut().for_each(|x| *x = self.times(*x, *x));
        } else {
            let mut others = self.elements(b, size);
            self.transform(&mut others, bell)?;
            let pairs = values.iter_mut().zip(&others);
            pairs.for_each(|(x, y)| *x = self.times(*x, *y));
        }
        self.transform_back(&mut values, bell)?;
        values.truncate(count);
        let scale = self.inverse_of(self.element(size as u64));
        let scaled = |x: &mut u64| *x = self.number(self.times(*x, scale));
        values.iter_mut().for_each(scaled);
        Ok(values)
    }
}

/// Two halves of a block in parts between which the bell is looked at.
fn parts<'a>(
    low: &'a mut [u64],
    high: &'a mut [u64],
) -> impl Iterator<Item = (&'a mut [u64], &'a mut [u64])> {
    low.chunks_mut(OPERATIONS).zip(high.chunks_mut(OPERATIONS))
}

/// Counts operations, and looks at the bell from time to time.
#[inline(always)]
fn look(done: &mut usize, made: usize, bell: &dyn Bell) -> Result<(), Rung> {
    *done += made;
    if *done < OPERATIONS {
        return Ok(());
    }
    *done = 0;
    bell.check()
}

/// `a * b`
pub(super) fn product(a: &UBig, b: &UBig, bell: &dyn Bell) -> Result<UBig, Rung> {
    debug_assert!((length(a) + length(b)) as u64 <= 1 << 40);
    let first = words(a);
    let second = (!std::ptr::eq(a, b)).then(|| words(b));
    let second = second.as_deref().unwrap_or(&first);
    let [mut low, middle, high] = [
        FIELDS[0].product(&first, second, bell)?,
        FIELDS[1].product(&first, second, bell)?,
        FIELDS[2].product(&first, second, bell)?,
    ];
    bell.check()?;
    join(&mut low, &middle, &high);
    Ok(from_words(&low))
}

/// Replaces the remainders of coefficients by the words of their sum, each one word
/// further than the one before.
fn join(low: &mut [u64], middle: &[u64], high: &[u64]) {
    let [p, q, r] = FIELDS;
    let first = q.element(q.inverse_of(q.element(p.prime % q.prime)));
    let inverse = |value: u64| r.element(r.inverse_of(r.element(value % r.prime)));
    let (second, third) = (inverse(p.prime), inverse(q.prime));
    let pair = u128::from(p.prime) * u128::from(q.prime);
    let mut carry = [0u64; 3];
    for (index, word) in low.iter_mut().enumerate() {
        let x = *word;
        // What `element` brings in, `number` takes out.
        let y = q.number(q.times(q.minus(middle[index], x % q.prime), first));
        let z = r.times(r.minus(high[index], x % r.prime), second);
        let z = r.number(r.times(r.minus(r.number(z), y % r.prime), third));
        add_product(&mut carry, u128::from(x), 1);
        add_product(&mut carry, u128::from(p.prime), y);
        add_product(&mut carry, pair, z);
        *word = carry[0];
        carry = [carry[1], carry[2], 0];
    }
}

/// Adds `a * b` to a sum of three words.
#[inline(always)]
fn add_product(sum: &mut [u64; 3], a: u128, b: u64) {
    let low = u128::from(a as u64) * u128::from(b) + u128::from(sum[0]);
    let high = (a >> 64) * u128::from(b) + (low >> 64) + u128::from(sum[1]);
    *sum = [low as u64, high as u64, sum[2] + (high >> 64) as u64];
}
