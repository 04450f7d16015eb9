//! Where the reader takes its text from.

use std::io;

use crate::error::Position;

/// Text that arrives piece by piece.
pub trait TextSource {
    /// The text that has arrived and is not consumed.
    fn text(&self) -> &str;

    /// Whether it is known that no more text will arrive.
    fn at_end(&self) -> bool;

    /// Waits for more text and appends it. False if there is none: the end.
    fn fill(&mut self) -> io::Result<bool>;

    /// Removes this many bytes from the front, which end at a character boundary.
    fn consume(&mut self, bytes: usize);

    /// Where the unconsumed text starts.
    fn position(&self) -> Position;
}

/// A text that is there from the start.
#[derive(Clone, Debug)]
pub struct WholeText<'a> {
    rest: &'a str,
    position: Position,
}

impl<'a> WholeText<'a> {
    /// The source of all of `text`.
    pub fn new(text: &'a str) -> WholeText<'a> {
        WholeText {
            rest: text,
            position: START,
        }
    }

    /// The text that is not consumed.
    pub fn rest(&self) -> &'a str {
        self.rest
    }
}

impl TextSource for WholeText<'_> {
    fn text(&self) -> &str {
        self.rest
    }

    fn at_end(&self) -> bool {
        true
    }

    fn fill(&mut self) -> io::Result<bool> {
        Ok(false)
    }

    fn consume(&mut self, bytes: usize) {
        let (consumed, rest) = self.rest.split_at(bytes);
        advance(&mut self.position, consumed);
        self.rest = rest;
    }

    fn position(&self) -> Position {
        self.position
    }
}

/// A source that keeps what is consumed of another one, for messages about it.
pub struct Recorded<S> {
    source: S,
    text: String,
    /// Where the text that is kept starts.
    pub start: Position,
}

impl<S: TextSource> Recorded<S> {
    /// Keeps what is consumed of `source` from here on.
    pub fn new(source: S) -> Recorded<S> {
        let start = source.position();
        Recorded {
            source,
            text: String::new(),
            start,
        }
    }

    /// What has been consumed, with the rest of its last line as far as it has arrived.
    pub fn line(&self) -> String {
        let rest = self.source.text().lines().next().unwrap_or("");
        format!("{}{rest}", self.text)
    }
}

impl<S: TextSource> TextSource for Recorded<S> {
    fn text(&self) -> &str {
        self.source.text()
    }

    fn at_end(&self) -> bool {
        self.source.at_end()
    }

    fn fill(&mut self) -> io::Result<bool> {
        self.source.fill()
    }

    fn consume(&mut self, bytes: usize) {
        self.text += &self.source.text()[..bytes];
        self.source.consume(bytes);
    }

    fn position(&self) -> Position {
        self.source.position()
    }
}

/// The position at the start of a text.
pub const START: Position = Position {
    byte: 0,
    char: 0,
    line: 1,
    column: 0,
};

/// Moves `position` over `text`.
pub fn advance(position: &mut Position, text: &str) {
    position.byte += text.len() as u64;
    let chars = count_chars(text);
    position.char += chars as u64;
    match text.rfind('\n') {
        None => position.column += chars as u32,
        Some(last) => {
            position.line += count_lines(text) as u32;
            position.column = count_chars(&text[last + 1..]) as u32;
        }
    }
}

fn count_chars(text: &str) -> usize {
    let continuation = |&&byte: &&u8| byte & 0xc0 == 0x80;
    text.len() - text.as_bytes().iter().filter(continuation).count()
}

fn count_lines(text: &str) -> usize {
    text.as_bytes()
        .iter()
        .filter(|&&byte| byte == b'\n')
        .count()
}

/// The position `bytes` into `text`, which starts at `start`.
pub fn position_in(start: Position, text: &str, bytes: usize) -> Position {
    let mut position = start;
    advance(&mut position, &text[..bytes]);
    position
}
