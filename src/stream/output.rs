//! The output side of a stream: text encoded into a buffer before its device.

use std::io::{self, SeekFrom};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::encoding::Encoding;
use crate::error::Position;
use crate::host::Device;
use crate::syntax::source::START;

/// When written bytes go to the device.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Buffering {
    /// When there are many.
    Full,
    /// At the end of each line.
    Line,
    /// At once.
    None,
}

/// How many bytes the outputs of an engine may still write together.
#[derive(Debug)]
pub struct Meter {
    left: AtomicU64,
    is_exceeded: AtomicBool,
}

impl Meter {
    /// A meter that lets so many bytes through.
    pub fn new(bytes: u64) -> Meter {
        Meter {
            left: AtomicU64::new(bytes),
            is_exceeded: AtomicBool::new(false),
        }
    }

    /// Whether more was to be written than is allowed.
    pub fn is_exceeded(&self) -> bool {
        self.is_exceeded.load(Ordering::Relaxed)
    }

    fn take(&self, bytes: usize) -> io::Result<()> {
        match self.left.load(Ordering::Relaxed).checked_sub(bytes as u64) {
            Some(left) => {
                self.left.store(left, Ordering::Relaxed);
                Ok(())
            }
            None => {
                self.is_exceeded.store(true, Ordering::Relaxed);
                Err(io::Error::other("no more bytes may be written"))
            }
        }
    }
}

/// The output side of a stream.
pub struct Output {
    /// The device; without one the bytes stay in the buffer.
    device: Option<Box<dyn Device>>,
    buffer: Vec<u8>,
    /// What bounds the bytes written.
    pub(super) meter: Option<Arc<Meter>>,
    /// Where the next character or byte goes.
    pub position: Position,
    /// The encoding of text.
    pub encoding: Encoding,
    /// When written bytes go to the device.
    pub buffering: Buffering,
    /// Whether a line ends in carriage return and line feed.
    pub adds_returns: bool,
}

const CHUNK: usize = 16 * 1024;

impl Output {
    /// The output to a device.
    pub fn new(device: Box<dyn Device>, encoding: Encoding) -> Output {
        Output {
            device: Some(device),
            ..Output::memory()
        }
        .with_encoding(encoding)
    }

    /// An output that keeps its text.
    pub fn memory() -> Output {
        Output {
            device: None,
            buffer: Vec::new(),
            meter: None,
            position: START,
            encoding: Encoding::Utf8,
            buffering: Buffering::Full,
            adds_returns: false,
        }
    }

    fn with_encoding(mut self, encoding: Encoding) -> Output {
        self.encoding = encoding;
        self
    }

    /// The text that an output without device has collected, which is taken.
    pub fn take_text(&mut self) -> String {
        let bytes = std::mem::take(&mut self.buffer);
        String::from_utf8(bytes)
            .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
    }

    /// The bytes that an output without device holds.
    pub fn held(&self) -> u64 {
        match self.device {
            Some(_) => 0,
            None => self.buffer.len() as u64,
        }
    }

    /// Writes text.
    pub fn put_str(&mut self, text: &str) -> io::Result<()> {
        self.take(text.len())?;
        if self.encoding == Encoding::Utf8 && !self.adds_returns {
            self.buffer.extend_from_slice(text.as_bytes());
            self.position.byte += text.len() as u64;
        } else {
            for c in text.chars() {
                self.encode(c);
            }
        }
        if is_plain(text) {
            self.position.char += text.len() as u64;
            self.position.column += text.len() as u32;
            return self.settle(false);
        }
        for c in text.chars() {
            self.advance(c);
        }
        self.settle(text.contains('\n'))
    }

    /// Writes a character.
    pub fn put_char(&mut self, c: char) -> io::Result<()> {
        if (' '..='~').contains(&c) && self.meter.is_none() && self.encoding.has_ascii() {
            self.buffer.push(c as u8);
            let position = &mut self.position;
            position.byte += 1;
            position.char += 1;
            position.column += 1;
            return self.settle(false);
        }
        self.put_str(c.encode_utf8(&mut [0; 4]))
    }

    /// Writes a byte.
    pub fn put_byte(&mut self, byte: u8) -> io::Result<()> {
        self.take(1)?;
        self.buffer.push(byte);
        self.position.byte += 1;
        self.position.char += 1;
        self.settle(false)
    }

    fn take(&self, bytes: usize) -> io::Result<()> {
        match &self.meter {
            Some(meter) if self.device.is_some() => meter.take(bytes),
            _ => Ok(()),
        }
    }

    /// Whether bytes wait to be handed on.
    pub fn has_pending(&self) -> bool {
        self.device.is_some() && !self.buffer.is_empty()
    }

    fn encode(&mut self, c: char) {
        let old = self.buffer.len();
        if c == '\n' && self.adds_returns {
            self.encoding.encode('\r', &mut self.buffer);
        }
        if !self.encoding.encode(c, &mut self.buffer) {
            // As quoted atoms show a character that the encoding lacks.
            let escaped = format!("\\x{:x}\\", u32::from(c));
            self.buffer.extend_from_slice(escaped.as_bytes());
        }
        self.position.byte += (self.buffer.len() - old) as u64;
    }

    fn advance(&mut self, c: char) {
        let position = &mut self.position;
        position.char += 1;
        match c {
            '\n' => {
                position.line += 1;
                position.column = 0;
            }
            '\r' => position.column = 0,
            '\t' => position.column = (position.column | 7) + 1,
            '\u{8}' => position.column = position.column.saturating_sub(1),
            _ => position.column += 1,
        }
    }

    /// Hands bytes on to the device when it is time.
    fn settle(&mut self, has_line_end: bool) -> io::Result<()> {
        let is_time = match self.buffering {
            Buffering::Full => self.buffer.len() >= CHUNK,
            Buffering::Line => has_line_end || self.buffer.len() >= CHUNK,
            Buffering::None => true,
        };
        if is_time { self.flush() } else { Ok(()) }
    }

    /// Hands all bytes on to the device.
    pub fn flush(&mut self) -> io::Result<()> {
        let Some(device) = &mut self.device else {
            return Ok(());
        };
        if self.buffer.is_empty() {
            return Ok(());
        }
        let written = device.write(&self.buffer);
        self.buffer.clear();
        written.and_then(|()| device.flush())
    }

    /// Goes on writing at `position`.
    pub fn reposition(&mut self, position: Position) -> io::Result<()> {
        self.seek(SeekFrom::Start(position.byte))?;
        self.position = position;
        Ok(())
    }

    /// Goes on writing at a byte offset from the start or the end.
    pub fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.flush()?;
        let device = self.device.as_mut();
        let device = device.ok_or(io::Error::from(io::ErrorKind::Unsupported))?;
        self.position.byte = device.seek(to)?;
        Ok(self.position.byte)
    }
}

/// Whether each character of a text is one byte and moves on by one column.
fn is_plain(text: &str) -> bool {
    // All bytes are looked at, so that several are at once.
    text.bytes()
        .fold(true, |all, byte| all & (b' '..=b'~').contains(&byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_follow_tabs_and_line_ends() {
        let mut output = Output::memory();
        output.put_str("ab\tc").unwrap();
        assert_eq!(output.position.column, 9);
        output.put_str("\nx").unwrap();
        assert_eq!((output.position.line, output.position.column), (2, 1));
        output.put_char('y').unwrap();
        output.put_char('\t').unwrap();
        output.put_str("é z").unwrap();
        assert_eq!((output.position.line, output.position.column), (2, 11));
        assert_eq!((output.position.char, output.position.byte), (11, 12));
        assert_eq!(output.take_text(), "ab\tc\nxy\té z");
    }

    #[test]
    fn characters_outside_the_encoding_are_escaped() {
        let mut output = Output::memory();
        output.encoding = Encoding::Ascii;
        output.put_str("é").unwrap();
        assert_eq!(output.take_text(), "\\xe9\\");
    }
}
