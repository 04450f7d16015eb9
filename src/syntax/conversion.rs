//! Character conversion (7.4.2.5): characters outside quotes that are read as
//! others.

use rustc_hash::FxHashMap;

use super::chars::{Class, class};

/// What `char_conversion/2` has set.
pub type Conversion = FxHashMap<char, char>;

/// The characters that a token may look ahead behind an unquoted part, as in
/// `0'\x10ffff\`.
const LOOKAHEAD: usize = 12;

/// The token that `text` starts with as it is read, and something behind it;
/// one character for each of `text`. Nothing if `text` is read as it is.
pub fn converted(text: &str, conversion: &Conversion) -> Option<String> {
    let convert = |c| *conversion.get(&c).unwrap_or(&c);
    let first = text.chars().next()?;
    if class(convert(first)) == Class::Quote {
        if convert(first) == first {
            return None;
        }
        let rest = &text[first.len_utf8()..];
        return Some(format!("{}{rest}", convert(first)));
    }
    let is_end = |c: &char| matches!(class(convert(*c)), Class::Layout | Class::Quote);
    let end = text.find(|c| is_end(&c)).unwrap_or(text.len());
    let mut read: String = text[..end].chars().map(convert).collect();
    read.extend(text[end..].chars().take(LOOKAHEAD));
    Some(read)
}

/// The bytes of `text` that the first `length` bytes of `read` stand for.
pub fn original_length(text: &str, read: &str, length: usize) -> usize {
    let count = read[..length].chars().count();
    let found = text.char_indices().nth(count);
    found.map_or(text.len(), |(at, _)| at)
}
