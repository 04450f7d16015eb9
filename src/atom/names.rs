//! The texts of atoms, and how to find them.

use std::sync::Arc;

use crate::short::Short;

/// The text of an atom.
#[derive(Clone, Default, Debug)]
pub(super) enum Name {
    /// There is none: the atom has been freed.
    #[default]
    Free,
    Short(Short),
    Long {
        text: Arc<str>,
        is_ascii: bool,
    },
}

impl Name {
    #[inline]
    pub(super) fn text(&self) -> Option<&str> {
        match self {
            Name::Short(text) => Some(text),
            Name::Long { text, .. } => Some(text),
            Name::Free => None,
        }
    }
}

/// A text that is looked for, with its hash.
#[derive(Clone, Copy)]
pub(super) enum Wanted<'a> {
    Short(Short),
    Long(&'a str),
}

impl Wanted<'_> {
    #[inline]
    pub(super) fn new(text: &str) -> Wanted<'_> {
        match Short::new(text) {
            Some(short) => Wanted::Short(short),
            None => Wanted::Long(text),
        }
    }

    /// The hash of the text. Names that differ in a few digits only, of which there may
    /// be millions, must not have the same.
    #[inline]
    pub(super) fn hash(&self) -> u32 {
        match self {
            Wanted::Short(text) => {
                let [first, second, third] = text.words();
                let hash = folded(first ^ SEED, second ^ STEP);
                short_of(folded(hash ^ third, STEP))
            }
            Wanted::Long(text) => hash_of_long(text.as_bytes()),
        }
    }

    #[inline]
    pub(super) fn is(&self, name: &Name) -> bool {
        match (self, name) {
            (Wanted::Short(text), Name::Short(name)) => text.words() == name.words(),
            (Wanted::Long(text), Name::Long { text: name, .. }) => **text == **name,
            _ => false,
        }
    }

    /// The bytes of the text.
    #[inline]
    pub(super) fn len(&self) -> usize {
        match self {
            Wanted::Short(text) => text.len(),
            Wanted::Long(text) => text.len(),
        }
    }

    #[inline]
    pub(super) fn to_name(self) -> Name {
        match self {
            Wanted::Short(text) => Name::Short(text),
            Wanted::Long(text) => Name::Long {
                is_ascii: text.is_ascii(),
                text: Arc::from(text),
            },
        }
    }
}

/// A part of a table: texts, and how to find them.
#[derive(Clone, Default, Debug)]
pub(super) struct Names {
    pub(super) names: Vec<Name>,
    /// The places in `names`, by the hash of the text there.
    pub(super) places: Places,
}

/// Hashes with places, by open addressing: a look-up among millions of names has to
/// wait for this memory once.
#[derive(Clone, Default, Debug)]
pub(super) struct Places {
    /// [`VACANT`] where there is room. The length is a power of two, or nothing.
    slots: Vec<(u32, u32)>,
    pub(super) len: usize,
}

/// Which hashes there are, but for some bits: most names that are made while a program
/// runs are none of its base, which this tells without waiting for memory.
#[derive(Clone, Debug)]
pub(super) struct Filter(Box<[u64; 1024]>);

impl Filter {
    pub(super) fn of(names: &Names) -> Filter {
        let mut bits = Box::new([0; 1024]);
        for &(hash, place) in &names.places.slots {
            if place != VACANT.1 {
                bits[hash as usize >> 22] |= 1 << (hash >> 16 & 63);
            }
        }
        Filter(bits)
    }

    #[inline]
    pub(super) fn may_have(&self, hash: u32) -> bool {
        self.0[hash as usize >> 22] >> (hash >> 16 & 63) & 1 == 1
    }
}

const VACANT: (u32, u32) = (0, u32::MAX);

impl Places {
    /// The place with this hash for which `is_wanted` is true.
    #[inline]
    pub(super) fn find(&self, hash: u32, is_wanted: impl Fn(u32) -> bool) -> Option<u32> {
        let mask = self.slots.len().checked_sub(1)?;
        let mut at = hash as usize & mask;
        loop {
            let (found, place) = self.slots[at];
            if place == VACANT.1 {
                return None;
            }
            if found == hash && is_wanted(place) {
                return Some(place);
            }
            at = (at + 1) & mask;
        }
    }

    pub(super) fn insert(&mut self, hash: u32, place: u32) {
        if 3 * (self.len + 1) > 2 * self.slots.len() {
            self.rebuild((2 * self.slots.len()).max(64), |_| true);
        }
        self.put(hash, place);
    }

    pub(super) fn put(&mut self, hash: u32, place: u32) {
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        while self.slots[at].1 != VACANT.1 {
            at = (at + 1) & mask;
        }
        self.slots[at] = (hash, place);
        self.len += 1;
    }

    pub(super) fn rebuild(&mut self, size: usize, is_kept: impl Fn(u32) -> bool) {
        let old = std::mem::replace(&mut self.slots, vec![VACANT; size]);
        self.len = 0;
        for (hash, place) in old {
            if place != VACANT.1 && is_kept(place) {
                self.put(hash, place);
            }
        }
    }

    /// Drops the places for which `is_kept` is false, leaving so many.
    pub(super) fn retain(&mut self, count: usize, is_kept: impl Fn(u32) -> bool) {
        let size = (2 * count).next_power_of_two().max(64);
        self.rebuild(size.min(self.slots.len()), is_kept);
    }
}

impl Names {
    /// Adds a text that is not there, with its hash, at a free place if one is given.
    #[inline]
    pub(super) fn add(&mut self, name: Name, hash: u32, free: Option<u32>) -> u32 {
        let place = free.unwrap_or(self.names.len() as u32);
        match self.names.get_mut(place as usize) {
            Some(slot) => *slot = name,
            None => self.names.push(name),
        }
        self.places.insert(hash, place);
        place
    }

    pub(super) fn find_or_add(&mut self, text: &str) -> u32 {
        let wanted = Wanted::new(text);
        let hash = wanted.hash();
        match self.find(&wanted, hash) {
            Some(place) => place,
            None => self.add(wanted.to_name(), hash, None),
        }
    }

    #[inline]
    pub(super) fn text(&self, place: usize) -> &str {
        let text = self.names[place].text();
        debug_assert!(text.is_some(), "an atom is in use that has been freed");
        text.unwrap_or("")
    }

    #[inline]
    pub(super) fn is_ascii(&self, place: usize) -> bool {
        match &self.names[place] {
            Name::Short(text) => text.is_ascii(),
            Name::Long { is_ascii, .. } => *is_ascii,
            Name::Free => true,
        }
    }

    #[inline]
    pub(super) fn find(&self, wanted: &Wanted<'_>, hash: u32) -> Option<u32> {
        let names = &self.names;
        self.places
            .find(hash, |place| wanted.is(&names[place as usize]))
    }
}

const SEED: u64 = 0x2d35_8dcc_aa6c_78a5;
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// The hash of a text of eight bytes or more.
fn hash_of_long(bytes: &[u8]) -> u32 {
    let (words, _) = bytes.as_chunks();
    let mut hash = bytes.len() as u64 ^ 0x51ed_270b_9f1e_8d35;
    for &word in words {
        hash = folded(hash ^ u64::from_le_bytes(word) ^ SEED, STEP);
    }
    // What is left, together with some bytes before.
    let last = bytes.last_chunk().copied().unwrap_or_default();
    short_of(folded(hash ^ u64::from_le_bytes(last) ^ SEED, STEP))
}

/// Both halves of a product, in which each bit has an effect on many.
#[inline]
fn folded(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    (product >> 64) as u64 ^ product as u64
}

#[inline]
fn short_of(hash: u64) -> u32 {
    (hash >> 32) as u32 ^ hash as u32
}
