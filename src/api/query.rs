//! Queries in progress.

use super::answer::{Answer, Found, Shown};
use super::error::Error;
use super::shape::Limits;
use crate::atom::known;
use crate::diagnostic::Diagnostic;
use crate::engine::machine::{Machine, Stop};
use crate::error::Ball;
use crate::syntax::reader::ReadTerm;
use crate::term::cell::{Cell, Functor};

/// A query: an iterator of answers, which are searched for one by one.
///
/// Dropping a query ends it: what it has bound is undone, and the cleanup goals
/// that it has left behind are run.
///
/// ```
/// # use luminy::api::engine::Engine;
/// # fn main() -> Result<(), luminy::api::error::Error> {
/// let mut engine = Engine::builder().build();
/// let mut query = engine.query("between(1, inf, X), X mod 7 =:= 0")?;
/// let first = query.next().expect("there is an answer")?;
/// assert_eq!(first.to_string(), "X = 7");
/// assert!(!first.is_last());
/// # Ok(())
/// # }
/// ```
pub struct Query<'e> {
    machine: &'e mut Machine,
    names: Vec<Box<str>>,
    remarks: Vec<Diagnostic>,
    state: State,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// It has not been started.
    Ready,
    /// The machine is at a solution.
    AtAnswer,
    /// There are no more answers.
    Ended,
}

impl<'e> Query<'e> {
    /// A query for what has been read since the last reset of the machine.
    pub(super) fn new(machine: &'e mut Machine, read: ReadTerm) -> Query<'e> {
        let goal = match machine.mem.match_struct(read.term, known::QUERY, 1) {
            // A query as it stands in a transcript.
            Some(args) => args.get(&machine.mem, 0),
            None => read.term,
        };
        let remarks = machine.query_remarks(&read, goal);
        let variables: Vec<Cell> = read.variables.iter().map(|v| v.cell).collect();
        let names = read.variables.into_iter().map(|v| v.name).collect();
        let list = machine.mem.list(&variables);
        let goals = machine.mem.new_var();
        let goal = machine.compound("$answer", &[goal, list, goals]);
        let root = query_root(machine);
        machine.mem.set(root, goal);
        Query {
            machine,
            names,
            remarks,
            state: State::Ready,
        }
    }

    /// Searches for the next answer; false if there is none.
    pub fn advance(&mut self) -> Result<bool, Error> {
        let stop = match self.state {
            State::Ready => {
                let goal = self.machine.mem.get(query_root(self.machine));
                let module = self.machine.loading.typein.unwrap_or(known::USER);
                self.machine.start(goal, module)
            }
            State::AtAnswer if self.can_have_more() => self.machine.next_solution(),
            _ => Stop::Failure,
        };
        let _ = self.machine.io.flush_all();
        match stop {
            Stop::Solution => {
                self.state = State::AtAnswer;
                Ok(true)
            }
            Stop::Failure | Stop::Paused => {
                self.end();
                Ok(false)
            }
            Stop::Error(uncaught) => {
                let error = Error::of(self.machine, uncaught);
                self.end();
                Err(error)
            }
        }
    }

    /// Whether this is a clause or a directive rather than a goal.
    pub fn is_clause(&self) -> bool {
        let mem = &self.machine.mem;
        let Some((_, args)) = mem.compound(mem.get(query_root(self.machine))) else {
            return false;
        };
        let functor = mem.compound(args.get(mem, 0)).map(|(functor, _)| functor);
        let clauses = [
            Functor::new(known::NECK, 2),
            Functor::new(known::DCG_ARROW, 2),
        ];
        functor.is_some_and(|functor| clauses.contains(&functor))
    }

    /// What is likely not to be meant in the query.
    pub fn remarks(&self) -> &[Diagnostic] {
        &self.remarks
    }

    /// Whether another answer may follow the one just found.
    pub fn can_have_more(&self) -> bool {
        self.state == State::AtAnswer && self.machine.has_choices()
    }

    /// The machine that runs the query, for those who know it.
    pub fn machine(&mut self) -> &mut Machine {
        self.machine
    }

    /// The names of the variables of the query.
    pub fn variables(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(|name| &**name)
    }

    /// The answer just found, as values.
    pub fn answer(&mut self) -> Option<Answer> {
        let is_last = !self.can_have_more();
        let found = self.found()?;
        Some(Answer::of(self.machine, &found, is_last))
    }

    /// The answer just found, as text in which long terms are folded.
    pub fn shown(&mut self, limits: Limits) -> Option<Shown> {
        let found = self.found()?;
        Some(found.shown(self.machine, limits))
    }

    pub(super) fn found(&self) -> Option<Found> {
        if self.state != State::AtAnswer {
            return None;
        }
        let mem = &self.machine.mem;
        let (_, args) = mem.compound(mem.get(query_root(self.machine)))?;
        let cells = mem.list_items(args.get(mem, 1))?;
        Some(Found {
            variables: self.names.iter().cloned().zip(cells).collect(),
            goals: mem.list_items(args.get(mem, 2)).unwrap_or_default(),
        })
    }

    fn end(&mut self) {
        if self.state != State::Ended {
            self.state = State::Ended;
            end_query(self.machine);
        }
    }
}

impl Iterator for Query<'_> {
    type Item = Result<Answer, Error>;

    fn next(&mut self) -> Option<Result<Answer, Error>> {
        match self.advance() {
            Ok(true) => self.answer().map(Ok),
            Ok(false) => None,
            Err(error) => Some(Err(error)),
        }
    }
}

impl Drop for Query<'_> {
    fn drop(&mut self) {
        self.end();
    }
}

/// Where the goal of the running query is kept: beside the cell that global
/// variables hang from, so that it is a root of the garbage collector.
fn query_root(machine: &Machine) -> u64 {
    machine.globals.root + 8
}

/// Ends the running query and runs the cleanup goals that it leaves behind.
pub(super) fn end_query(machine: &mut Machine) {
    let mut cleanups = machine.finish();
    while !cleanups.is_empty() {
        let list = machine.mem.list(&cleanups);
        let goal = machine.compound("$run_cleanups", &[list]);
        if let Stop::Error(_) = machine.start(goal, known::USER) {
            machine.signals.clear();
        }
        cleanups = machine.finish();
    }
    let _ = machine.io.flush_all();
    machine.reset();
}

/// Runs a goal once, as a query without variables.
pub(super) fn run_once(machine: &mut Machine, goal: Cell) -> Result<bool, Error> {
    let stop = machine.start(goal, known::USER);
    let result = match stop {
        Stop::Solution => Ok(true),
        Stop::Failure | Stop::Paused => Ok(false),
        Stop::Error(uncaught) => Err(Error::of(machine, uncaught)),
    };
    end_query(machine);
    result
}

/// The error for text that could not be read as a query.
pub(super) fn read_error(machine: &mut Machine, ball: Ball, text: Option<&str>) -> Error {
    let error = Error::of_ball(machine, ball, text);
    machine.reset();
    error
}
