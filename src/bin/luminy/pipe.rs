//! Standard output when it is a pipe: nobody may be there any more to read it.

use std::io::{self, ErrorKind, Write, stdout};
use std::process::exit;

use luminy::engine::machine::Machine;
use luminy::host::Device;
use luminy::stream::encoding::Encoding;
use luminy::stream::output::Output;
use luminy::stream::stream::Channel;
use luminy::stream::table::STDOUT;

/// The status of a process that writes where nobody reads: 128 and the number of
/// the signal that ends others.
const UNREAD: i32 = 141;

/// Makes the process end quietly when the reader of its output has gone.
pub fn end_unread(machine: &mut Machine) {
    if let Some(stream) = machine.io.get_mut(STDOUT) {
        stream.channel = Channel::Output(Output::new(Box::new(Pipe), Encoding::Utf8));
    }
}

struct Pipe;

impl Device for Pipe {
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        checked(stdout().write_all(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        checked(stdout().flush())
    }
}

/// Ends the process quietly if the reader of its output has gone.
pub fn checked(written: io::Result<()>) -> io::Result<()> {
    match written {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => exit(UNREAD),
        written => written,
    }
}
