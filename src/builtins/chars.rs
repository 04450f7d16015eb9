//! Single characters, codes and bytes (8.12, 8.13).

use std::io;

use super::args::code_cell;
use super::ports::Port;
use crate::arith::eval::Evaluator;
use crate::atom::known;
use crate::engine::machine::Machine;
use crate::engine::registry::Row;
use crate::error::{Ball, Outcome};
use crate::number::Number;
use crate::predicates;
use crate::stream::stream::StreamType;
use crate::term::cell::Cell;

/// The rows of this section.
pub const ROWS: &[Row] = predicates! {
    /// Reads the next character of the current input; `end_of_file` at the end.
    "get_char(?Char) is semidet" => core once get_char;
    /// Reads the next character of Stream; `end_of_file` at the end.
    "get_char(+Stream, ?Char) is semidet" => core once get_char_from;
    /// Char is the next character of the current input, which stays.
    "peek_char(?Char) is semidet" => core once peek_char;
    /// Char is the next character of Stream, which stays.
    "peek_char(+Stream, ?Char) is semidet" => core once peek_char_from;
    /// Reads the code of the next character of the current input; -1 at the end.
    "get_code(?Code) is semidet" => core once get_code;
    /// Reads the code of the next character of Stream; -1 at the end.
    "get_code(+Stream, ?Code) is semidet" => core once get_code_from;
    /// Code is the code of the next character of the current input, which stays.
    "peek_code(?Code) is semidet" => core once peek_code;
    /// Code is the code of the next character of Stream, which stays.
    "peek_code(+Stream, ?Code) is semidet" => core once peek_code_from;
    /// Reads the next byte of the current input; -1 at the end.
    "get_byte(?Byte) is semidet" => core once get_byte;
    /// Reads the next byte of Stream; -1 at the end.
    "get_byte(+Stream, ?Byte) is semidet" => core once get_byte_from;
    /// Byte is the next byte of the current input, which stays.
    "peek_byte(?Byte) is semidet" => core once peek_byte;
    /// Byte is the next byte of Stream, which stays.
    "peek_byte(+Stream, ?Byte) is semidet" => core once peek_byte_from;
    /// Writes the character Char to the current output.
    "put_char(+Char) is det" => core once put_char;
    /// Writes the character Char to Stream.
    "put_char(+Stream, +Char) is det" => core once put_char_to;
    /// Writes the character with this code to the current output.
    "put_code(+Code) is det" => core once put_code;
    /// Writes the character with this code to Stream.
    "put_code(+Stream, +Code) is det" => core once put_code_to;
    /// Writes Byte to the current output.
    "put_byte(+Byte) is det" => core once put_byte;
    /// Writes Byte to Stream.
    "put_byte(+Stream, +Byte) is det" => core once put_byte_to;
    /// Ends the line of the current output.
    "nl is det" => core once nl;
    /// Ends the line of Stream.
    "nl(+Stream) is det" => core once nl_to;
    /// Writes as many blanks as the value of Count to the current output.
    "tab(+Count) is det" => once tab;
    /// Writes as many blanks as the value of Count to Stream.
    "tab(+Stream, +Count) is det" => once tab_to;
    /// Writes the character that Char is, or has as its code, to the current output.
    "put(+Char) is det" => once put;
    /// Reads the current input through the character Char.
    "skip(+Char) is det" => once skip;
    /// Reads Stream through the character Char.
    "skip(+Stream, +Char) is det" => once skip_in;
};

/// Whether a character that is read is taken away.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Taking {
    Get,
    Peek,
}

fn get_char(m: &mut Machine) -> Outcome {
    read_char(m, None, 0, Taking::Get)
}

fn get_char_from(m: &mut Machine) -> Outcome {
    read_char(m, Some(0), 1, Taking::Get)
}

fn peek_char(m: &mut Machine) -> Outcome {
    read_char(m, None, 0, Taking::Peek)
}

fn peek_char_from(m: &mut Machine) -> Outcome {
    read_char(m, Some(0), 1, Taking::Peek)
}

fn get_code(m: &mut Machine) -> Outcome {
    read_code(m, None, 0, Taking::Get)
}

fn get_code_from(m: &mut Machine) -> Outcome {
    read_code(m, Some(0), 1, Taking::Get)
}

fn peek_code(m: &mut Machine) -> Outcome {
    read_code(m, None, 0, Taking::Peek)
}

fn peek_code_from(m: &mut Machine) -> Outcome {
    read_code(m, Some(0), 1, Taking::Peek)
}

fn get_byte(m: &mut Machine) -> Outcome {
    read_byte(m, None, 0, Taking::Get)
}

fn get_byte_from(m: &mut Machine) -> Outcome {
    read_byte(m, Some(0), 1, Taking::Get)
}

fn peek_byte(m: &mut Machine) -> Outcome {
    read_byte(m, None, 0, Taking::Peek)
}

fn peek_byte_from(m: &mut Machine) -> Outcome {
    read_byte(m, Some(0), 1, Taking::Peek)
}

/// The stream in argument 0 is an error first if it is unbound.
fn check_stream_bound(m: &Machine, stream: Option<usize>) -> Result<(), Ball> {
    match stream {
        Some(index) if m.is_var_arg(index) => Err(Ball::Instantiation),
        _ => Ok(()),
    }
}

fn next_char(m: &mut Machine, stream: Option<usize>, taking: Taking) -> Result<Option<char>, Ball> {
    let port = m.input_port(stream, StreamType::Text)?;
    m.read_port(port, |input| match taking {
        Taking::Get => input.next_char(),
        Taking::Peek => input.peek_char(),
    })
}

fn read_char(m: &mut Machine, stream: Option<usize>, target: usize, taking: Taking) -> Outcome {
    check_stream_bound(m, stream)?;
    let cell = m.arg(target);
    let is_end = cell == Cell::atom(known::END_OF_FILE);
    if !cell.is_var() && !is_end && m.char_of(cell).is_none() {
        return Err(Ball::Type(known::IN_CHARACTER, cell));
    }
    let atom = match next_char(m, stream, taking)? {
        Some(c) => m.atoms.intern_char(c),
        None => known::END_OF_FILE,
    };
    m.unify_atom(target, atom)
}

fn read_code(m: &mut Machine, stream: Option<usize>, target: usize, taking: Taking) -> Outcome {
    check_stream_bound(m, stream)?;
    let cell = m.arg(target);
    if !cell.is_var() && cell != Cell::small(-1) {
        m.to_code(cell).map_err(|ball| match ball {
            Ball::Representation(_) => Ball::Representation(known::IN_CHARACTER_CODE),
            other => other,
        })?;
    }
    let code = next_char(m, stream, taking)?.map_or(Cell::small(-1), code_cell);
    m.unify_arg(target, code)
}

fn read_byte(m: &mut Machine, stream: Option<usize>, target: usize, taking: Taking) -> Outcome {
    check_stream_bound(m, stream)?;
    let cell = m.arg(target);
    if !cell.is_var() {
        let byte = m.mem.number(cell).and_then(|number| number.as_i64());
        if !byte.is_some_and(|byte| (-1..=255).contains(&byte)) {
            return Err(Ball::Type(known::IN_BYTE, cell));
        }
    }
    let port = m.input_port(stream, StreamType::Binary)?;
    let byte = m.read_port(port, |input| match taking {
        Taking::Get => input.next_byte(),
        Taking::Peek => input.peek_byte(),
    })?;
    m.unify_int(target, byte.map_or(-1, i64::from))
}

fn write_char(m: &mut Machine, stream: Option<usize>, c: char) -> Outcome {
    let port = m.output_port(stream, StreamType::Text)?;
    m.write_port(port, |output| output.put_char(c))
}

fn put_char(m: &mut Machine) -> Outcome {
    let c = m.to_char(m.arg(0))?;
    write_char(m, None, c)
}

fn put_char_to(m: &mut Machine) -> Outcome {
    check_stream_bound(m, Some(0))?;
    let c = m.to_char(m.arg(1))?;
    write_char(m, Some(0), c)
}

fn put_code(m: &mut Machine) -> Outcome {
    let c = m.to_code(m.arg(0))?;
    write_char(m, None, c)
}

fn put_code_to(m: &mut Machine) -> Outcome {
    check_stream_bound(m, Some(0))?;
    let c = m.to_code(m.arg(1))?;
    write_char(m, Some(0), c)
}

fn put(m: &mut Machine) -> Outcome {
    let c = m.to_char_or_code(m.arg(0))?;
    write_char(m, None, c)
}

fn put_byte(m: &mut Machine) -> Outcome {
    write_byte(m, None, 0)
}

fn put_byte_to(m: &mut Machine) -> Outcome {
    write_byte(m, Some(0), 1)
}

fn write_byte(m: &mut Machine, stream: Option<usize>, source: usize) -> Outcome {
    check_stream_bound(m, stream)?;
    let cell = m.arg(source);
    let number = m.mem.number(cell).and_then(|number| number.as_i64());
    let byte = number.and_then(|number| u8::try_from(number).ok());
    let byte = byte.ok_or_else(|| m.not_a(known::BYTE, cell))?;
    let port = m.output_port(stream, StreamType::Binary)?;
    m.write_port(port, |output| output.put_byte(byte))
}

fn nl(m: &mut Machine) -> Outcome {
    write_char(m, None, '\n')
}

fn nl_to(m: &mut Machine) -> Outcome {
    write_char(m, Some(0), '\n')
}

fn tab(m: &mut Machine) -> Outcome {
    blanks(m, None, 0)
}

fn tab_to(m: &mut Machine) -> Outcome {
    blanks(m, Some(0), 1)
}

/// More blanks than that fit on no line.
const MAX_BLANKS: i64 = 1 << 32;

fn blanks(m: &mut Machine, stream: Option<usize>, count: usize) -> Outcome {
    check_stream_bound(m, stream)?;
    let cell = m.arg(count);
    let value = Evaluator::new(&mut m.mem, &m.atoms, &mut m.arith).eval(cell)?;
    let port = m.output_port(stream, StreamType::Text)?;
    let count = match value {
        Number::Int(count) if count <= MAX_BLANKS => count,
        Number::Int(_) => return Err(Ball::Resource(known::MEMORY)),
        Number::Big(_) if !value.is_negative() => return Err(Ball::Resource(known::MEMORY)),
        Number::Big(_) => 0,
        other => {
            let culprit = m.mem.new_number(&other);
            return Err(Ball::Type(known::INTEGER, culprit));
        }
    };
    m.put_times(port, ' ', u64::try_from(count).unwrap_or(0))
}

fn skip(m: &mut Machine) -> Outcome {
    let c = m.to_char_or_code(m.arg(0))?;
    let port = m.input_port(None, StreamType::Text)?;
    skip_through(m, port, c)
}

fn skip_in(m: &mut Machine) -> Outcome {
    let c = m.to_char_or_code(m.arg(1))?;
    let port = m.input_port(Some(0), StreamType::Text)?;
    skip_through(m, port, c)
}

fn skip_through(m: &mut Machine, port: Port, wanted: char) -> Outcome {
    m.read_port(port, |input| -> io::Result<bool> {
        while let Some(c) = input.next_char()? {
            if c == wanted {
                break;
            }
        }
        Ok(true)
    })
}
