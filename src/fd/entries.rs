//! What relations of two variables, the most frequent constraints of all, have to do
//! stands in lists of their variables, so that a variable that has changed reads its
//! list from end to end and nothing else but the other variables.
//!
//! An entry is two words: the number of the propagator and of the other variable, and
//! the distance between them. Lists are chunks: a header of next chunk, capacity and
//! length, and entries. `differ` and `order` are what they are for.

use super::store::{PropId, Solver, VarId};

/// An entry: the propagator, the other variable, and what to add to the value or bound
/// of the first to get that of the other which follows.
pub type Entry = (PropId, VarId, i64);

/// The list of what a value of the variable forbids others.
pub const DIFFERS: usize = 0;
/// The list of what its least value demands of those that are not less.
pub const ABOVE: usize = 1;
/// The list of what its greatest value demands of those that are not greater.
pub const BELOW: usize = 2;
/// The number of lists.
pub const LISTS: usize = 3;

impl Solver {
    /// Adds an entry to a list of a variable.
    #[inline]
    pub fn add_entry(&mut self, var: VarId, list: usize, (id, other, distance): Entry) {
        let own = self.touch_links(var);
        own.degree = own.degree.saturating_add(1);
        let mut head = own.entries[list] as usize;
        // That of no chunk is 0: it has no room.
        let mut header = self.words[head];
        if header & 0xffff == header >> 16 & 0xffff {
            head = self.add_chunk(var, list, head);
            header = self.words[head];
        }
        let at = head + 1 + 2 * (header & 0xffff) as usize;
        // Beyond the length nothing is in use that would have to be kept.
        if let Some([first, second]) = self.words.get_mut(at..at + 2) {
            *first = u64::from(id) << 32 | u64::from(other);
            *second = distance as u64;
        }
        self.set_word(head, header + 1);
    }

    /// A chunk for more entries, twice as long as the newest.
    #[inline(never)]
    fn add_chunk(&mut self, var: VarId, list: usize, head: usize) -> usize {
        let capacity = match self.words[head] >> 16 & 0xffff {
            0 if list == DIFFERS => 4,
            0 => 1,
            capacity => (2 * capacity).min(256),
        };
        let chunk = self.new_equal_words(1 + 2 * capacity as usize, 0);
        self.words[chunk] = (head as u64) << 32 | capacity << 16;
        self.links[var as usize].entries[list] = chunk as u32;
        chunk
    }

    /// The entries in a list of a variable.
    pub fn entries(&self, var: VarId, list: usize) -> Vec<Entry> {
        let mut entries = Vec::new();
        self.each_entry(var, list, |entry| entries.push(entry));
        entries
    }

    /// Calls `visit` with each entry in a list of a variable.
    pub fn each_entry(&self, var: VarId, list: usize, mut visit: impl FnMut(Entry)) {
        let mut chunk = self.links[var as usize].entries[list] as usize;
        while chunk != 0 {
            let header = self.words[chunk];
            for index in 0..(header & 0xffff) as usize {
                let word = self.words[chunk + 1 + 2 * index];
                let distance = self.words[chunk + 2 + 2 * index] as i64;
                visit(((word >> 32) as PropId, word as VarId, distance));
            }
            chunk = (header >> 32) as usize;
        }
    }

    /// Makes the entry of a propagator in a list of `var` name another variable.
    pub fn redirect(&mut self, var: VarId, list: usize, id: PropId, to: VarId) {
        let mut chunk = self.links[var as usize].entries[list] as usize;
        while chunk != 0 {
            let header = self.words[chunk];
            for index in 0..(header & 0xffff) as usize {
                let at = chunk + 1 + 2 * index;
                if (self.words[at] >> 32) as PropId == id {
                    self.set_word(at, u64::from(id) << 32 | u64::from(to));
                }
            }
            chunk = (header >> 32) as usize;
        }
    }

    /// Makes the propagator of an entry name `kept` instead of `gone`.
    pub fn rename_ends(&mut self, id: PropId, gone: VarId, kept: VarId) {
        self.touch_prop(id);
        let prop = &mut self.props[id as usize];
        for var in [&mut prop.x, &mut prop.y] {
            if *var == gone {
                *var = kept;
            }
        }
    }
}
