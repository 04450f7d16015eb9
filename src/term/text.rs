//! Texts of their own.

use std::fmt;
use std::ops::Deref;

/// A text of its own, in place as long as it is short.
#[derive(Clone)]
pub struct Text {
    /// The text if it is not short.
    long: String,
    short: [u8; MOST],
    /// The bytes in `short`, or [`LONG`].
    length: u8,
}

/// The most bytes of a text in place.
const MOST: usize = 39;

const LONG: u8 = u8::MAX;

/// The end of the longest start of a text that has at most so many bytes.
pub fn end_within(text: &str, most: usize) -> usize {
    let mut end = most.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    end
}

impl Default for Text {
    #[inline]
    fn default() -> Text {
        Text {
            long: String::new(),
            short: [0; MOST],
            length: 0,
        }
    }
}

impl Text {
    /// The decimal digits of an integer.
    #[inline]
    pub fn of_integer(value: i64) -> Text {
        let mut text = Text::default();
        text.push_integer(value);
        text
    }

    /// Appends the decimal digits of an integer.
    #[inline]
    pub fn push_integer(&mut self, value: i64) {
        let mut digits = [0; 20];
        let mut at = digits.len();
        let mut rest = value.unsigned_abs();
        loop {
            at -= 1;
            digits[at] = b'0' + (rest % 10) as u8;
            rest /= 10;
            if rest == 0 {
                break;
            }
        }
        if value < 0 {
            at -= 1;
            digits[at] = b'-';
        }
        // SAFETY: a sign and digits are ASCII.
        self.push_str(unsafe { std::str::from_utf8_unchecked(&digits[at..]) });
    }

    /// The text as a string.
    pub fn into_string(self) -> String {
        match self.length {
            LONG => self.long,
            _ => (*self).to_owned(),
        }
    }

    /// Appends a text.
    #[inline]
    pub fn push_str(&mut self, text: &str) {
        let length = usize::from(self.length);
        match self.short.get_mut(length..length + text.len()) {
            Some(place) => {
                place.copy_from_slice(text.as_bytes());
                self.length += text.len() as u8;
            }
            None => self.long_for(text.len()).push_str(text),
        }
    }

    /// Appends a character.
    #[inline]
    pub fn push(&mut self, c: char) {
        match self.short.get_mut(usize::from(self.length)) {
            Some(place) if c.is_ascii() => {
                *place = c as u8;
                self.length += 1;
            }
            _ => self.push_str(c.encode_utf8(&mut [0; 4])),
        }
    }

    /// Where a text that does not stay in place is appended to.
    #[cold]
    #[inline(never)]
    fn long_for(&mut self, more: usize) -> &mut String {
        if self.length != LONG {
            let mut long = String::with_capacity((self.len() + more).max(4 * MOST));
            long.push_str(self);
            self.long = long;
            self.length = LONG;
        }
        &mut self.long
    }
}

impl Deref for Text {
    type Target = str;

    #[inline]
    fn deref(&self) -> &str {
        match self.short.get(..usize::from(self.length)) {
            // SAFETY: the first `length` bytes are what has been appended: whole texts.
            Some(bytes) => unsafe { std::str::from_utf8_unchecked(bytes) },
            None => &self.long,
        }
    }
}

impl From<String> for Text {
    fn from(text: String) -> Text {
        Text {
            long: text,
            short: [0; MOST],
            length: LONG,
        }
    }
}

impl From<&str> for Text {
    #[inline]
    fn from(text: &str) -> Text {
        let mut made = Text::default();
        made.push_str(text);
        made
    }
}

impl FromIterator<char> for Text {
    fn from_iter<I: IntoIterator<Item = char>>(chars: I) -> Text {
        let mut text = Text::default();
        chars.into_iter().for_each(|c| text.push(c));
        text
    }
}

impl fmt::Write for Text {
    #[inline]
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.push_str(text);
        Ok(())
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_have_their_digits() {
        for value in [0, 7, -1, 10, 99, 100, -1000, 1234567890, i64::MAX, i64::MIN] {
            assert_eq!(*Text::of_integer(value), *value.to_string());
        }
    }

    #[test]
    fn texts_grow_out_of_their_place() {
        let piece = "aé€😀";
        let mut text = Text::default();
        let mut expected = String::new();
        for _ in 0..9 {
            for c in piece.chars() {
                text.push(c);
                expected.push(c);
                assert_eq!(*text, *expected);
            }
            text.push_str(piece);
            expected.push_str(piece);
            assert_eq!(*text, *expected);
            assert_eq!(*Text::from(&*expected), *expected);
            assert_eq!(*Text::from(expected.clone()), *expected);
        }
        assert_eq!(text.into_string(), expected);
        assert_eq!(Text::from("short").into_string(), "short");
    }
}
