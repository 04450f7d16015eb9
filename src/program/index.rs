//! Indexes on the clauses of a list: chains of those that can match a key.

use rustc_hash::FxHashMap;

use super::clause::{Clause, Key};
use super::clause_list::END;
use super::probe::{Place, joined};

/// What an index goes by: a place, or two of them together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Basis {
    /// The place.
    pub place: Place,
    /// The second place.
    pub with: Option<Place>,
}

impl Basis {
    /// An argument of the head alone.
    pub fn argument(index: usize) -> Basis {
        Basis {
            place: Place::from_number(index as u8),
            with: None,
        }
    }

    /// The key of a clause.
    pub fn key_of(self, clause: &Clause) -> Key {
        let key = clause.key_at(self.place);
        match self.with {
            Some(place) => joined(key, clause.key_at(place)),
            None => key,
        }
    }

    /// The key of a call.
    pub fn given(self, key: &impl Fn(Place) -> Key) -> Key {
        match self.with {
            Some(place) => joined(key(self.place), key(place)),
            None => key(self.place),
        }
    }
}

/// Chains of the clauses that can match a key.
#[derive(Clone, Debug)]
pub struct KeyIndex {
    /// What it goes by.
    pub basis: Basis,
    nodes: Vec<(u32, u32)>,
    chains: FxHashMap<Key, (u32, u32)>,
    /// The clauses without a key, for keys without a chain.
    any: (u32, u32),
    /// The nodes made for clauses without a key.
    spread: usize,
    /// Whether no more clauses are added: only goals that are running use it.
    pub frozen: bool,
}

impl KeyIndex {
    /// An index of no clauses.
    pub fn new(basis: Basis) -> KeyIndex {
        KeyIndex {
            basis,
            nodes: Vec::new(),
            chains: FxHashMap::default(),
            any: (END, END),
            spread: 0,
            frozen: false,
        }
    }

    /// Adds a clause behind or before the others. False if there are so many
    /// clauses without a key that the index costs more than it saves.
    pub fn add(&mut self, slot: u32, clause: &Clause, at_end: bool) -> bool {
        let key = self.basis.key_of(clause);
        if key == Key::ANY {
            return self.add_to_all(slot, at_end);
        }
        match self.chains.get_mut(&key) {
            Some(chain) => append(&mut self.nodes, chain, slot, at_end),
            None => {
                let mut chain = self.copy_any();
                append(&mut self.nodes, &mut chain, slot, at_end);
                self.chains.insert(key, chain);
            }
        }
        self.is_worth_it()
    }

    fn is_worth_it(&self) -> bool {
        self.spread <= 1024 + self.nodes.len() - self.nodes.len() / 4
    }

    fn add_to_all(&mut self, slot: u32, at_end: bool) -> bool {
        self.spread += self.chains.len();
        for chain in self.chains.values_mut() {
            append(&mut self.nodes, chain, slot, at_end);
        }
        append(&mut self.nodes, &mut self.any, slot, at_end);
        self.is_worth_it()
    }

    /// A copy of the chain of clauses that match everything.
    fn copy_any(&mut self) -> (u32, u32) {
        let (mut at, mut chain) = (self.any.0, (END, END));
        while at != END {
            let (slot, next) = self.nodes[at as usize];
            append(&mut self.nodes, &mut chain, slot, true);
            self.spread += 1;
            at = next;
        }
        chain
    }

    /// The first node of the clauses that can match `key`.
    #[inline]
    pub fn start(&self, key: Key) -> u32 {
        self.chains.get(&key).unwrap_or(&self.any).0
    }

    /// The slot of a node, and the next node.
    #[inline]
    pub fn node(&self, at: u32) -> (u32, u32) {
        self.nodes[at as usize]
    }
}

/// Adds a slot to a chain.
fn append(nodes: &mut Vec<(u32, u32)>, chain: &mut (u32, u32), slot: u32, at_end: bool) {
    let node = nodes.len() as u32;
    nodes.push((slot, END));
    if chain.0 == END {
        *chain = (node, node);
    } else if at_end {
        nodes[chain.1 as usize].1 = node;
        chain.1 = node;
    } else {
        nodes[node as usize].1 = chain.0;
        chain.0 = node;
    }
}
