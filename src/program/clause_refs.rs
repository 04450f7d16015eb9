//! Clauses that programs refer to by number.

use std::sync::{Arc, Weak};

use rustc_hash::FxHashMap;

use super::clause::Clause;
use super::clause_list::{ClauseList, Slot};
use super::predicate::PredId;

/// The clauses that terms refer to, in the order in which references were made.
#[derive(Clone, Default, Debug)]
pub struct ClauseRefs {
    entries: Vec<Entry>,
    /// The numbers of the clauses, by their addresses.
    numbers: FxHashMap<usize, u32>,
}

#[derive(Clone, Debug)]
struct Entry {
    predicate: PredId,
    clause: Weak<Clause>,
    /// Where the clause stood in the list of its predicate when it was last looked for.
    slot: Slot,
}

impl ClauseRefs {
    /// The number of a clause, which stands in this slot.
    pub fn number(&mut self, predicate: PredId, clause: &Arc<Clause>, slot: Slot) -> usize {
        let address = Arc::as_ptr(clause).addr();
        if let Some(&number) = self.numbers.get(&address) {
            return number as usize;
        }
        let number = self.entries.len();
        self.numbers.insert(address, number as u32);
        self.entries.push(Entry {
            predicate,
            clause: Arc::downgrade(clause),
            slot,
        });
        number
    }

    /// The clause with this number and its predicate, if it is still in memory.
    pub fn get(&self, number: usize) -> Option<(PredId, Arc<Clause>)> {
        let entry = self.entries.get(number)?;
        Some((entry.predicate, entry.clause.upgrade()?))
    }

    /// Where the clause with this number stands among those of its predicate, if it
    /// does in `generation`.
    pub fn slot(&mut self, number: usize, list: &ClauseList, generation: u64) -> Option<Slot> {
        let clause = self.entries.get(number)?.clause.upgrade()?;
        let is_there = |slot| list.holds(slot, &clause, generation);
        let known = self.entries[number].slot;
        if is_there(known) {
            return Some(known);
        }
        self.find_again(self.entries[number].predicate, list, generation);
        Some(self.entries[number].slot).filter(|&slot| is_there(slot))
    }

    /// Notes where the clauses of a predicate stand after they have been compacted.
    fn find_again(&mut self, predicate: PredId, list: &ClauseList, generation: u64) {
        for slot in list.visible(generation) {
            let address = Arc::as_ptr(&list.get(slot).clause).addr();
            if let Some(&number) = self.numbers.get(&address) {
                let entry = &mut self.entries[number as usize];
                debug_assert_eq!(entry.predicate, predicate);
                entry.slot = slot;
            }
        }
    }

    /// Forgets a clause that has been erased; its number stays its own.
    pub fn forget(&mut self, number: usize) {
        if let Some(entry) = self.entries.get_mut(number) {
            self.numbers.remove(&entry.clause.as_ptr().addr());
            entry.clause = Weak::new();
        }
    }
}
