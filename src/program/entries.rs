//! Where calls go.

use super::predicate::PredId;
use crate::bytecode::code::{Address, Entry};

/// Where calls of each predicate go, by its number.
#[derive(Clone, Debug)]
pub struct Entries {
    entries: Vec<Entry>,
    /// The predicate that was the last to call itself, and its entry. The next
    /// instruction of a loop is then known without waiting for the number that the call
    /// names.
    last: (u32, Entry),
}

/// No predicate has this number.
const NONE: u32 = u32::MAX;

impl Default for Entries {
    fn default() -> Entries {
        Entries {
            entries: Vec::new(),
            last: (NONE, Entry::new(std::ptr::null())),
        }
    }
}

impl Entries {
    /// Where calls of a predicate go.
    pub fn get(&self, id: PredId) -> Entry {
        self.entries[id.0 as usize]
    }

    /// Makes room for so many further predicates.
    pub fn reserve(&mut self, count: usize) {
        self.entries.reserve(count);
    }

    /// Adds the entry of the predicate with the next number.
    pub fn push(&mut self, entry: Entry) {
        self.entries.push(entry);
    }

    /// Sends calls of a predicate elsewhere.
    pub fn set(&mut self, id: PredId, entry: Entry) {
        self.entries[id.0 as usize] = entry;
        self.last.0 = NONE;
    }

    /// The entries, by the numbers of the predicates.
    #[inline(always)]
    pub fn table(&self) -> *const Entry {
        self.entries.as_ptr()
    }

    /// Where the call goes that a predicate with this number makes to itself.
    #[inline(always)]
    pub fn of_loop(&mut self, number: u32) -> Address {
        if number != self.last.0 {
            self.last = (number, self.entries[number as usize]);
        }
        self.last.1.address()
    }
}
