//! Texts of their own, of which short ones need no allocation.

use std::fmt;
use std::ops::Deref;

/// The bytes that a short text may have.
const ROOM: usize = 46;

/// A text. Most texts that programs take apart and put together are short.
#[derive(Clone)]
pub enum Text {
    /// A text in place.
    Short(Short),
    /// A longer one.
    Long(String),
}

/// A text of few bytes.
#[derive(Clone, Copy)]
pub struct Short {
    len: u8,
    bytes: [u8; ROOM],
}

impl Short {
    const EMPTY: Short = Short {
        len: 0,
        bytes: [0; ROOM],
    };

    fn as_str(&self) -> &str {
        let bytes = &self.bytes[..usize::from(self.len)];
        debug_assert!(std::str::from_utf8(bytes).is_ok());
        // SAFETY: the first `len` bytes are whole characters: only `Text::push_str`
        // and `Text::of_integer` write them.
        unsafe { std::str::from_utf8_unchecked(bytes) }
    }
}

impl Default for Text {
    fn default() -> Text {
        Text::Short(Short::EMPTY)
    }
}

impl Text {
    /// An empty text with room for so many bytes.
    pub fn with_capacity(bytes: usize) -> Text {
        match bytes <= ROOM {
            true => Text::default(),
            false => Text::Long(String::with_capacity(bytes)),
        }
    }

    /// The decimal digits of an integer.
    pub fn of_integer(value: i64) -> Text {
        let mut short = Short::EMPTY;
        let mut at = ROOM;
        let mut rest = value.unsigned_abs();
        loop {
            at -= 1;
            short.bytes[at] = b'0' + (rest % 10) as u8;
            rest /= 10;
            if rest == 0 {
                break;
            }
        }
        if value < 0 {
            at -= 1;
            short.bytes[at] = b'-';
        }
        short.bytes.copy_within(at.., 0);
        short.len = (ROOM - at) as u8;
        Text::Short(short)
    }

    /// Appends a text.
    #[inline]
    pub fn push_str(&mut self, text: &str) {
        match self {
            Text::Short(short) if usize::from(short.len) + text.len() <= ROOM => {
                let len = usize::from(short.len);
                short.bytes[len..len + text.len()].copy_from_slice(text.as_bytes());
                short.len += text.len() as u8;
            }
            Text::Short(short) => {
                let mut long = String::with_capacity(2 * (ROOM + text.len()));
                long.push_str(short.as_str());
                long.push_str(text);
                *self = Text::Long(long);
            }
            Text::Long(long) => long.push_str(text),
        }
    }

    /// Appends a character.
    #[inline]
    pub fn push(&mut self, c: char) {
        match self {
            Text::Short(short) if c.is_ascii() && usize::from(short.len) < ROOM => {
                short.bytes[usize::from(short.len)] = c as u8;
                short.len += 1;
            }
            Text::Long(long) => long.push(c),
            _ => self.push_str(c.encode_utf8(&mut [0; 4])),
        }
    }
}

impl Deref for Text {
    type Target = str;

    #[inline]
    fn deref(&self) -> &str {
        match self {
            Text::Short(short) => short.as_str(),
            Text::Long(text) => text,
        }
    }
}

impl From<String> for Text {
    fn from(text: String) -> Text {
        Text::Long(text)
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Text {
        match text.len() <= ROOM {
            true => {
                let mut short = Text::default();
                short.push_str(text);
                short
            }
            false => Text::Long(text.to_owned()),
        }
    }
}

impl FromIterator<char> for Text {
    fn from_iter<I: IntoIterator<Item = char>>(chars: I) -> Text {
        let mut text = Text::default();
        for c in chars {
            text.push(c);
        }
        text
    }
}

impl fmt::Write for Text {
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
    fn a_text_grows_out_of_its_place() {
        let mut text = Text::default();
        let mut expected = String::new();
        for index in 0..40 {
            let c = if index % 3 == 0 { 'é' } else { 'x' };
            text.push(c);
            expected.push(c);
            assert_eq!(*text, *expected);
        }
        let mut text = Text::from("abc");
        text.push_str(&"d".repeat(ROOM - 3));
        assert!(matches!(text, Text::Short(_)));
        text.push_str("é");
        assert_eq!(text.len(), ROOM + 2);
        assert!(text.ends_with("dé"));
    }

    #[test]
    fn integers_have_their_digits() {
        for value in [0, 7, -1, 10, 1234567890, i64::MAX, i64::MIN] {
            assert_eq!(*Text::of_integer(value), *value.to_string());
        }
    }
}
