//! Indexes on the clauses of a list: chains of those with a key, and of those without.

use super::clause::{Clause, Key};
use super::clause_list::END;
use super::key_map::{Chain, KeyMap};
use super::probe::{Place, joined};
use crate::term::pages;

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
///
/// A chain that starts with erased clauses which somebody still sees may have a node
/// before them that is no clause: its first part is, with [`PASSED`], the last of the
/// nodes that those who start pass at once.
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

/// The bit of the first part of a node that tells which nodes are passed.
const PASSED: u32 = 1 << 31;

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
                pages::push(&mut self.all, (slot, END));
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
        let before = if at_end {
            chain.1
        } else {
            self.passed(chain.0)
        };
        let next = match before {
            END => std::mem::replace(&mut chain.0, node),
            before => std::mem::replace(&mut self.all[before as usize].1, node),
        };
        self.all[node as usize].1 = next;
        if next == END {
            chain.1 = node;
        }
    }

    /// The last of the nodes that are passed at the start of a chain, or [`END`].
    #[inline(always)]
    fn passed(&self, first: u32) -> u32 {
        match first & ALONE {
            0 => match self.all[first as usize].0 {
                last if last & PASSED != 0 => last & !PASSED,
                _ => END,
            },
            _ => END,
        }
    }

    /// The first node of a chain for those who start.
    #[inline(always)]
    fn first(&self, chain: Chain) -> u32 {
        match self.passed(chain.0) {
            END => chain.0,
            last => self.all[last as usize].1,
        }
    }

    /// Lets those who start pass the erased slots at the start of a chain.
    fn pass(&mut self, chain: &mut Chain, is_erased: impl Fn(u32) -> bool) {
        if chain.0 & ALONE != 0 {
            return;
        }
        let before = self.passed(chain.0);
        let (mut at, mut last) = (self.first(*chain), before);
        while at != END && is_erased(self.get(at).0) {
            last = at;
            at = self.get(at).1;
        }
        if last == before {
            return;
        }
        if before == END {
            let start = self.make(END);
            self.all[start as usize].1 = chain.0;
            chain.0 = start;
        }
        self.all[chain.0 as usize].0 = last | PASSED;
    }

    /// Lets all start at the first node of a chain.
    fn unpass(&mut self, chain: &mut Chain) {
        if self.passed(chain.0) != END {
            let start = chain.0;
            chain.0 = std::mem::replace(&mut self.all[start as usize].1, self.free);
            self.free = start;
        }
    }

    /// Takes a slot out of a chain if it is not far from the start. Nothing if it is, else
    /// whether it was there.
    fn remove(&mut self, chain: &mut Chain, slot: u32) -> Option<bool> {
        let (mut at, mut last) = (self.first(*chain), self.passed(chain.0));
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

    /// Takes the nodes of slots that are gone out of a chain.
    fn unlink(
        &mut self,
        chain: &mut Chain,
        is_gone: impl Fn(u32) -> bool,
        is_erased: impl Fn(u32) -> bool,
    ) {
        self.unpass(chain);
        let (mut at, mut last) = (chain.0, END);
        while at != END {
            let (slot, next) = self.get(at);
            if is_gone(slot) {
                self.take_out(chain, last, at);
            } else {
                last = at;
            }
            at = next;
        }
        self.pass(chain, is_erased);
    }
}

/// Chains of the clauses that have a key, and of those without.
#[derive(Clone, Debug)]
pub struct KeyIndex {
    /// What it goes by.
    pub basis: Basis,
    nodes: Nodes,
    chains: KeyMap,
    /// The clauses without a key.
    open: Chain,
    /// How many these are.
    open_count: usize,
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
            open: EMPTY,
            open_count: 0,
            frozen: false,
        }
    }

    /// The bytes that it takes.
    pub fn bytes(&self) -> usize {
        let nodes = self.nodes.all.capacity() * size_of::<(u32, u32)>();
        size_of::<KeyIndex>() + nodes + self.chains.bytes()
    }

    /// Adds a clause behind or before the others.
    pub fn add(&mut self, slot: u32, clause: &Clause, at_end: bool) {
        let key = self.basis.key_of(clause);
        if key == Key::ANY {
            self.nodes.append(&mut self.open, slot, at_end);
            self.open_count += 1;
            return;
        }
        match self.chains.get_mut(key) {
            Some(chain) => self.nodes.append(chain, slot, at_end),
            None => {
                let mut chain = EMPTY;
                self.nodes.append(&mut chain, slot, at_end);
                self.chains.insert(key, chain);
            }
        }
    }

    /// Whether there are not too many clauses without a key for the index to pay.
    pub fn pays(&self) -> bool {
        self.open_count <= 64 + self.nodes.used / 2
    }

    /// Lets those who start pass the erased clauses at the start of the chain of one.
    pub fn pass(&mut self, clause: &Clause, is_erased: impl Fn(u32) -> bool) {
        let chain = match self.basis.key_of(clause) {
            Key::ANY => Some(&mut self.open),
            key => self.chains.get_mut(key),
        };
        if let Some(chain) = chain {
            self.nodes.pass(chain, is_erased);
        }
    }

    /// Takes a clause out of its chain, if that takes little time; whether it is in none
    /// then.
    pub fn remove(&mut self, slot: u32, clause: &Clause) -> bool {
        let key = self.basis.key_of(clause);
        if key == Key::ANY {
            let found = self.nodes.remove(&mut self.open, slot);
            self.open_count -= usize::from(found == Some(true));
            return found.is_some();
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

    /// Takes out the slots that are gone.
    pub fn sweep(&mut self, is_gone: impl Fn(u32) -> bool, is_erased: impl Fn(u32) -> bool) {
        let nodes = &mut self.nodes;
        let before = nodes.used;
        nodes.unlink(&mut self.open, &is_gone, &is_erased);
        self.open_count -= before - nodes.used;
        self.chains.retain(|chain| {
            nodes.unlink(chain, &is_gone, &is_erased);
            chain.0 != END
        });
    }

    /// The first node of the clauses with this key, and of those without one.
    #[inline]
    pub fn start(&self, key: Key) -> (u32, u32) {
        let keyed = self.chains.get(key).unwrap_or(EMPTY);
        (self.nodes.first(keyed), self.nodes.first(self.open))
    }

    /// Whether there are more than so many nodes from two on.
    pub fn has_more(&self, (keyed, open): (u32, u32), most: usize) -> bool {
        let (mut at, mut rest) = (keyed, open);
        for _ in 0..=most {
            if at == END {
                at = std::mem::replace(&mut rest, END);
            }
            if at == END {
                return false;
            }
            at = self.node(at).1;
        }
        true
    }

    /// The slot of a node, and the next node.
    #[inline(always)]
    pub fn node(&self, at: u32) -> (u32, u32) {
        self.nodes.get(at)
    }
}
