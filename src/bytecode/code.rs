//! Blocks of code.

use super::instr::{Instr, Op};

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

/// A finished block of code.
#[derive(Debug)]
pub struct Code {
    words: Box<[u64]>,
    /// For goals, by the offset of the word after the call or test: its source
    /// position as a byte offset.
    pub places: Box<[(u32, u32)]>,
    /// For a clause, by argument: a bit map of the tags that values must have.
    pub tested: Box<[(u8, u8)]>,
}

impl Code {
    /// A block of these words.
    pub fn new(words: Vec<u64>) -> Code {
        Code::from_boxed(words.into_boxed_slice())
    }

    /// A block of these words, which stay where they are.
    pub fn from_boxed(words: Box<[u64]>) -> Code {
        Code {
            words,
            places: Box::new([]),
            tested: Box::new([]),
        }
    }

    /// The address of the word at `offset`.
    pub fn address(&self, offset: usize) -> Address {
        self.words[offset..].as_ptr().cast()
    }

    /// The address of the first instruction.
    pub fn entry(&self) -> Address {
        self.words.as_ptr().cast()
    }

    /// The words.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// The bytes that the block takes.
    pub fn bytes(&self) -> usize {
        size_of::<Code>() + size_of_val(&*self.words) + size_of_val(&*self.places)
    }

    /// Whether `address` is in this block or just behind its last word.
    pub fn contains(&self, address: Address) -> bool {
        let range = self.words.as_ptr_range();
        let address = address.cast();
        range.start <= address && address <= range.end
    }

    /// The offset in words of an address in this block.
    pub fn offset_of(&self, address: Address) -> u32 {
        ((address as usize - self.words.as_ptr() as usize) / 8) as u32
    }
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
