//! A table from keys to chains.

use super::clause::Key;
use crate::term::pages;

/// The first and the last part of a chain, whatever they are to its owner.
pub type Chain = (u32, u32);

/// A table from keys to chains, by open addressing: a look-up among millions of keys
/// has to wait for memory once.
#[derive(Clone, Debug, Default)]
pub struct KeyMap {
    /// Keys with their chains; [`Key::ANY`], which is no key, where there is room.
    /// The length is a power of two, or nothing.
    slots: Vec<(Key, Chain)>,
    len: usize,
}

const VACANT: (Key, Chain) = (Key::ANY, (0, 0));

impl KeyMap {
    /// The number of keys.
    #[cfg(test)]
    fn len(&self) -> usize {
        self.len
    }

    /// The bytes that it takes, itself not counted.
    pub fn bytes(&self) -> usize {
        self.slots.capacity() * size_of::<(Key, Chain)>()
    }

    /// Where a key is looked for first.
    #[inline(always)]
    fn home(&self, key: Key) -> usize {
        // Numbers that follow each other stand together, eight of them: programs that
        // look them up one after the other wait for memory less often.
        let group = (key.0 >> 6).wrapping_add(key.0 << 61);
        let group = group.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32 << 3;
        (group | (key.0 >> 3 & 7)) as usize & (self.slots.len() - 1)
    }

    /// Where a key is or would be.
    #[inline(always)]
    fn place(&self, key: Key) -> usize {
        let mask = self.slots.len() - 1;
        let mut at = self.home(key);
        loop {
            let found = self.slots[at].0;
            if found == key || found == Key::ANY {
                return at;
            }
            at = (at + 1) & mask;
        }
    }

    /// The chain of a key.
    #[inline]
    pub fn get(&self, key: Key) -> Option<Chain> {
        if self.len == 0 || key == Key::ANY {
            return None;
        }
        let (found, chain) = self.slots[self.place(key)];
        (found == key).then_some(chain)
    }

    /// The chain of a key, to change it.
    #[inline]
    pub fn get_mut(&mut self, key: Key) -> Option<&mut Chain> {
        if self.len == 0 || key == Key::ANY {
            return None;
        }
        let at = self.place(key);
        let (found, chain) = &mut self.slots[at];
        (*found == key).then_some(chain)
    }

    /// Adds a key that is not there.
    pub fn insert(&mut self, key: Key, chain: Chain) {
        if 3 * (self.len + 1) > 2 * self.slots.len() {
            self.rebuild((2 * self.slots.len()).max(16));
        }
        let at = self.place(key);
        self.slots[at] = (key, chain);
        self.len += 1;
    }

    /// Drops a key that is there.
    pub fn remove(&mut self, key: Key) {
        let mask = self.slots.len() - 1;
        let mut gap = self.place(key);
        let mut at = gap;
        loop {
            at = (at + 1) & mask;
            let found = self.slots[at].0;
            if found == Key::ANY {
                break;
            }
            // A key is found only if there is no gap between its home and its place.
            let from_home = at.wrapping_sub(self.home(found)) & mask;
            if from_home >= at.wrapping_sub(gap) & mask {
                self.slots[gap] = self.slots[at];
                gap = at;
            }
        }
        self.slots[gap] = VACANT;
        self.len -= 1;
        if 16 * self.len < self.slots.len() && self.slots.len() > 64 {
            self.rebuild(self.slots.len() / 4);
        }
    }

    fn rebuild(&mut self, size: usize) {
        let mut slots = pages::vector(size);
        slots.resize(size, VACANT);
        let old = std::mem::replace(&mut self.slots, slots);
        for (key, chain) in old {
            if key != Key::ANY {
                let at = self.place(key);
                self.slots[at] = (key, chain);
            }
        }
    }

    /// Drops the keys for whose chain `keep` is false.
    pub fn retain(&mut self, mut keep: impl FnMut(&mut Chain) -> bool) {
        let before = self.len;
        for slot in &mut self.slots {
            if slot.0 != Key::ANY && !keep(&mut slot.1) {
                *slot = VACANT;
                self.len -= 1;
            }
        }
        if self.len < before {
            // Keys are found only if there is no gap before them.
            let size = (2 * self.len).next_power_of_two().max(16);
            self.rebuild(size.min(self.slots.len()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_found_after_others_have_gone() {
        let mut map = KeyMap::default();
        assert_eq!(map.get(Key(8)), None);
        for number in 1..2000 {
            map.insert(Key(8 * u64::from(number)), (number, number));
        }
        map.retain(|chain| chain.0 % 3 == 0);
        assert_eq!(map.len(), 666);
        for number in 1..2000 {
            let expected = (number % 3 == 0).then_some((number, number));
            assert_eq!(map.get(Key(8 * u64::from(number))), expected);
        }
        map.retain(|_| false);
        assert_eq!((map.len(), map.get(Key(24))), (0, None));
        map.insert(Key(24), (1, 2));
        assert_eq!(map.get_mut(Key(24)), Some(&mut (1, 2)));
    }

    #[test]
    fn keys_are_found_while_others_go_one_by_one() {
        let mut map = KeyMap::default();
        let key = |number: u32| Key(8 * u64::from(number.wrapping_mul(2_654_435_761)));
        for number in 1..5000 {
            map.insert(key(number), (number, 0));
            if number > 700 {
                map.remove(key(number - 700));
            }
            if number % 97 == 0 {
                for other in 1..=number {
                    let expected = (other + 700 > number).then_some((other, 0));
                    assert_eq!(map.get(key(other)), expected);
                }
            }
        }
        (4300..5000).for_each(|number| map.remove(key(number)));
        assert!(map.len() == 0 && map.slots.len() <= 64);
    }
}
