//! Joining the clauses of a static predicate behind an index.

use std::sync::Arc;

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashSet};

use super::guard::tag_of;
use super::{CompileError, Context, clause_code, guard_code};
use crate::bytecode::code::{Address, Code, Entry};
use crate::bytecode::instr::{Instr, Op};
use crate::program::clause::{Clause, Key};
use crate::program::predicate::{KeySwitch, KeyTable, Linked, PredId};
use crate::program::probe::Place;
use crate::term::cell::Tag;

/// From how many facts on a predicate is not compiled but gone through like a
/// dynamic one, whose index and clauses are made for that.
const FACT_TABLE: usize = 64;

/// Links the clauses that the predicate has now.
pub fn link(id: PredId, context: &mut Context) -> Result<(), CompileError> {
    let generation = context.db.generation;
    let predicate = context.db.predicate(id);
    let arity = predicate.functor.arity();
    let slots = predicate.clauses.visible(generation);
    let clauses: Vec<Clause> = slots
        .iter()
        .map(|&slot| predicate.clauses.clause(slot).clone())
        .collect();
    let is_table =
        clauses.len() >= FACT_TABLE && clauses.iter().all(|clause| clause.body().is_none());
    let linked = if is_table {
        table(id, arity)
    } else {
        let module = std::mem::replace(&mut context.module, predicate.module);
        let own = context.own.replace(id);
        let linked = joined(clauses, arity, context);
        (context.module, context.own) = (module, own);
        linked?
    };
    context.db.set_linked(id, Some(Arc::new(linked)));
    Ok(())
}

/// The clauses joined behind an index.
fn joined(
    clauses: Vec<Clause>,
    arity: usize,
    context: &mut Context,
) -> Result<Linked, CompileError> {
    let last = clauses.len().saturating_sub(1);
    let alternatives = clauses
        .iter()
        .enumerate()
        .map(|(index, clause)| alternative(clause, index < last, context));
    let mut linker = Linker::new(alternatives.collect::<Result<_, _>>()?, arity);
    let start = linker.choose((0..clauses.len()).collect(), &[]);
    for index in linker.reached(start) {
        let code = clause_code(&clauses[index], context)?;
        linker.clauses[index].code = code.entry();
    }
    Ok(linker.link(start, clauses))
}

/// A clause, with the code for when others follow it if it can have one, otherwise with
/// its plain code.
fn alternative(
    clause: &Clause,
    is_followed: bool,
    context: &mut Context,
) -> Result<Alternative, CompileError> {
    let places = || Place::arguments(clause.head_arguments().1.min(SWITCHED));
    let guard = match is_followed {
        true => guard_code(clause, context)?,
        false => None,
    };
    let (code, tested) = match &guard {
        Some(guard) => (std::ptr::null(), guard.clone()),
        None => {
            let code = clause_code(clause, context)?;
            (code.entry(), code)
        }
    };
    let tags = |argument: usize| {
        let own = tested
            .tested()
            .filter(|&(tested, _)| usize::from(tested) == argument);
        own.fold(u8::MAX, |tags, (_, own)| tags & own)
    };
    Ok(Alternative {
        tags: places().map(|place| tags(place.argument())).collect(),
        keys: places()
            .map(|place| clause.key_at(place).coarse())
            .collect(),
        code,
        guard: guard.map(|code| code.entry()),
    })
}

/// The code of a predicate of many facts.
fn table(id: PredId, arity: usize) -> Linked {
    let words = [
        Instr::new(Op::Dynamic, arity as u8, 0, id.0),
        Instr::new(Op::Proceed, 0, 0, id.0),
    ];
    let code = Code::plain(&words.map(Instr::word));
    let entry = Entry::new(code.entry());
    Linked {
        entry,
        code,
        switched: Box::default(),
        values: Box::default(),
        clauses: Box::default(),
    }
}

/// A clause among those that are joined.
struct Alternative {
    /// What the arguments of the head that can be switched on are.
    keys: Vec<Key>,
    /// The tags that a value may have there, as bit maps.
    tags: Vec<u8>,
    /// Its plain code. One with a guard has none unless the index leads to it alone.
    code: Address,
    /// The code for when others follow it, if it starts with tests and a cut. Where no
    /// guard is running it does what the plain code does.
    guard: Option<Address>,
}

/// Where to go: to the code of a single clause, or to an offset into the index.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Target {
    Fail,
    Clause(usize),
    Offset(usize),
}

/// Up to so many values of one type are told apart one after the other. Unlike a
/// place in a table, the next instruction is then known as soon as the processor has
/// guessed the comparisons.
const FEW_VALUES: usize = 4;

/// A switch whose table waits until addresses are known.
struct Switch {
    at: usize,
    by_tag: [Target; 8],
}

/// A switch on values of one type that waits for its table.
struct ValueSwitch {
    at: usize,
    keys: Vec<(Key, Target)>,
    other: Target,
}

/// Only so many arguments are switched on.
const SWITCHED: usize = 8;

/// So many switches follow each other at most.
const MOST_SWITCHES: usize = 2;

/// So many entries the chains behind switches may have together, and for each
/// clause: clauses that match many keys are in the chain of each of them.
const MOST_ENTRIES: (usize, usize) = (1024, 64);

/// The clauses for each value of an argument.
struct Chains {
    /// For those that clauses name.
    by_key: IndexMap<Key, Vec<usize>, FxBuildHasher>,
    /// For all others, by their tag.
    open: [Vec<usize>; 8],
}

/// The tags of values.
const VALUE_TAGS: [Tag; 5] = [Tag::Lst, Tag::Str, Tag::Atm, Tag::Int, Tag::Box];

struct Linker {
    clauses: Vec<Alternative>,
    arity: usize,
    words: Vec<u64>,
    /// What has been made for these clauses, when these arguments have been switched on.
    made: IndexMap<(Vec<usize>, Vec<usize>), Target, FxBuildHasher>,
    switches: Vec<Switch>,
    value_switches: Vec<ValueSwitch>,
    switched: Vec<usize>,
    /// How many more entries chains may have.
    entries_left: usize,
    /// Words for the addresses of others, by offset.
    later: Vec<(usize, usize)>,
}

impl Linker {
    fn new(clauses: Vec<Alternative>, arity: usize) -> Linker {
        // The first word fails; it is where calls without a clause go.
        let words = vec![Instr::new(Op::Fail, 0, 0, 0).word()];
        let (entries, per_clause) = MOST_ENTRIES;
        Linker {
            entries_left: entries + per_clause * clauses.len(),
            clauses,
            arity,
            words,
            made: IndexMap::default(),
            switches: Vec::new(),
            value_switches: Vec::new(),
            switched: Vec::new(),
            later: Vec::new(),
        }
    }

    /// The clauses that the index leads to alone.
    fn reached(&self, start: Target) -> Vec<usize> {
        let by_tag = self.switches.iter().flat_map(|switch| switch.by_tag);
        let values = self.value_switches.iter().flat_map(|switch| {
            let keyed = switch.keys.iter().map(|&(_, target)| target);
            keyed.chain([switch.other])
        });
        let targets = by_tag.chain(values).chain([start]);
        let clauses = targets.filter_map(|target| match target {
            Target::Clause(index) => Some(index),
            _ => None,
        });
        clauses.collect()
    }

    /// Joins them; a call begins at `start`.
    fn link(self, start: Target, clauses: Vec<Clause>) -> Linked {
        let mut values = Vec::new();
        // The words do not move any more, so addresses in them are known.
        let code = Code::settled_at(&self.words, |words| self.settle(words, &mut values));
        let mut switched = self.switched;
        switched.sort_unstable();
        switched.dedup();
        Linked {
            entry: entry_at(code.entry(), &self.clauses, start),
            switched: switched
                .into_iter()
                .map(|argument| argument as u8)
                .collect(),
            code,
            values: values.into(),
            clauses: clauses.into(),
        }
    }

    /// Fills in the addresses, and makes the tables of values.
    #[expect(clippy::vec_box, reason = "the code holds the addresses of the tables")]
    fn settle(&self, words: &mut [u64], values: &mut Vec<Box<KeySwitch>>) {
        let base: Address = words.as_ptr().cast();
        let at = |target: Target| entry_at(base, &self.clauses, target);
        for &(word, offset) in &self.later {
            words[word] = base.wrapping_add(offset) as u64;
        }
        for ValueSwitch {
            at: word,
            keys,
            other,
        } in &self.value_switches
        {
            if keys.len() <= FEW_VALUES {
                let pairs = keys
                    .iter()
                    .flat_map(|&(key, to)| [key.0, at(to).address() as u64]);
                let other = at(*other).address() as u64;
                for (index, raw) in pairs.chain([other]).enumerate() {
                    words[word + 1 + index] = raw;
                }
                continue;
            }
            let entries: Vec<_> = keys.iter().map(|&(key, to)| (key, at(to))).collect();
            let table = Box::new(KeySwitch {
                keys: KeyTable::new(&entries),
                other: at(*other),
            });
            words[word + 1] = (&raw const *table) as u64;
            values.push(table);
        }
        for Switch { at: word, by_tag } in &self.switches {
            for (tag, &target) in by_tag.iter().enumerate() {
                words[word + 1 + tag] = at(target).address() as u64;
            }
        }
    }

    /// The choice among these clauses when some arguments have been switched on.
    fn choose(&mut self, clauses: Vec<usize>, switched: &[usize]) -> Target {
        match clauses[..] {
            [] => return Target::Fail,
            [single] => return Target::Clause(single),
            _ => {}
        }
        let known = (clauses, switched.to_vec());
        if let Some(&target) = self.made.get(&known) {
            return target;
        }
        let target = match self.argument_to_switch(&known.0, switched) {
            Some(argument) => self.switch(argument, &known.0, switched),
            None => self.chain(&known.0),
        };
        self.made.insert(known, target);
        target
    }

    /// The next argument that tells the clauses apart, the first one above all.
    fn argument_to_switch(&self, clauses: &[usize], switched: &[usize]) -> Option<usize> {
        if switched.len() == MOST_SWITCHES {
            return None;
        }
        let arguments = self.clauses[clauses[0]].keys.len();
        (0..arguments).find(|argument| {
            !switched.contains(argument)
                && self.divides(*argument, clauses, switched.is_empty())
                && self.entries(*argument, clauses) <= self.entries_left
        })
    }

    /// How many entries the chains of a switch have together.
    fn entries(&self, argument: usize, clauses: &[usize]) -> usize {
        let mut keys = FxHashSet::default();
        let (mut open, mut entries) = (0, 0);
        for &index in clauses {
            match self.clauses[index].keys[argument] {
                Key::ANY => {
                    open += 1;
                    entries += keys.len() + 1;
                }
                key if keys.insert(key) => entries += open + 1,
                _ => entries += 1,
            }
        }
        entries
    }

    /// Whether an argument is something in a clause. Behind another switch there must
    /// be calls with this argument that more than one but not all clauses can match.
    fn divides(&self, argument: usize, clauses: &[usize], is_first: bool) -> bool {
        let what = |clause: &Alternative| (clause.keys[argument], clause.tags[argument]);
        let mut kinds = clauses.iter().map(|&index| what(&self.clauses[index]));
        let any = (Key::ANY, u8::MAX);
        let first = kinds.next().unwrap_or(any);
        if is_first {
            first != any || kinds.any(|kind| kind != any)
        } else {
            kinds.any(|kind| kind != first)
        }
    }

    fn switch(&mut self, argument: usize, clauses: &[usize], switched: &[usize]) -> Target {
        let at = self.words.len();
        self.words
            .push(Instr::new(Op::Switch, argument as u8, 0, 0).word());
        self.words.extend([0; 8]);
        let mut switched = switched.to_vec();
        switched.push(argument);
        let Chains { by_key, open } = self.chains(argument, clauses);
        let entries: usize = by_key.values().map(Vec::len).sum();
        self.entries_left = self.entries_left.saturating_sub(entries);
        let mut by_tag = open.map(|chain| self.choose(chain, &switched));
        let mut values: [Vec<(Key, Target)>; 8] = Default::default();
        for (key, chain) in by_key {
            let target = self.choose(chain, &switched);
            let tag = tag_of(key) as usize;
            match key {
                Key::LIST | Key::BOXED => by_tag[tag] = target,
                _ => values[tag].push((key, target)),
            }
        }
        for (tag, values) in values.into_iter().enumerate() {
            by_tag[tag] = self.value_switch(argument, values, by_tag[tag]);
        }
        self.switches.push(Switch { at, by_tag });
        self.switched.push(argument);
        Target::Offset(at)
    }

    /// Where values of one type go. A value that alone has a clause goes there with
    /// all others, which the clause tells from it, if no clause is for them.
    fn value_switch(&mut self, argument: usize, keys: Vec<(Key, Target)>, other: Target) -> Target {
        match (&keys[..], other) {
            ([], _) => return other,
            (&[(_, target @ Target::Clause(_))], Target::Fail) => return target,
            _ => {}
        }
        let at = self.words.len();
        let is_few = keys.len() <= FEW_VALUES;
        let op = match (tag_of(keys[0].0), is_few) {
            (Tag::Str, true) => Op::SwitchFunctor,
            (Tag::Str, false) => Op::SwitchManyFunctors,
            (_, true) => Op::SwitchValue,
            (_, false) => Op::SwitchManyValues,
        };
        let raw = match is_few {
            true => 2 * keys.len() + 1,
            false => 1,
        };
        self.words
            .push(Instr::new(op, argument as u8, raw as u16, 0).word());
        self.words.extend(std::iter::repeat_n(0, raw));
        self.value_switches.push(ValueSwitch { at, keys, other });
        Target::Offset(at)
    }

    /// The clauses that calls with this or that in an argument can match.
    fn chains(&self, argument: usize, clauses: &[usize]) -> Chains {
        let mut by_key: IndexMap<Key, Vec<usize>, FxBuildHasher> = IndexMap::default();
        let mut open: [Vec<usize>; 8] = Default::default();
        // A call with a variable there can match all clauses that do not ask for a value.
        for &index in clauses {
            let clause = &self.clauses[index];
            let (key, tags) = (clause.keys[argument], clause.tags[argument]);
            let admits = |tag: usize| tags & 1 << tag != 0;
            for variable in [Tag::Ref as usize, Tag::Att as usize] {
                if key != Key::ANY || admits(variable) {
                    open[variable].push(index);
                }
            }
            if key != Key::ANY {
                let start = || open[tag_of(key) as usize].clone();
                by_key.entry(key).or_insert_with(start).push(index);
                continue;
            }
            for tag in VALUE_TAGS.map(|tag| tag as usize) {
                if admits(tag) {
                    open[tag].push(index);
                }
            }
            for (&key, chain) in &mut by_key {
                if admits(tag_of(key) as usize) {
                    chain.push(index);
                }
            }
        }
        Chains { by_key, open }
    }

    /// The clauses one after the other, those with guards at the start without a
    /// choice point.
    fn chain(&mut self, clauses: &[usize]) -> Target {
        let is_guarded = |&&clause: &&usize| self.clauses[clause].guard.is_some();
        let guarded = clauses[..clauses.len() - 1].iter().take_while(is_guarded);
        let guarded = guarded.count();
        if guarded == 0 {
            let offset = self.words.len();
            self.push_chain(Op::Try, clauses);
            return Target::Offset(offset);
        }
        let resumed = self.words.len();
        self.push_chain(Op::Retry, &clauses[1..]);
        let offset = self.words.len();
        for (position, &clause) in clauses[..guarded].iter().enumerate() {
            let code = self.clauses[clause].guard;
            self.push(Op::TryGuard, code.unwrap_or(std::ptr::null()));
            let at = self.words.len();
            self.later.push((at, resumed + 2 * position));
            self.later.push((at + 1, at + 2));
            self.words.extend([0, 0]);
        }
        match clauses[guarded..] {
            [last] => {
                // The last guard that fails goes right to the clause.
                self.later.pop();
                *self.words.last_mut().expect("a guard was pushed") = self.in_chain(last) as u64;
            }
            _ => self.push_chain(Op::Try, &clauses[guarded..]),
        }
        Target::Offset(offset)
    }

    /// A chain whose first instruction is `first`, unless there is but one clause.
    fn push_chain(&mut self, first: Op, clauses: &[usize]) {
        let last = clauses.len() - 1;
        for (position, &clause) in clauses.iter().enumerate() {
            let op = match position {
                _ if position == last => Op::Trust,
                0 => first,
                _ => Op::Retry,
            };
            self.push(op, self.in_chain(clause));
        }
    }

    /// The code of a clause among others.
    fn in_chain(&self, clause: usize) -> Address {
        let clause = &self.clauses[clause];
        clause.guard.unwrap_or(clause.code)
    }

    fn push(&mut self, op: Op, code: Address) {
        self.words
            .push(Instr::new(op, self.arity as u8, 0, 0).word());
        self.words.push(code as u64);
    }
}

fn entry_at(base: Address, clauses: &[Alternative], target: Target) -> Entry {
    Entry::new(match target {
        Target::Fail => base,
        Target::Clause(index) => clauses[index].code,
        Target::Offset(offset) => base.wrapping_add(offset),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::cell::Cell;

    fn alternative(keys: [Key; 2]) -> Alternative {
        Alternative {
            keys: keys.to_vec(),
            tags: vec![u8::MAX; 2],
            code: std::ptr::null(),
            guard: None,
        }
    }

    #[test]
    fn clauses_that_match_many_keys_do_not_multiply() {
        let clauses: Vec<Alternative> = (0..1000)
            .flat_map(|number| {
                let key = Key(Cell::small(number).0);
                [[key, Key::ANY], [Key::ANY, key], [Key::ANY, Key::ANY]]
            })
            .map(alternative)
            .collect();
        let count = clauses.len();
        let mut linker = Linker::new(clauses, 2);
        linker.choose((0..count).collect(), &[]);
        let (entries, per_clause) = MOST_ENTRIES;
        assert!(linker.words.len() <= 4 * (entries + per_clause * count));
    }
}
