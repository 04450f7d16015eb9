//! What an index can look at in a head, and what clauses and calls have there.

use super::clause::{Clause, ClauseWords, Key, arguments_of, word_key};
use crate::term::cell::{Cell, Functor, Tag};
use crate::term::halves::Words;
use crate::term::mem::Mem;

/// A place in a head that clauses are told apart by: an argument, or an argument
/// of a compound that stands there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Place(u8);

/// So many arguments of a head are looked at.
const ARGUMENTS: u8 = 32;

/// In so many arguments of a head compounds are looked into.
const OPENED: u8 = 8;

/// So many arguments of a compound are looked at.
const PARTS: u8 = 4;

impl Place {
    /// The first argument.
    pub const FIRST: Place = Place(0);

    /// The arguments that are looked at in heads of so many.
    pub fn arguments(arity: usize) -> impl Iterator<Item = Place> {
        (0..ARGUMENTS.min(arity as u8)).map(Place)
    }

    /// The places inside the compounds in argument `self`.
    pub fn parts(self) -> impl Iterator<Item = Place> {
        let parts = if self.0 < OPENED { PARTS } else { 0 };
        (0..parts).map(move |part| Place(ARGUMENTS + self.0 * PARTS + part))
    }

    /// The argument of the head.
    #[inline(always)]
    pub fn argument(self) -> usize {
        match self.0.checked_sub(ARGUMENTS) {
            Some(inner) => usize::from(inner / PARTS),
            None => usize::from(self.0),
        }
    }

    /// The argument of the compound in that argument, if the place is inside.
    #[inline(always)]
    pub fn part(self) -> Option<usize> {
        let inner = self.0.checked_sub(ARGUMENTS)?;
        Some(usize::from(inner % PARTS))
    }

    /// The place as a number below 64.
    pub fn number(self) -> u8 {
        self.0
    }

    /// The place from its number.
    pub fn from_number(number: u8) -> Place {
        Place(number)
    }
}

/// The key of a compound with this functor and this key in it.
pub fn inner_key(functor: Key, part: Key) -> Key {
    if part == Key::ANY {
        return Key::ANY;
    }
    joined(functor, part)
}

/// The key of two keys together; that of anything if one of them is.
pub fn joined(first: Key, second: Key) -> Key {
    if first == Key::ANY || second == Key::ANY {
        return Key::ANY;
    }
    let mixed = first.0.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(31)
        ^ second.0.wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
    Key(mixed | 1)
}

impl Clause {
    /// What the head has at a place.
    #[inline]
    pub fn key_at(&self, place: Place) -> Key {
        match self.opened() {
            (ClauseWords::Fact(words), head) => key_in(words, head, place),
            (ClauseWords::Rule(words), head) => key_in(words, head, place),
        }
    }
}

impl Clause {
    /// Whether the head can have this at a place.
    #[inline]
    pub fn has_at(&self, place: Place, key: Key) -> bool {
        match self.opened() {
            (ClauseWords::Fact(words), head) => has_in(words, head, place, key),
            (ClauseWords::Rule(words), head) => has_in(words, head, place, key),
        }
    }
}

/// As `key_in`, but what is told apart by its first word is found out at once.
#[inline(always)]
fn has_in(words: impl Words, head: Cell, place: Place, key: Key) -> bool {
    let (start, count) = arguments_of(words, head);
    let at = place.argument();
    if at >= count {
        return true;
    }
    let arg = Cell(words.word(start + at));
    match arg.tag() {
        Tag::Ref => true,
        Tag::Atm | Tag::Int => arg.0 == key.0,
        _ => key_in(words, head, place).matches(key),
    }
}

/// What a head has at a place.
#[inline(always)]
fn key_in(words: impl Words, head: Cell, place: Place) -> Key {
    let (start, count) = arguments_of(words, head);
    if place.argument() >= count {
        return Key::ANY;
    }
    let arg = Cell(words.word(start + place.argument()));
    let key = word_key(words, arg);
    match place.part() {
        Some(part) => inner_word_key(words, arg, key, part),
        None => key,
    }
}

/// The key of an argument with what stands in its part; an atomic one has no parts.
fn inner_word_key(words: impl Words, arg: Cell, key: Key, part: usize) -> Key {
    let at = (arg.offset() / 8) as usize;
    match arg.tag() {
        Tag::Lst if part < 2 => inner_key(key, word_key(words, Cell(words.word(at + part)))),
        Tag::Str if part < Functor(words.word(at)).arity() => {
            inner_key(key, word_key(words, Cell(words.word(at + 1 + part))))
        }
        _ => key,
    }
}

/// What a call has at a place, whose argument of the head is `arg`.
#[inline(always)]
fn given_key(mem: &Mem, arg: Cell, place: Place) -> Key {
    let arg = mem.deref(arg);
    let key = cell_key(mem, arg);
    let Some(part) = place.part() else {
        return key;
    };
    let inner = match mem.compound(arg) {
        Some((functor, args)) if part < functor.arity() => args.get(mem, part),
        _ => return key,
    };
    inner_key(key, cell_key(mem, mem.deref(inner)))
}

/// What a call has at each place, by its arguments; nothing where it has none.
pub fn given_keys(
    mem: &Mem,
    argument: impl Fn(usize) -> Option<Cell> + Copy,
) -> impl Fn(Place) -> Key + Copy {
    move |place| {
        let arg = argument(place.argument());
        arg.map_or(Key::ANY, |arg| given_key(mem, arg, place))
    }
}

/// The key of a dereferenced cell.
fn cell_key(mem: &Mem, cell: Cell) -> Key {
    match cell.tag() {
        Tag::Atm | Tag::Int => Key(cell.0),
        Tag::Lst => Key::LIST,
        Tag::Str => Key(mem.get(cell.offset()).0),
        Tag::Box => {
            let words = mem.box_header(cell).words() as u64;
            Key::boxed((0..=words).map(|word| mem.get(cell.offset() + 8 * word).0))
        }
        _ => Key::ANY,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_numbered_apart() {
        let mut all: Vec<Place> = Place::arguments(100).collect();
        let inner: Vec<Place> = all.iter().flat_map(|place| place.parts()).collect();
        all.extend(inner);
        let count = all.len();
        all.sort();
        all.dedup();
        assert_eq!(all.len(), count);
        assert!(all.iter().all(|place| place.number() < 64));
        for place in all {
            assert_eq!(Place::from_number(place.number()), place);
        }
    }

    #[test]
    fn what_is_unknown_stays_unknown() {
        assert_eq!(joined(Key::ANY, Key::LIST), Key::ANY);
        assert_eq!(joined(Key::LIST, Key::ANY), Key::ANY);
        assert_ne!(joined(Key(9), Key(17)), joined(Key(17), Key(9)));
    }
}
