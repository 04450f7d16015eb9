//! Random numbers: a small generator with a seed of its own.

use dashu_base::BitTest;
use dashu_int::UBig;

/// The state of a xoshiro256** generator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RandomState {
    words: [u64; 4],
}

impl RandomState {
    /// The generator that `seed` leads to.
    pub fn new(seed: u64) -> RandomState {
        // Splitmix spreads the seed over the state, which must not be all zero.
        let mut state = seed;
        let words = std::array::from_fn(|_| {
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut word = state;
            word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            word ^ (word >> 31)
        });
        RandomState { words }
    }

    /// The next 64 random bits.
    pub fn next_u64(&mut self) -> u64 {
        let words = &mut self.words;
        let result = words[1].wrapping_mul(5).rotate_left(7).wrapping_mul(9);
        let shifted = words[1] << 17;
        words[2] ^= words[0];
        words[3] ^= words[1];
        words[1] ^= words[2];
        words[0] ^= words[3];
        words[2] ^= shifted;
        words[3] = words[3].rotate_left(45);
        result
    }

    /// A random integer from 0 up to, not including, `bound`, which is above 0.
    pub fn below(&mut self, bound: u64) -> u64 {
        // Values from the incomplete last interval are thrown away, so that all
        // results are equally likely.
        let limit = u64::MAX - (u64::MAX % bound + 1) % bound;
        loop {
            let value = self.next_u64();
            if value <= limit {
                return value % bound;
            }
        }
    }

    /// A random integer from 0 up to, not including, `bound`, which is above 0.
    pub fn below_natural(&mut self, bound: &UBig) -> UBig {
        let bits = bound.bit_len();
        loop {
            let mut bytes = Vec::with_capacity(bits / 8 + 8);
            while bytes.len() * 8 < bits {
                bytes.extend_from_slice(&self.next_u64().to_le_bytes());
            }
            let mut value = UBig::from_le_bytes(&bytes);
            value.clear_high_bits(bits);
            if value < *bound {
                return value;
            }
        }
    }

    /// A random float above 0 and below 1.
    pub fn float(&mut self) -> f64 {
        loop {
            let value = (self.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
            if value > 0.0 {
                return value;
            }
        }
    }
}
