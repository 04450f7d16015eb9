//! Images of half the size: most cells of clauses fit in 32 bits.
//!
//! A half is the low half of its word if its sign makes the word again, as for small
//! integers, atoms, variables and offsets. A functor is its name and arity, if they are
//! small. For all others a half has the tag of attributed variables, which no clause
//! has, and the number of a whole word that stands behind the halves.

use super::cell::Tag;

/// The words of an image, however they are kept.
pub trait Words: Copy {
    /// How many there are.
    fn count(self) -> usize;

    /// The word at a position.
    fn word(self, at: usize) -> u64;

    /// So many words from a position on.
    fn words(self, at: usize, count: usize) -> impl Iterator<Item = u64>;
}

impl Words for &[u64] {
    #[inline(always)]
    fn count(self) -> usize {
        self.len()
    }

    #[inline(always)]
    fn word(self, at: usize) -> u64 {
        self[at]
    }

    #[inline(always)]
    fn words(self, at: usize, count: usize) -> impl Iterator<Item = u64> {
        self[at..at + count].iter().copied()
    }
}

/// Words as halves.
#[derive(Clone, Copy, Debug, Default)]
pub struct Halves<'a> {
    halves: &'a [u32],
    /// The words that do not fit.
    whole: &'a [u64],
}

/// The tags of functors and of words that do not fit have these bits, and no others do.
const SPECIAL: u32 = 5;

/// A functor in a half has its name above so many bits, which are as in the word: of its
/// tag and arity.
const NAME_SHIFT: u32 = 9;
const LOW: u32 = (1 << NAME_SHIFT) - 1;

impl<'a> Halves<'a> {
    /// The words of which these are the halves and those that did not fit.
    #[inline(always)]
    pub fn new(halves: &'a [u32], whole: &'a [u64]) -> Halves<'a> {
        Halves { halves, whole }
    }
}

impl Words for Halves<'_> {
    #[inline(always)]
    fn count(self) -> usize {
        self.halves.len()
    }

    #[inline(always)]
    fn word(self, at: usize) -> u64 {
        word_of(self.halves[at], self.whole)
    }

    #[inline(always)]
    fn words(self, at: usize, count: usize) -> impl Iterator<Item = u64> {
        let halves = self.halves[at..at + count].iter();
        halves.map(move |&half| word_of(half, self.whole))
    }
}

/// The word of a half.
#[inline(always)]
fn word_of(half: u32, whole: &[u64]) -> u64 {
    if half & SPECIAL != SPECIAL {
        return i64::from(half as i32) as u64;
    }
    match half & 7 == Tag::Fun as u32 {
        true => u64::from(half >> NAME_SHIFT) << 32 | u64::from(half & LOW),
        false => whole[(half >> 3) as usize],
    }
}

/// Whether a word fits in a half. A functor has its name in the high half, and its arity
/// above the lowest four bits.
#[inline(always)]
fn fits(word: u64) -> bool {
    let half = word as u32;
    let is_plain = half & SPECIAL != SPECIAL && i64::from(half as i32) as u64 == word;
    let is_functor = half & !(LOW - 15) == Tag::Fun as u32 && word >> (64 - NAME_SHIFT) == 0;
    is_plain | is_functor
}

/// How many words these take as halves, those that do not fit included.
pub fn halved_len(words: &[u64]) -> usize {
    let mut whole = 0;
    for &word in words {
        whole += usize::from(!fits(word));
    }
    words.len().div_ceil(2) + whole
}

/// Writes words as halves, and those that do not fit behind; `room` is as large as
/// [`halved_len`] says.
pub fn write_halves(words: &[u64], room: &mut [u64]) {
    let (pairs, whole) = room.split_at_mut(words.len().div_ceil(2));
    if whole.is_empty() {
        let (chunks, rest) = words.as_chunks();
        for (&[first, second], pair) in chunks.iter().zip(&mut *pairs) {
            *pair = joined(fitting(first), fitting(second));
        }
        if let (Some(&last), Some(pair)) = (rest.first(), pairs.last_mut()) {
            *pair = joined(fitting(last), 0);
        }
        return;
    }
    let mut count = 0;
    let mut half = |word: u64| match fits(word) {
        true => fitting(word),
        false => {
            whole[count] = word;
            count += 1;
            (count as u32 - 1) << 3 | Tag::Att as u32
        }
    };
    for (chunk, pair) in words.chunks(2).zip(pairs) {
        let first = half(chunk[0]);
        *pair = joined(first, chunk.get(1).map_or(0, |&word| half(word)));
    }
}

/// The half of a word that fits.
#[inline(always)]
fn fitting(word: u64) -> u32 {
    let half = word as u32;
    let name = ((word >> 32) as u32) << NAME_SHIFT;
    match half & SPECIAL == SPECIAL {
        true => half | name,
        false => half,
    }
}

/// The word whose memory is that of two halves.
#[inline(always)]
fn joined(first: u32, second: u32) -> u64 {
    let (first, second) = (u64::from(first), u64::from(second));
    match cfg!(target_endian = "little") {
        true => first | second << 32,
        false => first << 32 | second,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::atom::Atom;
    use crate::term::block::Block;
    use crate::term::cell::{Cell, Functor, MIN_SMALL};

    /// Names and arities below these fit in a half.
    const NAMES: u32 = 1 << 23;
    const ARITIES: usize = 1 << 5;

    #[test]
    fn all_words_come_back() {
        let atom = |index| Cell::atom(Atom::from_index(index)).0;
        let functor = |name, arity| Functor::new(Atom::from_index(name), arity).0;
        let words = [
            Cell::small(0).0,
            Cell::small(-1).0,
            Cell::small((1 << 28) - 1).0,
            Cell::small(1 << 28).0,
            Cell::small(-(1 << 28)).0,
            Cell::small(-(1 << 28) - 1).0,
            Cell::small(MIN_SMALL).0,
            atom(0),
            atom((1 << 28) - 1),
            atom(1 << 28),
            atom(u32::MAX),
            functor(7, 3),
            functor(NAMES - 1, ARITIES - 1),
            functor(NAMES, 1),
            functor(1, ARITIES),
            Cell::new(Tag::Lst, 8 * 1000).0,
            Cell::new(Tag::Str, 1 << 40).0,
            Cell::reference(80).0,
            u64::MAX,
            0x8000_0000,
            1.5f64.to_bits(),
        ];
        for count in 0..=words.len() {
            let words = &words[..count];
            let len = halved_len(words);
            let block = Block::filled((), len, |room| write_halves(words, room));
            let whole = &block.words()[count.div_ceil(2)..];
            let halves = Halves::new(block.halves(count), whole);
            let back: Vec<u64> = (0..halves.count()).map(|at| halves.word(at)).collect();
            assert_eq!(back, words);
        }
    }
}
