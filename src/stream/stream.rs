//! A stream and its properties.

use std::io;
use std::sync::Arc;

use super::encoding::Encoding;
use super::input::Input;
use super::output::Output;
use crate::atom::Atom;
use crate::error::Position;
use crate::host::OpenMode;

/// The number of a stream; no two streams of one engine ever share it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct StreamId(pub u64);

/// What a stream transports.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StreamType {
    /// Characters.
    Text,
    /// Bytes.
    Binary,
}

/// The side of a stream that is in use.
pub enum Channel {
    /// It is read.
    Input(Input),
    /// It is written.
    Output(Output),
}

/// A stream.
pub struct Stream {
    /// The file's absolute name, if it is a file.
    pub file_name: Option<Arc<str>>,
    /// How it was opened.
    pub mode: OpenMode,
    /// Its aliases.
    pub aliases: Vec<Atom>,
    /// What it transports.
    pub stream_type: StreamType,
    /// Whether it can go to another position.
    pub can_reposition: bool,
    /// Whether a person sits at the other end.
    pub is_terminal: bool,
    /// The side that is in use.
    pub channel: Channel,
}

impl Stream {
    /// A text stream that reads.
    pub fn reader(input: Input) -> Stream {
        Stream {
            file_name: None,
            mode: OpenMode::Read,
            aliases: Vec::new(),
            stream_type: StreamType::Text,
            can_reposition: false,
            is_terminal: false,
            channel: Channel::Input(input),
        }
    }

    /// A text stream that writes.
    pub fn writer(output: Output) -> Stream {
        Stream {
            mode: OpenMode::Append,
            channel: Channel::Output(output),
            ..Stream::reader(Input::from_text(String::new()))
        }
    }

    /// The input side.
    pub fn input(&mut self) -> Option<&mut Input> {
        match &mut self.channel {
            Channel::Input(input) => Some(input),
            Channel::Output(_) => None,
        }
    }

    /// The output side.
    pub fn output(&mut self) -> Option<&mut Output> {
        match &mut self.channel {
            Channel::Output(output) => Some(output),
            Channel::Input(_) => None,
        }
    }

    /// Whether it is written.
    pub fn is_output(&self) -> bool {
        matches!(self.channel, Channel::Output(_))
    }

    /// Where the next character or byte stands or goes.
    pub fn position(&self) -> Position {
        match &self.channel {
            Channel::Input(input) => input.position,
            Channel::Output(output) => output.position,
        }
    }

    /// The position, to change it.
    pub fn position_mut(&mut self) -> &mut Position {
        match &mut self.channel {
            Channel::Input(input) => &mut input.position,
            Channel::Output(output) => &mut output.position,
        }
    }

    /// The encoding of text.
    pub fn encoding(&self) -> Encoding {
        match &self.channel {
            Channel::Input(input) => input.encoding,
            Channel::Output(output) => output.encoding,
        }
    }

    /// Changes the encoding of what follows.
    pub fn set_encoding(&mut self, encoding: Encoding) {
        match &mut self.channel {
            Channel::Input(input) => input.set_encoding(encoding),
            Channel::Output(output) => output.encoding = encoding,
        }
    }

    /// Goes to a position that the stream was at before.
    pub fn reposition(&mut self, position: Position) -> io::Result<()> {
        match &mut self.channel {
            Channel::Input(input) => input.reposition(position),
            Channel::Output(output) => output.reposition(position),
        }
    }

    /// Hands on what has been written.
    pub fn flush(&mut self) -> io::Result<()> {
        match &mut self.channel {
            Channel::Input(_) => Ok(()),
            Channel::Output(output) => output.flush(),
        }
    }
}
