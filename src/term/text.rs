//! Texts of their own.

use std::fmt;
use std::ops::Deref;

/// A text. Its memory may be used again for another one.
#[derive(Clone, Default)]
pub struct Text(String);

impl Text {
    /// An empty text in the memory of another one.
    pub fn within(mut memory: String) -> Text {
        memory.clear();
        Text(memory)
    }

    /// The decimal digits of an integer, in the memory of another text.
    pub fn of_integer(value: i64, memory: String) -> Text {
        let mut text = Text::within(memory);
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
            text.0.push('-');
        }
        // SAFETY: digits are ASCII.
        text.0
            .push_str(unsafe { std::str::from_utf8_unchecked(&digits[at..]) });
        text
    }

    /// Its memory.
    pub fn into_string(self) -> String {
        self.0
    }

    /// Appends a text.
    #[inline]
    pub fn push_str(&mut self, text: &str) {
        self.0.push_str(text);
    }

    /// Appends a character.
    #[inline]
    pub fn push(&mut self, c: char) {
        self.0.push(c);
    }
}

impl Deref for Text {
    type Target = str;

    #[inline]
    fn deref(&self) -> &str {
        &self.0
    }
}

impl From<String> for Text {
    fn from(text: String) -> Text {
        Text(text)
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Text {
        Text(text.to_owned())
    }
}

impl FromIterator<char> for Text {
    fn from_iter<I: IntoIterator<Item = char>>(chars: I) -> Text {
        Text(chars.into_iter().collect())
    }
}

impl fmt::Write for Text {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.push_str(text);
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
        for value in [0, 7, -1, 10, 1234567890, i64::MAX, i64::MIN] {
            let text = Text::of_integer(value, "used before".to_owned());
            assert_eq!(*text, *value.to_string());
        }
    }
}
