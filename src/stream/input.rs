//! The input side of a stream: bytes from a device, decoded on demand.

use std::collections::VecDeque;
use std::io::{self, SeekFrom};

use super::encoding::Encoding;
use crate::error::Position;
use crate::host::Device;
use crate::syntax::source::{self, START};

/// What reading past the end does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EofAction {
    /// It is an error.
    Error,
    /// It gives the end again.
    EofCode,
    /// It looks for new input.
    Reset,
}

/// How far a stream has been read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EndOfStream {
    /// There is more.
    Not,
    /// All has been read.
    At,
    /// The end itself has been read.
    Past,
}

/// The input side of a stream.
pub struct Input {
    device: Option<Box<dyn Device>>,
    /// Bytes that have arrived, those before `next` already decoded or read.
    bytes: Vec<u8>,
    next: usize,
    /// Decoded text, that before `start` already read.
    text: String,
    start: usize,
    /// Characters of the text that are not as many bytes in the input as their encoding
    /// says: their offsets in order, and how many bytes more.
    uneven: VecDeque<(usize, i64)>,
    /// Whether the device has no more bytes.
    is_exhausted: bool,
    /// Whether the end has been read.
    is_past_end: bool,
    /// Where the next character or byte stands.
    pub position: Position,
    /// The encoding of text.
    pub encoding: Encoding,
    /// Whether a carriage return before a line feed is dropped.
    pub drops_returns: bool,
    /// What reading past the end does.
    pub eof_action: EofAction,
    /// The line of the first bytes that are no text in UTF-8; 0 once that has
    /// been reported.
    pub malformed: Option<u32>,
}

const CHUNK: usize = 16 * 1024;

impl Input {
    /// The input from a device.
    pub fn new(device: Box<dyn Device>, encoding: Encoding) -> Input {
        Input {
            device: Some(device),
            bytes: Vec::new(),
            next: 0,
            text: String::new(),
            start: 0,
            uneven: VecDeque::new(),
            is_exhausted: false,
            is_past_end: false,
            position: START,
            encoding,
            drops_returns: false,
            eof_action: EofAction::EofCode,
            malformed: None,
        }
    }

    /// The input of a text that is there from the start.
    pub fn from_text(text: String) -> Input {
        let mut input = Input::new(Box::new(crate::host::Nothing), Encoding::Utf8);
        input.device = None;
        input.text = text;
        input.is_exhausted = true;
        input
    }

    /// The text that has arrived and is not read.
    pub fn text(&self) -> &str {
        &self.text[self.start..]
    }

    /// Whether it is known that nothing will arrive any more.
    pub fn is_exhausted(&self) -> bool {
        self.is_exhausted && self.next == self.bytes.len()
    }

    /// Whether the end has been read.
    pub fn is_past_end(&self) -> bool {
        self.is_past_end
    }

    /// Notes that a reader has been told of the end.
    pub fn pass_end(&mut self) {
        match self.eof_action {
            EofAction::Reset => self.is_exhausted = self.device.is_none(),
            _ => self.is_past_end = true,
        }
    }

    /// How far this has been read, as far as is known without waiting.
    pub fn end_of_stream(&self) -> EndOfStream {
        if self.is_past_end {
            EndOfStream::Past
        } else if self.is_exhausted() && self.text().is_empty() {
            EndOfStream::At
        } else {
            EndOfStream::Not
        }
    }

    /// Waits for more bytes; false at the end.
    fn receive(&mut self) -> io::Result<bool> {
        let Some(device) = self.device.as_mut().filter(|_| !self.is_exhausted) else {
            return Ok(false);
        };
        if self.next > 0 {
            self.bytes.drain(..self.next);
            self.next = 0;
        }
        let old = self.bytes.len();
        self.bytes.resize(old + CHUNK, 0);
        let count = loop {
            match device.read(&mut self.bytes[old..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                other => break other,
            }
        };
        self.bytes.truncate(old + *count.as_ref().unwrap_or(&0));
        self.is_exhausted = count? == 0;
        Ok(!self.is_exhausted)
    }

    /// Waits for more text; false at the end.
    pub fn fill(&mut self) -> io::Result<bool> {
        let old = self.text().len();
        loop {
            if self.next == self.bytes.len() && !self.receive()? {
                return Ok(false);
            }
            self.decode();
            if self.text().len() > old {
                return Ok(true);
            }
            let is_waiting = self.next < self.bytes.len();
            if is_waiting && !self.receive()? {
                self.decode();
                return Ok(self.text().len() > old);
            }
        }
    }

    fn decode(&mut self) {
        if self.start > 0 {
            self.text.drain(..self.start);
            let start = std::mem::take(&mut self.start);
            self.uneven.iter_mut().for_each(|uneven| uneven.0 -= start);
        }
        let old = self.text.len();
        let bytes = &self.bytes[self.next..];
        let count = self
            .encoding
            .decode(bytes, self.is_exhausted, &mut self.text);
        // Only text with a replacement character need be looked at twice.
        let is_suspect = self.encoding == Encoding::Utf8
            && self.text[old..].contains(char::REPLACEMENT_CHARACTER);
        if is_suspect {
            let replaced = replaced(&bytes[..count], old);
            if !replaced.is_empty() && self.malformed.is_none() {
                self.malformed = Some(self.malformed_line(old));
            }
            self.uneven.extend(replaced);
        }
        self.next += count;
        if self.drops_returns && self.text[old..].contains("\r\n") {
            self.drop_returns(old);
        }
    }

    /// Drops the carriage returns before line feeds from `old` on, and notes them as
    /// bytes of the line feeds.
    fn drop_returns(&mut self, old: usize) {
        let returns = self.text[old..].match_indices("\r\n");
        let returns: Vec<usize> = returns.map(|(at, _)| old + at).collect();
        let mut uneven: Vec<(usize, i64)> = self.uneven.drain(..).collect();
        for (at, _) in &mut uneven {
            *at -= returns.partition_point(|dropped| *dropped < *at);
        }
        let feeds = returns.iter().enumerate();
        uneven.extend(feeds.map(|(before, at)| (at - before, 1)));
        uneven.sort_unstable();
        self.uneven = uneven.into();
        let kept = self.text[old..].replace("\r\n", "\n");
        self.text.replace_range(old.., &kept);
    }

    /// The line of the first replacement character behind `from`.
    fn malformed_line(&self, from: usize) -> u32 {
        let found = self.text[from..].find(char::REPLACEMENT_CHARACTER);
        let before = &self.text[..from + found.unwrap_or(0)];
        self.position.line + before.matches('\n').count() as u32
    }

    /// Removes this many bytes of text from the front.
    pub fn consume(&mut self, bytes: usize) {
        let read = &self.text[self.start..self.start + bytes];
        let encoding = self.encoding;
        let mut position = self.position;
        match encoding {
            Encoding::Utf8 => source::advance(&mut position, read),
            _ => read
                .chars()
                .for_each(|c| advance(&mut position, c, encoding)),
        }
        self.position = position;
        self.start += bytes;
        self.count_uneven();
    }

    /// Counts the bytes of uneven characters that have been read.
    #[inline]
    fn count_uneven(&mut self) {
        while let Some(&(at, more)) = self.uneven.front()
            && at < self.start
        {
            self.position.byte = self.position.byte.saturating_add_signed(more);
            self.uneven.pop_front();
        }
    }

    /// The next character, which stays.
    pub fn peek_char(&mut self) -> io::Result<Option<char>> {
        if self.start == self.text.len() && !self.fill()? {
            return Ok(None);
        }
        Ok(self.text().chars().next())
    }

    /// The next character.
    pub fn next_char(&mut self) -> io::Result<Option<char>> {
        let next = self.peek_char()?;
        match next {
            Some(c) => {
                self.start += c.len_utf8();
                advance(&mut self.position, c, self.encoding);
                self.count_uneven();
            }
            None => self.pass_end(),
        }
        Ok(next)
    }

    /// Passes over a byte order mark at the start.
    pub fn skip_mark(&mut self) -> io::Result<()> {
        if self.peek_char()? == Some('\u{feff}') {
            self.start += '\u{feff}'.len_utf8();
            self.position.byte = self.encoding.length('\u{feff}');
        }
        Ok(())
    }

    /// The next byte, which stays.
    pub fn peek_byte(&mut self) -> io::Result<Option<u8>> {
        if self.start < self.text.len() {
            self.undecode();
        }
        if self.next == self.bytes.len() && !self.receive()? {
            return Ok(None);
        }
        Ok(self.bytes.get(self.next).copied())
    }

    /// The next byte.
    pub fn next_byte(&mut self) -> io::Result<Option<u8>> {
        let next = self.peek_byte()?;
        match next {
            Some(_) => {
                self.next += 1;
                self.position.byte += 1;
                self.position.char += 1;
            }
            None => self.pass_end(),
        }
        Ok(next)
    }

    /// The bytes that have arrived and are not read, those of text encoded again.
    pub fn pending_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for c in self.text().chars() {
            self.encoding.encode(c, &mut bytes);
        }
        bytes.extend_from_slice(&self.bytes[self.next..]);
        bytes
    }

    fn undecode(&mut self) {
        self.bytes = self.pending_bytes();
        self.next = 0;
        self.text.clear();
        self.uneven.clear();
        self.start = 0;
    }

    /// Reads what follows in another encoding.
    pub fn set_encoding(&mut self, encoding: Encoding) {
        if encoding != self.encoding && self.device.is_some() {
            self.undecode();
        }
        self.encoding = encoding;
    }

    /// Goes on reading at `position`.
    pub fn reposition(&mut self, position: Position) -> io::Result<()> {
        let device = self.device.as_mut();
        let device = device.ok_or(io::Error::from(io::ErrorKind::Unsupported))?;
        device.seek(SeekFrom::Start(position.byte))?;
        self.bytes.clear();
        self.next = 0;
        self.text.clear();
        self.uneven.clear();
        self.start = 0;
        self.is_exhausted = false;
        self.is_past_end = false;
        self.position = position;
        Ok(())
    }

    /// Goes on reading at a byte offset from the start or the end.
    pub fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let device = self.device.as_mut();
        let device = device.ok_or(io::Error::from(io::ErrorKind::Unsupported))?;
        let byte = device.seek(to)?;
        let position = Position {
            byte,
            ..self.position
        };
        self.reposition(position)?;
        Ok(byte)
    }
}

/// The replacement characters for bytes that are no text in UTF-8: their offsets, in
/// text that stands behind `before` bytes, and how many bytes more than three they
/// stand for.
fn replaced(bytes: &[u8], before: usize) -> Vec<(usize, i64)> {
    let length = char::REPLACEMENT_CHARACTER.len_utf8();
    let mut at = before;
    let mut found = Vec::new();
    for chunk in bytes.utf8_chunks() {
        at += chunk.valid().len();
        if !chunk.invalid().is_empty() {
            found.push((at, chunk.invalid().len() as i64 - length as i64));
            at += length;
        }
    }
    found
}

/// Moves `position` over `c`.
fn advance(position: &mut Position, c: char, encoding: Encoding) {
    position.byte += encoding.length(c);
    position.char += 1;
    if c == '\n' {
        position.line += 1;
        position.column = 0;
    } else {
        position.column += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::Reader;

    fn input(text: &'static str) -> Input {
        Input::new(Box::new(Reader(text.as_bytes())), Encoding::Utf8)
    }

    #[test]
    fn positions_count_the_bytes_that_were_there() {
        let bytes: &[u8] = b"a\xffb\r\n\xe2\x82c\xef\xbf\xbd\r\nd";
        let mut input = Input::new(Box::new(Reader(bytes)), Encoding::Utf8);
        input.drops_returns = true;
        let mut counts = Vec::new();
        while input.next_char().unwrap().is_some() {
            counts.push(input.position.byte);
        }
        assert_eq!(counts, [1, 2, 3, 5, 7, 8, 11, 13, 14]);
        let mut input = Input::new(Box::new(Reader(bytes)), Encoding::Utf8);
        input.fill().unwrap();
        input.consume("a\u{fffd}b\r\n\u{fffd}c".len());
        assert_eq!(input.position.byte, 8);
    }

    #[test]
    fn positions_count_bytes_and_characters() {
        let mut input = input("é\nx");
        assert_eq!(input.next_char().unwrap(), Some('é'));
        assert_eq!(input.next_char().unwrap(), Some('\n'));
        assert_eq!(input.peek_char().unwrap(), Some('x'));
        let position = input.position;
        assert_eq!((position.byte, position.char), (3, 2));
        assert_eq!((position.line, position.column), (2, 0));
    }

    #[test]
    fn the_end_is_at_then_past() {
        let mut input = input("x");
        assert_eq!(input.next_char().unwrap(), Some('x'));
        assert_eq!(input.peek_char().unwrap(), None);
        assert_eq!(input.end_of_stream(), EndOfStream::At);
        assert_eq!(input.next_char().unwrap(), None);
        assert_eq!(input.end_of_stream(), EndOfStream::Past);
    }

    #[test]
    fn bytes_can_follow_text() {
        let mut input = input("ab");
        assert_eq!(input.next_char().unwrap(), Some('a'));
        input.set_encoding(Encoding::Octet);
        assert_eq!(input.next_byte().unwrap(), Some(b'b'));
    }
}
