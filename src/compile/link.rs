//! Joining the clauses of a static predicate behind an index.

use std::sync::Arc;

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use super::{CompileError, Context, clause_code};
use crate::atom::Atom;
use crate::bytecode::code::{Address, Code, Entry};
use crate::bytecode::instr::{Instr, Op};
use crate::program::clause::{Clause, Key};
use crate::program::predicate::{KeyTable, Linked, PredId, SwitchTable};

/// From how many facts on a predicate is not compiled but gone through like a
/// dynamic one, whose index and clauses are made for that.
const FACT_TABLE: usize = 64;

/// Links the clauses that the predicate has now.
pub fn link(id: PredId, context: &mut Context) -> Result<(), CompileError> {
    let generation = context.db.generation;
    let predicate = context.db.predicate(id);
    let arity = predicate.functor.arity();
    let slots = predicate.clauses.visible(generation);
    let clauses: Vec<Arc<Clause>> = slots
        .iter()
        .map(|&slot| predicate.clauses.get(slot).clause.clone())
        .collect();
    let is_table =
        clauses.len() >= FACT_TABLE && clauses.iter().all(|clause| clause.body().is_none());
    let linked = if is_table {
        table(id, arity)
    } else {
        let codes = compiled(&clauses, predicate.module, context)?;
        Linker::new(codes, arity).link(clauses)
    };
    context.db.set_linked(id, Some(Arc::new(linked)));
    Ok(())
}

/// The keys and code of clauses.
fn compiled(
    clauses: &[Arc<Clause>],
    module: Atom,
    context: &mut Context,
) -> Result<Vec<(Key, Address)>, CompileError> {
    let outer = std::mem::replace(&mut context.module, module);
    let codes = clauses
        .iter()
        .map(|clause| Ok((clause.key, clause_code(clause, context)?.entry())))
        .collect();
    context.module = outer;
    codes
}

/// The code of a predicate of many facts.
fn table(id: PredId, arity: usize) -> Linked {
    let words = [
        Instr::new(Op::Dynamic, arity as u8, 0, id.0),
        Instr::new(Op::Proceed, 0, 0, id.0),
    ];
    let code = Code::new(words.map(Instr::word).to_vec());
    let entry = Entry::new(code.entry());
    Linked {
        entry,
        code,
        tables: Vec::new(),
        clauses: Vec::new(),
    }
}

/// The place of a chain: the code of a single clause, or an offset into the index.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Target {
    Fail,
    Clause(usize),
    Chain(usize),
}

struct Linker {
    clauses: Vec<(Key, Address)>,
    arity: usize,
    words: Vec<u64>,
    chains: IndexMap<Vec<usize>, usize, FxBuildHasher>,
}

impl Linker {
    fn new(clauses: Vec<(Key, Address)>, arity: usize) -> Linker {
        // The first word fails; it is where calls without a clause go.
        let words = vec![Instr::new(Op::Fail, 0, 0, 0).word()];
        Linker {
            clauses,
            arity,
            words,
            chains: IndexMap::default(),
        }
    }

    fn link(mut self, clauses: Vec<Arc<Clause>>) -> Linked {
        let all: Vec<usize> = (0..self.clauses.len()).collect();
        let indexed =
            self.clauses.len() > 1 && self.clauses.iter().any(|(key, _)| *key != Key::ANY);
        if !indexed {
            let target = self.chain(all);
            let code = Code::new(self.words);
            let entry = address(&code, &self.clauses, target);
            return Linked {
                entry,
                code,
                tables: Vec::new(),
                clauses,
            };
        }
        let var = self.chain(all);
        let list = self.chain_of(Key::LIST);
        let boxed = self.chain_of(Key::BOXED);
        let other = self.chain_matching(|key| key == Key::ANY);
        let mut keys: IndexMap<Key, Target, FxBuildHasher> = IndexMap::default();
        for (key, chain) in self.keyed_chains() {
            let target = self.chain(chain);
            keys.insert(key, target);
        }
        let switch = self.words.len();
        self.words
            .extend([Instr::new(Op::Switch, 0, 0, 0).word(), 0]);
        self.finish(switch, [var, list, boxed, other], keys, clauses)
    }

    fn finish(
        self,
        switch: usize,
        targets: [Target; 4],
        keys: IndexMap<Key, Target, FxBuildHasher>,
        clauses: Vec<Arc<Clause>>,
    ) -> Linked {
        // The words do not move any more, so addresses in them are known.
        let mut words = self.words.into_boxed_slice();
        let base: Address = words.as_ptr().cast();
        let at = |target: Target| entry_at(base, &self.clauses, target);
        let entries: Vec<(Key, Entry)> = keys
            .iter()
            .map(|(&key, &target)| (key, at(target)))
            .collect();
        let [var, list, boxed, other] = targets.map(at);
        let table = Box::new(SwitchTable {
            var,
            list,
            boxed,
            other,
            keys: KeyTable::new(&entries),
        });
        words[switch + 1] = (&raw const *table) as u64;
        let code = Code::from_boxed(words);
        let entry = Entry::new(code.address(switch));
        Linked {
            entry,
            code,
            tables: vec![table],
            clauses,
        }
    }

    /// For each atom, integer and functor among the keys, the clauses that can match it.
    fn keyed_chains(&self) -> IndexMap<Key, Vec<usize>, FxBuildHasher> {
        let mut chains: IndexMap<Key, Vec<usize>, FxBuildHasher> = IndexMap::default();
        let mut any = Vec::new();
        for (index, &(key, _)) in self.clauses.iter().enumerate() {
            match key {
                Key::ANY => {
                    any.push(index);
                    chains.values_mut().for_each(|chain| chain.push(index));
                }
                Key::LIST | Key::BOXED => {}
                _ => chains.entry(key).or_insert_with(|| any.clone()).push(index),
            }
        }
        chains
    }

    fn chain_of(&mut self, key: Key) -> Target {
        self.chain_matching(|other| other.matches(key))
    }

    fn chain_matching(&mut self, matches: impl Fn(Key) -> bool) -> Target {
        let clauses = (0..self.clauses.len())
            .filter(|&index| matches(self.clauses[index].0))
            .collect();
        self.chain(clauses)
    }

    /// The chain of these clauses, made once.
    fn chain(&mut self, clauses: Vec<usize>) -> Target {
        match clauses[..] {
            [] => return Target::Fail,
            [single] => return Target::Clause(single),
            _ => {}
        }
        if let Some(&offset) = self.chains.get(&clauses) {
            return Target::Chain(offset);
        }
        let offset = self.words.len();
        let last = clauses.len() - 1;
        for (position, &clause) in clauses.iter().enumerate() {
            let op = match position {
                0 => Op::Try,
                _ if position == last => Op::Trust,
                _ => Op::Retry,
            };
            self.words
                .push(Instr::new(op, self.arity as u8, 0, 0).word());
            self.words.push(self.clauses[clause].1 as u64);
        }
        self.chains.insert(clauses, offset);
        Target::Chain(offset)
    }
}

fn address(code: &Code, clauses: &[(Key, Address)], target: Target) -> Entry {
    entry_at(code.entry(), clauses, target)
}

fn entry_at(base: Address, clauses: &[(Key, Address)], target: Target) -> Entry {
    Entry::new(match target {
        Target::Fail => base,
        Target::Clause(index) => clauses[index].1,
        Target::Chain(offset) => base.wrapping_add(offset),
    })
}
