//! The properties and positions of streams (8.11).

use std::io::SeekFrom;
use std::sync::Arc;

use super::open::{buffering, encoding, eof_action, has_returns, stream_type};
use super::ports::Port;
use crate::atom::{Atom, known};
use crate::engine::machine::Machine;
use crate::engine::registry::{Row, Start};
use crate::error::{Ball, Outcome, Position};
use crate::host::OpenMode;
use crate::number::Number;
use crate::predicates;
use crate::stream::input::{EndOfStream, EofAction, Input};
use crate::stream::output::{Buffering, Output};
use crate::stream::stream::{Channel, Stream, StreamId, StreamType};
use crate::term::cell::Cell;
use crate::term::view::View;

/// The rows of this section.
pub const ROWS: &[Row] = predicates! {
    /// Stream is the current input.
    "current_input(?Stream) is semidet" => core once current_input;
    /// Stream is the current output.
    "current_output(?Stream) is semidet" => core once current_output;
    /// Makes Stream the current input.
    "set_input(+Stream) is det" => core once set_input;
    /// Makes Stream the current output.
    "set_output(+Stream) is det" => core once set_output;
    /// Hands on what has been written to the current output.
    "flush_output is det" => core once flush_output;
    /// Hands on what has been written to Stream.
    "flush_output(+Stream) is det" => core once flush_output_of;
    /// Hands on what has been written to the terminal.
    "ttyflush is det" => once ttyflush;
    /// Stream has Property.
    "stream_property(?Stream, ?Property) is nondet" => core many stream_property;
    /// All of the current input has been read.
    "at_end_of_stream is semidet" => core once at_end_of_stream;
    /// All of Stream has been read.
    "at_end_of_stream(+Stream) is semidet" => core once at_end_of_stream_of;
    /// Goes to a Position that stream_property/2 has told.
    "set_stream_position(+Stream, +Position) is det" => core once set_stream_position;
    /// Field of Position is Value: `char_count`, `line_count`, `line_position` or `byte_count`.
    "stream_position_data(+Field, +Position, -Value) is semidet" => once stream_position_data;
    /// Goes Offset bytes from Method (`bof`, `current`, `eof`); Location is then the byte offset.
    "seek(+Stream, +Offset, +Method, -Location) is det" => once seek;
    /// Changes a property of Stream.
    "set_stream(+Stream, +Property) is det" => once set_stream;
    /// Stream is open in Mode on the file Object, which is `[]` if there is none.
    "current_stream(?Object, ?Mode, ?Stream) is nondet" => many current_stream;
    /// Count is the number of the line that Stream is on, from 1.
    "line_count(+Stream, -Count) is semidet" => once line_count;
    /// Count is the number of characters before the next one on its line.
    "line_position(+Stream, -Count) is semidet" => once line_position;
    /// Count is the number of characters before the next one.
    "character_count(+Stream, -Count) is semidet" => once character_count;
    /// Count is the number of bytes before the next one.
    "byte_count(+Stream, -Count) is semidet" => once byte_count;
    /// Old is what a person is asked for a line with, New from now on.
    "prompt(-Old, +New) is semidet" => once prompt;
};

fn current_input(m: &mut Machine) -> Outcome {
    unify_current(m, m.io.current_input)
}

fn current_output(m: &mut Machine) -> Outcome {
    unify_current(m, m.io.current_output)
}

fn unify_current(m: &mut Machine, id: StreamId) -> Outcome {
    let cell = m.arg(0);
    if !cell.is_var() && m.handle_number(cell).is_none() {
        return Err(Ball::Domain(known::STREAM, cell));
    }
    let handle = m.stream_term(id);
    m.unify_arg(0, handle)
}

fn set_input(m: &mut Machine) -> Outcome {
    let port = m.port_arg(0)?;
    if m.port_stream(port)?.is_output() {
        return Err(m.refused(port, "input", "stream"));
    }
    m.io.current_input = port.id;
    Ok(true)
}

fn set_output(m: &mut Machine) -> Outcome {
    let port = m.port_arg(0)?;
    if !m.port_stream(port)?.is_output() {
        return Err(m.refused(port, "output", "stream"));
    }
    m.io.current_output = port.id;
    Ok(true)
}

fn flush_output(m: &mut Machine) -> Outcome {
    flush(m, Port::unnamed(m.io.current_output))
}

fn flush_output_of(m: &mut Machine) -> Outcome {
    let port = m.port_arg(0)?;
    if !m.port_stream(port)?.is_output() {
        return Err(m.refused(port, "output", "stream"));
    }
    flush(m, port)
}

fn ttyflush(m: &mut Machine) -> Outcome {
    let id = m.to_stream(Cell::atom(known::USER_OUTPUT))?;
    flush(m, Port::unnamed(id))
}

fn flush(m: &mut Machine, port: Port) -> Outcome {
    m.write_port(port, |output| output.flush())
}

/// What a stream can be asked for.
#[derive(Clone, Debug)]
enum Property {
    Plain(&'static str),
    Name(&'static str, &'static str),
    Text(&'static str, Arc<str>),
    Alias(Atom),
    Position(Position),
}

/// The names of all properties with their numbers of arguments.
const PROPERTIES: [(&str, usize); 15] = [
    ("input", 0),
    ("output", 0),
    ("alias", 1),
    ("file_name", 1),
    ("mode", 1),
    ("eof_action", 1),
    ("end_of_stream", 1),
    ("buffer", 1),
    ("newline", 1),
    ("encoding", 1),
    ("tty", 1),
    ("reposition", 1),
    ("type", 1),
    ("position", 1),
    ("bom", 1),
];

const fn truth(value: bool) -> &'static str {
    if value { "true" } else { "false" }
}

fn mode_name(mode: OpenMode) -> &'static str {
    match mode {
        OpenMode::Read => "read",
        OpenMode::Write => "write",
        OpenMode::Append => "append",
        OpenMode::Update => "update",
    }
}

fn properties(stream: &Stream) -> Vec<Property> {
    let mut found = vec![Property::Name("mode", mode_name(stream.mode))];
    match &stream.channel {
        Channel::Input(input) => found.extend(input_properties(input)),
        Channel::Output(output) => found.extend(output_properties(output)),
    }
    found.extend(stream.aliases.iter().map(|&alias| Property::Alias(alias)));
    let name = stream.file_name.clone();
    found.extend(name.map(|name| Property::Text("file_name", name)));
    let type_name = match stream.stream_type {
        StreamType::Text => "text",
        StreamType::Binary => "binary",
    };
    found.extend([
        Property::Position(stream.position()),
        Property::Name("reposition", truth(stream.can_reposition)),
        Property::Name("type", type_name),
        Property::Name("encoding", stream.encoding().name()),
        Property::Name("newline", newline_name(stream)),
        Property::Name("tty", truth(stream.is_terminal)),
    ]);
    found
}

fn input_properties(input: &Input) -> [Property; 3] {
    let action = match input.eof_action {
        EofAction::Error => "error",
        EofAction::EofCode => "eof_code",
        EofAction::Reset => "reset",
    };
    let end = match input.end_of_stream() {
        EndOfStream::Not => "not",
        EndOfStream::At => "at",
        EndOfStream::Past => "past",
    };
    [
        Property::Plain("input"),
        Property::Name("eof_action", action),
        Property::Name("end_of_stream", end),
    ]
}

fn output_properties(output: &Output) -> [Property; 2] {
    let buffer = match output.buffering {
        Buffering::Full => "full",
        Buffering::Line => "line",
        Buffering::None => "none",
    };
    [Property::Plain("output"), Property::Name("buffer", buffer)]
}

fn newline_name(stream: &Stream) -> &'static str {
    let has_returns = match &stream.channel {
        Channel::Input(input) => input.drops_returns,
        Channel::Output(output) => output.adds_returns,
    };
    if has_returns { "dos" } else { "posix" }
}

fn stream_property(m: &mut Machine) -> Result<Start, Ball> {
    check_property(m)?;
    let cell = m.arg(0);
    let ids = if cell.is_var() {
        m.io.ids()
    } else {
        let is_foreign = |ball| match ball {
            Ball::Existence(..) if cell.is_atom() => Ball::Domain(known::STREAM, cell),
            Ball::Domain(..) => Ball::Domain(known::STREAM, cell),
            other => other,
        };
        vec![m.to_stream(cell).map_err(is_foreign)?]
    };
    let mut items = Vec::new();
    for id in ids {
        if is_end_asked(m) {
            look_for_end(m, id);
        }
        let properties = m.io.get(id).map(properties).unwrap_or_default();
        items.extend(properties.into_iter().map(|property| (id, property)));
    }
    m.solutions(items, |m, (id, property)| {
        let property = property_term(m, property)?;
        Ok(m.unify_arg(1, property)? && unify_stream(m, *id)?)
    })
}

fn unify_stream(m: &mut Machine, id: StreamId) -> Outcome {
    if m.arg(0).is_atom() {
        return Ok(true);
    }
    let handle = m.stream_term(id);
    m.unify_arg(0, handle)
}

fn is_end_asked(m: &Machine) -> bool {
    m.match_compound(m.arg(1), "end_of_stream", 1).is_some()
}

/// Whether a file is at its end is known only after an attempt to read on.
fn look_for_end(m: &mut Machine, id: StreamId) {
    let stream = m.io.get_mut(id).filter(|stream| stream.can_reposition);
    if let Some(stream) = stream {
        let is_text = stream.stream_type == StreamType::Text;
        if let Some(input) = stream.input() {
            // An error here will come again when the stream is read.
            let _ = match is_text {
                true => input.peek_char().map(|_| ()),
                false => input.peek_byte().map(|_| ()),
            };
        }
    }
}

fn check_property(m: &Machine) -> Result<(), Ball> {
    let property = m.arg(1);
    if property.is_var() {
        return Ok(());
    }
    let found = m.mem.callable(property);
    let is_known = found.is_some_and(|(functor, _)| {
        PROPERTIES.contains(&(m.text(functor.name()), functor.arity()))
    });
    if is_known {
        Ok(())
    } else {
        Err(Ball::Domain(known::STREAM_PROPERTY, property))
    }
}

fn property_term(m: &mut Machine, property: &Property) -> Result<Cell, Ball> {
    let (name, value) = match property {
        Property::Plain(name) => return Ok(m.atom(name)),
        Property::Name(name, value) => (*name, m.atom(value)),
        Property::Text(name, value) => (*name, m.atom(value)),
        Property::Alias(alias) => ("alias", Cell::atom(*alias)),
        Property::Position(position) => ("position", m.position_term(*position)),
    };
    Ok(m.compound(name, &[value]))
}

impl Machine {
    /// The term of a position.
    pub fn position_term(&mut self, position: Position) -> Cell {
        let fields = [
            position.char,
            u64::from(position.line),
            u64::from(position.column),
            position.byte,
        ];
        let cells = fields.map(|field| self.mem.new_number(&Number::from(field)));
        self.compound("$stream_position", &cells)
    }

    /// The position that a term is.
    pub fn to_position(&self, cell: Cell) -> Result<Position, Ball> {
        let cell = self.mem.deref(cell);
        let field = |args: crate::term::view::Args, index| {
            let number = self.mem.number(args.get(&self.mem, index))?.as_i64()?;
            u64::try_from(number).ok()
        };
        let position = self
            .match_compound(cell, "$stream_position", 4)
            .and_then(|args| {
                Some(Position {
                    char: field(args, 0)?,
                    line: field(args, 1)? as u32,
                    column: field(args, 2)? as u32,
                    byte: field(args, 3)?,
                })
            });
        position.ok_or(match cell.is_var() {
            true => Ball::Instantiation,
            false => Ball::Domain(known::STREAM_POSITION, cell),
        })
    }
}

fn at_end_of_stream(m: &mut Machine) -> Outcome {
    is_at_end(m, Port::unnamed(m.io.current_input))
}

fn at_end_of_stream_of(m: &mut Machine) -> Outcome {
    let port = m.port_arg(0)?;
    is_at_end(m, port)
}

fn is_at_end(m: &mut Machine, port: Port) -> Outcome {
    let stream = m.port_stream(port)?;
    if stream.is_output() {
        return Err(m.refused(port, "input", "stream"));
    }
    let is_text = stream.stream_type == StreamType::Text;
    m.read_port(port, |input| {
        Ok(input.is_past_end()
            || match is_text {
                true => input.peek_char()?.is_none(),
                false => input.peek_byte()?.is_none(),
            })
    })
}

fn set_stream_position(m: &mut Machine) -> Outcome {
    let port = m.port_arg(0)?;
    let position = m.to_position(m.arg(1))?;
    let stream = m.port_stream(port)?;
    if !stream.can_reposition {
        return Err(m.refused(port, "reposition", "stream"));
    }
    match stream.reposition(position) {
        Ok(()) => Ok(true),
        Err(_) => Err(m.refused(port, "reposition", "stream")),
    }
}

fn stream_position_data(m: &mut Machine) -> Outcome {
    let field = m.atom_arg(0)?;
    let position = m.to_position(m.arg(1))?;
    let value = match m.text(field) {
        "char_count" => position.char,
        "line_count" => u64::from(position.line),
        "line_position" => u64::from(position.column),
        "byte_count" => position.byte,
        _ => return Err(m.domain_error("stream_position_data", Cell::atom(field))),
    };
    m.unify_number(2, &Number::from(value))
}

fn seek(m: &mut Machine) -> Outcome {
    let port = m.port_arg(0)?;
    let offset = m.integer_arg(1)?;
    let method = m.atom_arg(2)?;
    let here = m.port_stream(port)?.position().byte;
    let to = match m.text(method) {
        "bof" => SeekFrom::Start(offset.max(0) as u64),
        "current" => SeekFrom::Start(here.saturating_add_signed(offset)),
        "eof" => SeekFrom::End(offset),
        _ => return Err(m.domain_error("seek_method", Cell::atom(method))),
    };
    let stream = m.port_stream(port)?;
    let can_reposition = stream.can_reposition;
    let moved = match &mut stream.channel {
        Channel::Input(input) => input.seek(to),
        Channel::Output(output) => output.seek(to),
    };
    match moved {
        Ok(byte) if can_reposition => m.unify_number(3, &Number::from(byte)),
        _ => Err(m.refused(port, "reposition", "stream")),
    }
}

fn set_stream(m: &mut Machine) -> Outcome {
    let port = m.port_arg(0)?;
    let list = m.mem.list(&[m.term_arg(1)]);
    let options = m.to_options(list, known::STREAM_PROPERTY)?;
    for option in options {
        match m.text(option.name) {
            "alias" => m.io.set_alias(port.id, option.atom()?),
            "encoding" => {
                let encoding = encoding(m, option)?;
                m.port_stream(port)?.set_encoding(encoding);
            }
            "type" => m.port_stream(port)?.stream_type = stream_type(m, option)?,
            "tty" => m.port_stream(port)?.is_terminal = option.bool()?,
            "file_name" => {
                let name = m.to_file_name(option.value)?;
                m.port_stream(port)?.file_name = Some(name.into());
            }
            "line_position" => {
                let column = u32::try_from(option.integer()?).map_err(|_| option.refused())?;
                m.port_stream(port)?.position_mut().column = column;
            }
            "eof_action" | "buffer" | "newline" => set_channel(m, port, option)?,
            "record_position"
            | "close_on_abort"
            | "close_on_exec"
            | "representation_errors"
            | "timeout"
            | "write_errors"
            | "buffer_size"
            | "locale" => {}
            _ => return Err(option.refused_name()),
        }
    }
    Ok(true)
}

/// Sets a property that only one side of a stream has; on the other it does nothing.
fn set_channel(m: &mut Machine, port: Port, option: super::options::Choice) -> Result<(), Ball> {
    match m.text(option.name) {
        "eof_action" => {
            let action = eof_action(m, option)?;
            if let Some(input) = m.port_stream(port)?.input() {
                input.eof_action = action;
            }
        }
        "buffer" => {
            let buffering = buffering(m, option)?;
            if let Some(output) = m.port_stream(port)?.output() {
                output.buffering = buffering;
            }
        }
        _ => {
            let has_returns = has_returns(m, option)?;
            match &mut m.port_stream(port)?.channel {
                Channel::Input(input) => input.drops_returns = has_returns,
                Channel::Output(output) => output.adds_returns = has_returns,
            }
        }
    }
    Ok(())
}

fn current_stream(m: &mut Machine) -> Result<Start, Ball> {
    let ids = m.io.ids();
    m.solutions(ids, |m, &id| {
        let Some(stream) = m.io.get(id) else {
            return Ok(false);
        };
        let mode = mode_name(stream.mode);
        let object = match stream.file_name.clone() {
            Some(name) => m.atom(&name),
            None => Cell::NIL,
        };
        let handle = m.stream_term(id);
        Ok(m.unify_arg(0, object)? && m.unify_text_atom(1, mode)? && m.unify_arg(2, handle)?)
    })
}

fn position_arg(m: &mut Machine) -> Result<Position, Ball> {
    let port = m.port_arg(0)?;
    Ok(m.port_stream(port)?.position())
}

fn line_count(m: &mut Machine) -> Outcome {
    let position = position_arg(m)?;
    m.unify_int(1, i64::from(position.line))
}

fn line_position(m: &mut Machine) -> Outcome {
    let position = position_arg(m)?;
    m.unify_int(1, i64::from(position.column))
}

fn character_count(m: &mut Machine) -> Outcome {
    let position = position_arg(m)?;
    m.unify_number(1, &Number::from(position.char))
}

fn byte_count(m: &mut Machine) -> Outcome {
    let position = position_arg(m)?;
    m.unify_number(1, &Number::from(position.byte))
}

fn prompt(m: &mut Machine) -> Outcome {
    let old = m.io.prompt.clone();
    if !m.unify_text_atom(0, &old)? {
        return Ok(false);
    }
    if let View::Var(_) = m.view_arg(1) {
        return Ok(false);
    }
    m.io.prompt = (*m.text_arg(1)?).to_owned();
    Ok(true)
}
