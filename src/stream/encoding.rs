//! How characters stand for bytes.

/// An encoding of text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Encoding {
    /// Each byte is a character: binary streams.
    Octet,
    /// The first 128 characters.
    Ascii,
    /// The first 256 characters.
    Latin1,
    /// UTF-8.
    Utf8,
    /// UTF-16, the high byte first.
    Utf16Be,
    /// UTF-16, the low byte first.
    Utf16Le,
}

const NAMES: [(&str, Encoding); 10] = [
    ("octet", Encoding::Octet),
    ("ascii", Encoding::Ascii),
    ("iso_latin_1", Encoding::Latin1),
    ("utf8", Encoding::Utf8),
    ("utf16be", Encoding::Utf16Be),
    ("utf16le", Encoding::Utf16Le),
    ("text", Encoding::Utf8),
    ("unicode_be", Encoding::Utf16Be),
    ("unicode_le", Encoding::Utf16Le),
    ("wchar_t", Encoding::Utf8),
];

impl Encoding {
    /// The encoding of this name.
    pub fn from_name(name: &str) -> Option<Encoding> {
        let row = NAMES.iter().find(|row| row.0 == name)?;
        Some(row.1)
    }

    /// The name.
    pub fn name(self) -> &'static str {
        let row = NAMES.iter().find(|row| row.1 == self);
        row.map_or("octet", |row| row.0)
    }

    /// Whether characters of ASCII take one byte each, their code.
    #[inline]
    pub fn has_ascii(self) -> bool {
        !matches!(self, Encoding::Utf16Be | Encoding::Utf16Le)
    }

    /// The number of bytes that `c` takes.
    pub fn length(self, c: char) -> u64 {
        match self {
            Encoding::Utf8 => c.len_utf8() as u64,
            Encoding::Utf16Be | Encoding::Utf16Le => 2 * c.len_utf16() as u64,
            _ => 1,
        }
    }

    /// Appends the bytes of `c`; false if the encoding has none for it.
    pub fn encode(self, c: char, out: &mut Vec<u8>) -> bool {
        let last = match self {
            Encoding::Ascii => 0x7f,
            Encoding::Octet | Encoding::Latin1 => 0xff,
            _ => u32::from(char::MAX),
        };
        if u32::from(c) > last {
            return false;
        }
        match self {
            Encoding::Octet | Encoding::Ascii | Encoding::Latin1 => out.push(c as u8),
            Encoding::Utf8 => out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
            Encoding::Utf16Be => {
                let units = c.encode_utf16(&mut [0; 2]).to_vec();
                out.extend(units.into_iter().flat_map(u16::to_be_bytes));
            }
            Encoding::Utf16Le => {
                let units = c.encode_utf16(&mut [0; 2]).to_vec();
                out.extend(units.into_iter().flat_map(u16::to_le_bytes));
            }
        }
        true
    }

    /// Decodes as many of `bytes` as form whole characters, and all of them if
    /// no more will come; the number of bytes decoded. What is no character
    /// becomes U+FFFD.
    pub fn decode(self, bytes: &[u8], is_all: bool, out: &mut String) -> usize {
        match self {
            Encoding::Octet | Encoding::Ascii | Encoding::Latin1 => {
                out.extend(bytes.iter().map(|&byte| char::from(byte)));
                bytes.len()
            }
            Encoding::Utf8 => decode_utf8(bytes, is_all, out),
            Encoding::Utf16Be => decode_utf16(bytes, is_all, u16::from_be_bytes, out),
            Encoding::Utf16Le => decode_utf16(bytes, is_all, u16::from_le_bytes, out),
        }
    }
}

fn decode_utf8(bytes: &[u8], is_all: bool, out: &mut String) -> usize {
    let mut done = 0;
    loop {
        let error = match std::str::from_utf8(&bytes[done..]) {
            Ok(text) => {
                out.push_str(text);
                return bytes.len();
            }
            Err(error) => error,
        };
        let valid = &bytes[done..done + error.valid_up_to()];
        out.push_str(&String::from_utf8_lossy(valid));
        done += valid.len();
        match error.error_len() {
            Some(length) => done += length,
            None if is_all => done = bytes.len(),
            None => return done,
        }
        out.push(char::REPLACEMENT_CHARACTER);
    }
}

fn decode_utf16(bytes: &[u8], is_all: bool, unit: fn([u8; 2]) -> u16, out: &mut String) -> usize {
    let mut units: Vec<u16> = bytes
        .chunks_exact(2)
        .map(|pair| unit([pair[0], pair[1]]))
        .collect();
    let ends_in_half = units
        .last()
        .is_some_and(|last| (0xd800..0xdc00).contains(last));
    if ends_in_half && !is_all {
        units.pop();
    }
    let length = 2 * units.len();
    out.extend(char::decode_utf16(units).map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER)));
    if is_all { bytes.len() } else { length }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_character_may_arrive_in_pieces() {
        let mut out = String::new();
        assert_eq!(Encoding::Utf8.decode(&[b'a', 0xc3], false, &mut out), 1);
        assert_eq!(Encoding::Utf8.decode(&[0xc3, 0xa9], false, &mut out), 2);
        assert_eq!(Encoding::Utf8.decode(&[0xff, b'b'], false, &mut out), 2);
        assert_eq!(out, "aé\u{fffd}b");
    }

    #[test]
    fn all_encodings_round_trip() {
        for encoding in [Encoding::Utf8, Encoding::Utf16Be, Encoding::Utf16Le] {
            let (mut bytes, mut out) = (Vec::new(), String::new());
            for c in "aé😀".chars() {
                assert!(encoding.encode(c, &mut bytes));
            }
            encoding.decode(&bytes, true, &mut out);
            assert_eq!(out, "aé😀");
        }
        assert!(!Encoding::Latin1.encode('😀', &mut Vec::new()));
    }
}
