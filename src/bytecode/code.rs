//! Blocks of code.

use super::instr::{Instr, Op};
use crate::term::block::Block;

/// The address of an instruction. Blocks never move once made, and an engine
/// keeps every block that its frames may refer to.
pub type Address = *const Instr;

/// An address that may go to other threads with the code that it points into.
///
/// It is kept as a number, since only the machine follows it.
#[derive(Clone, Copy, Debug)]
pub struct Entry(usize);

impl Entry {
    /// The entry at `address`.
    #[inline(always)]
    pub fn new(address: Address) -> Entry {
        Entry(address.expose_provenance())
    }

    /// The address.
    #[inline(always)]
    pub fn address(self) -> Address {
        std::ptr::with_exposed_provenance(self.0)
    }
}

/// A finished block of code, shared by those who run it: behind the words of the code
/// stand the places of its goals, and what its tests let through.
pub type Code = Block<Extent>;

/// What the words of a block of code are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Extent {
    /// The number of words that are code.
    body: u32,
    /// The number of places, and [`WIDE`].
    places: u32,
}

/// The bit of a number of places that take a word each, not half of one.
const WIDE: u32 = 1 << 31;

/// The place of a goal: the offset of the word after the call or test, and the number
/// of the goal.
pub type GoalPlace = (u32, u32);

/// For an argument of the head: the types of value that pass the tests at the start of
/// the clause, as a bit map of tags.
pub type Tested = (u8, u8);

impl Code {
    /// A block of these words.
    pub fn plain(words: &[u64]) -> Code {
        Code::annotated(words, &[], &[])
    }

    /// A block of these words, which `settle` changes where they will stay.
    pub fn settled_at(words: &[u64], settle: impl FnOnce(&mut [u64])) -> Code {
        let extent = Extent {
            body: words.len() as u32,
            places: 0,
        };
        Block::filled(extent, words.len(), |room| {
            room.copy_from_slice(words);
            settle(room);
        })
    }

    /// A block of these words, with the places of goals and what has been tested.
    pub fn annotated(words: &[u64], places: &[GoalPlace], tested: &[Tested]) -> Code {
        let is_small = |&(at, goal): &GoalPlace| at.max(goal) <= u32::from(u16::MAX);
        let is_wide = !places.iter().all(is_small);
        let mut behind: Vec<u64> = match is_wide {
            true => places
                .iter()
                .map(|&(at, goal)| u64::from(at) | u64::from(goal) << 32)
                .collect(),
            false => packed(places.iter().map(|&(at, goal)| at | goal << 16)),
        };
        let tests = tested
            .iter()
            .map(|&(argument, tags)| u32::from(argument) | u32::from(tags) << 8);
        behind.extend(packed(tests));
        let extent = Extent {
            body: words.len() as u32,
            places: places.len() as u32 | if is_wide { WIDE } else { 0 },
        };
        Block::joined(extent, words, &behind)
    }

    /// A block like this one, but for what `change` does to its words.
    pub fn patched(&self, change: impl FnOnce(&mut [u64])) -> Code {
        let words = self.words();
        Block::filled(*self.header(), words.len(), |room| {
            room.copy_from_slice(words);
            change(room);
        })
    }

    /// Whether code, places and tests of both take the same words.
    pub fn is_laid_out_as(&self, other: &Code) -> bool {
        self.header() == other.header() && self.words().len() == other.words().len()
    }

    /// The places of goals, in order.
    pub fn places(&self) -> impl Iterator<Item = GoalPlace> {
        let (count, is_wide) = self.place_count();
        let words = &self.words()[self.header().body as usize..];
        (0..count).map(move |index| match is_wide {
            true => (words[index] as u32, (words[index] >> 32) as u32),
            false => {
                let place = half(words, index);
                (place & 0xffff, place >> 16)
            }
        })
    }

    /// What has been tested of arguments of the head.
    pub fn tested(&self) -> impl Iterator<Item = Tested> {
        let (count, is_wide) = self.place_count();
        let places = if is_wide { count } else { count.div_ceil(2) };
        let words = &self.words()[self.header().body as usize + places..];
        let tests = (0..2 * words.len()).map(|index| half(words, index));
        let tests = tests.map(|test| (test as u8, (test >> 8) as u8));
        tests.filter(|&(_, tags)| tags != 0)
    }

    fn place_count(&self) -> (usize, bool) {
        let places = self.header().places;
        ((places & !WIDE) as usize, places & WIDE != 0)
    }

    /// The address of the word at `offset`.
    pub fn address(&self, offset: usize) -> Address {
        self.body()[offset..].as_ptr().cast()
    }

    /// The address of the first instruction.
    #[inline(always)]
    pub fn entry(&self) -> Address {
        self.words().as_ptr().cast()
    }

    /// The words that are code.
    pub fn body(&self) -> &[u64] {
        &self.words()[..self.header().body as usize]
    }

    /// Whether `address` is in this block or just behind its last word.
    pub fn contains(&self, address: Address) -> bool {
        let range = self.body().as_ptr_range();
        let address = address.cast();
        range.start <= address && address <= range.end
    }

    /// The offset in words of an address in this block.
    pub fn offset_of(&self, address: Address) -> u32 {
        ((address as usize - self.words().as_ptr() as usize) / 8) as u32
    }
}

/// Halves of words, the low one first.
fn packed(halves: impl Iterator<Item = u32>) -> Vec<u64> {
    let mut words = Vec::new();
    for (index, half) in halves.enumerate() {
        match index % 2 {
            0 => words.push(u64::from(half)),
            _ => words[index / 2] |= u64::from(half) << 32,
        }
    }
    words
}

fn half(words: &[u64], index: usize) -> u32 {
    (words[index / 2] >> (32 * (index % 2))) as u32
}

/// The instruction in a word of code.
pub fn decode(word: u64) -> Instr {
    let op = Op::ALL[(word & 255) as usize];
    Instr::new(
        op,
        (word >> 8) as u8,
        (word >> 16) as u16,
        (word >> 32) as u32,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_and_tests_stand_behind_the_code() {
        let few: Vec<GoalPlace> = vec![(1, 0), (5, 1), (900, 2)];
        let many: Vec<GoalPlace> = vec![(1, 0), (70_000, 3)];
        for places in [vec![], few, many] {
            for tested in [vec![], vec![(0, 8)], vec![(3, 255), (0, 1), (7, 16)]] {
                let code = Code::annotated(&[1, 2, 3], &places, &tested);
                assert_eq!(code.body(), [1, 2, 3]);
                assert!(code.places().eq(places.iter().copied()));
                assert!(code.tested().eq(tested.iter().copied()));
            }
        }
    }
}
