//! Queries from standard input, answers as lines of JSON: `luminy --json`.
//!
//! All of standard output are such lines: what the program writes there is put into
//! lines of its own.

use std::io::{self, Write, stdout};
use std::sync::atomic::Ordering;

use luminy::api::error::Error;
use luminy::api::json::quoted;
use luminy::diagnostic::Diagnostic;
use luminy::engine::machine::Machine;
use luminy::host::Device;
use luminy::stream::encoding::Encoding;
use luminy::stream::output::Output;
use luminy::stream::stream::Channel;
use luminy::stream::table::STDOUT;

use crate::pipe::checked;
use crate::session::Session;

/// The line behind the answers of a query that has no more.
const FALSE: &str = "{\"status\":\"false\"}";

/// The line behind the answers of a query that may have more than were asked for.
const STOPPED: &str = "{\"status\":\"stopped\"}";

/// Answers all queries of standard input; the exit status.
///
/// Each answer is a line, and so is each error. The lines of a query end with the
/// answer that is known to be the last one, an error, [`FALSE`] or [`STOPPED`].
pub fn run(session: &mut Session, most: Option<u64>) -> u8 {
    let interrupts = session.engine.interrupt_handle();
    let is_waiting = session.is_waiting.clone();
    loop {
        is_waiting.store(true, Ordering::Relaxed);
        let next = session.engine.next_input_query();
        is_waiting.store(false, Ordering::Relaxed);
        // What was meant for the query before does not end the next one.
        interrupts.clear();
        let query = match next {
            Ok(Some(query)) => query,
            Ok(None) => return 0,
            Err(error) => {
                if print(&error.to_json()).is_err() {
                    return 1;
                }
                continue;
            }
        };
        let mut end = Some(FALSE);
        for (answer, number) in query.zip(1..) {
            let line = match &answer {
                Ok(answer) => answer.to_json(),
                Err(Error::Halt(status)) => {
                    // Nobody can be told that the reader of the answers has gone.
                    let _ = print(&format!("{{\"status\":\"halt\",\"code\":{status}}}"));
                    return *status as u8;
                }
                Err(error) => error.to_json(),
            };
            if print(&line).is_err() {
                return 1;
            }
            if answer.map_or(true, |answer| answer.is_last()) {
                end = None;
                break;
            }
            if most.is_some_and(|most| number >= most) {
                end = Some(STOPPED);
                break;
            }
        }
        if end.is_some_and(|end| print(end).is_err()) {
            return 1;
        }
    }
}

fn print(line: &str) -> io::Result<()> {
    let mut out = stdout();
    writeln!(out, "{line}")?;
    out.flush()
}

/// Prints a warning or error of loading.
pub fn print_diagnostic(diagnostic: &Diagnostic) {
    let text = diagnostic.to_json();
    // Without a reader there is nobody to tell.
    let _ = print(&format!(
        "{{\"status\":\"diagnostic\",\"diagnostic\":{text}}}"
    ));
}

/// Puts what the program writes to standard output into lines of JSON.
pub fn wrap_output(machine: &mut Machine) {
    if let Some(stream) = machine.io.get_mut(STDOUT) {
        stream.channel = Channel::Output(Output::new(Box::new(Wrapped), Encoding::Utf8));
    }
}

struct Wrapped;

impl Device for Wrapped {
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        let text = quoted(&String::from_utf8_lossy(bytes));
        checked(print(&format!("{{\"status\":\"output\",\"text\":{text}}}")))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
