//! Reading lines and whole streams as text.

use std::io;

use super::ports::Port;
use super::text::TextForm;
use crate::atom::known;
use crate::engine::machine::Machine;
use crate::engine::registry::Row;
use crate::error::{Ball, Outcome};
use crate::predicates;
use crate::stream::input::Input;
use crate::stream::stream::StreamType;
use crate::term::cell::Cell;

/// The rows of this section.
pub const ROWS: &[Row] = predicates! {
    /// Line is the next line of Stream without its end; -1 at the end of the stream.
    "read_line_to_codes(+Stream, -Line) is semidet" => once read_line_to_codes;
    /// Line is the next line of Stream with its end, followed by Tail.
    "read_line_to_codes(+Stream, -Line, ?Tail) is semidet" => once read_line_to_codes_tail;
    /// Line is the next line of Stream without its end; `end_of_file` at the end of the stream.
    "read_line_to_string(+Stream, -Line) is semidet" => once read_line_to_string;
    /// Codes are those of the rest of Stream.
    "read_stream_to_codes(+Stream, -Codes) is semidet" => once read_stream_to_codes;
    /// Codes are those of the rest of Stream, followed by Tail.
    "read_stream_to_codes(+Stream, -Codes, ?Tail) is semidet" => once read_stream_to_codes_tail;
    /// String holds the next Length characters of Stream, or all that are left.
    "read_string(+Stream, ?Length, -String) is semidet" => once read_string;
    /// String holds the characters of Stream before one of Separators, whose code is
    /// Separator, without the characters of Padding at its ends.
    "read_string(+Stream, +Separators, +Padding, -Separator, -String) is semidet"
        => once read_string_until;
    /// String holds the next Length characters of Stream, or all that are left; they stay.
    "peek_string(+Stream, +Length, -String) is semidet" => once peek_string;
    /// Codes are those that Stream can give without waiting, followed by Tail.
    "read_pending_codes(+Stream, -Codes, ?Tail) is semidet" => once read_pending_codes;
    /// Chars are those that Stream can give without waiting, followed by Tail.
    "read_pending_chars(+Stream, -Chars, ?Tail) is semidet" => once read_pending_chars;
    /// Writes the rest of Input to Output.
    "copy_stream_data(+Input, +Output) is det" => once copy_stream_data;
    /// Writes the next Length characters or bytes of Input to Output.
    "copy_stream_data(+Input, +Output, +Length) is det" => once copy_stream_data_length;
};

/// The characters up to and including one that ends the piece, if there is one.
fn take_until(
    input: &mut Input,
    is_end: impl Fn(char) -> bool,
) -> io::Result<(String, Option<char>)> {
    let mut taken = String::new();
    loop {
        let text = input.text();
        if let Some(at) = text.find(&is_end) {
            let end = text[at..].chars().next();
            taken.push_str(&text[..at]);
            input.consume(at + end.map_or(0, char::len_utf8));
            return Ok((taken, end));
        }
        taken.push_str(text);
        let length = text.len();
        input.consume(length);
        if !input.fill()? {
            return Ok((taken, None));
        }
    }
}

/// The next `count` characters, or all that are left.
fn take(input: &mut Input, count: usize) -> io::Result<String> {
    let mut taken = String::new();
    let mut left = count;
    while left > 0 {
        if input.text().is_empty() && !input.fill()? {
            break;
        }
        let text = input.text();
        let end = text
            .char_indices()
            .nth(left)
            .map_or(text.len(), |(at, _)| at);
        taken.push_str(&text[..end]);
        left -= text[..end].chars().count();
        input.consume(end);
    }
    Ok(taken)
}

fn text_port(m: &mut Machine) -> Result<Port, Ball> {
    m.input_port(Some(0), StreamType::Text)
}

/// The next line without its end, and whether it had one; nothing at the end
/// of the stream.
fn next_line(m: &mut Machine) -> Result<Option<(String, bool)>, Ball> {
    let port = text_port(m)?;
    m.read_port(port, |input| {
        let (mut line, end) = take_until(input, |c| c == '\n')?;
        if line.is_empty() && end.is_none() {
            input.pass_end();
            return Ok(None);
        }
        if line.ends_with('\r') {
            line.pop();
        }
        Ok(Some((line, end.is_some())))
    })
}

fn read_line_to_codes(m: &mut Machine) -> Outcome {
    match next_line(m)? {
        Some((line, _)) => m.unify_text(1, &line, TextForm::Codes),
        None => m.unify_int(1, -1),
    }
}

fn read_line_to_codes_tail(m: &mut Machine) -> Outcome {
    let line = match next_line(m)? {
        Some((line, true)) => line + "\n",
        Some((line, false)) => line,
        None => String::new(),
    };
    unify_codes(m, &line)
}

fn unify_codes(m: &mut Machine, text: &str) -> Outcome {
    // What has been read cannot be read again.
    m.poll_before(TextForm::Codes.bytes(text.len()))?;
    let tail = m.term_arg(2);
    let codes = m.code_list(text, tail)?;
    m.unify_arg(1, codes)
}

fn read_line_to_string(m: &mut Machine) -> Outcome {
    match next_line(m)? {
        Some((line, _)) => m.unify_string(1, &line),
        None => m.unify_atom(1, known::END_OF_FILE),
    }
}

fn rest(m: &mut Machine) -> Result<String, Ball> {
    let port = text_port(m)?;
    m.read_port(port, |input| take_until(input, |_| false))
        .map(|(text, _)| text)
}

fn read_stream_to_codes(m: &mut Machine) -> Outcome {
    let text = rest(m)?;
    m.unify_text(1, &text, TextForm::Codes)
}

fn read_stream_to_codes_tail(m: &mut Machine) -> Outcome {
    let text = rest(m)?;
    unify_codes(m, &text)
}

fn read_string(m: &mut Machine) -> Outcome {
    let Some(length) = m.optional_size_arg(1)? else {
        let text = rest(m)?;
        return Ok(m.unify_size(1, text.chars().count())? && m.unify_string(2, &text)?);
    };
    let port = text_port(m)?;
    let text = m.read_port(port, |input| take(input, length))?;
    m.unify_string(2, &text)
}

fn read_string_until(m: &mut Machine) -> Outcome {
    let separators = m.text_arg(1)?;
    let padding = m.text_arg(2)?;
    let port = text_port(m)?;
    let is_end = |c| separators.contains(c);
    let (text, end) = m.read_port(port, |input| take_until(input, is_end))?;
    let code = end.map_or(-1, |c| i64::from(u32::from(c)));
    let text = text.trim_matches(|c| padding.contains(c));
    Ok(m.unify_int(3, code)? && m.unify_string(4, text)?)
}

fn peek_string(m: &mut Machine) -> Outcome {
    let length = m.size_arg(1)?;
    let port = text_port(m)?;
    let text = m.read_port(port, |input| {
        let lacks = |text: &str| text.len() < length || text.chars().count() < length;
        while lacks(input.text()) && input.fill()? {}
        Ok(input.text().chars().take(length).collect::<String>())
    })?;
    m.check_walk(text.len())?;
    m.unify_string(2, &text)
}

fn pending(m: &mut Machine) -> Result<String, Ball> {
    let port = text_port(m)?;
    m.read_port(port, |input| {
        if input.text().is_empty() {
            input.fill()?;
        }
        let text = input.text().to_owned();
        input.consume(text.len());
        Ok(text)
    })
}

/// At the end of the stream the list is closed.
fn pending_tail(m: &Machine, text: &str) -> Cell {
    if text.is_empty() {
        Cell::NIL
    } else {
        m.term_arg(2)
    }
}

fn read_pending_codes(m: &mut Machine) -> Outcome {
    let text = pending(m)?;
    let tail = pending_tail(m, &text);
    let codes = m.code_list(&text, tail)?;
    m.unify_arg(1, codes)
}

fn read_pending_chars(m: &mut Machine) -> Outcome {
    let text = pending(m)?;
    let tail = pending_tail(m, &text);
    let chars = m.char_list(&text, tail)?;
    m.unify_arg(1, chars)
}

fn copy_stream_data(m: &mut Machine) -> Outcome {
    copy(m, usize::MAX)
}

fn copy_stream_data_length(m: &mut Machine) -> Outcome {
    let length = m.size_arg(2)?;
    copy(m, length)
}

const CHUNK: usize = 4096;

fn copy(m: &mut Machine, length: usize) -> Outcome {
    let from = m.port_arg(0)?;
    let kind = m.port_stream(from)?.stream_type;
    let from = m.input_port(Some(0), kind)?;
    let to = m.output_port(Some(1), kind)?;
    let mut left = length;
    while left > 0 {
        let wanted = left.min(CHUNK);
        let copied = match kind {
            StreamType::Text => {
                let text = m.read_port(from, |input| take(input, wanted))?;
                m.put_text(to, &text)?;
                text.chars().count()
            }
            StreamType::Binary => copy_bytes(m, from, to, wanted)?,
        };
        if copied == 0 {
            break;
        }
        left -= copied;
    }
    Ok(true)
}

fn copy_bytes(m: &mut Machine, from: Port, to: Port, wanted: usize) -> Result<usize, Ball> {
    let bytes = m.read_port(from, |input| {
        let mut bytes = Vec::new();
        while bytes.len() < wanted && input.peek_byte()?.is_some() {
            bytes.extend(input.next_byte()?);
        }
        Ok(bytes)
    })?;
    m.write_port(to, |output| {
        bytes.iter().try_for_each(|&byte| output.put_byte(byte))
    })?;
    Ok(bytes.len())
}
