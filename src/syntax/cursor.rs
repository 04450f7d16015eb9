//! Tokens along a source: white space, comments, and waiting for more text.

use super::chars::is_layout;
use super::conversion::{Conversion, converted, original_length};
use super::fault::{Fault, FaultKind};
use super::source::TextSource;
use super::token::{Dialect, Token, may_grow, token};

/// Why reading stops.
#[derive(Debug)]
pub enum Failure {
    /// The text is wrong.
    Syntax(Box<Fault>),
    /// The source cannot deliver.
    Source(std::io::Error),
    /// There is no memory for the term.
    Memory,
    /// The alarm has rung.
    Stopped,
}

impl From<crate::term::area::MemoryFull> for Failure {
    fn from(_: crate::term::area::MemoryFull) -> Failure {
        Failure::Memory
    }
}

/// A fault of the text from `start` to `end`, with nothing around it.
pub fn fault_at(kind: FaultKind, start: usize, end: usize) -> Fault {
    Fault {
        kind,
        start,
        end,
        after: start,
        opener: None,
    }
}

/// Stops reading with a fault of the text from `start` to `end`.
pub fn fault<T>(kind: FaultKind, start: usize, end: usize) -> Result<T, Failure> {
    Err(Failure::Syntax(Box::new(fault_at(kind, start, end))))
}

/// A place in the unconsumed text of a source.
///
/// The text of a clause stays in the source until the clause is read, so that
/// offsets stay valid and no token is parsed twice.
pub struct Cursor<'s> {
    source: &'s mut dyn TextSource,
    at: usize,
    is_complete: bool,
    comments: Option<Vec<(usize, usize)>>,
    conversion: Option<&'s Conversion>,
}

impl<'s> Cursor<'s> {
    /// The start of the unconsumed text of `source`.
    pub fn new(source: &'s mut dyn TextSource) -> Cursor<'s> {
        let is_complete = source.at_end();
        Cursor {
            source,
            at: 0,
            is_complete,
            comments: None,
            conversion: None,
        }
    }

    /// Keeps the comments passed from here on.
    pub fn keep_comments(&mut self) {
        self.comments = Some(Vec::new());
    }

    /// Converts the characters outside quotes from here on.
    pub fn convert(&mut self, conversion: &'s Conversion) {
        self.conversion = Some(conversion).filter(|map| !map.is_empty());
    }

    /// The source.
    pub fn source(&mut self) -> &mut dyn TextSource {
        self.source
    }

    /// The unconsumed text.
    pub fn text(&self) -> &str {
        self.source.text()
    }

    /// The offset of the cursor.
    pub fn offset(&self) -> usize {
        self.at
    }

    /// The comments passed, if they are kept: their start and end.
    pub fn take_comments(&mut self) -> Vec<(usize, usize)> {
        self.comments.take().unwrap_or_default()
    }

    /// Consumes everything before the cursor.
    pub fn consume(&mut self) {
        self.source.consume(self.at);
        self.at = 0;
    }

    /// Consumes everything before the cursor if it could move.
    pub fn consume_if<T>(&mut self, moved: &Result<T, Failure>) {
        if moved.is_ok() {
            self.consume();
        }
    }

    /// Moves the cursor.
    pub fn move_to(&mut self, offset: usize) {
        self.at = offset;
    }

    /// Waits for more text; false if there is none.
    pub fn fill(&mut self) -> Result<bool, Failure> {
        if self.is_complete {
            return Ok(false);
        }
        let before = self.source.text().len();
        while self.source.fill().map_err(Failure::Source)? {
            if self.source.text().len() > before {
                return Ok(true);
            }
        }
        self.is_complete = true;
        Ok(false)
    }

    /// Moves past white space and comments; false at the end of the text.
    #[inline]
    pub fn skip_layout(&mut self) -> Result<bool, Failure> {
        match self.source.text().as_bytes().get(self.at) {
            Some(b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'_' | b'(' | b')' | b',') => Ok(true),
            _ => self.skip_all_layout(),
        }
    }

    fn skip_all_layout(&mut self) -> Result<bool, Failure> {
        loop {
            let rest = &self.source.text()[self.at..];
            self.at += layout_length(rest);
            let rest = &self.source.text()[self.at..];
            match rest.as_bytes() {
                [] | [b'/'] => {
                    if !self.fill()? {
                        return Ok(!self.source.text()[self.at..].is_empty());
                    }
                }
                [b'%', ..] => self.skip_line_comment()?,
                [b'/', b'*', ..] => self.skip_block_comment()?,
                _ => return Ok(true),
            }
        }
    }

    fn skip_line_comment(&mut self) -> Result<(), Failure> {
        let start = self.at;
        let end = match self.find("\n", start)? {
            Some(end) => end,
            None => self.source.text().len(),
        };
        self.pass_comment(start, end);
        Ok(())
    }

    fn skip_block_comment(&mut self) -> Result<(), Failure> {
        let start = self.at;
        match self.find("*/", start + 2)? {
            Some(end) => self.pass_comment(start, end + 2),
            None => return fault(FaultKind::EndInComment, start, start + 2),
        }
        Ok(())
    }

    fn pass_comment(&mut self, start: usize, end: usize) {
        if let Some(comments) = &mut self.comments {
            comments.push((start, end));
        }
        self.at = end;
    }

    /// The first offset from `from` on where `mark`, which is ASCII, stands.
    pub fn find(&mut self, mark: &str, mut from: usize) -> Result<Option<usize>, Failure> {
        loop {
            let text = self.source.text();
            if let Some(found) = text[from..].find(mark) {
                return Ok(Some(from + found));
            }
            // The end may hold the beginning of the mark.
            let kept = text.bytes().rev().take(mark.len() - 1);
            let kept = kept
                .take_while(|byte| mark.as_bytes().contains(byte))
                .count();
            from = from.max(text.len() - kept);
            if !self.fill()? {
                return Ok(None);
            }
        }
    }

    /// The bracket, comma or bar at the cursor, which moves behind it: half of
    /// all tokens, which need no more than this.
    #[inline]
    pub fn punctuation(&mut self) -> Option<u8> {
        let byte = *self.source.text().as_bytes().get(self.at)?;
        let is_mark = matches!(byte, b'(' | b')' | b'[' | b']' | b'{' | b'}' | b',' | b'|');
        if !is_mark || self.conversion.is_some() {
            return None;
        }
        self.at += 1;
        Some(byte)
    }

    /// The token at the cursor, which moves behind it. The cursor stands
    /// neither at white space nor at the end of the text.
    pub fn token<T>(
        &mut self,
        dialect: Dialect,
        make: impl FnOnce(Token) -> T,
    ) -> Result<T, Failure> {
        loop {
            let rest = &self.source.text()[self.at..];
            let read = self.conversion.and_then(|map| converted(rest, map));
            let text = read.as_deref().unwrap_or(rest);
            let length = |after: &str| match &read {
                None => rest.len() - after.len(),
                Some(read) => original_length(rest, read, read.len() - after.len()),
            };
            match token(text, dialect) {
                Ok((after, token)) if self.is_complete || !may_grow(&token, after) => {
                    self.at += length(after);
                    return Ok(make(token));
                }
                Err(nom::Err::Error(found) | nom::Err::Failure(found))
                    if self.is_complete || !found.rest.is_empty() =>
                {
                    return self.token_fault(found.kind.clone(), length(found.rest));
                }
                Err(nom::Err::Incomplete(_)) if self.is_complete => return self.end_in_token(),
                _ => {}
            }
            self.fill_token()?;
        }
    }

    /// Gets more of the text, until something arrives at which the token that stands
    /// here may end: it is read from its start again.
    fn fill_token(&mut self) -> Result<(), Failure> {
        let quote = match self.text()[self.at..].chars().next() {
            Some(quote @ ('\'' | '"' | '`')) => Some(quote),
            _ => None,
        };
        loop {
            let before = self.text().len();
            if !self.fill()? || self.conversion.is_some() {
                return Ok(());
            }
            let may_end = |c: char| match quote {
                Some(quote) => c == quote || c == '\n',
                None => !c.is_ascii_alphanumeric(),
            };
            if self.text()[before..].contains(may_end) {
                return Ok(());
            }
        }
    }

    fn token_fault<T>(&self, kind: FaultKind, offset: usize) -> Result<T, Failure> {
        if kind == FaultKind::RawControl('\n') {
            return self.open_quote(FaultKind::UnclosedQuote);
        }
        let start = self.at + offset;
        let length = self.text()[start..]
            .chars()
            .next()
            .map_or(0, char::len_utf8);
        fault(kind, start, start + length)
    }

    fn end_in_token<T>(&self) -> Result<T, Failure> {
        self.open_quote(FaultKind::EndInQuoted)
    }

    /// A fault at the quote that opens the token, if one does.
    fn open_quote<T>(&self, kind: impl Fn(char) -> FaultKind) -> Result<T, Failure> {
        match self.text()[self.at..].chars().next() {
            Some(quote @ ('\'' | '"' | '`')) => fault(kind(quote), self.at, self.at + 1),
            _ => fault(FaultKind::MissingCharacter, self.at, self.text().len()),
        }
    }
}

/// The number of bytes of white space that `text` starts with.
fn layout_length(text: &str) -> usize {
    let ascii = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c);
    let length = text.bytes().take_while(ascii).count();
    match text.as_bytes().get(length) {
        Some(byte) if !byte.is_ascii() => text.len() - text.trim_start_matches(is_layout).len(),
        _ => length,
    }
}
