//! Operations on integers so long that they take a while.
//!
//! Each is made of pieces that take a few milliseconds, and looks at a [`Bell`] between
//! them, so that an interrupt or the end of the time stops it. What is short goes to
//! the library of big numbers in one piece.

pub mod divide;
pub mod gcd;
pub mod power;
pub mod product;
pub mod radix;
pub mod ratio;
pub mod root;
pub mod signed;
mod transform;

use dashu_base::BitTest;
use dashu_int::UBig;

/// What tells that a long operation should end early.
pub trait Bell {
    /// Whether it should end.
    fn rings(&self) -> bool;

    /// Ends the operation if it should end.
    fn check(&self) -> Result<(), Rung> {
        match self.rings() {
            true => Err(Rung),
            false => Ok(()),
        }
    }
}

/// The bell has rung: there is no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rung;

/// A bell that never rings.
#[derive(Clone, Copy, Debug)]
pub struct Silent;

impl Bell for Silent {
    fn rings(&self) -> bool {
        false
    }
}

/// The words of a magnitude, the lowest first.
fn words(value: &UBig) -> Vec<u64> {
    let word = |bytes: &[u8]| {
        let mut word = [0; 8];
        word[..bytes.len()].copy_from_slice(bytes);
        u64::from_le_bytes(word)
    };
    value.to_le_bytes().chunks(8).map(word).collect()
}

/// The magnitude of so many words, the lowest first.
fn from_words(words: &[u64]) -> UBig {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    UBig::from_le_bytes(&bytes)
}

/// How many words a magnitude takes.
fn length(value: &UBig) -> usize {
    value.bit_len().div_ceil(64)
}

/// The lowest `count` words of `value`, and the others.
fn split(value: &UBig, count: usize) -> (UBig, UBig) {
    let high = value >> (64 * count);
    let low = value - (&high << (64 * count));
    (low, high)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    /// A bell that rings at the n-th look.
    pub(super) struct Nth(pub Cell<u32>);

    impl Bell for Nth {
        fn rings(&self) -> bool {
            self.0.set(self.0.get().saturating_sub(1));
            self.0.get() == 0
        }
    }

    /// Words without a pattern.
    pub(super) fn number(count: usize, seed: u64) -> UBig {
        let mut state = seed | 1;
        let mut next = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state
        };
        from_words(&(0..count).map(|_| next()).collect::<Vec<u64>>())
    }

    #[test]
    fn words_are_those_of_the_magnitude() {
        let value = number(5, 9);
        assert_eq!(from_words(&words(&value)), value);
        assert_eq!(length(&value), 5);
        let (low, high) = split(&value, 2);
        assert_eq!((high << 128) + low, value);
    }

    #[test]
    fn a_bell_ends_every_operation() {
        let (a, b) = (number(60_000, 3), number(20_000, 5));
        for nth in [1, 2, 5] {
            let bell = || Nth(Cell::new(nth));
            assert!(product::product(&a, &b, &bell()).is_err());
            assert!(divide::div_rem(&a, &b, &bell()).is_err());
            assert!(gcd::gcd(&a, &b, &bell()).is_err());
            assert!(radix::digits(&a, 10, &bell()).is_err());
            assert!(root::root(&a, 3, &bell()).is_err());
            assert!(power::power(&b, 7, &bell()).is_err());
            assert!(radix::parse(&"7".repeat(400_000), 10, &bell()).is_err());
        }
    }
}
