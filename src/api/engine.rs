//! Engines.

use std::any::{Any, TypeId};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::answer::Answer;
use super::build::{Builder, HeapMut, put_named};
use super::builder::EngineBuilder;
use super::error::Error;
use super::limits::Limits;
use super::params::Params;
use super::prepared::Prepared;
use super::program::Program;
use super::query::{Query, end_query, query_goal, read_error};
use super::recall::recalled;
use super::row::no_variable;
use super::term::Term;
use crate::atom::known;
use crate::diagnostic::{Diagnostic, Reporter, Severity};
use crate::engine::base::Base;
use crate::engine::machine::{Machine, Signals};
use crate::error::{Ball, Position};
use crate::host::StdHost;
use crate::stream::input::Input;
use crate::stream::stream::Stream;
use crate::stream::table::{STDIN, StreamSource};
use crate::syntax::reader::{ReadContext, ReadOptions, ReadTerm, read_term};
use crate::syntax::source::{Recorded, START, WholeText};
use crate::term::cell::Cell;

/// A Prolog engine: a program, and the means to run it.
///
/// An engine can be moved to another thread, but runs in one at a time.
pub struct Engine {
    pub(super) machine: Machine,
    limits: Limits,
}

/// What an engine has loaded at some time.
///
/// ```
/// # use luminy::api::engine::Engine;
/// use luminy::api::engine::Snapshot;
///
/// let mut engine = Engine::builder().build();
/// let empty: Snapshot = engine.snapshot();
/// engine.load_str("p(1).").unwrap();
/// engine.restore(&empty);
/// assert!(engine.run_goal("p(_)").is_err());
/// ```
pub struct Snapshot(Base);

/// Interrupts the query that an engine is running, from any thread.
///
/// ```
/// use luminy::api::engine::Engine;
/// use luminy::api::error::Error;
/// use std::{thread, time::Duration};
///
/// let mut engine = Engine::builder().build();
/// let handle = engine.interrupt_handle();
/// thread::spawn(move || {
///     thread::sleep(Duration::from_millis(20));
///     handle.interrupt();
/// });
/// assert!(matches!(engine.run_goal("repeat, fail"), Err(Error::Interrupted)));
/// assert!(engine.run_goal("true").unwrap());
/// ```
#[derive(Clone, Debug)]
pub struct InterruptHandle(Arc<Signals>);

impl InterruptHandle {
    /// Stops the running query, or the next one if none is running: where an interrupt
    /// may come after the end of the query it was meant for, [`clear`](Self::clear) it
    /// before the next one.
    pub fn interrupt(&self) {
        self.0.interrupt();
    }

    /// Forgets an interrupt that no query has noticed.
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// # let mut engine = Engine::builder().build();
    /// let handle = engine.interrupt_handle();
    /// handle.interrupt();
    /// handle.clear();
    /// assert!(engine.run_goal("true").unwrap());
    /// ```
    pub fn clear(&self) {
        self.0.clear();
    }

    /// Whether an interrupt waits to be noticed.
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// # let mut engine = Engine::builder().build();
    /// let handle = engine.interrupt_handle();
    /// handle.interrupt();
    /// assert!(handle.is_pending());
    /// ```
    pub fn is_pending(&self) -> bool {
        self.0.is_pending()
    }
}

impl Engine {
    /// What a new engine is to be like: one that reaches nothing outside of itself,
    /// with all the rest as usual.
    pub fn builder() -> EngineBuilder {
        EngineBuilder::new(None)
    }

    /// An engine that reaches the files, streams and clock of the process.
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// let mut engine = Engine::new();
    /// assert!(engine.run_goal("get_time(T), T > 0").unwrap());
    /// ```
    pub fn new() -> Engine {
        Engine::builder().host(Box::new(StdHost::new())).build()
    }

    pub(super) fn over(machine: Machine, limits: Limits) -> Engine {
        Engine { machine, limits }
    }

    /// What each query from now on may use unless it is given limits of its own.
    /// Loading keeps to these limits as well.
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// # let mut engine = Engine::builder().build();
    /// use luminy::api::limits::Limits;
    /// engine.set_limits(Limits::none().steps(1000));
    /// assert!(engine.run_goal("repeat, fail").is_err());
    /// ```
    pub fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    // Loading.

    /// Loads a file, as `consult/1` does.
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// let path = std::env::temp_dir().join(format!("luminy-consult-{}.pl", std::process::id()));
    /// std::fs::write(&path, "p(1). p(2").unwrap();
    /// let mut engine = Engine::new();
    /// assert!(engine.consult_file(path.to_str().unwrap()).is_err());
    /// assert!(engine.run_goal("p(1)").unwrap());
    /// # std::fs::remove_file(&path).unwrap();
    /// ```
    pub fn consult_file(&mut self, path: &str) -> Result<(), Error> {
        self.machine.reset();
        let path = self.machine.atom(path);
        let goal = self.machine.compound("consult", &[path]);
        let loaded = self.load(goal);
        self.with_lines(loaded, None)
    }

    /// Loads text as if it were a file called `name`. What is right in it is
    /// loaded even if something is wrong, as `consult/1` does.
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
        let source = machine.atom(name);
        let goal = machine.compound("$consult_stream", &[stream, source]);
        let loaded = self.load(goal);
        let file = self.machine.atoms.intern(name);
        self.machine.keep_text(file, text);
        self.with_lines(loaded, Some((name.to_owned(), text.to_owned())))
    }

    /// Adds the lines that messages about loading are about: to those of the result,
    /// or those that nobody has taken. `last` is a file that is known, and its text.
    fn with_lines(
        &mut self,
        mut loaded: Result<(), Error>,
        mut last: Option<(String, String)>,
    ) -> Result<(), Error> {
        let mut waiting = std::mem::take(&mut self.machine.diagnostics);
        let machine = &mut self.machine;
        let mut line_of = |file: &str, number: usize| {
            if last.as_ref().is_none_or(|(known, _)| known != file) {
                last = Some((file.to_owned(), machine.file_text(file)?));
            }
            let (_, text) = last.as_ref()?;
            text.lines().nth(number.checked_sub(1)?).map(str::to_owned)
        };
        let found = match &mut loaded {
            Err(Error::Load(found)) => &mut found[..],
            _ => &mut [],
        };
        for diagnostic in found.iter_mut().chain(&mut waiting) {
            diagnostic.add_lines(&mut line_of);
        }
        self.machine.diagnostics = waiting;
        loaded
    }

    /// Loads text, or nothing of it if something is wrong. Like a file that is loaded
    /// again, it takes the place of a text that was loaded by this function before: give
    /// parts that are to stay side by side names, with [`load_source`](Engine::load_source).
    /// Warnings wait in [`take_diagnostics`](Engine::take_diagnostics).
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// let mut engine = Engine::builder().build();
    /// engine.load_str("p(1).").unwrap();
    /// assert!(engine.load_str("p(2). p(3").is_err());
    /// assert!(engine.run_goal("p(1), \\+ p(2)").unwrap());
    /// ```
    pub fn load_str(&mut self, text: &str) -> Result<(), Error> {
        self.load_source("user_text", text)
    }

    /// Loads text as if it were a file called `name`, or nothing of it if
    /// something is wrong. A text of the same name that was loaded before is
    /// replaced.
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// # let mut engine = Engine::builder().build();
    /// engine.load_source("p.pl", "p(1).").unwrap();
    /// engine.load_source("p.pl", "p(2).").unwrap();
    /// assert!(engine.run_goal("p(2), \\+ p(1)").unwrap());
    /// ```
    pub fn load_source(&mut self, name: &str, text: &str) -> Result<(), Error> {
        self.transaction(|engine| engine.consult_text(name, text))
    }

    /// Loads a file, or nothing of it if something is wrong. The engine has to be
    /// granted to read it
    /// ([`Capabilities`](super::capabilities::Capabilities)); without that, load its text
    /// with [`load_source`](Engine::load_source).
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// let path = std::env::temp_dir().join(format!("luminy-load-{}.pl", std::process::id()));
    /// std::fs::write(&path, "p(1).").unwrap();
    /// let mut engine = Engine::new();
    /// engine.load_file(path.to_str().unwrap()).unwrap();
    /// assert!(engine.run_goal("p(1)").unwrap());
    /// std::fs::write(&path, "p(2). p(3").unwrap();
    /// assert!(engine.load_file(path.to_str().unwrap()).is_err());
    /// assert!(engine.run_goal("p(1)").unwrap());
    /// # std::fs::remove_file(&path).unwrap();
    /// ```
    pub fn load_file(&mut self, path: &str) -> Result<(), Error> {
        self.transaction(|engine| engine.consult_file(path))
    }

    /// Loads a module from a file or from the builder's sources, and imports what it exports.
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// let mut engine = Engine::builder()
    ///     .sources(|_| Some(":- module(colours, [colour/1]). colour(red).".to_owned()))
    ///     .build();
    /// engine.load_module("colours.pl").unwrap();
    /// assert!(engine.run_goal("colour(red)").unwrap());
    /// ```
    pub fn load_module(&mut self, path: &str) -> Result<(), Error> {
        self.transaction(|engine| {
            engine.machine.reset();
            let path = engine.machine.atom(path);
            let goal = engine.machine.compound("use_module", &[path]);
            engine.load(goal)
        })
    }

    /// Loads a library, such as `lists`, and imports what it exports.
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// # let mut engine = Engine::builder().build();
    /// engine.load_library("clpfd").unwrap();
    /// assert!(engine.run_goal("X #> 1, X #< 3, X == 2").unwrap());
    /// ```
    pub fn load_library(&mut self, name: &str) -> Result<(), Error> {
        self.machine.reset();
        let name = self.machine.atom(name);
        let library = self.machine.compound("library", &[name]);
        let goal = self.machine.compound("use_module", &[library]);
        self.load(goal)
    }

    /// Loads the libraries of all predicates that the program calls, so that they
    /// need not be loaded at the first call.
    pub(super) fn load_needed_libraries(&mut self) -> Result<(), Error> {
        let mut before = Vec::new();
        loop {
            self.machine.reset();
            let needed = self.machine.needed_libraries();
            if needed.is_empty() || needed == before {
                return Ok(());
            }
            before = needed.clone();
            for (module, functor, library) in needed {
                self.machine.reset();
                let arity = Cell::small(functor.arity() as i64);
                let [library, module, name] = [library, module, functor.name()].map(Cell::atom);
                let goal = [library, module, name, arity];
                let goal = self.machine.compound("$import_library", &goal);
                self.run_cell(goal)?;
            }
        }
    }

    /// Runs a goal that loads. Without a reporter, errors are the result.
    fn load(&mut self, goal: Cell) -> Result<(), Error> {
        self.run_cell(goal)?;
        let is_error = |d: &Diagnostic| d.severity == Severity::Error;
        if self.machine.diagnostics.iter().any(is_error) {
            return Err(Error::Load(self.take_diagnostics()));
        }
        Ok(())
    }

    /// Runs a goal that has been built since the last reset.
    pub(super) fn run_cell(&mut self, goal: Cell) -> Result<bool, Error> {
        Query::new(&mut self.machine, goal, Vec::new(), self.limits).advance()
    }

    /// The warnings and errors that no reporter has taken.
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// # let mut engine = Engine::builder().build();
    /// engine.load_str("p(X) :- q(Y).").unwrap();
    /// let warnings = engine.take_diagnostics();
    /// assert!(warnings.iter().any(|warning| warning.to_string().contains("X")));
    /// ```
    pub fn take_diagnostics(&mut self) -> Vec<Diagnostic> {
        std::mem::take(&mut self.machine.diagnostics)
    }

    /// Where warnings and errors go from now on as they arise.
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// use std::sync::mpsc;
    ///
    /// let mut engine = Engine::builder().build();
    /// let (told, messages) = mpsc::channel();
    /// engine.set_reporter(Box::new(move |diagnostic| told.send(diagnostic.code).unwrap()));
    /// engine.consult_text("p.pl", "p(X) :- q(Y).").unwrap();
    /// assert!(messages.try_iter().count() > 0);
    /// ```
    pub fn set_reporter(&mut self, reporter: Reporter) {
        self.machine.reporter = Some(reporter);
    }

    // Programs and snapshots.

    /// What is loaded now, as a program that other engines can run.
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// # let mut engine = Engine::builder().build();
    /// engine.load_str("p(1).").unwrap();
    /// let program = engine.to_program();
    /// assert!(program.engine().run_goal("p(1)").unwrap());
    /// ```
    pub fn to_program(&mut self) -> Program {
        Program::of(self.machine.freeze())
    }

    /// What is loaded now, to come back to: clauses, flags, operators, global
    /// variables. Nothing is copied.
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// # fn main() -> Result<(), luminy::api::error::Error> {
    /// let mut engine = Engine::builder().build();
    /// let before = engine.snapshot();
    /// engine.run_goal("assertz(p(1))")?;
    /// engine.restore(&before);
    /// assert!(!engine.run_goal("catch(p(1), error(existence_error(_, _), _), fail)")?);
    /// # Ok(())
    /// # }
    /// ```
    pub fn snapshot(&mut self) -> Snapshot {
        Snapshot(self.machine.freeze())
    }

    /// Goes back to what was loaded when the snapshot was taken, from this engine.
    pub fn restore(&mut self, snapshot: &Snapshot) {
        self.machine.restore(&snapshot.0);
    }

    /// Does something; if it gives an error or panics, what it has loaded, asserted or set
    /// is undone.
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// # let mut engine = Engine::builder().build();
    /// # use luminy::api::error::Error;
    /// let undone: Result<(), Error> = engine.transaction(|engine| {
    ///     engine.run_goal("assertz(p(1))")?;
    ///     engine.run_goal("throw(no)").map(drop)
    /// });
    /// assert!(undone.is_err());
    /// assert!(engine.run_goal("catch(p(_), _, fail)").is_ok_and(|found| !found));
    /// ```
    pub fn transaction<T, E>(
        &mut self,
        work: impl FnOnce(&mut Engine) -> Result<T, E>,
    ) -> Result<T, E> {
        let before = self.snapshot();
        let result = catch_unwind(AssertUnwindSafe(|| work(self)));
        if !matches!(result, Ok(Ok(_))) {
            self.restore(&before);
        }
        result.unwrap_or_else(|panic| resume_unwind(panic))
    }

    // Queries.

    /// A query; a full stop at its end may be left out.
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// # let mut engine = Engine::builder().build();
    /// let found: Vec<i64> = engine.query("member(X, [1, 2])").unwrap().column("X").unwrap();
    /// assert_eq!(found, [1, 2]);
    /// assert!(engine.query("member(X, ").is_err());
    /// ```
    pub fn query(&mut self, text: &str) -> Result<Query<'_>, Error> {
        self.machine.reset();
        match self.machine.parse(text, ReadOptions::default()) {
            Ok(read) => Ok(self.read_query(read).asked_by(text, START)),
            Err(ball) => Err(read_error(&mut self.machine, ball, Some((text, START)))),
        }
    }

    fn read_query(&mut self, read: ReadTerm) -> Query<'_> {
        let variables = read.variables.into_iter().map(|v| (v.name, v.cell));
        let variables = variables.collect();
        Query::new(&mut self.machine, read.term, variables, self.limits)
    }

    /// A query with values for some of its variables.
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// # let mut engine = Engine::builder().build();
    /// use luminy::params;
    /// let query = engine.query_with("atom_length(Text, N)", params! { "Text" => "it's" }).unwrap();
    /// assert_eq!(query.first::<(i64,)>().unwrap(), Some((4,)));
    /// ```
    pub fn query_with(&mut self, text: &str, params: Params) -> Result<Query<'_>, Error> {
        params.check()?;
        self.machine.reset();
        let machine = &mut self.machine;
        let mut read = match machine.parse(text, ReadOptions::default()) {
            Ok(read) => read,
            Err(ball) => return Err(read_error(machine, ball, Some((text, START)))),
        };
        for (name, value) in &params.values {
            let place = read.variables.iter().position(|v| *v.name == **name);
            let variable = read
                .variables
                .remove(place.ok_or_else(|| no_variable(name))?);
            let mut to = Builder::heap(&mut machine.mem, &mut machine.atoms);
            let value = to.term(value).cell();
            machine.mem.unify(variable.cell, value);
        }
        Ok(self.read_query(read).asked_by(text, START))
    }

    /// A query that is a term. Its variables are those of the answers.
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// # use luminy::api::term::Term;
    /// # fn main() -> Result<(), luminy::api::error::Error> {
    /// let mut engine = Engine::builder().build();
    /// let goal = Term::compound("atom_length", [Term::atom("luminy"), Term::variable("N")]);
    /// assert_eq!(engine.query_term(&goal)?.first::<(i64,)>()?, Some((6,)));
    /// # Ok(())
    /// # }
    /// ```
    pub fn query_term(&mut self, goal: &Term) -> Result<Query<'_>, Error> {
        let mut names = FxHashMap::default();
        let goal = self.put(goal, &mut names);
        let mut variables: Vec<(Box<str>, Cell)> = names
            .into_iter()
            .map(|(name, cell)| (name.into(), cell))
            .collect();
        variables.sort_by_key(|&(_, cell)| cell.0);
        Ok(Query::new(&mut self.machine, goal, variables, self.limits))
    }

    fn put(&mut self, goal: &Term, names: &mut FxHashMap<String, Cell>) -> Cell {
        let machine = &mut self.machine;
        machine.reset();
        let mut heap = HeapMut {
            mem: &mut machine.mem,
            atoms: &mut machine.atoms,
        };
        put_named(&mut heap, goal.view(), names)
    }

    /// Reads a query that is to be asked many times.
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// # let mut engine = Engine::builder().build();
    /// use luminy::params;
    /// let double = engine.prepare("Y is 2 * X").unwrap();
    /// for x in 1..4 {
    ///     let found = engine.query_prepared(&double, params! { "X" => x }).unwrap().first::<(i64,)>();
    ///     assert_eq!(found.unwrap(), Some((2 * x,)));
    /// }
    /// ```
    pub fn prepare(&mut self, text: &str) -> Result<Prepared, Error> {
        let query = self.query(text)?;
        Ok(query.prepared())
    }

    /// Asks a query that has been read before.
    pub fn query_prepared(
        &mut self,
        prepared: &Prepared,
        params: Params,
    ) -> Result<Query<'_>, Error> {
        params.check()?;
        let mut names = FxHashMap::default();
        self.machine.reset();
        for (name, value) in &params.values {
            if !prepared.names.iter().any(|known| **known == **name) {
                return Err(no_variable(name));
            }
            let mut to = Builder::heap(&mut self.machine.mem, &mut self.machine.atoms);
            names.insert(name.clone(), to.term(value).cell());
        }
        let mut heap = HeapMut {
            mem: &mut self.machine.mem,
            atoms: &mut self.machine.atoms,
        };
        let goal = put_named(&mut heap, prepared.goal.view(), &mut names);
        let variables = prepared
            .names
            .iter()
            .filter(|name| params.get(name).is_none())
            .filter_map(|name| Some((name.clone(), *names.get(&**name)?)))
            .collect();
        let query = Query::new(&mut self.machine, goal, variables, self.limits);
        Ok(match &prepared.text {
            Some(text) => query.asked_by(text.clone(), START),
            None => query,
        })
    }

    /// The first answer of a query, if it has one.
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// # let mut engine = Engine::builder().build();
    /// let answer = engine.query_once("member(X, [a, b])").unwrap().unwrap();
    /// assert_eq!(answer.to_string(), "X = a");
    /// ```
    pub fn query_once(&mut self, text: &str) -> Result<Option<Answer>, Error> {
        self.query(text)?.next().transpose()
    }

    /// Whether a query has an answer.
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// # let mut engine = Engine::builder().build();
    /// assert!(engine.exists("member(2, [1, 2])").unwrap());
    /// ```
    pub fn exists(&mut self, text: &str) -> Result<bool, Error> {
        self.query(text)?.advance()
    }

    /// Runs a goal once; whether it succeeds.
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// # let mut engine = Engine::builder().build();
    /// assert!(engine.run_goal("assertz(p(1)), p(1)").unwrap());
    /// assert!(!engine.run_goal("fail").unwrap());
    /// ```
    pub fn run_goal(&mut self, text: &str) -> Result<bool, Error> {
        self.query(text)?.advance()
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
        let mut context = ReadContext::plain(
            &mut machine.mem,
            &mut machine.atoms,
            &machine.ops,
            &machine.flags,
        );
        let read = read_term(&mut source, &mut context);
        let whole = std::mem::replace(text, source.rest());
        let asked = match read {
            Ok(_) => &whole[..whole.len() - text.len()],
            Err(_) => whole,
        };
        self.started(read, (asked, START))
    }

    /// The next query on standard input; nothing at its end.
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// let mut engine = Engine::builder().input("X = 1. X = 2.".as_bytes()).build();
    /// let mut values = Vec::new();
    /// while let Some(query) = engine.next_input_query().unwrap() {
    ///     values.extend(query.first::<(i64,)>().unwrap());
    /// }
    /// assert_eq!(values, [(1,), (2,)]);
    /// ```
    pub fn next_input_query(&mut self) -> Result<Option<Query<'_>>, Error> {
        self.machine.reset();
        let machine = &mut self.machine;
        let mut source = Recorded::new(StreamSource::new(&mut machine.io, STDIN));
        let mut context = ReadContext::plain(
            &mut machine.mem,
            &mut machine.atoms,
            &machine.ops,
            &machine.flags,
        );
        let read = read_term(&mut source, &mut context);
        let text = source.line();
        let start = source.start;
        drop(source);
        self.pass_line_end();
        self.started(read, (&text, start))
    }

    /// Passes over the rest of the line behind a query, if nothing but blanks is there:
    /// goals that read from standard input begin with the next line.
    fn pass_line_end(&mut self) {
        let Some(input) = self.machine.io.get_mut(STDIN).and_then(Stream::input) else {
            return;
        };
        let line = input.text().split_inclusive('\n').next().unwrap_or("");
        if line.ends_with('\n') && line.trim().is_empty() {
            for _ in line.to_owned().chars() {
                // What has arrived is there.
                let _ = input.next_char();
            }
        }
    }

    fn started(
        &mut self,
        read: Result<Option<ReadTerm>, Ball>,
        text: (&str, Position),
    ) -> Result<Option<Query<'_>>, Error> {
        match read {
            Ok(Some(read)) => match recalled(&mut self.machine, read) {
                Ok(read) => {
                    let goal = query_goal(&self.machine, read.term);
                    let remarks = self.machine.query_remarks(&read, goal);
                    let query = self.read_query(read).with_remarks(remarks);
                    Ok(Some(query.asked_by(text.0, text.1)))
                }
                Err(ball) => Err(read_error(&mut self.machine, ball, Some(text))),
            },
            Ok(None) => Ok(None),
            Err(ball) => Err(read_error(&mut self.machine, ball, Some(text))),
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
                self.run_cell(goal).map(drop)
            }
            Err(ball) => Err(read_error(&mut self.machine, ball, Some((text, START)))),
        }
    }

    /// Runs the goals that `:- initialization(Goal, main)` has set; nothing if
    /// there are none.
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// # let mut engine = Engine::builder().build();
    /// engine.load_str(":- initialization(p, main). p.").unwrap();
    /// assert_eq!(engine.run_main().unwrap(), Some(true));
    /// ```
    pub fn run_main(&mut self) -> Result<Option<bool>, Error> {
        let goals = std::mem::take(&mut self.machine.loading.main);
        let Some(image) = goals.last() else {
            return Ok(None);
        };
        self.machine.reset();
        match self.machine.build(image) {
            Ok(goal) => self.run_cell(goal).map(Some),
            Err(ball) => Err(read_error(&mut self.machine, ball, None)),
        }
    }

    /// Gives the engine a value that predicates in Rust can ask for as
    /// [`State`](super::predicate::State); one of each type.
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// # let mut engine = Engine::builder().build();
    /// engine.set_state(String::from("request 7"));
    /// assert_eq!(*engine.state::<String>().unwrap(), "request 7");
    /// ```
    pub fn set_state<T: Any + Send + Sync>(&mut self, value: T) {
        self.share_state(Arc::new(value));
    }

    /// The same for a value that is shared.
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// use std::sync::{Arc, Mutex};
    ///
    /// let log = Arc::new(Mutex::new(Vec::<String>::new()));
    /// let mut engine = Engine::builder().build();
    /// engine.share_state(log.clone());
    /// let log_of = |log: luminy::api::predicate::State<Mutex<Vec<String>>>, line: String| {
    ///     log.lock().unwrap().push(line);
    /// };
    /// engine.register("log/1", log_of).unwrap();
    /// engine.run_goal("log(hello)").unwrap();
    /// assert_eq!(*log.lock().unwrap(), ["hello"]);
    /// ```
    pub fn share_state<T: Any + Send + Sync>(&mut self, value: Arc<T>) {
        let values = &mut self.machine.host_values;
        values.insert(TypeId::of::<Arc<T>>(), Box::new(value));
    }

    /// The value of this type that the engine has been given.
    pub fn state<T: Any + Send + Sync>(&self) -> Option<Arc<T>> {
        let value = self.machine.host_values.get(&TypeId::of::<Arc<T>>())?;
        value.downcast_ref::<Arc<T>>().cloned()
    }

    /// Interrupts this engine's queries from elsewhere.
    pub fn interrupt_handle(&self) -> InterruptHandle {
        InterruptHandle(self.machine.signals.clone())
    }

    /// The machine, for those who know it.
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// let mut engine = Engine::builder().build();
    /// assert!(engine.machine().room() > 0);
    /// ```
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
const _: () = assert_send::<Snapshot>();

/// The module of what the host adds.
pub(super) const HOST_MODULE: crate::atom::Atom = known::USER;

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::Engine;

    #[test]
    fn goals_that_go_on_after_interrupts_have_the_same_results() {
        let mut engine = Engine::new();
        engine.machine.on_interrupt = Some(Box::new(|_| true));
        let handle = engine.interrupt_handle();
        // A few only: what is interrupted again and again never comes to its end.
        let nuisance = std::thread::spawn(move || {
            for _ in 0..10 {
                std::thread::sleep(Duration::from_millis(25));
                handle.interrupt();
            }
        });
        let goal = "numlist(1, 300000, L), msort(L, M), compare(=, L, M), L =@= M,
            ground(L), length(L, N), N =:= 300000, copy_term(f(X, L), f(Y, C)), X \\== Y,
            compare(=, C, L), reverse(L, R), sort(0, @>=, L, R), findall(L, true, [F]),
            compare(=, F, L), atomic_list_concat(L, ' ', A),
            format(atom(B), \"~w\", [L]), atomic_list_concat(L, ',', D),
            atomic_list_concat(['[', D, ']'], B), atom_length(A, Length),
            Length =:= 1988894, length(V, 100000), term_variables(V, W), V == W";
        let holds = engine.run_goal(goal);
        nuisance.join().unwrap();
        assert!(holds.unwrap());
    }

    #[test]
    fn a_time_limit_ends_predicates_that_take_long_alone() {
        let mut engine = Engine::new();
        let made = "numlist(1, 2000000, L), nb_setval(long, L)";
        assert!(engine.run_goal(made).unwrap());
        for goal in [
            "copy_term(f(_, L), _)",
            "findall(L, true, _)",
            "term_hash(L, _)",
            "atomic_list_concat(L, ',', _)",
            "format(atom(_), \"~w\", [L])",
            "assertz(long(L))",
        ] {
            // Nearly all time would be spent in one predicate.
            let goal = format!(
                "nb_getval(long, L), length(_, 1000000),
                 catch((call_with_time_limit(0.001, {goal}), fail),
                       time_limit_exceeded, true)"
            );
            let start = Instant::now();
            let done = engine.run_goal(&goal).unwrap();
            assert!(done, "{goal} {:?}", start.elapsed());
            assert!(start.elapsed() < Duration::from_secs(5), "{goal}");
        }
        assert!(engine.run_goal("\\+ catch(long(_), _, fail)").unwrap());
    }
}
