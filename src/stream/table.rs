//! The open streams of an engine, their aliases, and the current ones.

use std::io;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::encoding::Encoding;
use super::input::{EofAction, Input};
use super::output::{Buffering, Meter, Output};
use super::stream::{Channel, Stream, StreamId};
use crate::atom::{Atom, known};
use crate::error::Position;
use crate::host::{Device, Host, Standard};
use crate::syntax::source::{START, TextSource};

/// Standard input.
pub const STDIN: StreamId = StreamId(0);
/// Standard output.
pub const STDOUT: StreamId = StreamId(1);
/// Standard error.
pub const STDERR: StreamId = StreamId(2);

/// The open streams of an engine.
pub struct Streams {
    streams: FxHashMap<StreamId, Stream>,
    aliases: FxHashMap<Atom, StreamId>,
    next: u64,
    meter: Option<Arc<Meter>>,
    /// Where predicates without a stream argument read.
    pub current_input: StreamId,
    /// Where predicates without a stream argument write.
    pub current_output: StreamId,
    /// What is shown to a person who is asked for a line.
    pub prompt: String,
}

impl Streams {
    /// The names that streams have been given.
    pub fn alias_names(&self) -> impl Iterator<Item = Atom> {
        let own = self.streams.values().flat_map(|stream| &stream.aliases);
        own.chain(self.aliases.keys()).copied()
    }

    /// The standard streams of `host`.
    pub fn new(host: &mut dyn Host) -> Streams {
        let mut streams = Streams {
            streams: FxHashMap::default(),
            aliases: FxHashMap::default(),
            next: 0,
            meter: None,
            current_input: STDIN,
            current_output: STDOUT,
            prompt: "|: ".to_owned(),
        };
        let input = streams.add(standard_input(host.standard(Standard::Input)));
        streams.set_alias(input, known::USER_INPUT);
        let output = host.standard(Standard::Output);
        let output = streams.add(standard_output(output, Buffering::Full));
        streams.set_alias(output, known::USER_OUTPUT);
        let error = host.standard(Standard::Error);
        let error = streams.add(standard_output(error, Buffering::None));
        streams.set_alias(error, known::USER_ERROR);
        streams
    }

    /// Adds a stream.
    pub fn add(&mut self, mut stream: Stream) -> StreamId {
        if let Some(output) = stream.output() {
            output.meter = self.meter.clone();
        }
        let id = StreamId(self.next);
        self.next += 1;
        self.streams.insert(id, stream);
        id
    }

    /// The stream of this number.
    pub fn get(&self, id: StreamId) -> Option<&Stream> {
        self.streams.get(&id)
    }

    /// The stream of this number.
    pub fn get_mut(&mut self, id: StreamId) -> Option<&mut Stream> {
        self.streams.get_mut(&id)
    }

    /// The numbers of all streams in order of opening.
    pub fn ids(&self) -> Vec<StreamId> {
        let mut ids: Vec<StreamId> = self.streams.keys().copied().collect();
        ids.sort();
        ids
    }

    /// The stream that an alias stands for.
    pub fn by_alias(&self, alias: Atom) -> Option<StreamId> {
        self.aliases.get(&alias).copied()
    }

    /// Makes `alias` stand for a stream, and no longer for another.
    pub fn set_alias(&mut self, id: StreamId, alias: Atom) {
        if let Some(old) = self.aliases.insert(alias, id)
            && let Some(stream) = self.streams.get_mut(&old)
        {
            stream.aliases.retain(|&a| a != alias);
        }
        if let Some(stream) = self.streams.get_mut(&id) {
            stream.aliases.push(alias);
        }
    }

    /// Whether the stream is one that the process began with.
    pub fn is_standard(&self, id: StreamId) -> bool {
        id <= STDERR
    }

    /// Closes a stream after handing on what has been written to it; a
    /// standard stream stays open.
    pub fn close(&mut self, id: StreamId) -> io::Result<()> {
        let flushed = self.get_mut(id).map_or(Ok(()), Stream::flush);
        if !self.is_standard(id) {
            self.remove(id);
        }
        flushed
    }

    /// Forgets a stream, whose unwritten bytes are lost.
    pub fn remove(&mut self, id: StreamId) -> Option<Stream> {
        let stream = self.streams.remove(&id)?;
        for &alias in &stream.aliases {
            self.aliases.remove(&alias);
        }
        for (alias, standard) in [
            (known::USER_INPUT, STDIN),
            (known::USER_OUTPUT, STDOUT),
            (known::USER_ERROR, STDERR),
        ] {
            if !self.aliases.contains_key(&alias) {
                self.set_alias(standard, alias);
            }
        }
        if self.current_input == id {
            self.current_input = self.by_alias(known::USER_INPUT).unwrap_or(STDIN);
        }
        if self.current_output == id {
            self.current_output = self.by_alias(known::USER_OUTPUT).unwrap_or(STDOUT);
        }
        Some(stream)
    }

    /// Hands on what has been written to any stream.
    pub fn flush_all(&mut self) -> io::Result<()> {
        let is_pending = |stream: &Stream| match &stream.channel {
            Channel::Output(output) => output.has_pending(),
            Channel::Input(_) => false,
        };
        if !self.streams.values().any(is_pending) {
            return Ok(());
        }
        for id in self.ids() {
            self.get_mut(id).map_or(Ok(()), Stream::flush)?;
        }
        Ok(())
    }

    /// Bounds the bytes that all outputs together may write from now on.
    pub fn bound_output(&mut self, bytes: Option<u64>) {
        if bytes.is_none() && self.meter.is_none() {
            return;
        }
        self.meter = bytes.map(|bytes| Arc::new(Meter::new(bytes)));
        for stream in self.streams.values_mut() {
            if let Some(output) = stream.output() {
                output.meter = self.meter.clone();
            }
        }
    }

    /// Whether more was to be written than is allowed.
    pub fn is_output_exceeded(&self) -> bool {
        self.meter.as_ref().is_some_and(|meter| meter.is_exceeded())
    }

    /// Makes sure that a person sees what has been written, and the prompt,
    /// before an input waits for them.
    pub fn before_waiting(&mut self, id: StreamId) -> io::Result<()> {
        if id != STDIN {
            return Ok(());
        }
        let is_terminal = self.get(id).is_some_and(|stream| stream.is_terminal);
        let prompt = std::mem::take(&mut self.prompt);
        let output = self.get_mut(STDOUT).and_then(Stream::output);
        if let Some(output) = output.filter(|_| is_terminal) {
            output.put_str(&prompt)?;
            output.position.column = 0;
        }
        self.prompt = prompt;
        for id in [STDOUT, STDERR] {
            self.get_mut(id).map_or(Ok(()), Stream::flush)?;
        }
        Ok(())
    }

    /// Opens an output that keeps its text.
    pub fn open_memory(&mut self) -> StreamId {
        self.add(Stream::writer(Output::memory()))
    }

    /// Takes the text of an output that keeps it.
    pub fn take_memory(&mut self, id: StreamId) -> Option<String> {
        self.streams.get_mut(&id)?.output().map(Output::take_text)
    }

    /// Runs `read` on the input side of a stream. If the text that has arrived
    /// is not enough, the outputs are flushed first, since the input may wait.
    pub fn reading<T>(
        &mut self,
        id: StreamId,
        read: impl FnOnce(&mut Input) -> io::Result<T>,
    ) -> io::Result<T> {
        let input = self.input(id)?;
        if !input.text().is_empty() || input.is_exhausted() || id != STDIN {
            return read(input);
        }
        self.before_waiting(id)?;
        read(self.input(id)?)
    }

    fn input(&mut self, id: StreamId) -> io::Result<&mut Input> {
        let input = self.get_mut(id).and_then(Stream::input);
        input.ok_or(io::Error::from(io::ErrorKind::NotFound))
    }
}

fn standard_input(device: Box<dyn Device>) -> Stream {
    let is_terminal = device.is_terminal();
    let mut input = Input::new(device, Encoding::Utf8);
    input.eof_action = EofAction::Reset;
    Stream {
        is_terminal,
        ..Stream::reader(input)
    }
}

fn standard_output(device: Box<dyn Device>, buffering: Buffering) -> Stream {
    let is_terminal = device.is_terminal();
    let mut output = Output::new(device, Encoding::Utf8);
    output.buffering = match buffering {
        Buffering::Full if is_terminal => Buffering::Line,
        other => other,
    };
    Stream {
        is_terminal,
        ..Stream::writer(output)
    }
}

/// A stream as the reader's source. The reader asks for its text again and again, so
/// the input is taken out of the table for as long as it reads.
pub struct StreamSource<'a> {
    streams: &'a mut Streams,
    id: StreamId,
    input: Option<Input>,
}

impl Drop for StreamSource<'_> {
    fn drop(&mut self) {
        let place = self.streams.get_mut(self.id).and_then(Stream::input);
        if let (Some(place), Some(input)) = (place, self.input.take()) {
            *place = input;
        }
    }
}

impl<'a> StreamSource<'a> {
    /// The source of the text of the stream `id`, which reads text.
    pub fn new(streams: &'a mut Streams, id: StreamId) -> StreamSource<'a> {
        let input = streams.get_mut(id).and_then(Stream::input);
        let input = input.map(|input| std::mem::replace(input, Input::from_text(String::new())));
        StreamSource { streams, id, input }
    }
}

impl TextSource for StreamSource<'_> {
    fn text(&self) -> &str {
        self.input.as_ref().map_or("", Input::text)
    }

    fn at_end(&self) -> bool {
        self.input.as_ref().is_none_or(Input::is_exhausted)
    }

    fn fill(&mut self) -> io::Result<bool> {
        if !self.at_end() {
            self.streams.before_waiting(self.id)?;
        }
        let input = self.input.as_mut();
        input
            .ok_or(io::Error::from(io::ErrorKind::NotFound))?
            .fill()
    }

    fn consume(&mut self, bytes: usize) {
        if let Some(input) = &mut self.input {
            input.consume(bytes);
        }
    }

    fn position(&self) -> Position {
        self.input.as_ref().map_or(START, |input| input.position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::NullHost;

    #[test]
    fn closing_gives_the_current_streams_back() {
        let mut streams = Streams::new(&mut NullHost);
        let id = streams.open_memory();
        streams.current_output = id;
        streams.set_alias(id, known::USER_OUTPUT);
        assert_eq!(streams.by_alias(known::USER_OUTPUT), Some(id));
        assert_eq!(streams.take_memory(id), Some(String::new()));
        streams.remove(id);
        assert_eq!(streams.by_alias(known::USER_OUTPUT), Some(STDOUT));
        assert_eq!(streams.current_output, STDOUT);
    }
}
