//! Short texts, kept in place.

#![allow(unsafe_code)]

use std::fmt;
use std::ops::Deref;

/// A text of at most [`Short::MOST`] bytes: three words, of which the last byte is the
/// length and what is not used of the others is zero. So two texts are equal exactly
/// if their words are, and an enum with further variants takes no more room.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(C, align(8))]
pub struct Short {
    bytes: [u8; Short::MOST],
    length: Length,
}

/// A number of bytes. That most values of a byte are none leaves them to enums.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
#[rustfmt::skip]
enum Length {
    L0, L1, L2, L3, L4, L5, L6, L7, L8, L9, L10, L11,
    L12, L13, L14, L15, L16, L17, L18, L19, L20, L21, L22, L23,
}

#[rustfmt::skip]
const LENGTHS: [Length; Short::MOST + 1] = {
    use Length::{
        L0, L1, L2, L3, L4, L5, L6, L7, L8, L9, L10, L11,
        L12, L13, L14, L15, L16, L17, L18, L19, L20, L21, L22, L23,
    };
    [
        L0, L1, L2, L3, L4, L5, L6, L7, L8, L9, L10, L11,
        L12, L13, L14, L15, L16, L17, L18, L19, L20, L21, L22, L23,
    ]
};

impl Short {
    /// The most bytes of a short text.
    pub const MOST: usize = 23;

    /// The text in place, if it is short.
    #[inline]
    pub fn new(text: &str) -> Option<Short> {
        let length = *LENGTHS.get(text.len())?;
        let words = padded(text.as_bytes());
        let mut all = [0; 24];
        for (place, word) in all.chunks_exact_mut(8).zip(words) {
            place.copy_from_slice(&word.to_le_bytes());
        }
        let mut bytes = [0; Short::MOST];
        bytes.copy_from_slice(&all[..Short::MOST]);
        Some(Short { bytes, length })
    }

    /// The words that make up the text and its length.
    #[inline]
    pub fn words(&self) -> [u64; 3] {
        let mut all = [0; 24];
        all[..Short::MOST].copy_from_slice(&self.bytes);
        all[Short::MOST] = self.length as u8;
        let (words, _) = all.as_chunks();
        [words[0], words[1], words[2]].map(u64::from_le_bytes)
    }

    /// Whether all its characters are ASCII.
    #[inline]
    pub fn is_ascii(&self) -> bool {
        // The length is less than 128.
        self.words().into_iter().fold(0, |all, word| all | word) & 0x8080_8080_8080_8080 == 0
    }
}

/// At most 23 bytes as little-endian words, with zeros behind them.
#[inline]
fn padded(bytes: &[u8]) -> [u64; 3] {
    match bytes.len() {
        0..=8 => [partial(bytes), 0, 0],
        9..=16 => [whole(bytes), partial(&bytes[8..]), 0],
        _ => [whole(bytes), whole(&bytes[8..]), partial(&bytes[16..])],
    }
}

/// The first eight bytes.
#[inline]
fn whole(bytes: &[u8]) -> u64 {
    bytes
        .first_chunk()
        .map_or(0, |&bytes| u64::from_le_bytes(bytes))
}

/// At most eight bytes, with zeros behind them.
#[inline]
fn partial(bytes: &[u8]) -> u64 {
    let len = bytes.len();
    if let (Some(&first), Some(&last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        // The two halves overlap if there are fewer than eight.
        let (first, last) = (u32::from_le_bytes(first), u32::from_le_bytes(last));
        return u64::from(first) | u64::from(last) << (8 * (len - 4));
    }
    let byte = |at: usize| bytes.get(at).map_or(0, |&byte| u64::from(byte) << (8 * at));
    byte(0) | byte(1) | byte(2)
}

impl Deref for Short {
    type Target = str;

    #[inline]
    fn deref(&self) -> &str {
        // SAFETY: the first `length` bytes are those of a `str`, and never change.
        unsafe { std::str::from_utf8_unchecked(&self.bytes[..self.length as usize]) }
    }
}

impl fmt::Debug for Short {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_kept_as_they_are() {
        let all = "aé€😀bcdefghijklmnopqrstuvwxyz";
        for end in 0..=all.len() {
            for start in 0..=end {
                let Some(text) = all.get(start..end) else {
                    continue;
                };
                let short = Short::new(text);
                assert_eq!(short.as_deref(), (text.len() <= 23).then_some(text));
                assert!(short.is_none_or(|short| short.is_ascii() == text.is_ascii()));
            }
        }
    }

    #[test]
    fn zeros_count() {
        assert_ne!(Short::new("a"), Short::new("a\0"));
        assert_eq!(Short::new("a\0"), Short::new("a\0"));
        assert_eq!(Short::new("\0\0\0").as_deref(), Some("\0\0\0"));
    }

    #[test]
    fn other_variants_take_no_room() {
        enum Name {
            _Free,
            _Short(Short),
            _Long(std::sync::Arc<str>),
        }
        assert_eq!(size_of::<Name>(), 24);
        assert_eq!(size_of::<Option<Short>>(), 24);
    }
}
