//! Standard input and output at a terminal: programs share the keyboard with the prompt,
//! and reading can be interrupted.

use std::io::{self, Read};

use luminy::api::engine::InterruptHandle;
use luminy::engine::machine::Machine;
use luminy::host::Device;
use luminy::stream::encoding::Encoding;
use luminy::stream::input::{EofAction, Input};
use luminy::stream::output::Output;
use luminy::stream::stream::{Channel, Stream};
use luminy::stream::table::{STDIN, STDOUT};

use crate::keyboard::{Keyboard, Line};
use crate::pieces::is_complete;

/// Lets programs write to the terminal in the keyboard's sight.
pub fn watch_output(machine: &mut Machine, keyboard: &Keyboard) {
    if let Some(output) = machine.io.get_mut(STDOUT).and_then(Stream::output) {
        let mut watched = Output::new(keyboard.screen(), Encoding::Utf8);
        watched.buffering = output.buffering;
        watched.position = output.position;
        *output = watched;
    }
}

/// Lets programs read from the keyboard. An interrupt ends their waiting.
pub fn read_from(machine: &mut Machine, keyboard: Keyboard, handle: InterruptHandle) {
    let device = Terminal {
        handle,
        keyboard,
        rest: Vec::new(),
    };
    let mut input = Input::new(Box::new(device), Encoding::Utf8);
    input.eof_action = EofAction::Reset;
    if let Some(stream) = machine.io.get_mut(STDIN) {
        stream.channel = Channel::Input(input);
    }
}

/// Takes back what a program that has come to its end has left of the last line that it
/// read from, if it is a query: it was typed ahead. Other rests were meant for the program.
pub fn take_back(machine: &mut Machine) -> Option<String> {
    let input = machine.io.get_mut(STDIN).and_then(Stream::input)?;
    let rest = input.text().to_owned();
    input.consume(rest.len());
    (!rest.trim().is_empty() && is_complete(&rest)).then_some(rest)
}

struct Terminal {
    handle: InterruptHandle,
    keyboard: Keyboard,
    /// What is left of the line that was read last.
    rest: Vec<u8>,
}

impl Device for Terminal {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.rest.is_empty() {
            match self.keyboard.line() {
                Line::Text(line) => self.rest = line.into_bytes(),
                Line::End => return Ok(0),
                Line::Unedited => return self.read_unedited(buffer),
                Line::Interrupted => {
                    self.handle.interrupt();
                    return Err(interrupted());
                }
            }
        }
        let count = self.rest.len().min(buffer.len());
        buffer[..count].copy_from_slice(&self.rest[..count]);
        self.rest.drain(..count);
        Ok(count)
    }

    fn is_terminal(&self) -> bool {
        true
    }
}

impl Terminal {
    fn read_unedited(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while !is_ready() {
            if self.handle.is_pending() {
                return Err(interrupted());
            }
        }
        io::stdin().read(buffer)
    }
}

fn interrupted() -> io::Error {
    io::Error::other("interrupted")
}

/// Waits a little for something to read. An error shows when it is read.
#[cfg(unix)]
fn is_ready() -> bool {
    use nix::errno::Errno;
    use nix::poll::{PollFd, PollFlags, poll};
    use std::os::fd::AsFd;

    /// In milliseconds: nobody notices such a delay.
    const WAIT: u16 = 50;
    let input = io::stdin();
    let mut wanted = [PollFd::new(input.as_fd(), PollFlags::POLLIN)];
    match poll(&mut wanted, WAIT) {
        Ok(count) => count > 0,
        Err(error) => error != Errno::EINTR,
    }
}

/// Elsewhere an interrupt is noticed when something has been read.
#[cfg(not(unix))]
fn is_ready() -> bool {
    true
}
