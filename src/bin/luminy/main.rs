//! The command line and the REPL.

mod amounts;
mod answers;
mod batch;
mod commands;
mod complete;
mod editor;
mod help;
mod interrupt;
mod json;
mod keyboard;
mod keys;
mod loads;
mod manual;
mod options;
mod pieces;
mod pipe;
mod remarks;
mod render;
mod repl;
mod session;
mod terminal;

use std::process::{self, ExitCode};

use crate::options::Options;
use crate::session::Session;

fn main() -> ExitCode {
    let options = match Options::from_command_line() {
        Ok(options) => options,
        Err(error) => return error.print_and_exit(),
    };
    let mut session = Session::new(&options);
    let status = batch::run(&mut session, &options);
    // The system takes back the memory faster than the engine could free it.
    process::exit(i32::from(session.leave(status)))
}
