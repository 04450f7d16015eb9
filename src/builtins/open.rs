//! Opening and closing streams (8.11).

use std::io;

use super::options::Choice;
use super::ports::Port;
use crate::atom::{Atom, known};
use crate::engine::machine::Machine;
use crate::engine::registry::Row;
use crate::error::{Ball, Outcome};
use crate::host::{Device, Nothing, OpenMode};
use crate::predicates;
use crate::stream::encoding::Encoding;
use crate::stream::input::{EofAction, Input};
use crate::stream::output::{Buffering, Output};
use crate::stream::stream::{Stream, StreamId, StreamType};
use crate::term::cell::Cell;
use crate::term::view::View;

/// The rows of this section.
pub const ROWS: &[Row] = predicates! {
    /// Opens the file Source in Mode (`read`, `write`, `append`, `update`) as Stream.
    "open(+Source, +Mode, -Stream) is det" => core once open;
    /// Opens the file Source in Mode as Stream, as Options say.
    "open(+Source, +Mode, -Stream, +Options) is det" => core once open_with_options;
    /// Closes Stream.
    "close(+Stream) is det" => core once close;
    /// Closes Stream; with `force(true)` among Options even if that loses output.
    "close(+Stream, +Options) is det" => core once close_with_options;
    /// Opens a stream that reads Text.
    "open_string(+Text, -Stream) is det" => once open_string;
    /// Opens a stream that forgets what is written to it.
    "open_null_stream(-Stream) is det" => once open_null_stream;
    /// Makes a stream that keeps what is written to it the current output, which was Old.
    "'$capture'(-Old, -Stream) is det" => once capture;
    /// Text is what was written to a stream of '$capture'/2, as a string.
    "'$captured'(+Stream, -Text) is det" => once captured;
    /// Ends '$capture'/2.
    "'$release'(+Old, +Stream) is det" => once release;
    /// Checks that Sink is a sink such as `atom(A)` or `string(S)`.
    "'$check_sink'(+Sink) is det" => once check_sink;
    /// Delivers Text to Sink, such as `atom(A)` or `string(S)`.
    "'$deliver'(+Sink, +Text) is semidet" => once deliver;
    /// Reads from the file, stream or alias Source from now on.
    "see(+Source) is det" => once see;
    /// Closes the current input.
    "seen is det" => once seen;
    /// Stream is the current input.
    "seeing(?Stream) is semidet" => once seeing;
    /// Writes to the file, stream or alias Sink from now on.
    "tell(+Sink) is det" => once tell;
    /// Writes to the end of the file, or to the stream or alias Sink from now on.
    "append(+Sink) is det" => once append;
    /// Closes the current output.
    "told is det" => once told;
    /// Stream is the current output.
    "telling(?Stream) is semidet" => once telling;
};

/// How a stream is opened.
struct Request {
    mode: OpenMode,
    stream_type: StreamType,
    encoding: Option<Encoding>,
    alias: Option<(Atom, Cell)>,
    eof_action: EofAction,
    reposition: Option<Cell>,
    buffering: Buffering,
    has_returns: bool,
}

impl Request {
    fn new(mode: OpenMode) -> Request {
        Request {
            mode,
            stream_type: StreamType::Text,
            encoding: None,
            alias: None,
            eof_action: EofAction::EofCode,
            reposition: None,
            buffering: Buffering::Full,
            has_returns: false,
        }
    }

    fn add(&mut self, m: &Machine, option: Choice) -> Result<(), Ball> {
        match m.text(option.name) {
            "type" => self.stream_type = stream_type(m, option)?,
            "reposition" => self.reposition = option.bool()?.then_some(option.term),
            "alias" => self.alias = Some((option.atom()?, option.term)),
            "eof_action" => self.eof_action = eof_action(m, option)?,
            "encoding" => self.encoding = Some(encoding(m, option)?),
            "buffer" => self.buffering = buffering(m, option)?,
            "newline" => self.has_returns = has_returns(m, option)?,
            "bom" | "close_on_abort" | "close_on_exec" | "wait" => {
                option.bool()?;
            }
            "create" | "lock" | "locale" => {}
            _ => return Err(option.refused_name()),
        }
        Ok(())
    }

    /// Makes a stream of an open device.
    fn stream(&self, device: Box<dyn Device>) -> io::Result<Stream> {
        let encoding = self.encoding.unwrap_or(match self.stream_type {
            StreamType::Text => Encoding::Utf8,
            StreamType::Binary => Encoding::Octet,
        });
        let can_reposition = device.is_seekable();
        let is_terminal = device.is_terminal();
        let stream = if self.mode == OpenMode::Read {
            let mut input = Input::new(device, encoding);
            input.eof_action = self.eof_action;
            input.drops_returns = self.has_returns;
            if encoding == Encoding::Utf8 && can_reposition {
                input.skip_mark()?;
            }
            Stream::reader(input)
        } else {
            let mut output = Output::new(device, encoding);
            output.buffering = self.buffering;
            output.adds_returns = self.has_returns;
            Stream::writer(output)
        };
        Ok(Stream {
            mode: self.mode,
            stream_type: self.stream_type,
            can_reposition,
            is_terminal,
            ..stream
        })
    }
}

/// The value of a `type` option.
pub fn stream_type(m: &Machine, option: Choice) -> Result<StreamType, Ball> {
    match m.text(option.atom()?) {
        "text" => Ok(StreamType::Text),
        "binary" => Ok(StreamType::Binary),
        _ => Err(option.refused()),
    }
}

/// The value of an `eof_action` option.
pub fn eof_action(m: &Machine, option: Choice) -> Result<EofAction, Ball> {
    match m.text(option.atom()?) {
        "error" => Ok(EofAction::Error),
        "eof_code" => Ok(EofAction::EofCode),
        "reset" => Ok(EofAction::Reset),
        _ => Err(option.refused()),
    }
}

/// The value of an `encoding` option.
pub fn encoding(m: &Machine, option: Choice) -> Result<Encoding, Ball> {
    let found = Encoding::from_name(m.text(option.atom()?));
    found.ok_or_else(|| option.refused())
}

/// The value of a `buffer` option.
pub fn buffering(m: &Machine, option: Choice) -> Result<Buffering, Ball> {
    match m.text(option.atom()?) {
        "full" => Ok(Buffering::Full),
        "line" => Ok(Buffering::Line),
        "false" | "none" => Ok(Buffering::None),
        _ => Err(option.refused()),
    }
}

/// The value of a `newline` option: whether lines end in two characters.
pub fn has_returns(m: &Machine, option: Choice) -> Result<bool, Ball> {
    match m.text(option.atom()?) {
        "dos" => Ok(true),
        "posix" | "detect" => Ok(false),
        _ => Err(option.refused()),
    }
}

/// The mode that argument `index` names.
fn mode_arg(m: &Machine, index: usize) -> Result<OpenMode, Ball> {
    match m.atom_arg(index)? {
        known::READ => Ok(OpenMode::Read),
        known::WRITE => Ok(OpenMode::Write),
        known::APPEND => Ok(OpenMode::Append),
        known::UPDATE => Ok(OpenMode::Update),
        mode => Err(Ball::Domain(known::IO_MODE, Cell::atom(mode))),
    }
}

impl Machine {
    /// The name of the file that `cell` is.
    pub fn to_file_name(&self, cell: Cell) -> Result<String, Ball> {
        let name = match self.mem.view(cell) {
            View::Var(_) => return Err(Ball::Instantiation),
            View::Atom(atom) if cell != Cell::NIL => self.text(atom),
            View::Str(text) => text,
            _ => return Err(Ball::Domain(known::SOURCE_SINK, self.mem.deref(cell))),
        };
        self.check_name(name)?;
        Ok(name.to_owned())
    }

    /// The error for a file that cannot be opened.
    #[cold]
    pub fn open_error(&mut self, source: Cell, error: &io::Error) -> Ball {
        match error.kind() {
            io::ErrorKind::NotFound => Ball::Existence(known::SOURCE_SINK, source),
            _ => Ball::Permission(known::OPEN, known::SOURCE_SINK, source),
        }
    }

    /// Opens a file as `request` says.
    fn open_file(&mut self, source: Cell, request: &Request) -> Result<StreamId, Ball> {
        let name = self.to_file_name(source)?;
        let refused = |cell| Ball::Permission(known::OPEN, known::SOURCE_SINK, cell);
        if let Some((alias, term)) = request.alias
            && self.io.by_alias(alias).is_some()
        {
            return Err(refused(term));
        }
        let opened = self.host.open(&name, request.mode);
        let stream = opened.and_then(|device| request.stream(device));
        let mut stream = stream.map_err(|error| self.open_error(source, &error))?;
        match request.reposition {
            Some(term) if !stream.can_reposition => return Err(refused(term)),
            _ => {}
        }
        let absolute = self.host.absolute(&name).unwrap_or(name);
        stream.file_name = Some(absolute.into());
        let id = self.io.add(stream);
        if let Some((alias, _)) = request.alias {
            self.io.set_alias(id, alias);
        }
        Ok(id)
    }

    /// Closes a stream; the error if what was written could not be handed on.
    fn close_port(&mut self, port: Port) -> Outcome {
        match self.io.close(port.id) {
            Ok(()) => Ok(true),
            Err(error) => Err(self.io_error(port, "write", &error)),
        }
    }
}

fn open(m: &mut Machine) -> Outcome {
    open_stream(m, Vec::new())
}

fn open_with_options(m: &mut Machine) -> Outcome {
    if m.is_var_arg(0) || m.is_var_arg(1) {
        return Err(Ball::Instantiation);
    }
    let options = m.options_arg(3, known::STREAM_OPTION)?;
    open_stream(m, options)
}

fn open_stream(m: &mut Machine, options: Vec<Choice>) -> Outcome {
    let source = m.arg(0);
    if source.is_var() {
        return Err(Ball::Instantiation);
    }
    let mut request = Request::new(mode_arg(m, 1)?);
    for option in options {
        request.add(m, option)?;
    }
    if !m.is_var_arg(2) {
        return Err(Ball::Uninstantiation(m.arg(2)));
    }
    let id = m.open_file(source, &request)?;
    let handle = m.stream_term(id);
    m.unify_arg(2, handle)
}

fn close(m: &mut Machine) -> Outcome {
    let port = m.port_arg(0)?;
    m.close_port(port)
}

fn close_with_options(m: &mut Machine) -> Outcome {
    if m.is_var_arg(0) {
        return Err(Ball::Instantiation);
    }
    let mut force = false;
    for option in m.options_arg(1, known::CLOSE_OPTION)? {
        match option.name {
            known::FORCE => force = option.bool()?,
            _ => return Err(option.refused_name()),
        }
    }
    let port = m.port_arg(0)?;
    match m.close_port(port) {
        Err(_) if force => Ok(true),
        other => other,
    }
}

fn open_string(m: &mut Machine) -> Outcome {
    let text = m.text_arg(0)?;
    let stream = Stream::reader(Input::from_text((*text).to_owned()));
    let id = m.io.add(stream);
    let handle = m.stream_term(id);
    m.unify_arg(1, handle)
}

fn open_null_stream(m: &mut Machine) -> Outcome {
    let output = Output::new(Box::new(Nothing), Encoding::Utf8);
    let id = m.io.add(Stream::writer(output));
    let handle = m.stream_term(id);
    m.unify_arg(0, handle)
}

fn capture(m: &mut Machine) -> Outcome {
    let old = m.stream_term(m.io.current_output);
    let id = m.io.open_memory();
    let handle = m.stream_term(id);
    m.io.current_output = id;
    Ok(m.unify_arg(0, old)? && m.unify_arg(1, handle)?)
}

fn captured(m: &mut Machine) -> Outcome {
    // The goal whose output was captured may have closed it.
    let id = m.handle_number(m.arg(0));
    let text = id.and_then(|id| m.io.take_memory(id));
    m.unify_string(1, &text.unwrap_or_default())
}

fn release(m: &mut Machine) -> Outcome {
    if let Some(id) = m.handle_number(m.arg(1)) {
        m.io.remove(id);
    }
    m.io.current_output = match m.port_arg(0) {
        Ok(old) => old.id,
        // It has been closed meanwhile.
        Err(_) => m.to_stream(Cell::atom(known::USER_OUTPUT))?,
    };
    Ok(true)
}

fn check_sink(m: &mut Machine) -> Outcome {
    m.to_sink(m.arg(0)).map(|_| true)
}

fn deliver(m: &mut Machine) -> Outcome {
    let text = m.text_arg(1)?;
    m.deliver(m.arg(0), &text)
}

/// The stream that argument 0 names, or else that of the file it names, and
/// whether the file has been opened for it.
fn named_stream(m: &mut Machine, mode: OpenMode) -> Result<Port, Ball> {
    let cell = m.arg(0);
    if let View::Atom(known::USER) = m.view_arg(0) {
        let alias = match mode {
            OpenMode::Read => known::USER_INPUT,
            _ => known::USER_OUTPUT,
        };
        return Ok(Port::unnamed(m.to_stream(Cell::atom(alias))?));
    }
    match m.port_arg(0) {
        Ok(port) => return Ok(port),
        Err(Ball::Existence(..)) if cell.is_atom() => {}
        Err(Ball::Domain(..)) if m.is_string(cell) => {}
        Err(ball) => return Err(ball),
    }
    m.open_file(cell, &Request::new(mode)).map(Port::unnamed)
}

fn see(m: &mut Machine) -> Outcome {
    let port = named_stream(m, OpenMode::Read)?;
    if m.port_stream(port)?.is_output() {
        return Err(m.refused(port, "input", "stream"));
    }
    m.io.current_input = port.id;
    Ok(true)
}

fn seen(m: &mut Machine) -> Outcome {
    let port = Port::unnamed(m.io.current_input);
    m.io.current_input = m.to_stream(Cell::atom(known::USER_INPUT))?;
    m.close_port(port)
}

fn seeing(m: &mut Machine) -> Outcome {
    let handle = m.stream_term(m.io.current_input);
    m.unify_arg(0, handle)
}

fn tell(m: &mut Machine) -> Outcome {
    write_from_now_on(m, OpenMode::Write)
}

fn append(m: &mut Machine) -> Outcome {
    write_from_now_on(m, OpenMode::Append)
}

fn write_from_now_on(m: &mut Machine, mode: OpenMode) -> Outcome {
    let port = named_stream(m, mode)?;
    if !m.port_stream(port)?.is_output() {
        return Err(m.refused(port, "output", "stream"));
    }
    m.io.current_output = port.id;
    Ok(true)
}

fn told(m: &mut Machine) -> Outcome {
    let port = Port::unnamed(m.io.current_output);
    m.io.current_output = m.to_stream(Cell::atom(known::USER_OUTPUT))?;
    m.close_port(port)
}

fn telling(m: &mut Machine) -> Outcome {
    let handle = m.stream_term(m.io.current_output);
    m.unify_arg(0, handle)
}
