//! Standard input when it is a terminal: reading from it can be interrupted.

use std::io::{self, Read};

use luminy::api::engine::InterruptHandle;
use luminy::engine::machine::Machine;
use luminy::host::Device;
use luminy::stream::encoding::Encoding;
use luminy::stream::input::{EofAction, Input};
use luminy::stream::stream::Channel;
use luminy::stream::table::STDIN;

/// Makes goals that read from the terminal stop at an interrupt.
pub fn make_interruptible(machine: &mut Machine, handle: InterruptHandle) {
    let device = Terminal { handle };
    let mut input = Input::new(Box::new(device), Encoding::Utf8);
    input.eof_action = EofAction::Reset;
    if let Some(stream) = machine.io.get_mut(STDIN) {
        stream.channel = Channel::Input(input);
    }
}

struct Terminal {
    handle: InterruptHandle,
}

impl Device for Terminal {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while !is_ready() {
            if self.handle.is_pending() {
                return Err(io::Error::other("interrupted"));
            }
        }
        io::stdin().read(buffer)
    }

    fn is_terminal(&self) -> bool {
        true
    }
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
