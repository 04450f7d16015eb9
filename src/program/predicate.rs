//! Predicates.

use std::sync::Arc;

use super::builtin::{BuiltinInfo, MetaArg};
use super::clause::{Clause, Key};
use super::clause_list::ClauseList;
use super::index::Basis;
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
    /// The host has closed it: nothing that is loaded or run may change it.
    pub sealed: bool,
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
    pub stub: Code,
}

/// The index and chains of a static predicate, and what they refer to.
#[derive(Debug)]
pub struct Linked {
    /// Where a call starts.
    pub entry: Entry,
    /// Index and chains.
    pub code: Code,
    /// The arguments that the code switches on.
    pub switched: Box<[u8]>,
    /// The tables of values that the code refers to.
    pub values: Box<[Box<KeySwitch>]>,
    /// The code of the clauses, kept alive.
    pub clauses: Box<[Clause]>,
}

/// Where to go by the value of an atom, an integer or a functor, if there are many.
#[derive(Debug)]
pub struct KeySwitch {
    /// By the key.
    pub keys: KeyTable,
    /// For all others.
    pub other: Entry,
}

impl Linked {
    /// The bytes that it takes, the clauses not counted.
    pub fn bytes(&self) -> usize {
        let values = self.values.iter().map(|switch| switch.bytes());
        size_of::<Linked>()
            + self.code.bytes()
            + size_of_val(&*self.clauses)
            + values.sum::<usize>()
    }
}

impl KeySwitch {
    fn bytes(&self) -> usize {
        size_of::<KeySwitch>() + size_of_val(&*self.keys.slots)
    }

    /// Where to go for `key`.
    #[inline(always)]
    pub fn entry(&self, key: u64) -> Entry {
        self.keys.get(key).unwrap_or(self.other)
    }
}

/// A small open-addressing table from keys to addresses.
#[derive(Debug, Default)]
pub struct KeyTable {
    slots: Box<[(u64, Option<Entry>)]>,
}

impl KeyTable {
    /// A table of these entries, whose keys differ.
    pub fn new(entries: &[(Key, Entry)]) -> KeyTable {
        if entries.is_empty() {
            return KeyTable::default();
        }
        let size = (entries.len() * 2).next_power_of_two();
        let mut table = KeyTable {
            slots: vec![(0, None); size].into(),
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
    /// A predicate of which nothing but the name is known; calls run `instr`.
    pub fn new(id: PredId, module: Atom, functor: Functor, instr: Instr) -> Predicate {
        Predicate {
            module,
            functor,
            definition: Definition::Undefined,
            traits: Traits::default(),
            meta: None,
            file: None,
            clauses: ClauseList::default(),
            linked: None,
            stub: stub(instr, id),
        }
    }

    /// The bytes that it takes, with its clauses, their code and their indexes.
    pub fn bytes(&self) -> usize {
        let clauses = self.clauses.all().map(Clause::size).sum::<usize>();
        let linked = self.linked.as_ref().map_or(0, |linked| linked.bytes());
        size_of::<Predicate>() + self.stub.bytes() + linked + clauses + self.clauses.bytes()
    }

    /// What the indexes go by that calls have asked for.
    pub fn bases(&self) -> Vec<Basis> {
        let switched = self.linked.iter().flat_map(|linked| &linked.switched);
        let switched = switched.map(|&argument| Basis::argument(argument.into()));
        switched.chain(self.clauses.bases()).collect()
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
pub fn stub(instr: Instr, own: PredId) -> Code {
    Code::plain(&[instr.word(), Instr::new(Op::Proceed, 0, 0, own.0).word()])
}
