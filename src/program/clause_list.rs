//! The clauses of a predicate, in order.

use std::sync::Arc;

use super::assess::{Assessment, Route};
use super::clause::{Clause, Key};
use super::index::{Basis, KeyIndex};
use super::probe::Place;

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

/// One of so many first arguments is likely to be given in a call.
const LIKELY: usize = 2;

/// The clauses of a predicate in order, with the indexes that calls have asked for.
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
    indexes: Vec<Arc<KeyIndex>>,
    assessment: Option<Arc<Assessment>>,
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
            indexes: Vec::new(),
            assessment: None,
            pin: Pin::default(),
        }
    }
}

/// A place in the list or in a chain: the next candidate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cursor {
    at: u32,
    /// One more than the number of the index whose node `at` is; 0 for a slot.
    index: u8,
    /// The place that sorts out candidates, or [`NO_FILTER`].
    filter: u8,
}

/// The filter of a cursor that has none.
const NO_FILTER: u8 = 255;

impl Cursor {
    /// The cursor as a number of 60 bits, for a choice point.
    pub fn to_small(self) -> i64 {
        i64::from(self.at) | i64::from(self.index) << 32 | i64::from(self.filter) << 40
    }

    /// The cursor from its number.
    pub fn from_small(value: i64) -> Cursor {
        Cursor {
            at: value as u32,
            index: (value >> 32) as u8,
            filter: (value >> 40) as u8,
        }
    }
}

/// From how many clauses on indexes are made.
const INDEXED_FROM: usize = 8;

/// No more indexes than this are made of one list.
const MOST_INDEXES: usize = 16;

/// In shorter lists one of so many arguments sorts out candidates beside the first.
const FILTERED: usize = 4;

impl ClauseList {
    /// Adds a clause behind (or before) the others.
    pub fn add(&mut self, clause: Arc<Clause>, birth: u64, at_end: bool) -> Slot {
        let slot = self.slots.len() as u32;
        for index in &mut self.indexes {
            let index = Arc::make_mut(index);
            if !index.frozen && !index.add(slot, &clause, at_end) {
                index.frozen = true;
                if let Some(assessment) = &mut self.assessment {
                    Arc::make_mut(assessment).forget(index.basis);
                }
            }
        }
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
        Slot(slot)
    }

    /// All clauses, erased ones that have not been dropped included.
    pub fn all(&self) -> impl Iterator<Item = &Clause> {
        self.slots.iter().map(|listed| &*listed.clause)
    }

    /// The clause in a slot.
    pub fn get(&self, slot: Slot) -> &Listed {
        &self.slots[slot.0 as usize]
    }

    /// Whether a clause stands in `slot` and is visible in `generation`.
    pub fn holds(&self, slot: Slot, clause: &Arc<Clause>, generation: u64) -> bool {
        self.slots.get(slot.0 as usize).is_some_and(|listed| {
            listed.birth <= generation
                && generation < listed.death
                && Arc::ptr_eq(&listed.clause, clause)
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
        true
    }

    /// Erases all clauses as of generation `death`.
    pub fn erase_all(&mut self, death: u64) {
        for listed in &mut self.slots {
            listed.death = listed.death.min(death);
        }
        self.erased += self.live;
        self.live = 0;
    }

    /// Where to look for clauses that a call with these keys can match; nothing if
    /// [`ClauseList::prepare`] must make an index first.
    pub fn start(&self, arity: usize, key: &impl Fn(Place) -> Key) -> Option<Cursor> {
        if self.slots.len() < INDEXED_FROM {
            return Some(
                self.linear(Route {
                    basis: None,
                    filter: Place::arguments(arity)
                        .take(FILTERED)
                        .skip(1)
                        .find(|&place| key(place) != Key::ANY),
                }),
            );
        }
        let assessment = self.assessment.as_ref()?;
        if assessment.is_stale(self.live) {
            return None;
        }
        let route = assessment.route(key);
        let Some(basis) = route.basis else {
            return Some(self.linear(route));
        };
        let at = self
            .indexes
            .iter()
            .position(|index| index.basis == basis && !index.frozen)?;
        Some(Cursor {
            at: self.indexes[at].start(basis.given(key)),
            index: at as u8 + 1,
            filter: route.filter.map_or(NO_FILTER, Place::number),
        })
    }

    /// A walk through the whole list.
    fn linear(&self, route: Route) -> Cursor {
        Cursor {
            at: self.head,
            index: 0,
            filter: route.filter.map_or(NO_FILTER, Place::number),
        }
    }

    /// As `start`, with what it needs.
    pub fn prepare(&mut self, arity: usize, key: &impl Fn(Place) -> Key) -> Cursor {
        let is_stale = |assessment: &Arc<Assessment>| assessment.is_stale(self.live);
        if self.assessment.as_ref().is_none_or(is_stale) {
            let assessment = Assessment::new(&self.living(), arity);
            self.assessment = Some(Arc::new(assessment));
        }
        loop {
            if let Some(cursor) = self.start(arity, key) {
                return cursor;
            }
            let assessment = self.assessment.as_mut().expect("it was made above");
            let route = assessment.route(key);
            let basis = route
                .basis
                .expect("a call without a basis starts without an index");
            match build(&self.slots, self.head, basis) {
                Some(index) if self.indexes.len() < MOST_INDEXES => {
                    self.indexes.push(Arc::new(index));
                }
                _ => Arc::make_mut(assessment).forget(basis),
            }
        }
    }

    /// Whether there are so many clauses that calls ask for indexes.
    pub fn is_long(&self) -> bool {
        self.slots.len() >= INDEXED_FROM
    }

    /// Whether calls have asked for what they need.
    pub fn is_prepared(&self) -> bool {
        let assessment = self.assessment.as_ref();
        assessment.is_some_and(|assessment| !assessment.is_stale(self.live))
    }

    /// Makes what calls need in which no argument is given, or one of the first.
    pub fn prepare_likely(&mut self, arity: usize) {
        self.prepare(arity, &|_| Key::ANY);
        for place in Place::arguments(arity).take(LIKELY) {
            let keys = self.slots.iter().map(|listed| listed.clause.key_at(place));
            if let Some(given) = keys.into_iter().find(|&key| key != Key::ANY) {
                let key = |other: Place| if other == place { given } else { Key::ANY };
                self.prepare(arity, &key);
            }
        }
    }

    /// The clauses not erased, in order.
    fn living(&self) -> Vec<Arc<Clause>> {
        let mut clauses = Vec::with_capacity(self.live);
        let mut at = self.head;
        while at != END {
            let listed = &self.slots[at as usize];
            if listed.death == u64::MAX {
                clauses.push(listed.clause.clone());
            }
            at = listed.next;
        }
        clauses
    }

    /// What the indexes in use go by.
    pub fn bases(&self) -> impl Iterator<Item = Basis> {
        let used = self.indexes.iter().filter(|index| !index.frozen);
        used.map(|index| index.basis)
    }

    /// The next clause from `cursor` on that is visible in `generation` and can match
    /// a call with these keys.
    pub fn next(
        &self,
        cursor: &mut Cursor,
        key: &impl Fn(Place) -> Key,
        generation: u64,
    ) -> Option<Slot> {
        let index = match cursor.index {
            0 => None,
            number => Some(&self.indexes[usize::from(number) - 1]),
        };
        let first = match index {
            None => key(Place::FIRST),
            Some(_) => Key::ANY,
        };
        while cursor.at != END {
            let slot = match index {
                Some(index) => {
                    let (slot, next) = index.node(cursor.at);
                    cursor.at = next;
                    slot
                }
                None => {
                    let slot = cursor.at;
                    cursor.at = self.slots[slot as usize].next;
                    slot
                }
            };
            let listed = &self.slots[slot as usize];
            let visible = listed.birth <= generation && generation < listed.death;
            if visible && listed.clause.key.matches(first) && passes(listed, cursor.filter, key) {
                return Some(Slot(slot));
            }
        }
        None
    }

    /// The slots in order that are visible in `generation`.
    pub fn visible(&self, generation: u64) -> Vec<Slot> {
        let mut cursor = Cursor {
            at: self.head,
            index: 0,
            filter: NO_FILTER,
        };
        let mut slots = Vec::new();
        while let Some(slot) = self.next(&mut cursor, &|_| Key::ANY, generation) {
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

/// Whether a clause has nothing else at the place of the filter than the call.
#[inline]
fn passes(listed: &Listed, filter: u8, key: &impl Fn(Place) -> Key) -> bool {
    filter == NO_FILTER || {
        let place = Place::from_number(filter);
        listed.clause.key_at(place).matches(key(place))
    }
}

/// The index on `basis` of the clauses not erased, if it pays.
fn build(slots: &[Listed], head: u32, basis: Basis) -> Option<KeyIndex> {
    let mut index = KeyIndex::new(basis);
    let mut at = head;
    while at != END {
        let listed = &slots[at as usize];
        if listed.death == u64::MAX && !index.add(at, &listed.clause, true) {
            return None;
        }
        at = listed.next;
    }
    Some(index)
}
