//! Stream arguments: handles and aliases, and what may be done with them.

use std::io;

use crate::atom::known;
use crate::engine::machine::Machine;
use crate::error::{Ball, Outcome, Resource};
use crate::stream::encoding::Encoding;
use crate::stream::input::{EofAction, Input};
use crate::stream::output::Output;
use crate::stream::stream::{Stream, StreamId, StreamType};
use crate::term::cell::Cell;
use crate::term::text::end_within;
use crate::term::view::View;

/// For less the memory is not looked at.
const FEW_BYTES: u64 = 1 << 12;

/// So many bytes are written between two looks at signals and the clock.
const PIECE: usize = 1 << 18;

/// A stream together with the term that named it.
#[derive(Clone, Copy, Debug)]
pub struct Port {
    /// The stream.
    pub id: StreamId,
    /// The argument, if one named it.
    named: Option<Cell>,
}

impl Port {
    /// A stream that no argument named.
    pub fn unnamed(id: StreamId) -> Port {
        Port { id, named: None }
    }
}

impl Machine {
    /// The handle of a stream.
    pub fn stream_term(&mut self, id: StreamId) -> Cell {
        let number = self
            .mem
            .new_number(&crate::number::Number::Int(id.0 as i64));
        self.mem.new_struct(known::STREAM_HANDLE, &[number])
    }

    /// The number in a handle, whether or not such a stream is open.
    pub fn handle_number(&self, cell: Cell) -> Option<StreamId> {
        let args = self.mem.match_struct(cell, known::STREAM_HANDLE, 1)?;
        let number = self.mem.number(args.get(&self.mem, 0))?.as_i64()?;
        u64::try_from(number).ok().map(StreamId)
    }

    /// The open stream of a handle or alias.
    pub fn to_stream(&self, cell: Cell) -> Result<StreamId, Ball> {
        let cell = self.mem.deref(cell);
        let found = match self.mem.view(cell) {
            View::Var(_) => return Err(Ball::Instantiation),
            View::Atom(alias) => self.io.by_alias(alias),
            _ => match self.handle_number(cell) {
                Some(id) => self.io.get(id).map(|_| id),
                None => return Err(Ball::Domain(known::STREAM_OR_ALIAS, cell)),
            },
        };
        found.ok_or(Ball::Existence(known::STREAM, cell))
    }

    /// The stream that argument `index` names.
    pub fn port_arg(&self, index: usize) -> Result<Port, Ball> {
        let cell = self.arg(index);
        let id = self.to_stream(cell)?;
        let named = Some(cell);
        Ok(Port { id, named })
    }

    /// The term that a port goes by in errors.
    pub fn port_term(&mut self, port: Port) -> Cell {
        match port.named {
            Some(cell) => cell,
            None => self.stream_term(port.id),
        }
    }

    /// The stream of a port.
    pub fn port_stream(&mut self, port: Port) -> Result<&mut Stream, Ball> {
        match self.io.get_mut(port.id) {
            Some(stream) => Ok(stream),
            None => Err(Ball::Existence(
                known::STREAM,
                port.named.unwrap_or(Cell::NIL),
            )),
        }
    }

    /// The input that argument `index` names, or the current one.
    pub fn input_port(&mut self, index: Option<usize>, wanted: StreamType) -> Result<Port, Ball> {
        let port = match index {
            Some(index) => self.port_arg(index)?,
            None => Port::unnamed(self.io.current_input),
        };
        let is_iso = self.is_iso();
        let stream = self.port_stream(port)?;
        let is_past = match stream.input() {
            None => return Err(self.refused(port, "input", "stream")),
            Some(input) => input.is_past_end() && input.eof_action == EofAction::Error,
        };
        let has_bytes = stream.encoding() == Encoding::Octet && !is_iso;
        match (stream.stream_type, wanted) {
            (StreamType::Text, StreamType::Binary) if !has_bytes => {
                Err(self.refused(port, "input", "text_stream"))
            }
            (StreamType::Binary, StreamType::Text) => {
                Err(self.refused(port, "input", "binary_stream"))
            }
            _ if is_past => Err(self.refused(port, "input", "past_end_of_stream")),
            _ => Ok(port),
        }
    }

    /// The output that argument `index` names, or the current one.
    pub fn output_port(&mut self, index: Option<usize>, wanted: StreamType) -> Result<Port, Ball> {
        let port = match index {
            Some(index) => self.port_arg(index)?,
            None => Port::unnamed(self.io.current_output),
        };
        let is_iso = self.is_iso();
        let stream = self.port_stream(port)?;
        if !stream.is_output() {
            return Err(self.refused(port, "output", "stream"));
        }
        let has_bytes = stream.encoding() == Encoding::Octet && !is_iso;
        match (stream.stream_type, wanted) {
            (StreamType::Text, StreamType::Binary) if !has_bytes => {
                Err(self.refused(port, "output", "text_stream"))
            }
            (StreamType::Binary, StreamType::Text) => {
                Err(self.refused(port, "output", "binary_stream"))
            }
            _ => Ok(port),
        }
    }

    /// `permission_error(action, object, Port)`
    #[cold]
    pub fn refused(&mut self, port: Port, action: &str, object: &str) -> Ball {
        let culprit = self.port_term(port);
        self.permission_error(action, object, culprit)
    }

    /// The error for a failure of the host in the middle of a stream.
    #[cold]
    pub fn io_error(&mut self, port: Port, action: &str, error: &io::Error) -> Ball {
        // An interrupt ends waiting with an error, instead of which it is then raised.
        self.mem.alarm.rings();
        let culprit = self.port_term(port);
        let action = self.atoms.intern(action);
        let args = [Cell::atom(action), culprit];
        let formal = self.compound("io_error", &args);
        let text = error.to_string();
        let message = self.atom(&text);
        let context = self.compound("context", &[Cell::atom(known::NIL), message]);
        let ball = self.compound("error", &[formal, context]);
        Ball::Term(ball)
    }

    /// Runs `read` on the input side of a port.
    pub fn read_port<T>(
        &mut self,
        port: Port,
        read: impl FnOnce(&mut Input) -> io::Result<T>,
    ) -> Result<T, Ball> {
        match self.io.reading(port.id, read) {
            Ok(value) => Ok(value),
            Err(error) => Err(self.io_error(port, "read", &error)),
        }
    }

    /// Runs `write` on the output side of a port.
    pub fn write_port(
        &mut self,
        port: Port,
        write: impl FnOnce(&mut Output) -> io::Result<()>,
    ) -> Outcome {
        let Some(output) = self.io.get_mut(port.id).and_then(Stream::output) else {
            return Ok(true);
        };
        let written = write(output);
        let held = output.held();
        match written {
            Ok(()) if held < FEW_BYTES => Ok(true),
            Ok(()) => self.check_buffer(held).map(|()| true),
            Err(_) if self.io.is_output_exceeded() => Err(Ball::Exceeded(Resource::Output)),
            Err(error) => Err(self.io_error(port, "write", &error)),
        }
    }

    /// Writes text to a port.
    pub fn put_text(&mut self, port: Port, text: &str) -> Outcome {
        if self.mem.alarm.has_rung() {
            // The text may not be whole.
            return Ok(false);
        }
        let mut rest = text;
        while rest.len() > PIECE {
            let (piece, more) = rest.split_at(end_within(rest, PIECE));
            self.write_port(port, |output| output.put_str(piece))?;
            self.poll_now()?;
            rest = more;
        }
        self.write_port(port, |output| output.put_str(rest))
    }

    /// Writes `c` so many times to a port.
    pub fn put_times(&mut self, port: Port, c: char, count: u64) -> Outcome {
        let piece = c.to_string().repeat(count.min(PIECE as u64) as usize);
        let mut left = count;
        while left > 0 {
            let some = left.min(PIECE as u64);
            self.put_text(port, &piece[..c.len_utf8() * some as usize])?;
            left -= some;
            if left > 0 {
                self.poll_now()?;
            }
        }
        Ok(true)
    }
}
