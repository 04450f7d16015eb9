//! Indexes on the clauses of a list: chains of those that can match a key.

use super::clause::{Clause, Key};
use super::clause_list::END;
use super::key_map::{Chain, KeyMap};
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

/// The nodes of all chains of an index: the slot of a clause and the next node. A
/// chain of one slot has none: what would be the number of its node is the slot with
/// [`ALONE`].
#[derive(Clone, Debug)]
struct Nodes {
    all: Vec<(u32, u32)>,
    /// The first of those not in use, which hang together by their second part.
    free: u32,
    /// How many slots there are in all chains.
    used: usize,
}

impl Default for Nodes {
    fn default() -> Nodes {
        Nodes {
            all: Vec::new(),
            free: END,
            used: 0,
        }
    }
}

/// The bit of a slot that stands for a node.
const ALONE: u32 = 1 << 31;

/// A slot is looked for among so many at the start of a chain.
const NEAR: usize = 8;

const EMPTY: Chain = (END, END);

impl Nodes {
    /// The slot of a node, and the next node.
    #[inline(always)]
    fn get(&self, at: u32) -> (u32, u32) {
        match at & ALONE {
            0 => self.all[at as usize],
            _ => (at & !ALONE, END),
        }
    }

    fn make(&mut self, slot: u32) -> u32 {
        let node = self.free;
        match self.all.get_mut(node as usize) {
            Some(place) => {
                self.free = place.1;
                *place = (slot, END);
                node
            }
            None => {
                self.all.push((slot, END));
                self.all.len() as u32 - 1
            }
        }
    }

    /// Adds a slot to a chain.
    fn append(&mut self, chain: &mut Chain, slot: u32, at_end: bool) {
        self.used += 1;
        if chain.0 == END {
            *chain = (slot | ALONE, slot | ALONE);
            return;
        }
        if chain.0 & ALONE != 0 {
            let first = self.make(chain.0 & !ALONE);
            *chain = (first, first);
        }
        let node = self.make(slot);
        if at_end {
            self.all[chain.1 as usize].1 = node;
            chain.1 = node;
        } else {
            self.all[node as usize].1 = chain.0;
            chain.0 = node;
        }
    }

    /// Takes a slot out of a chain if it is not far from the start. Nothing if it is, else
    /// whether it was there.
    fn remove(&mut self, chain: &mut Chain, slot: u32) -> Option<bool> {
        let (mut at, mut last) = (chain.0, END);
        for _ in 0..NEAR {
            if at == END {
                return Some(false);
            }
            let (found, next) = self.get(at);
            if found == slot {
                self.take_out(chain, last, at);
                return Some(true);
            }
            (last, at) = (at, next);
        }
        None
    }

    /// Takes the node `at`, which comes behind `last`, out of a chain.
    fn take_out(&mut self, chain: &mut Chain, last: u32, at: u32) {
        let next = self.get(at).1;
        match last {
            END => chain.0 = next,
            _ => self.all[last as usize].1 = next,
        }
        if next == END {
            chain.1 = last;
        }
        if at & ALONE == 0 {
            self.all[at as usize].1 = self.free;
            self.free = at;
        }
        self.used -= 1;
    }

    /// Takes the nodes of slots that are gone out of a chain, and tells `each` of them.
    fn unlink(
        &mut self,
        chain: &mut Chain,
        is_gone: impl Fn(u32) -> bool,
        mut each: impl FnMut(u32),
    ) {
        let (mut at, mut last) = (chain.0, END);
        while at != END {
            let (slot, next) = self.get(at);
            if is_gone(slot) {
                each(slot);
                self.take_out(chain, last, at);
            } else {
                last = at;
            }
            at = next;
        }
    }
}

/// Chains of the clauses that can match a key.
#[derive(Clone, Debug)]
pub struct KeyIndex {
    /// What it goes by.
    pub basis: Basis,
    nodes: Nodes,
    chains: KeyMap,
    /// The clauses without a key, for keys without a chain.
    any: Chain,
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
            nodes: Nodes::default(),
            chains: KeyMap::default(),
            any: EMPTY,
            spread: 0,
            frozen: false,
        }
    }

    /// The bytes that it takes.
    pub fn bytes(&self) -> usize {
        let nodes = self.nodes.all.capacity() * size_of::<(u32, u32)>();
        size_of::<KeyIndex>() + nodes + self.chains.bytes()
    }

    /// Adds a clause behind or before the others. False if there are so many
    /// clauses without a key that the index costs more than it saves.
    pub fn add(&mut self, slot: u32, clause: &Clause, at_end: bool) -> bool {
        let key = self.basis.key_of(clause);
        if key == Key::ANY {
            return self.add_to_all(slot, at_end);
        }
        match self.chains.get_mut(key) {
            Some(chain) => self.nodes.append(chain, slot, at_end),
            None => {
                let mut chain = self.copy_any();
                self.nodes.append(&mut chain, slot, at_end);
                self.chains.insert(key, chain);
            }
        }
        self.is_worth_it()
    }

    fn is_worth_it(&self) -> bool {
        self.spread <= 1024 + self.nodes.used - self.nodes.used / 4
    }

    fn add_to_all(&mut self, slot: u32, at_end: bool) -> bool {
        self.spread += self.chains.len();
        for chain in self.chains.chains_mut() {
            self.nodes.append(chain, slot, at_end);
        }
        self.nodes.append(&mut self.any, slot, at_end);
        self.is_worth_it()
    }

    /// A copy of the chain of clauses that match everything.
    fn copy_any(&mut self) -> Chain {
        let (mut at, mut chain) = (self.any.0, EMPTY);
        while at != END {
            let (slot, next) = self.nodes.get(at);
            self.nodes.append(&mut chain, slot, true);
            self.spread += 1;
            at = next;
        }
        chain
    }

    /// Takes a clause out of its chain, if that takes little time; whether it is in none
    /// then.
    pub fn remove(&mut self, slot: u32, clause: &Clause) -> bool {
        let key = self.basis.key_of(clause);
        if key == Key::ANY {
            return false;
        }
        let Some(chain) = self.chains.get_mut(key) else {
            return true;
        };
        let is_out = self.nodes.remove(chain, slot).is_some();
        if chain.0 == END {
            self.chains.remove(key);
        }
        is_out
    }

    /// Takes out the slots that are gone. `is_open` tells whether the clause of a slot
    /// has no key; if it `is_quiet`, nobody goes through a chain.
    pub fn sweep(
        &mut self,
        is_gone: impl Fn(u32) -> bool,
        is_open: impl Fn(u32) -> bool,
        is_quiet: bool,
    ) {
        let (nodes, spread) = (&mut self.nodes, &mut self.spread);
        if *spread == 0 {
            // All clauses in chains have a key: none has to be looked at.
            self.chains.retain(|chain| {
                nodes.unlink(chain, &is_gone, |_| {});
                chain.0 != END
            });
            nodes.unlink(&mut self.any, &is_gone, |_| {});
            return;
        }
        self.chains.retain(|chain| {
            nodes.unlink(chain, &is_gone, |slot| {
                *spread -= usize::from(is_open(slot))
            });
            chain.0 != END
        });
        nodes.unlink(&mut self.any, &is_gone, |_| {});
        if is_quiet {
            self.chains.retain(|chain| {
                let is_needed = holds_key(nodes, *chain, &is_open);
                if !is_needed {
                    nodes.unlink(chain, |_| true, |_| *spread -= 1);
                }
                is_needed
            });
        }
    }

    /// The first node of the clauses that can match `key`.
    #[inline]
    pub fn start(&self, key: Key) -> u32 {
        self.chains.get(key).unwrap_or(self.any).0
    }

    /// The slot of a node, and the next node.
    #[inline]
    pub fn node(&self, at: u32) -> (u32, u32) {
        self.nodes.get(at)
    }
}

/// Whether a chain has a clause with a key, and not only what every chain has.
fn holds_key(nodes: &Nodes, chain: Chain, is_open: impl Fn(u32) -> bool) -> bool {
    let mut at = chain.0;
    while at != END {
        let (slot, next) = nodes.get(at);
        if !is_open(slot) {
            return true;
        }
        at = next;
    }
    false
}
