//! Predicates and their clause lists.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::builtin::{BuiltinInfo, MetaArg};
use super::clause::{Clause, Key};
use crate::atom::Atom;
use crate::bytecode::code::{Code, Entry};
use crate::bytecode::instr::{Instr, Op};
use crate::term::cell::Functor;

/// The number of a predicate in its database.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct PredId(pub u32);

/// What a predicate is made of.
#[derive(Clone, Debug)]
pub enum Definition {
    /// Nothing is known but the name.
    Undefined,
    /// Clauses.
    Clauses,
    /// The predicate of another module.
    Import(PredId),
    /// A function in Rust.
    Builtin(BuiltinInfo),
    /// Code of the machine itself, such as `call/N`.
    Control,
}

/// Properties that directives give.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Traits {
    /// Declared or made dynamic.
    pub dynamic: bool,
    /// Its clauses may stand in several files.
    pub multifile: bool,
    /// Its clauses need not stand together.
    pub discontiguous: bool,
    /// Part of the system: not redefined, not shown.
    pub system: bool,
    /// Its frames do not appear in backtraces.
    pub hidden: bool,
    /// Users may neither redefine nor look into it.
    pub locked: bool,
    /// Defined, even with no clause left.
    pub defined: bool,
}

/// A predicate of a module.
#[derive(Clone, Debug)]
pub struct Predicate {
    /// Its module.
    pub module: Atom,
    /// Its name and arity.
    pub functor: Functor,
    /// What it is made of.
    pub definition: Definition,
    /// Its properties.
    pub traits: Traits,
    /// Which arguments are goals, if declared.
    pub meta: Option<Arc<[MetaArg]>>,
    /// The file that defines it, or the first of them.
    pub file: Option<Atom>,
    /// Its clauses.
    pub clauses: ClauseList,
    /// The code of a static predicate whose clauses have been linked.
    pub linked: Option<Arc<Linked>>,
    /// What runs when it is called and is not linked.
    pub stub: Arc<Code>,
}

/// The index and chains of a static predicate, and what they refer to.
#[derive(Debug)]
pub struct Linked {
    /// Where a call starts.
    pub entry: Entry,
    /// Index and chains.
    pub code: Code,
    /// The switch tables that the code refers to.
    pub tables: Vec<Box<SwitchTable>>,
    /// The code of the clauses, kept alive.
    pub clauses: Vec<Arc<Clause>>,
}

/// Where to go by the type and value of the first argument.
#[derive(Debug)]
pub struct SwitchTable {
    /// For an unbound argument.
    pub var: Entry,
    /// For a list cell.
    pub list: Entry,
    /// For a boxed value.
    pub boxed: Entry,
    /// For atoms, integers and functors without an entry of their own.
    pub other: Entry,
    /// For atoms, integers and functors, by their key.
    pub keys: KeyTable,
}

/// A small open-addressing table from keys to addresses.
#[derive(Debug, Default)]
pub struct KeyTable {
    slots: Vec<(u64, Option<Entry>)>,
}

impl KeyTable {
    /// A table of these entries, whose keys differ.
    pub fn new(entries: &[(Key, Entry)]) -> KeyTable {
        if entries.is_empty() {
            return KeyTable::default();
        }
        let size = (entries.len() * 2).next_power_of_two();
        let mut table = KeyTable {
            slots: vec![(0, None); size],
        };
        for &(key, entry) in entries {
            let mut at = table.start(key.0);
            while table.slots[at].1.is_some() {
                at = (at + 1) & (size - 1);
            }
            table.slots[at] = (key.0, Some(entry));
        }
        table
    }

    #[inline(always)]
    fn start(&self, key: u64) -> usize {
        let hash = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (hash >> 32) as usize & (self.slots.len() - 1)
    }

    /// The entry of `key`.
    #[inline(always)]
    pub fn get(&self, key: u64) -> Option<Entry> {
        if self.slots.is_empty() {
            return None;
        }
        let mut at = self.start(key);
        loop {
            let (found, entry) = self.slots[at];
            if found == key || entry.is_none() {
                return entry;
            }
            at = (at + 1) & (self.slots.len() - 1);
        }
    }
}

impl Predicate {
    /// A predicate of which nothing but the name is known.
    pub fn new(id: PredId, module: Atom, functor: Functor) -> Predicate {
        Predicate {
            module,
            functor,
            definition: Definition::Undefined,
            traits: Traits::default(),
            meta: None,
            file: None,
            clauses: ClauseList::default(),
            linked: None,
            stub: stub(
                Instr::new(Op::Undefined, functor.arity().min(255) as u8, 0, id.0),
                id,
            ),
        }
    }

    /// Whether it can be called without an error.
    pub fn is_defined(&self) -> bool {
        match self.definition {
            Definition::Undefined => self.traits.defined || self.traits.dynamic,
            Definition::Clauses => {
                self.traits.defined || self.traits.dynamic || self.clauses.live > 0
            }
            _ => true,
        }
    }
}

/// A block of one instruction, for the entry of a predicate.
/// A second word, never run, holds the predicate's own number.
pub fn stub(instr: Instr, own: PredId) -> Arc<Code> {
    Arc::new(Code::new(vec![
        instr.word(),
        Instr::new(Op::Proceed, 0, 0, own.0).word(),
    ]))
}

/// The position of a clause in its list. It stays the same until the list is compacted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Slot(pub u32);

/// No slot: the end of a chain.
pub const END: u32 = u32::MAX;

/// A clause in a list, and when it was there.
#[derive(Clone, Debug)]
pub struct Listed {
    /// The clause.
    pub clause: Arc<Clause>,
    /// The generation that added it.
    pub birth: u64,
    /// The generation that erased it, or the last of all.
    pub death: u64,
    next: u32,
}

/// The clauses of a predicate in order, with an index on the first argument.
///
/// Erased clauses stay in their chain until [`ClauseList::compact`], so that
/// goals that are running go on from where they are.
#[derive(Clone, Debug)]
pub struct ClauseList {
    slots: Vec<Listed>,
    head: u32,
    tail: u32,
    /// The number of clauses not erased.
    pub live: usize,
    /// The number of erased clauses still in the chain.
    pub erased: usize,
    index: Option<Arc<KeyIndex>>,
    /// Shared with those who go through the list outside of the machine.
    pin: Pin,
}

/// Holds off the compaction of a clause list while it is gone through.
#[derive(Debug, Default)]
pub struct Pin(Arc<()>);

impl Clone for Pin {
    /// A list of its own, which nobody is going through yet.
    fn clone(&self) -> Pin {
        Pin::default()
    }
}

impl Default for ClauseList {
    fn default() -> ClauseList {
        ClauseList {
            slots: Vec::new(),
            head: END,
            tail: END,
            live: 0,
            erased: 0,
            index: None,
            pin: Pin::default(),
        }
    }
}

/// Chains of the clauses that can match a key.
#[derive(Clone, Debug, Default)]
struct KeyIndex {
    nodes: Vec<(u32, u32)>,
    chains: FxHashMap<Key, (u32, u32)>,
    /// The clauses whose first argument is a variable, for keys without a chain.
    any: (u32, u32),
}

/// A place in a chain: the next candidate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cursor {
    at: u32,
    /// Whether `at` is a node of the index rather than a slot.
    indexed: bool,
}

impl Cursor {
    /// The cursor as a number of 60 bits, for a choice point.
    pub fn to_small(self) -> i64 {
        i64::from(self.at) << 1 | i64::from(self.indexed)
    }

    /// The cursor from its number.
    pub fn from_small(value: i64) -> Cursor {
        Cursor {
            at: (value >> 1) as u32,
            indexed: value & 1 == 1,
        }
    }
}

/// From how many clauses on a first-argument index is made.
const INDEXED_FROM: usize = 8;

impl ClauseList {
    /// Adds a clause behind (or before) the others.
    pub fn add(&mut self, clause: Arc<Clause>, birth: u64, at_end: bool) -> Slot {
        let slot = self.slots.len() as u32;
        let key = clause.key;
        self.slots.push(Listed {
            clause,
            birth,
            death: u64::MAX,
            next: END,
        });
        if self.head == END {
            (self.head, self.tail) = (slot, slot);
        } else if at_end {
            self.slots[self.tail as usize].next = slot;
            self.tail = slot;
        } else {
            self.slots[slot as usize].next = self.head;
            self.head = slot;
        }
        self.live += 1;
        if let Some(index) = &mut self.index {
            Arc::make_mut(index).add(slot, key, at_end);
        }
        Slot(slot)
    }

    /// The clause in a slot.
    pub fn get(&self, slot: Slot) -> &Listed {
        &self.slots[slot.0 as usize]
    }

    /// Erases the clause in `slot` as of generation `death`; false if it is erased already.
    pub fn erase(&mut self, slot: Slot, death: u64) -> bool {
        let listed = &mut self.slots[slot.0 as usize];
        if listed.death != u64::MAX {
            return false;
        }
        listed.death = death;
        self.live -= 1;
        self.erased += 1;
        true
    }

    /// Where to look for clauses that can match `key`.
    pub fn start(&mut self, key: Key) -> Cursor {
        if key == Key::ANY || self.slots.len() < INDEXED_FROM {
            return Cursor {
                at: self.head,
                indexed: false,
            };
        }
        if self.index.is_none() {
            self.index = Some(Arc::new(self.build_index()));
        }
        let index = self.index.as_ref().expect("it was made above");
        let chain = index.chains.get(&key).unwrap_or(&index.any);
        Cursor {
            at: chain.0,
            indexed: true,
        }
    }

    fn build_index(&self) -> KeyIndex {
        let mut index = KeyIndex {
            any: (END, END),
            ..KeyIndex::default()
        };
        let mut at = self.head;
        while at != END {
            let listed = &self.slots[at as usize];
            if listed.death == u64::MAX {
                index.add(at, listed.clause.key, true);
            }
            at = listed.next;
        }
        index
    }

    /// The next clause from `cursor` on that is visible in `generation` and can match `key`.
    pub fn next(&self, cursor: &mut Cursor, key: Key, generation: u64) -> Option<Slot> {
        while cursor.at != END {
            let slot = if cursor.indexed {
                let index = self.index.as_ref()?;
                let (slot, next) = index.nodes[cursor.at as usize];
                cursor.at = next;
                slot
            } else {
                let slot = cursor.at;
                cursor.at = self.slots[slot as usize].next;
                slot
            };
            let listed = &self.slots[slot as usize];
            let visible = listed.birth <= generation && generation < listed.death;
            if visible && listed.clause.key.matches(key) {
                return Some(Slot(slot));
            }
        }
        None
    }

    /// The slots in order that are visible in `generation`.
    pub fn visible(&self, generation: u64) -> Vec<Slot> {
        let mut cursor = Cursor {
            at: self.head,
            indexed: false,
        };
        let mut slots = Vec::new();
        while let Some(slot) = self.next(&mut cursor, Key::ANY, generation) {
            slots.push(slot);
        }
        slots
    }

    /// A pin that holds off compaction until it is dropped.
    pub fn pin(&self) -> Pin {
        Pin(self.pin.0.clone())
    }

    /// Whether somebody is going through the list.
    pub fn is_pinned(&self) -> bool {
        Arc::strong_count(&self.pin.0) > 1
    }

    /// Drops the erased clauses and gives them back; slots change. Only for a
    /// predicate that no goal is running.
    pub fn compact(&mut self) -> Vec<Arc<Clause>> {
        let old = std::mem::take(self);
        let mut erased = Vec::new();
        let mut at = old.head;
        while at != END {
            let listed = &old.slots[at as usize];
            at = listed.next;
            if listed.death == u64::MAX {
                self.add(listed.clause.clone(), listed.birth, true);
            } else {
                erased.push(listed.clause.clone());
            }
        }
        erased
    }
}

impl KeyIndex {
    fn add(&mut self, slot: u32, key: Key, at_end: bool) {
        if key == Key::ANY {
            let keys: Vec<Key> = self.chains.keys().copied().collect();
            for key in keys {
                self.link(Some(key), slot, at_end);
            }
            self.link(None, slot, at_end);
            return;
        }
        if !self.chains.contains_key(&key) {
            let copy = self.copy_any();
            self.chains.insert(key, copy);
        }
        self.link(Some(key), slot, at_end);
    }

    /// A copy of the chain of clauses that match everything.
    fn copy_any(&mut self) -> (u32, u32) {
        let (mut at, mut chain) = (self.any.0, (END, END));
        while at != END {
            let (slot, next) = self.nodes[at as usize];
            self.append(&mut chain, slot, true);
            at = next;
        }
        chain
    }

    fn link(&mut self, key: Option<Key>, slot: u32, at_end: bool) {
        let mut chain = match key {
            Some(key) => self.chains[&key],
            None => self.any,
        };
        self.append(&mut chain, slot, at_end);
        match key {
            Some(key) => {
                self.chains.insert(key, chain);
            }
            None => self.any = chain,
        }
    }

    fn append(&mut self, chain: &mut (u32, u32), slot: u32, at_end: bool) {
        let node = self.nodes.len() as u32;
        self.nodes.push((slot, END));
        if chain.0 == END {
            *chain = (node, node);
        } else if at_end {
            self.nodes[chain.1 as usize].1 = node;
            chain.1 = node;
        } else {
            self.nodes[node as usize].1 = chain.0;
            chain.0 = node;
        }
    }
}
