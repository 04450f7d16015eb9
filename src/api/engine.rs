//! Engines.

use std::sync::Arc;

use super::boot::boot;
use super::error::Error;
use super::query::{Query, end_query, read_error, run_once};
use super::recall::recalled;
use crate::atom::known;
use crate::builtins;
use crate::diagnostic::{Diagnostic, Reporter, Severity};
use crate::engine::machine::{Machine, Signals};
use crate::error::Ball;
use crate::flags::FlagValue;
use crate::host::{Host, NullHost, StdHost};
use crate::ops::Ops;
use crate::stream::input::Input;
use crate::stream::stream::Stream;
use crate::stream::table::{STDIN, StreamSource};
use crate::syntax::reader::{ReadContext, ReadOptions, ReadTerm, read_term};
use crate::syntax::source::WholeText;
use crate::term::cell::Cell;

/// The memory that an engine may use unless told otherwise, in bytes.
pub const DEFAULT_MEMORY: u64 = 1 << 30;

/// A Prolog engine: a program, and the means to run it.
///
/// An engine can be moved to another thread, but runs in one at a time.
pub struct Engine {
    machine: Machine,
}

/// What an engine is to be like.
pub struct EngineBuilder {
    host: Box<dyn Host>,
    memory: u64,
    is_iso: bool,
    arguments: Vec<String>,
}

/// Interrupts the query that an engine is running, from any thread.
#[derive(Clone, Debug)]
pub struct InterruptHandle(Arc<Signals>);

impl InterruptHandle {
    /// Stops the running query, or the next one if none is running.
    pub fn interrupt(&self) {
        self.0.interrupt();
    }

    /// Forgets an interrupt that no query has noticed.
    pub fn clear(&self) {
        self.0.clear();
    }

    /// Whether an interrupt waits to be noticed.
    pub fn is_pending(&self) -> bool {
        self.0.is_pending()
    }
}

impl EngineBuilder {
    /// The world outside the engine. Without one, nothing can be reached.
    pub fn host(mut self, host: Box<dyn Host>) -> EngineBuilder {
        self.host = host;
        self
    }

    /// The most bytes of memory that the engine may use.
    pub fn memory(mut self, bytes: u64) -> EngineBuilder {
        self.memory = bytes;
        self
    }

    /// Whether the engine keeps strictly to the standard.
    pub fn iso(mut self, is_iso: bool) -> EngineBuilder {
        self.is_iso = is_iso;
        self
    }

    /// The value of the flag `argv`: the arguments meant for the program.
    pub fn arguments(mut self, arguments: Vec<String>) -> EngineBuilder {
        self.arguments = arguments;
        self
    }

    /// The engine.
    pub fn build(self) -> Engine {
        let mut machine = Machine::new(&builtins::rows(), self.memory, self.host);
        boot(&mut machine);
        if self.is_iso {
            machine.flags.put(known::ISO, FlagValue::Atom(known::TRUE));
            machine
                .flags
                .put(known::DOUBLE_QUOTES, FlagValue::Atom(known::CODES));
            machine.ops = Ops::iso(&mut machine.atoms);
            machine.arith.flags = builtins::flags::arith_flags(&machine.flags, &machine.atoms);
        }
        let arguments = self.arguments.iter();
        let arguments = arguments.map(|text| machine.atoms.intern(text)).collect();
        let name = machine.atoms.intern("argv");
        machine.flags.put(name, FlagValue::Atoms(arguments));
        Engine { machine }
    }
}

impl Engine {
    /// What a new engine is to be like: without a host, and with all the rest as usual.
    pub fn builder() -> EngineBuilder {
        EngineBuilder {
            host: Box::new(NullHost),
            memory: DEFAULT_MEMORY,
            is_iso: false,
            arguments: Vec::new(),
        }
    }

    /// An engine that reaches the files, streams and clock of the process.
    pub fn new() -> Engine {
        Engine::builder().host(Box::new(StdHost::new())).build()
    }

    /// Loads a file, as `consult/1` does.
    pub fn consult_file(&mut self, path: &str) -> Result<(), Error> {
        self.machine.reset();
        let path = self.machine.atom(path);
        let goal = self.machine.compound("consult", &[path]);
        self.load(goal)
    }

    /// Loads text as if it were a file called `name`.
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// let mut engine = Engine::builder().build();
    /// let loaded = engine.consult_text("facts.pl", "p(1). p(2). p(.");
    /// assert_eq!(loaded.unwrap_err().diagnostics().len(), 1);
    /// assert_eq!(engine.query("p(X)").unwrap().count(), 2);
    /// ```
    pub fn consult_text(&mut self, name: &str, text: &str) -> Result<(), Error> {
        let machine = &mut self.machine;
        machine.reset();
        let input = Input::from_text(text.to_owned());
        let stream = machine.io.add(Stream::reader(input));
        let stream = machine.stream_term(stream);
        let name = machine.atom(name);
        let goal = machine.compound("$consult_stream", &[stream, name]);
        self.load(goal)
    }

    /// Runs a goal that loads. Without a reporter, errors are the result.
    fn load(&mut self, goal: Cell) -> Result<(), Error> {
        run_once(&mut self.machine, goal)?;
        let is_error = |d: &Diagnostic| d.severity == Severity::Error;
        if self.machine.diagnostics.iter().any(is_error) {
            return Err(Error::Load(self.take_diagnostics()));
        }
        Ok(())
    }

    /// The warnings and errors that no reporter has taken.
    pub fn take_diagnostics(&mut self) -> Vec<Diagnostic> {
        std::mem::take(&mut self.machine.diagnostics)
    }

    /// Where warnings and errors go from now on as they arise.
    pub fn set_reporter(&mut self, reporter: Reporter) {
        self.machine.reporter = Some(reporter);
    }

    /// A query; a full stop at its end may be left out.
    pub fn query(&mut self, text: &str) -> Result<Query<'_>, Error> {
        self.machine.reset();
        match self.machine.parse(text, ReadOptions::default()) {
            Ok(read) => Ok(Query::new(&mut self.machine, read)),
            Err(ball) => Err(read_error(&mut self.machine, ball, Some(text))),
        }
    }

    /// The first query in `text`, which is cut off it; nothing at its end.
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// let mut engine = Engine::builder().build();
    /// let mut text = "X = 1. Y = 2.";
    /// assert!(engine.next_query(&mut text).unwrap().is_some());
    /// assert_eq!(text.trim(), "Y = 2.");
    /// ```
    pub fn next_query(&mut self, text: &mut &str) -> Result<Option<Query<'_>>, Error> {
        self.machine.reset();
        let machine = &mut self.machine;
        let mut source = WholeText::new(text);
        let mut context = ReadContext {
            mem: &mut machine.mem,
            atoms: &mut machine.atoms,
            ops: &machine.ops,
            flags: &machine.flags,
            char_conversion: None,
            options: ReadOptions::default(),
        };
        let read = read_term(&mut source, &mut context);
        let whole = std::mem::replace(text, source.rest());
        self.started(read, Some(whole))
    }

    /// The next query on standard input; nothing at its end.
    pub fn next_input_query(&mut self) -> Result<Option<Query<'_>>, Error> {
        self.machine.reset();
        let machine = &mut self.machine;
        let mut source = StreamSource::new(&mut machine.io, STDIN);
        let mut context = ReadContext {
            mem: &mut machine.mem,
            atoms: &mut machine.atoms,
            ops: &machine.ops,
            flags: &machine.flags,
            char_conversion: None,
            options: ReadOptions::default(),
        };
        let read = read_term(&mut source, &mut context);
        self.started(read, None)
    }

    fn started(
        &mut self,
        read: Result<Option<ReadTerm>, Ball>,
        text: Option<&str>,
    ) -> Result<Option<Query<'_>>, Error> {
        match read {
            Ok(Some(read)) => match recalled(&mut self.machine, read) {
                Ok(read) => Ok(Some(Query::new(&mut self.machine, read))),
                Err(ball) => Err(read_error(&mut self.machine, ball, text)),
            },
            Ok(None) => Ok(None),
            Err(ball) => Err(read_error(&mut self.machine, ball, text)),
        }
    }

    /// Adds a clause or grammar rule to the program, behind those that are there.
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// let mut engine = Engine::builder().build();
    /// engine.add_clause("ab --> [a], [b].").unwrap();
    /// assert!(engine.run_goal("phrase(ab, [a,b])").unwrap());
    /// ```
    pub fn add_clause(&mut self, text: &str) -> Result<(), Error> {
        self.machine.reset();
        match self.machine.parse(text, ReadOptions::default()) {
            Ok(read) => {
                let goal = self.machine.compound("$add_clause", &[read.term]);
                run_once(&mut self.machine, goal).map(drop)
            }
            Err(ball) => Err(read_error(&mut self.machine, ball, Some(text))),
        }
    }

    /// Runs a goal once; whether it succeeds.
    pub fn run_goal(&mut self, text: &str) -> Result<bool, Error> {
        self.query(text)?.advance()
    }

    /// Runs the goals that `:- initialization(Goal, main)` has set; nothing if
    /// there are none.
    pub fn run_main(&mut self) -> Result<Option<bool>, Error> {
        let goals = std::mem::take(&mut self.machine.loading.main);
        let Some(image) = goals.last() else {
            return Ok(None);
        };
        self.machine.reset();
        match self.machine.build(image) {
            Ok(goal) => run_once(&mut self.machine, goal).map(Some),
            Err(ball) => Err(read_error(&mut self.machine, ball, None)),
        }
    }

    /// Interrupts this engine's queries from elsewhere.
    pub fn interrupt_handle(&self) -> InterruptHandle {
        InterruptHandle(self.machine.signals.clone())
    }

    /// The machine, for those who know it.
    pub fn machine(&mut self) -> &mut Machine {
        &mut self.machine
    }
}

impl Default for Engine {
    fn default() -> Engine {
        Engine::new()
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        end_query(&mut self.machine);
    }
}

const fn assert_send<T: Send>() {}
const _: () = assert_send::<Engine>();
