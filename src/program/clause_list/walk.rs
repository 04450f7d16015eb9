//! Going through the clauses that a call can match.

use super::super::assess::MANY;
use super::super::clause::Key;
use super::super::index::{Basis, KeyIndex};
use super::super::probe::Place;
use super::{ClauseList, END, Listed, Slot};

/// A place in the list or in a chain: the next candidate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cursor {
    at: u32,
    /// The next of the clauses without a key, if `at` is among those with one.
    open: u32,
    /// One more than the number of the index whose node `at` is; 0 for a slot.
    index: u8,
    /// The place that sorts out candidates, or [`NO_FILTER`].
    filter: u8,
}

/// The filter of a cursor that has none.
const NO_FILTER: u8 = 255;

/// So many times as many clauses as there are may be sorted out one by one before calls look
/// for a better index.
const REJECTED: usize = 4;

/// In shorter lists one of so many arguments sorts out candidates beside the first.
const FILTERED: usize = 4;

impl Cursor {
    /// Whether there is nothing more to come.
    #[inline(always)]
    pub fn is_at_end(self) -> bool {
        self.at == END && self.open == END
    }

    /// The cursor as two numbers of 60 bits, for a choice point.
    #[inline(always)]
    pub fn to_small(self) -> [i64; 2] {
        let first = i64::from(self.at) | i64::from(self.index) << 32 | i64::from(self.filter) << 40;
        [first, i64::from(self.open)]
    }

    /// The cursor from its numbers.
    #[inline(always)]
    pub fn from_small([first, open]: [i64; 2]) -> Cursor {
        Cursor {
            at: first as u32,
            open: open as u32,
            index: (first >> 32) as u8,
            filter: (first >> 40) as u8,
        }
    }
}

/// What a call has at the places where the candidates of a walk are compared with it.
#[derive(Clone, Copy, Debug)]
pub struct Sought {
    /// Its first argument, unless an index has seen to that.
    first: Key,
    /// What it has at the place that sorts out candidates.
    filter: Key,
    place: Place,
}

impl Sought {
    /// Whether a clause can match the call, as far as its keys tell.
    #[inline(always)]
    fn admits(&self, listed: &Listed) -> bool {
        match (self.first, self.filter) {
            (Key::ANY, Key::ANY) => true,
            (first, Key::ANY) => listed.clause().has_at(Place::FIRST, first),
            (Key::ANY, filter) => listed.clause().has_at(self.place, filter),
            (first, filter) => {
                let clause = listed.clause();
                clause.has_at(Place::FIRST, first) && clause.has_at(self.place, filter)
            }
        }
    }
}

/// What a walk has come across on its way to the next clause.
#[derive(Default)]
struct Passed {
    erased: usize,
    rejected: usize,
}

/// The start of a walk in an index, at the first nodes with and without a key.
fn indexed(number: usize, (keyed, open): (u32, u32), filter: Option<Place>) -> Cursor {
    let (at, open) = if keyed == END {
        (open, END)
    } else {
        (keyed, open)
    };
    Cursor {
        at,
        open,
        index: number as u8 + 1,
        filter: filter.map_or(NO_FILTER, Place::number),
    }
}

impl ClauseList {
    /// Where to look for clauses that a call with these keys can match; nothing if
    /// [`ClauseList::prepare`] must make an index first.
    pub fn start(&self, arity: usize, key: &impl Fn(Place) -> Key) -> Option<Cursor> {
        if !self.is_long() {
            return Some(self.linear(short_filter(arity, key)));
        }
        let assessment = self.assessment.as_ref()?;
        if self.is_stale(assessment) {
            return None;
        }
        if self.asks_for_choice() {
            return None;
        }
        let route = assessment.route(key, self.is_choosy);
        let Some(basis) = route.basis else {
            return Some(self.linear(route.filter));
        };
        let at = self.index_on(basis)?;
        let nodes = self.indexes[at].start(basis.given(key));
        if let Some(other) = route.other
            && self.is_choosy
            && self.indexes[at].has_more(nodes, MANY)
        {
            let second = self.index_on(other)?;
            let others = self.indexes[second].start(other.given(key));
            if !self.indexes[second].has_more(others, MANY) {
                return Some(indexed(second, others, Some(basis.place)));
            }
        }
        Some(indexed(at, nodes, route.filter))
    }

    /// What a call with these keys lacks to start.
    pub(super) fn lacking(&self, key: &impl Fn(Place) -> Key) -> Option<Basis> {
        let route = self.assessment.as_ref()?.route(key, self.is_choosy);
        let other = route.other.filter(|_| self.is_choosy);
        let mut wanted = route.basis.into_iter().chain(other);
        wanted.find(|&basis| self.index_on(basis).is_none())
    }

    /// The number of the index on a basis.
    fn index_on(&self, basis: Basis) -> Option<usize> {
        let mut indexes = self.indexes.iter();
        indexes.position(|index| index.basis == basis && !index.frozen)
    }

    /// Whether so many clauses have been sorted out one by one that calls had better look at
    /// a second index where one finds many.
    pub(super) fn asks_for_choice(&self) -> bool {
        !self.is_choosy && self.rejected.value() > REJECTED * self.slots.len()
    }

    /// A walk through the whole list.
    fn linear(&self, filter: Option<Place>) -> Cursor {
        Cursor {
            at: self.front,
            open: END,
            index: 0,
            filter: filter.map_or(NO_FILTER, Place::number),
        }
    }

    /// What a call with these keys seeks when it goes on from a cursor.
    #[inline(always)]
    pub fn sought(cursor: Cursor, key: &impl Fn(Place) -> Key) -> Sought {
        let place = Place::from_number(cursor.filter);
        Sought {
            first: match cursor.index {
                0 => key(Place::FIRST),
                _ => Key::ANY,
            },
            filter: match cursor.filter {
                NO_FILTER => Key::ANY,
                _ => key(place),
            },
            place,
        }
    }

    /// Moves the cursor on to the first clause from there that is visible in
    /// `generation` and can match a call that seeks this; its slot.
    ///
    /// A cursor that stands on a clause is good for as long as a choice point or a
    /// pin says that its generation is in use.
    #[inline]
    pub fn find(&self, cursor: &mut Cursor, sought: &Sought, generation: u64) -> Option<Slot> {
        let index = self.index_of(*cursor);
        let mut passed = Passed::default();
        let found = loop {
            if let Some(index) = index
                && cursor.open != END
            {
                self.settle(index, cursor, generation, &mut passed);
            }
            if cursor.is_at_end() {
                break None;
            }
            let (slot, next) = self.look(index, *cursor);
            let listed = &self.slots[slot as usize];
            if !listed.is_visible(generation) {
                passed.erased += 1;
            } else if sought.admits(listed) {
                break Some(Slot(slot));
            } else {
                passed.rejected += 1;
            }
            *cursor = next;
        };
        if passed.rejected > MANY {
            self.rejected.add(passed.rejected);
        }
        if passed.erased > 0 {
            self.met.add(passed.erased);
        }
        found
    }

    /// Moves a cursor among clauses with and without a key to the next visible ones of both,
    /// since nodes of others may go; where there are none of one kind, it becomes a cursor
    /// among those of the other.
    fn settle(&self, index: &KeyIndex, cursor: &mut Cursor, generation: u64, passed: &mut Passed) {
        for node in [&mut cursor.at, &mut cursor.open] {
            while *node != END {
                let (slot, next) = index.node(*node);
                if self.slots[slot as usize].is_visible(generation) {
                    break;
                }
                passed.erased += 1;
                *node = next;
            }
        }
        if cursor.at == END {
            cursor.at = std::mem::replace(&mut cursor.open, END);
        }
    }

    /// The clause that the cursor stands on; the cursor moves on to the next one.
    #[inline]
    pub fn take(&self, cursor: &mut Cursor, sought: &Sought, generation: u64) -> Slot {
        let (slot, next) = self.look(self.index_of(*cursor), *cursor);
        *cursor = next;
        self.find(cursor, sought, generation);
        Slot(slot)
    }

    #[inline(always)]
    fn index_of(&self, cursor: Cursor) -> Option<&KeyIndex> {
        let number = usize::from(cursor.index).checked_sub(1)?;
        Some(&self.indexes[number])
    }

    /// The slot that a cursor stands on, and the cursor behind it.
    #[inline(always)]
    fn look(&self, index: Option<&KeyIndex>, cursor: Cursor) -> (u32, Cursor) {
        let (slot, at) = match index {
            None => (cursor.at, self.slots[cursor.at as usize].next),
            Some(index) if cursor.open == END => index.node(cursor.at),
            Some(index) => return self.look_at_both(index, cursor),
        };
        (slot, Cursor { at, ..cursor })
    }

    /// As `look`, among clauses with and without a key.
    fn look_at_both(&self, index: &KeyIndex, cursor: Cursor) -> (u32, Cursor) {
        let (open_slot, open) = index.node(cursor.open);
        let (slot, at) = index.node(cursor.at);
        let rank = |slot: u32| self.slots[slot as usize].rank();
        match rank(slot) < rank(open_slot) {
            true if at == END => (
                slot,
                Cursor {
                    at: cursor.open,
                    open: END,
                    ..cursor
                },
            ),
            true => (slot, Cursor { at, ..cursor }),
            false => (open_slot, Cursor { open, ..cursor }),
        }
    }
}

/// The place that sorts out the clauses of a short list beside the first argument.
#[inline(always)]
fn short_filter(arity: usize, key: &impl Fn(Place) -> Key) -> Option<Place> {
    let places = Place::arguments(arity).take(FILTERED).skip(1);
    places.into_iter().find(|&place| key(place) != Key::ANY)
}
