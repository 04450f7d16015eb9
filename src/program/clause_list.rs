//! The clauses of a predicate, in order.

use std::sync::Arc;

use self::walk::Cursor;
use super::assess::Assessment;
use super::clause::{Clause, Key};
use super::index::{Basis, KeyIndex};
use super::probe::Place;
use super::visits::{Pin, Pins, Tally, Walked};
use crate::term::pages;

pub mod walk;

/// The position of a clause in its list. It stays the same as long as the clause is there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Slot(pub u32);

/// No slot: the end of a chain.
pub const END: u32 = u32::MAX;

/// A clause in a list, and when it was there.
#[derive(Clone, Debug)]
struct Listed {
    /// The clause; nothing in a slot that is free.
    clause: Option<Clause>,
    /// The generation that added it, which no two clauses of a database share, and
    /// [`IN_FRONT`] if it was added before the others.
    born: u64,
    /// The generation that erased it, or the last of all.
    death: u64,
    next: u32,
    before: u32,
}

impl Listed {
    fn clause(&self) -> &Clause {
        self.clause.as_ref().expect("no chain leads to a free slot")
    }

    fn birth(&self) -> u64 {
        self.born & !IN_FRONT
    }

    fn is_erased(&self) -> bool {
        self.death != u64::MAX
    }

    #[inline(always)]
    fn is_visible(&self, generation: u64) -> bool {
        self.birth() <= generation && generation < self.death
    }

    /// A number by which clauses that one goal sees are in order.
    fn rank(&self) -> i64 {
        match self.born & IN_FRONT {
            0 => self.born as i64,
            _ => -(self.birth() as i64),
        }
    }
}

/// The bit of generations that tells where a clause was added.
const IN_FRONT: u64 = 1 << 63;

/// One of so many first arguments is likely to be given in a call.
const LIKELY: usize = 2;

/// The clauses of a predicate in order, with the indexes that calls have asked for.
///
/// Erased clauses stay in their chains until [`ClauseList::sweep`] finds that no
/// goal that is running can see them.
#[derive(Clone, Debug)]
pub struct ClauseList {
    slots: Vec<Listed>,
    /// The first free slot.
    free: u32,
    head: u32,
    tail: u32,
    /// The first slot that a goal which starts now may have to look at; those before
    /// it are erased.
    front: u32,
    /// The number of clauses not erased.
    pub live: usize,
    /// The number of erased clauses still in the chain.
    pub erased: usize,
    /// How many erased clauses the last sweep had to leave.
    left: usize,
    /// How many erased clauses have been met in chains since the last sweep.
    met: Tally,
    /// How often the list has been spent since a sweep had nothing to leave.
    spent: u32,
    indexes: Vec<Arc<KeyIndex>>,
    assessment: Option<Arc<Assessment>>,
    /// How many clauses have been added since they were assessed.
    added: usize,
    /// How many times as many clauses as were assessed may be added before they are
    /// assessed again, as a power of two.
    trust: u32,
    /// How many clauses have been sorted out one by one in long walks.
    rejected: Tally,
    /// Whether calls look at a second index where one finds many clauses.
    is_choosy: bool,
    /// The generations seen by those who go through the list outside of choice points.
    pins: Pins,
    /// No choice point goes through the list as of a later generation.
    walked: Walked,
}

impl Default for ClauseList {
    fn default() -> ClauseList {
        ClauseList {
            slots: Vec::new(),
            free: END,
            head: END,
            tail: END,
            front: END,
            live: 0,
            erased: 0,
            left: 0,
            met: Tally::default(),
            spent: 0,
            indexes: Vec::new(),
            assessment: None,
            added: 0,
            trust: 0,
            rejected: Tally::default(),
            is_choosy: false,
            pins: Pins::default(),
            walked: Walked::default(),
        }
    }
}

/// Room for so many clauses is kept when there are none.
const KEPT: usize = 16;

/// From how many clauses on indexes are made.
const INDEXED_FROM: usize = 8;

/// No more indexes than this are made of one list.
const MOST_INDEXES: usize = 16;

/// The power of two by which assessments are trusted that have been found right so often.
const MOST_TRUST: u32 = 4;

impl ClauseList {
    /// Adds a clause behind (or before) the others.
    pub fn add(&mut self, clause: Clause, birth: u64, at_end: bool) -> Slot {
        let slot = match self.free {
            END => self.slots.len() as u32,
            free => free,
        };
        for index in &mut self.indexes {
            let index = Arc::make_mut(index);
            if index.frozen {
                continue;
            }
            index.add(slot, &clause, at_end);
            if !index.pays() {
                index.frozen = true;
                if let Some(assessment) = &mut self.assessment {
                    Arc::make_mut(assessment).forget(index.basis);
                }
            }
        }
        let listed = Listed {
            clause: Some(clause),
            born: if at_end { birth } else { birth | IN_FRONT },
            death: u64::MAX,
            next: END,
            before: END,
        };
        match self.slots.get_mut(slot as usize) {
            Some(place) => {
                self.free = place.next;
                *place = listed;
            }
            None => pages::push(&mut self.slots, listed),
        }
        self.link(slot, at_end);
        self.live += 1;
        self.added += 1;
        Slot(slot)
    }

    /// Puts a slot at the end, or before the first one that is not erased: goals that
    /// are at those before do not see it.
    fn link(&mut self, slot: u32, at_end: bool) {
        let next = if at_end { END } else { self.front };
        let before = match next {
            END => self.tail,
            next => self.slots[next as usize].before,
        };
        self.join(before, slot);
        self.join(slot, next);
        if self.front == next {
            self.front = slot;
        }
    }

    /// Makes two slots follow each other; either may be [`END`].
    fn join(&mut self, before: u32, next: u32) {
        match self.slots.get_mut(before as usize) {
            Some(listed) => listed.next = next,
            None => self.head = next,
        }
        match self.slots.get_mut(next as usize) {
            Some(listed) => listed.before = before,
            None => self.tail = before,
        }
    }

    /// The bytes that the list takes with its indexes, beside the clauses.
    pub fn bytes(&self) -> usize {
        let indexes = self.indexes.iter().map(|index| index.bytes());
        self.slots.capacity() * size_of::<Listed>() + indexes.sum::<usize>()
    }

    /// Gives back the room for clauses to come.
    pub fn fit(&mut self) {
        self.slots.shrink_to_fit();
    }

    /// All clauses, erased ones that have not been dropped included.
    pub fn all(&self) -> impl Iterator<Item = &Clause> {
        self.slots
            .iter()
            .filter_map(|listed| listed.clause.as_ref())
    }

    /// The clause in a slot that is in use.
    #[inline]
    pub fn clause(&self, slot: Slot) -> &Clause {
        self.slots[slot.0 as usize].clause()
    }

    /// The generation that added the clause in a slot, which no other clause shares.
    pub fn birth(&self, slot: Slot) -> u64 {
        self.slots[slot.0 as usize].birth()
    }

    /// Whether the clause in `slot` is the one of that birth and not erased.
    pub fn is_alive(&self, slot: Slot, birth: u64) -> bool {
        let listed = self.slots.get(slot.0 as usize);
        listed.is_some_and(|listed| {
            listed.birth() == birth && listed.death == u64::MAX && listed.clause.is_some()
        })
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
        if self.live == 0 {
            self.assessment = None;
        }
        while self.front != END && self.slots[self.front as usize].death != u64::MAX {
            self.front = self.slots[self.front as usize].next;
        }
        true
    }

    /// Whether choice points may see the clause in a slot, as far as that is known without
    /// looking for them.
    #[inline]
    pub fn may_be_walked(&self, slot: Slot) -> bool {
        self.walked.value() >= self.birth(slot)
    }

    /// Whether somebody goes through the list outside of choice points.
    #[inline]
    pub fn is_pinned(&mut self) -> bool {
        !self.pins.are_gone()
    }

    /// Notes that a choice point goes through the list as of a generation.
    #[inline(always)]
    pub fn note_walk(&self, generation: u64) {
        self.walked.note(generation);
    }

    /// Notes the last generation in which choice points go through the list, after a look
    /// at all of them.
    pub fn set_walked(&mut self, generation: u64) {
        self.walked = Walked::until(generation);
    }

    /// Drops an erased clause that nobody can see from the list at once. Nothing if an
    /// index would have to be searched for it: then it waits for a sweep.
    pub fn drop_erased(&mut self, slot: Slot) -> Option<Clause> {
        let Slot(at) = slot;
        let clause = self.clause(slot).clone();
        for index in &mut self.indexes {
            if !Arc::make_mut(index).remove(at, &clause) {
                return None;
            }
        }
        self.take_out(at);
        self.free_slot(at);
        self.erased -= 1;
        if self.head == END {
            self.forget_all();
        }
        Some(clause)
    }

    /// Lets those who start to go through the chains of an erased clause that stays pass
    /// it at once, if nothing but erased ones is before it.
    pub fn pass_erased(&mut self, slot: Slot) {
        let slots = &self.slots;
        let clause = slots[slot.0 as usize].clause();
        for index in &mut self.indexes {
            if !index.frozen {
                Arc::make_mut(index).pass(clause, |slot| slots[slot as usize].is_erased());
            }
        }
    }

    /// Takes a slot out of the chain.
    fn take_out(&mut self, slot: u32) {
        let Listed { next, before, .. } = self.slots[slot as usize];
        self.join(before, next);
    }

    /// Makes a slot one that can be used again; the clause that was there.
    fn free_slot(&mut self, slot: u32) -> Option<Clause> {
        let listed = &mut self.slots[slot as usize];
        listed.next = std::mem::replace(&mut self.free, slot);
        listed.clause.take()
    }

    /// Gives back what a list without clauses does not need, unless that is little.
    fn forget_all(&mut self) {
        self.front = END;
        if self.slots.capacity() > KEPT {
            (self.slots, self.free) = (Vec::new(), END);
        }
        self.indexes.clear();
        self.left = 0;
        self.met = Tally::default();
        (self.rejected, self.is_choosy) = (Tally::default(), false);
    }

    /// Erases all clauses as of generation `death`.
    pub fn erase_all(&mut self, death: u64) {
        for listed in &mut self.slots {
            listed.death = listed.death.min(death);
        }
        self.front = END;
        self.erased += self.live;
        self.live = 0;
        self.assessment = None;
    }

    /// As `start`, with what it needs.
    pub fn prepare(&mut self, arity: usize, key: &impl Fn(Place) -> Key) -> Cursor {
        if !self.is_prepared() {
            self.assess(arity);
        }
        loop {
            if let Some(cursor) = self.start(arity, key) {
                return cursor;
            }
            self.is_choosy |= self.asks_for_choice();
            let Some(basis) = self.lacking(key) else {
                continue;
            };
            match build(&self.slots, self.head, basis) {
                Some(index) if self.indexes.len() < MOST_INDEXES => {
                    self.indexes.push(Arc::new(index));
                }
                _ => {
                    let assessment = self.assessment.as_mut();
                    Arc::make_mut(assessment.expect("it was made above")).forget(basis);
                }
            }
        }
    }

    fn assess(&mut self, arity: usize) {
        let assessment = Assessment::new(self.living(), self.live, arity);
        let before = self.assessment.take();
        self.trust = match before.is_some_and(|before| before.agrees(&assessment)) {
            true => (self.trust + 1).min(MOST_TRUST),
            false => 0,
        };
        self.added = 0;
        self.assessment = Some(Arc::new(assessment));
    }

    /// Whether the clauses may be quite other ones than when they were assessed.
    fn is_stale(&self, assessment: &Assessment) -> bool {
        assessment.is_stale(self.live)
            || self.added > (assessment.count + INDEXED_FROM) << self.trust
    }

    /// Whether there are so many clauses that calls ask for indexes.
    pub fn is_long(&self) -> bool {
        self.live + self.erased >= INDEXED_FROM
    }

    /// Whether calls have asked for what they need.
    pub fn is_prepared(&self) -> bool {
        let assessment = self.assessment.as_ref();
        assessment.is_some_and(|assessment| !self.is_stale(assessment))
    }

    /// Makes what calls need in which no argument is given, or one of the first.
    pub fn prepare_likely(&mut self, arity: usize) {
        self.prepare(arity, &|_| Key::ANY);
        for place in Place::arguments(arity).take(LIKELY) {
            let mut keys = self.all().map(|clause| clause.key_at(place));
            let given = keys.find(|&key| key != Key::ANY);
            drop(keys);
            if let Some(given) = given {
                let key = |other: Place| if other == place { given } else { Key::ANY };
                self.prepare(arity, &key);
            }
        }
    }

    /// The clauses not erased, in order.
    fn living(&self) -> impl Iterator<Item = &Clause> {
        let at = |slot: u32| self.slots.get(slot as usize);
        let listed = std::iter::successors(at(self.head), move |listed| at(listed.next));
        let living = listed.filter(|listed| listed.death == u64::MAX);
        living.map(Listed::clause)
    }

    /// What the indexes in use go by.
    pub fn bases(&self) -> impl Iterator<Item = Basis> {
        let used = self.indexes.iter().filter(|index| !index.frozen);
        used.map(|index| index.basis)
    }

    /// The slots in order that are visible in `generation`.
    pub fn visible(&self, generation: u64) -> Vec<Slot> {
        let mut slots = Vec::new();
        let mut at = self.head;
        while at != END {
            let listed = &self.slots[at as usize];
            if listed.is_visible(generation) {
                slots.push(Slot(at));
            }
            at = listed.next;
        }
        slots
    }

    /// Says, until it is dropped, that the list is gone through as of a generation.
    pub fn pin(&mut self, generation: u64) -> Pin {
        self.pins.add(generation)
    }

    /// Whether so many clauses have been erased since the last sweep that another
    /// one pays, with `patience` more than the clauses themselves ask for, or whether
    /// those who looked for others have met as many as there are clauses.
    #[inline]
    pub fn is_sweep_due(&self, patience: usize) -> bool {
        self.erased > 8 + (self.live / 2).max(self.slots.len() / 8) + 2 * self.left + patience
            || self.met.value() > INDEXED_FROM + self.slots.len() + patience
    }

    /// Whether there are but erased clauses, and some more than are swept anyway.
    #[inline]
    pub fn is_spent(&self) -> bool {
        self.live == 0 && self.erased > 16
    }

    /// Whether a sweep of a spent list pays; the more seldom the more often it has not.
    pub fn is_spent_sweep_due(&mut self) -> bool {
        self.spent += 1;
        self.spent.is_power_of_two()
    }

    /// Drops the erased clauses that no goal of the generations `seen`, or of those
    /// pinned, can see; gives those back which have code, since that may be running.
    pub fn sweep(&mut self, mut seen: Vec<u64>) -> Vec<Clause> {
        seen.extend(self.pins.generations());
        seen.sort_unstable();
        let dead = |listed: &Listed| {
            let first = seen.partition_point(|&generation| generation < listed.birth());
            listed.death != u64::MAX && seen.get(first).is_none_or(|&next| next >= listed.death)
        };
        let gone: Vec<bool> = self
            .slots
            .iter()
            .map(|listed| listed.clause.is_some() && dead(listed))
            .collect();
        self.sweep_indexes(&gone, seen.is_empty());
        let erased = self.free_slots(&gone);
        self.left = self.erased;
        self.met = Tally::default();
        if self.left == 0 {
            self.spent = 0;
        }
        erased
    }

    fn sweep_indexes(&mut self, gone: &[bool], is_quiet: bool) {
        if is_quiet {
            let live = self.live;
            self.indexes.retain(|index| !index.frozen && live > 0);
        }
        let slots = &self.slots;
        for index in &mut self.indexes {
            let is_erased = |slot: u32| slots[slot as usize].is_erased();
            Arc::make_mut(index).sweep(|slot| gone[slot as usize], is_erased);
        }
    }

    fn free_slots(&mut self, gone: &[bool]) -> Vec<Clause> {
        let mut erased = Vec::new();
        for (at, _) in (0..).zip(gone).filter(|&(_, &is_gone)| is_gone) {
            self.take_out(at);
            let clause = self.free_slot(at);
            self.erased -= 1;
            erased.extend(clause.filter(|clause| clause.code().is_some()));
        }
        if self.head == END {
            self.forget_all();
        }
        erased
    }
}

/// The index on `basis` of the clauses not erased, if it pays.
fn build(slots: &[Listed], head: u32, basis: Basis) -> Option<KeyIndex> {
    let mut index = KeyIndex::new(basis);
    let mut at = head;
    while at != END {
        let listed = &slots[at as usize];
        if listed.death == u64::MAX {
            index.add(at, listed.clause(), true);
        }
        at = listed.next;
    }
    index.pays().then_some(index)
}

#[cfg(test)]
mod tests;
