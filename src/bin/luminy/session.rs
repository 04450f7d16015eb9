//! The engine of this process, and what is printed and noticed around it.

use std::io::{IsTerminal, Write, stderr, stdin, stdout};
use std::path::Path;
use std::process::exit;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::sleep;
use std::time::Duration;

use luminy::api::builder::EngineBuilder;
use luminy::api::capabilities::Capabilities;
use luminy::api::engine::{Engine, InterruptHandle};
use luminy::api::error::Error;
use luminy::diagnostic::{Diagnostic, Severity};
use luminy::engine::machine::Machine;
use luminy::flags::FlagValue;
use luminy::host::StdHost;
use luminy::load::place::QUERY;
use luminy::stream::stream::{Stream, StreamId};
use luminy::stream::table::{STDERR, STDOUT};

use crate::json::{print_diagnostic, wrap_output};
use crate::keyboard::Keyboard;
use crate::options::Options;
use crate::pipe::end_unread;
use crate::render::Painter;
use crate::terminal::{read_from, watch_output};

/// The status for an interrupted run: 128 and the number of the signal.
pub const INTERRUPTED: u8 = 130;
/// The status for an error.
pub const FAULT: u8 = 2;
/// The status for a goal that fails.
pub const FAILURE: u8 = 1;

/// What the codes of errors about whole files start with.
const FILE_ERRORS: &str = "E04";

/// The codes of errors that the message names the predicate of, or that the program has
/// raised itself.
const UNRAISED: [&str; 2] = ["E0300", "E0301"];

/// How long a goal has to notice an interrupt.
const PATIENCE: Duration = Duration::from_millis(500);

/// The engine of this process, and what belongs to it.
pub struct Session {
    /// The engine.
    pub engine: Engine,
    /// Whether a person sits at the terminal.
    pub is_interactive: bool,
    /// Whether output may be coloured.
    pub has_colour: bool,
    /// Whether output goes to a terminal.
    pub has_terminal: bool,
    /// Whether a file could not be read as it should.
    pub has_bad_file: Arc<AtomicBool>,
    /// The calls that led to the last error.
    calls: Arc<Mutex<Vec<String>>>,
    /// Whether an empty line follows the last message.
    is_apart: Arc<AtomicBool>,
    /// Set while there is nobody to return to after an interrupt.
    is_batch: Arc<AtomicBool>,
    /// Set while no query runs that an interrupt could end.
    pub is_waiting: Arc<AtomicBool>,
}

impl Session {
    /// An engine for these options.
    pub fn new(options: &Options) -> Session {
        let builder = match options.sandbox {
            true => sandbox(options),
            false => Engine::builder().host(Box::new(StdHost::new())),
        };
        let mut engine = builder
            .alone()
            .iso(options.iso)
            .arguments(options.arguments.clone())
            .limits(options.limits.limits())
            .build();
        if options.quiet {
            let machine = engine.machine();
            let flag = machine.atoms.intern("verbose");
            let silent = machine.atoms.intern("silent");
            machine.flags.put(flag, FlagValue::Atom(silent));
        }
        let has_errors_coloured = allows_colour() && stderr().is_terminal();
        let mut painter = Painter::new(has_errors_coloured);
        let has_bad_file = Arc::new(AtomicBool::new(false));
        let is_bad = has_bad_file.clone();
        let calls = Arc::<Mutex<Vec<String>>>::default();
        let last_calls = calls.clone();
        let is_apart = Arc::<AtomicBool>::default();
        let stands_apart = is_apart.clone();
        let is_json = options.json;
        engine.set_reporter(Box::new(move |diagnostic| {
            if diagnostic.code.starts_with(FILE_ERRORS) {
                is_bad.store(true, Ordering::Relaxed);
            }
            if diagnostic.severity == Severity::Error {
                let mut last = last_calls.lock().unwrap_or_else(PoisonError::into_inner);
                last.clone_from(&diagnostic.calls);
            }
            if is_json {
                return print_diagnostic(diagnostic);
            }
            let text = painter.paint(diagnostic);
            // A message of several lines stands apart from what follows.
            let is_long = text.trim_end().contains('\n');
            // Nobody can be told that standard error is closed.
            let _ = write!(stderr(), "{text}{}", if is_long { "\n" } else { "" });
            stands_apart.store(is_long, Ordering::Relaxed);
            painter.forget();
        }));
        if options.json {
            wrap_output(engine.machine());
        } else if !stdout().is_terminal() {
            end_unread(engine.machine());
        }
        let is_batch = Arc::new(AtomicBool::new(true));
        let is_waiting = Arc::new(AtomicBool::new(false));
        listen(
            engine.interrupt_handle(),
            is_batch.clone(),
            is_waiting.clone(),
        );
        Session {
            engine,
            is_interactive: stdin().is_terminal(),
            has_colour: allows_colour() && stdout().is_terminal(),
            has_terminal: stdout().is_terminal(),
            has_bad_file,
            calls,
            is_apart,
            is_batch,
            is_waiting,
        }
    }

    /// From here on an interrupt leads back to the prompt, and programs share the
    /// keyboard with it.
    pub fn enter_prompt(&mut self, keyboard: &Keyboard) {
        self.is_batch.store(false, Ordering::Relaxed);
        let handle = self.engine.interrupt_handle();
        let machine = self.engine.machine();
        if self.has_terminal {
            watch_output(machine, keyboard);
        }
        read_from(machine, keyboard.clone(), handle);
    }

    /// The calls that led to the last error, innermost first.
    pub fn last_calls(&self) -> Vec<String> {
        let calls = self.calls.lock().unwrap_or_else(PoisonError::into_inner);
        calls.clone()
    }

    /// Sets the last message apart from what follows.
    pub fn end_message(&mut self) {
        if !self.is_apart.swap(true, Ordering::Relaxed) {
            print_error(self.engine.machine(), "\n");
        }
    }

    /// Reports a diagnostic on standard error.
    pub fn report(&mut self, diagnostic: Diagnostic) {
        self.engine.machine().report(diagnostic);
    }

    /// Reports an error; the status to leave with, if it is a reason to leave.
    pub fn report_error(&mut self, error: &Error) -> Option<u8> {
        match error {
            Error::Halt(status) => return Some(*status as u8),
            Error::Interrupted if self.is_batch.load(Ordering::Relaxed) => {
                return Some(INTERRUPTED);
            }
            Error::Interrupted => {}
            Error::Exceeded(_) => self.report_exceeded(error.to_string()),
            _ => {
                for diagnostic in error.diagnostics() {
                    self.report(without_whole(diagnostic));
                }
            }
        }
        None
    }

    /// Reports that something has used up what it was given.
    pub fn report_exceeded(&mut self, message: String) {
        self.report(Diagnostic::new(Severity::Error, "E0317", message));
    }

    /// Ends the session; the status to exit with.
    pub fn leave(&mut self, status: u8) -> u8 {
        // What the program wants to do at the end cannot keep it from ending.
        let _ = self.engine.run_goal("'$run_at_halt'");
        let _ = self.engine.machine().io.flush_all();
        status
    }
}

/// A diagnostic that marks no place in a query which is a goal alone: its reader knows.
fn without_whole(diagnostic: &Diagnostic) -> Diagnostic {
    let mut shown = diagnostic.clone();
    let is_whole = diagnostic.span.as_ref().is_some_and(|span| {
        let line = span.text.as_deref().unwrap_or("").trim();
        let goal = line.trim_start_matches("?-").trim_end_matches('.').trim();
        span.file == QUERY && goal.chars().count() <= span.length
    });
    // Where a text cannot be read is not known before it is shown.
    let is_readable = !diagnostic.code.starts_with("E01");
    if is_whole && is_readable && diagnostic.labels.is_empty() {
        shown.span = None;
        let is_named =
            |subject: &String| diagnostic.notes.iter().any(|note| note.contains(subject));
        let subject = diagnostic.subject.as_ref();
        let tells_itself = UNRAISED.contains(&diagnostic.code);
        let subject = subject.filter(|subject| !tells_itself && !is_named(subject));
        if let Some(subject) = subject {
            shown.notes.insert(0, format!("raised by {subject}"));
        }
    }
    shown
}

/// An engine that reaches its terminal and the directory of the first file.
fn sandbox(options: &Options) -> EngineBuilder {
    let file = options.files.first().map(Path::new);
    let directory = file.and_then(Path::parent);
    let directory = directory.filter(|directory| !directory.as_os_str().is_empty());
    let directory = directory.unwrap_or(Path::new("."));
    Engine::builder()
        .capabilities(Capabilities::none().read(directory))
        .process_streams()
}

/// Whether colours are welcome at all.
fn allows_colour() -> bool {
    let is_refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    !is_refused && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
}

/// Interrupts the running goal at Ctrl-C. If nothing notices for a while, the
/// process ends, or says that it would for a second Ctrl-C if somebody is there
/// to press it.
fn listen(handle: InterruptHandle, is_batch: Arc<AtomicBool>, is_waiting: Arc<AtomicBool>) {
    let heard = ctrlc::set_handler(move || {
        if is_waiting.load(Ordering::Relaxed) {
            return;
        }
        if handle.is_pending() {
            eprintln!("\nInterrupted twice: leaving.");
            exit(i32::from(INTERRUPTED));
        }
        handle.interrupt();
        // Whoever is asked something has the attention, even if this came just before.
        let is_heard = || !handle.is_pending() || is_waiting.load(Ordering::Relaxed);
        wait(is_heard);
        if is_heard() {
            return;
        }
        if is_batch.load(Ordering::Relaxed) {
            exit(i32::from(INTERRUPTED));
        }
        eprintln!("\n% Waiting for a long step to end. Press Ctrl-C again to leave Luminy.");
    });
    // Without a handler Ctrl-C ends the process, which is good enough.
    drop(heard);
}

/// Waits until something is so, or [`PATIENCE`] is over.
fn wait(is_so: impl Fn() -> bool) {
    let parts = 20;
    for _ in 0..parts {
        if is_so() {
            return;
        }
        sleep(PATIENCE / parts);
    }
}

/// Writes text to standard output, behind what the program has written.
pub fn print(machine: &mut Machine, text: &str) {
    write(machine, STDOUT, text);
}

/// Writes text to standard error.
pub fn print_error(machine: &mut Machine, text: &str) {
    let _ = machine.io.flush_all();
    write(machine, STDERR, text);
}

fn write(machine: &mut Machine, id: StreamId, text: &str) {
    if let Some(output) = machine.io.get_mut(id).and_then(Stream::output) {
        // Nobody can be told that the reader of these streams has gone.
        let _ = output.put_str(text);
    }
}

/// Hands on what has been written to standard output.
pub fn flush(machine: &mut Machine) {
    let _ = machine.io.flush_all();
}

/// Ends a line that the program has left open.
pub fn end_line(machine: &mut Machine) {
    let output = machine.io.get_mut(STDOUT).and_then(Stream::output);
    if output.is_some_and(|output| output.position.column > 0) {
        print(machine, "\n");
    }
}
